import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Ink and text of a field on screens of several kinds.
  @Suite struct ShownInkTests {
    typealias Fields = ScribbleTests.Fields

    /// What a part of the screen shows while the pen has drawn in a field and is still down.
    ///
    /// - Parameter area: In logical pixels.
    private func picture(
      of area: Rect, with lines: [[Point]], in fields: Fields
    ) throws -> Picture {
      let pen = fields.screen.pen
      for (i, line) in lines.enumerated() {
        pen.hover(at: line[0])
        pen.down(at: line[0])
        pen.move(along: Array(line.dropFirst()))
        guard i == lines.count - 1 else {
          pen.up()
          continue
        }
      }
      try fields.screen.waitUntilStill()
      return fields.screen.screenshot(of: PixelBox(covering: area))
    }

    @Test func `at scale 2 ink in a field is as sharp as the screen`() throws {
      let fields = try Fields(scale: 2)
      let box = try fields.box("view")
      // Two lines down, of one word, at different positions among the pixels.
      let lines = [100.0, 108.5].map { x in
        (0...40).map { Point(box.minX + x, box.minY + 10 + Double($0)) }
      }
      // Between their ends.
      let area = Rect(x: box.minX + 80, y: box.minY + 20, width: 80, height: 20)
      let seen = try picture(of: area, with: lines, in: fields)
      fields.screen.pen.up()
      fields.screen.pen.proximityOut()
      try #require(seen.width == 160 && seen.height == 40, "not in device pixels")
      let ground = seen[0, 0].luma
      let darkest = (0..<seen.width).map { seen[$0, 20].luma }.min() ?? ground
      try #require(ground - darkest > 0.4, "no ink")
      // How much of a pixel is ink, 0 … 1.
      func part(_ x: Int, _ y: Int) -> Double {
        (ground - seen[x, y].luma) / (ground - darkest)
      }
      for y in stride(from: 0, to: seen.height, by: 2) {
        // Each line has two edges, which fall into a pixel each; ink of half the resolution would have two there.
        let edges = (0..<seen.width).count { (0.1...0.9).contains(part($0, y)) }
        #expect(edges <= 6, "row \(y)")
        // Ink of half the resolution has pixels in pairs.
        let parted = stride(from: 0, to: seen.width, by: 2).count {
          abs(part($0, y) - part($0 + 1, y)) > 0.1
        }
        #expect(parted > 0, "row \(y)")
      }
      try fields.done()
    }

    @Test(arguments: ["Default", "Default:dark"])
    func `ink in a field stands out from it by 3 to 1, in the light and in the dark`(
      theme: String
    ) throws {
      let fields = try Fields(variables: ["GTK_THEME": theme])
      let box = try fields.box("view")
      let line = (0...80).map { Point(box.minX + 100 + Double($0), box.minY + 30) }
      let area = Rect(x: box.minX + 80, y: box.minY + 20, width: 120, height: 20)
      let seen = try picture(of: area, with: [line], in: fields)
      fields.screen.pen.up()
      fields.screen.pen.proximityOut()
      func color(_ x: Int, _ y: Int) -> Color {
        let p = seen[x, y]
        return Color(red: p.red, green: p.green, blue: p.blue)
      }
      let ground = color(2, 2)
      #expect((seen[2, 2].luma < 0.4) == theme.hasSuffix("dark"))
      // In each column that the line crosses, its strongest pixel.
      for x in 30..<90 {
        let contrast = (0..<seen.height).map { color(x, $0).contrast(against: ground) }.max() ?? 1
        #expect(contrast >= 3, "column \(x)")
      }
      // And that is the ink alone.
      #expect((0..<seen.height).allSatisfy { color(5, $0).contrast(against: ground) < 1.2 })
      try fields.done()
    }
  }
}
