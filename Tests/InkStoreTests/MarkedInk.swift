import InkModel
import InkTestSupport

@testable import InkStore

/// Strokes of tools with numbers that can be found in the bytes of a file.
enum MarkedInk {
  static let marks: [UInt64] = [
    0x0102_0304_AABB_CC01, 0x0102_0304_AABB_CC02, 0x0102_0304_AABB_CC03,
  ]

  /// Draws a stroke with each of the tools, in steps from 1 on.
  static func draw(in store: DocumentStore) async throws -> [Element] {
    var ink = RandomInk(seed: 1)
    var elements: [Element] = []
    for (i, mark) in marks.enumerated() {
      var content = ink.content(Int64(i + 1), count: 400, near: ink.point())
      content.tool.serial = mark
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      let element = Element(id: ElementID(Int64(i + 1)), order: .first, kind: .stroke(stroke))
      elements.append(element)
      try await store.perform([
        .commit(
          step: i + 1,
          edit: DrawingEdit(label: .draw, inserted: [element], contents: [content]))
      ])
    }
    return elements
  }

  static func holds(_ mark: UInt64, _ bytes: [UInt8]) -> Bool {
    let pattern = withUnsafeBytes(of: mark.bigEndian) { Array($0) }
    return bytes.indices.dropLast(8).contains { bytes[$0..<$0 + 8].elementsEqual(pattern) }
  }
}
