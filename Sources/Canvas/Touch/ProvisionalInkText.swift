import InkModel
import InkStore

extension MetadataKey {
  /// Strokes that were provisional when the file was written, as ``ProvisionalInkText``
  /// writes them; a closed file has none.
  static let provisionalInk = MetadataKey(rawValue: "provisional-ink")
}

/// Provisional strokes as text, for the file's metadata.
///
/// For each stroke a line `stroke SEED BRUSH VERSION COLOR SIZE STABILIZER PAGE`, then its samples as a
/// ``InkModel/StylusRecording``, where they lie with the pages in one column: there they can be on another page, below one
/// that is shorter than the page beside it. What cannot be read is left out: it is the ink of half a second. Earlier
/// versions wrote no page.
enum ProvisionalInkText {
  /// `nil` for no strokes.
  ///
  /// - Parameter layout: In which they lie.
  static func text(_ strokes: [WetStroke], on layout: PageLayout) -> String? {
    guard !strokes.isEmpty else { return nil }
    return strokes.map { stroke in
      let ink = stroke.ink
      var recording = StylusRecording(width: 1, height: 1)
      let page = stroke.samples.first.map { layout.pageID(nearest: $0.position) } ?? 0
      let samples = moved(stroke.samples) { layout.offset(toOneColumnAt: $0) }
      for (i, sample) in samples.enumerated() {
        recording.records.append(
          .init(i == 0 ? .down : .move, tool: stroke.tool, sample: sample))
      }
      return "stroke \(stroke.seed) \(ink.brush) \(ink.brushVersion) \(ink.color.hex) \(ink.size)"
        + " \(stroke.stabilizer.strength) \(page)\n" + recording.text
    }.joined(separator: "\n")
  }

  private static func moved(
    _ samples: [StylusSample], by offset: (Point) -> Vector
  ) -> [StylusSample] {
    guard let first = samples.first else { return [] }
    let all = offset(first.position)
    return samples.map { sample in
      var copy = sample
      copy.position = sample.position + all
      return copy
    }
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
      guard let head = lines.first?.split(separator: " "), (7...8).contains(head.count),
        let seed = UInt32(head[1]), let version = Int(head[3]), let color = Color(hex: head[4]),
        let size = Double(head[5]), size.isFinite, size > 0, let strength = Double(head[6]),
        let recording = try? StylusRecording(
          parsing: lines.dropFirst().joined(separator: "\n"))
      else { return }
      let page = head.count == 8 ? Int32(head[7]) : nil
      for stroke in recording.strokes {
        let ink = Ink(brush: String(head[2]), brushVersion: version, color: color, size: size)
        var wet = WetStroke(
          tool: stroke.tool, ink: ink, seed: seed, stabilizer: Stabilizer(strength))
        wet.append(
          moved(stroke.samples) { first in
            page.flatMap { layout.offset(fromOneColumnOf: $0) }
              ?? layout.offset(fromOneColumnAt: first)
          })
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
