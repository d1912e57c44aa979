import InkModel
import InkStore

extension MetadataKey {
  /// Strokes that were provisional when the file was written, as ``ProvisionalInkText``
  /// writes them; a closed file has none.
  static let provisionalInk = MetadataKey(rawValue: "provisional-ink")
}

/// Provisional strokes as text, for the file's metadata.
///
/// For each stroke a line `stroke SEED BRUSH VERSION COLOR SIZE STABILIZER PAGE`, for one along an instrument with its
/// guide behind that, `line X Y DX DY` or `circle X Y RADIUS`; then its samples as a ``InkModel/StylusRecording``.
/// Samples and guide are where they lie with the pages in one column: there they can be on another page, below one that
/// is shorter than the page beside it. What cannot be read is left out: it is the ink of half a second. Earlier versions
/// wrote no guide, and the first ones no page.
enum ProvisionalInkText {
  /// `nil` for no strokes.
  ///
  /// - Parameter layout: In which they lie.
  static func text(_ strokes: [WetStroke], on layout: PageLayout) -> String? {
    guard !strokes.isEmpty else { return nil }
    return strokes.map { stroke in
      let ink = stroke.ink
      var recording = StylusRecording(width: 1, height: 1)
      let first = stroke.samples.first?.position
      let page = first.map { layout.pageID(nearest: $0) } ?? 0
      let offset = AffineTransform.translation(
        first.map { layout.offset(toOneColumnAt: $0) } ?? .zero)
      for (i, sample) in stroke.samples.enumerated() {
        recording.records.append(
          .init(i == 0 ? .down : .move, tool: stroke.tool, sample: sample.mapped(by: offset)))
      }
      let guide = stroke.guide.map { " " + $0.mapped(by: offset).words } ?? ""
      return "stroke \(stroke.seed) \(ink.brush) \(ink.brushVersion) \(ink.color.hex) \(ink.size)"
        + " \(stroke.stabilizer.strength) \(page)\(guide)\n" + recording.text
    }.joined(separator: "\n")
  }

  /// The strokes, and the page that each belongs to, where that is written.
  ///
  /// - Parameter layout: In which they are to lie.
  static func strokes(
    in text: String, on layout: PageLayout
  ) -> [(stroke: WetStroke, page: Int32?)] {
    var strokes: [(stroke: WetStroke, page: Int32?)] = []
    var lines: [Substring] = []
    func finish() {
      guard let head = lines.first?.split(separator: " "), head.count >= 7,
        let seed = UInt32(head[1]), let version = Int(head[3]), let color = Color(hex: head[4]),
        let size = Double(head[5]), size.isFinite, size > 0, let strength = Double(head[6]),
        let recording = try? StylusRecording(
          parsing: lines.dropFirst().joined(separator: "\n"))
      else { return }
      let page = head.count > 7 ? Int32(head[7]) : nil
      let guide = head.count > 8 ? StrokeGuide(words: head[8...].map { String($0) }) : nil
      guard head.count <= 8 || guide != nil else { return }
      for stroke in recording.strokes {
        let first = stroke.samples.first?.position ?? .zero
        let offset = AffineTransform.translation(
          page.flatMap { layout.offset(fromOneColumnOf: $0) }
            ?? layout.offset(fromOneColumnAt: first))
        let ink = Ink(brush: String(head[2]), brushVersion: version, color: color, size: size)
        var wet = WetStroke(
          tool: stroke.tool, ink: ink, seed: seed, stabilizer: Stabilizer(strength),
          guide: guide?.mapped(by: offset))
        wet.append(stroke.samples.map { $0.mapped(by: offset) })
        strokes.append((stroke: wet, page: page))
      }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("stroke ") {
        finish()
        lines = []
      }
      lines.append(line)
    }
    finish()
    return strokes
  }
}

extension StrokeGuide {
  /// As a note has it.
  fileprivate var words: String {
    switch self {
    case .line(let origin, let direction):
      "line \(origin.x) \(origin.y) \(direction.dx) \(direction.dy)"
    case .circle(let center, let radius): "circle \(center.x) \(center.y) \(radius)"
    }
  }

  /// `nil` where they are not what ``words`` makes.
  fileprivate init?(words: [String]) {
    let numbers = words.dropFirst().compactMap { Double($0) }
    guard numbers.count == words.count - 1, numbers.allSatisfy({ abs($0) <= StrokeModeler.limit })
    else { return nil }
    switch (words[0], numbers.count) {
    case ("line", 4):
      guard let direction = Vector(numbers[2], numbers[3]).normalized else { return nil }
      self = .line(through: Point(numbers[0], numbers[1]), direction: direction)
    case ("circle", 3):
      guard numbers[2] > 0 else { return nil }
      self = .circle(center: Point(numbers[0], numbers[1]), radius: numbers[2])
    default: return nil
    }
  }
}
