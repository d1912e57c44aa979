import InkModel
import Testing

@testable import Scribble

/// Strokes down through lines of text that are close to each other.
@Suite struct CrossedLineTests {
  /// Three lines, from 10 to 30, to 50 and to 70; letters are 9 wide, from 20 on.
  private static let field = TextGestureTests.page(TextGestureTests.text)

  /// Down, and then to the left.
  private static func hook(_ x: Double, from top: Double, to bottom: Double) -> TextGesture? {
    let left = x - max(2 * (bottom - top), 24)
    return TextGesture.of(line([(x, top), (x, bottom), (left, bottom)]), in: field)
  }

  @Test func `S52 a line down and to the left breaks the line that it crosses, not one it touches`()
  {
    // On the space behind “jumps”, in the second line.
    let second = TextGesture.edit(TextEdit(25..<26, with: "\n"))
    for above in [0.0, 2, 3, 5, 7] {
      for bottom in [44.0, 47, 50, 56] {
        let gesture = Self.hook(69.5, from: 30 - above, to: bottom)
        #expect(gesture == second, "from \(above) above to \(bottom)")
      }
    }
    // On the space behind “the”, most of the first line and the more or less of the second one.
    let first = TextGesture.edit(TextEdit(3..<4, with: "\n"))
    for above in [13.0, 16, 20, 24] {
      for bottom in [32.0, 40, 50] {
        let gesture = Self.hook(51.5, from: 30 - above, to: bottom)
        #expect(gesture == first, "from \(above) above to \(bottom)")
      }
    }
  }

  @Test func `S52 a line down joins words of the line that it crosses, not of one it touches`() {
    let joined = TextGesture.edit(TextEdit(25..<26, with: ""))
    for above in [0.0, 2, 3, 5, 7] {
      for bottom in [47.0, 50, 56] {
        let stroke = line([(69.5, 30 - above), (69.5, bottom)])
        let gesture = TextGesture.of(stroke, in: Self.field)
        #expect(gesture == joined, "from \(above) above to \(bottom)")
      }
    }
  }
}
