import Glibc
import InkModel
import InkStore

/// The page that programs are measured on: nothing, or many small strokes in rows like handwriting.
///
/// In canvas points, which are pixels at 100 %; a page of ``width`` × ``height`` is visible whole in
/// every program's window of 1280 × 800. The ink is pale, so that a pen's dark line is seen wherever
/// it runs.
struct Page {
  static let width = 1200.0
  static let height = 620.0
  /// Samples of each stroke: a small letter's, at a tablet's rate.
  static let samplesPerStroke = 24
  static let ink = Ink(brush: "pen", brushVersion: 1, color: Color(rgba: 0xA8B4_C8FF), size: 1.2)

  let strokes: [StrokeContent]

  /// The same page for the same count, each time.
  ///
  /// - Parameter scattered: Each stroke as large as on a page of 1000, so that the drawing is the
  ///   larger the more there are; else all fit on one page.
  init(strokes count: Int, scattered: Bool = false) {
    let size = scattered ? (Double(max(count, 1)) / 1000).squareRoot() : 1
    let columns = max(Int((Double(count) * 1.55).squareRoot()), 1)
    let rows = max((count + columns - 1) / columns, 1)
    let cell = Vector(
      Self.width * size / Double(columns), Self.height * size / Double(rows))
    // A generator of a few lines, so that the page is the same on every machine.
    var state: UInt64 = 20
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    strokes = (0..<count).compactMap { i in
      let corner = Point(Double(i % columns) * cell.dx, Double(i / columns) * cell.dy)
      let phase = random() * 2 * .pi
      let turns = 0.6 + random()
      let lean = random() - 0.5
      var stroke = WetStroke(
        tool: StylusTool(.pen, serial: 1), ink: Self.ink, seed: UInt32(truncatingIfNeeded: i))
      stroke.append(
        (0..<Self.samplesPerStroke).map { j in
          let t = Double(j) / Double(Self.samplesPerStroke - 1)
          let a = phase + t * turns * 2 * .pi
          let x = cell.dx * (0.5 + 0.3 * cos(a) + 0.15 * (t - 0.5) + 0.1 * lean * sin(a))
          let y = cell.dy * (0.5 + 0.35 * sin(a))
          return StylusSample(
            position: Point(corner.x + x, corner.y + y), time: Double(j) / 240,
            force: Float(0.3 + 0.4 * sin(t * .pi)), altitude: 1, azimuth: 0.8)
        })
      return stroke.finished(id: ContentID(Int64(i + 1)))
    }
  }

  /// One step of the history for each stroke, as a hand would have drawn them.
  var commands: [StoreCommand] {
    var order = OrderKey.first
    return strokes.enumerated().map { i, content in
      defer { order = order.next }
      let element = Element(
        id: ElementID(Int64(i + 1)), order: order,
        kind: .stroke(
          Stroke(content: content.id, ink: Self.ink, path: content.path, seed: content.seed)))
      return .commit(
        step: i + 1, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content]))
    }
  }

  /// Writes the page as a drawing of ours.
  func write(plumbago path: String) async throws {
    let store = try await DocumentStore.open(path, mode: .readWrite)
    // An empty page is a file too: one that has a name.
    let name = StoreCommand.setMetadata(.title, "Benchmark")
    try await store.perform(commands + [name])
    try await store.close()
  }

  /// Writes the page as Xournal++ writes its own: points with a width each, compressed.
  func write(xournal path: String) throws {
    func hex(_ c: Color) -> String {
      let digits = String(c.rgba, radix: 16)
      return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    func short(_ v: Double) -> String {
      let n = Int((v * 10000).rounded())
      let fraction = String(abs(n) % 10000)
      return (n < 0 ? "-" : "") + "\(abs(n) / 10000)."
        + String(repeating: "0", count: 4 - fraction.count) + fraction
    }
    let family = StockBrushes.family(of: Self.ink)
    var text = """
      <?xml version="1.0" standalone="no"?>
      <xournal creator="Xournal++ 1.1.3" fileversion="4">
      <title>Benchmark</title>
      <page width="\(Self.width)" height="\(Self.height)">
      <background type="solid" color="#ffffffff" style="plain"/>
      <layer>

      """
    for content in strokes {
      let widths = content.samples.dropLast().map { sample in
        let point = StrokePoint(x: 0, y: 0, force: sample.force ?? 0.5)
        return short(2 * family.mark(Self.ink, at: point).radius)
      }
      let points = content.samples.map { "\(short($0.position.x)) \(short($0.position.y))" }
      text += "<stroke tool=\"pen\" color=\"\(hex(Self.ink.color))\" "
      text += "width=\"\(short(Self.ink.size)) \(widths.joined(separator: " "))\">"
      text += points.joined(separator: " ") + "</stroke>\n"
    }
    text += "</layer>\n</page>\n</xournal>\n"
    guard let pipe = popen("gzip -n > '\(path)'", "w") else {
      throw BenchmarkError("gzip could not be started")
    }
    let count = text.utf8.count
    let written = text.withCString { fwrite($0, 1, count, pipe) }
    guard pclose(pipe) == 0, written == count else {
      throw BenchmarkError("\(path) could not be written")
    }
  }
}

/// Why something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A short file's text.
func readText(_ path: String) throws -> String {
  guard let file = fopen(path, "re") else { throw BenchmarkError("\(path) cannot be read") }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
}
