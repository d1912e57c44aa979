import Glibc
import InkModel
import Testing

@testable import Canvas

/// How much of a stroke lies over a text, by which it may be a gesture there.
@Suite struct StrokesOverTextTests {
  private static let margins = TextBox.Margins(above: 12, below: 8, beside: 6)
  private static let box = TextBox(
    [TextStyle().run("Hello team")], extent: Rect(x: 0, y: 0, width: 90, height: 20))

  private static func circle(_ center: Point, _ rx: Double, _ ry: Double) -> [Point] {
    (0...40).map { i in
      let angle = Double(i) / 40 * 2 * .pi
      return center + Vector(rx * cos(angle), ry * sin(angle))
    }
  }

  /// In the box's own points, and whether a person means the text by it.
  private static let strokes: [(points: [Point], isOver: Bool)] = [
    // A circle around a word, a line below it, and one to and fro over it.
    (circle(Point(65, 10), 26, 17), true),
    ((0...20).map { Point(45 + Double($0) * 2, 23) }, true),
    ((0...8).map { Point($0 % 2 == 0 ? 44 : 88, 6 + Double($0)) }, true),
    // A word above it and one below.
    (circle(Point(40, -45), 30, 12), false),
    (circle(Point(40, 60), 30, 12), false),
  ]

  @Test(arguments: [0, 0.4, .pi / 4, -.pi / 4, .pi / 2, 2.5] as [Double])
  func `a stroke is as much over a text in a turned view as in an upright one`(turn: Double) {
    for scale in [0.5, 1, 3] {
      // The same marks on the screen are as far from the text at any zoom.
      let widgetFromElement =
        AffineTransform.translation(Vector(400, 300)) * .rotation(turn) * .scale(scale)
      var margins = Self.margins
      margins.above *= scale
      margins.below *= scale
      margins.beside *= scale
      for (points, isOver) in Self.strokes {
        let share = Self.box.share(
          of: points.map { widgetFromElement($0) }, widgetFromElement: widgetFromElement,
          within: margins)
        #expect((share > 0.5) == isOver, "\(share) at \(turn)")
        let upright = Self.box.share(
          of: points, widgetFromElement: .identity, within: Self.margins)
        #expect(abs(share - upright) < 0.1)
      }
    }
  }

  @Test func `nothing is over a text without a letter, nor a stroke without a point`() {
    let empty = TextBox([TextStyle().run("")], extent: Self.box.extent)
    let line = Self.strokes[1].points
    #expect(empty.share(of: line, widgetFromElement: .identity, within: Self.margins) == 0)
    #expect(Self.box.share(of: [], widgetFromElement: .identity, within: Self.margins) == 0)
  }
}
