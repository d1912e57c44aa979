import Glibc
import InkModel
import Testing

@testable import Scribble

/// Circles and lines below that reach over more than one word.
@Suite struct EdgeWordsTests {
  /// Around some letters of a line, or below them: they are 9 wide and 20 high, from 20, 10 on.
  private static func stroke(_ letters: Range<Int>, isCircle: Bool) -> [Point] {
    let left = 20 + 9 * Double(letters.lowerBound)
    let right = 20 + 9 * Double(letters.upperBound)
    guard isCircle else { return line([(left, 30), (right, 30)]) }
    let (middle, reach) = ((left + right) / 2, (right - left) / 2 + 2)
    return (0...60).map { k in
      let t = Double(k) / 60 * 2.05 * .pi - 1.5
      return Point(middle + reach * cos(t), 20 + 14 * sin(t))
    }
  }

  /// What is selected by a stroke over some letters.
  private static func selected(
    _ letters: Range<Int>, of text: String, isCircle: Bool
  ) -> Range<Int>? {
    let field = TextGestureTests.page(text)
    let gesture = TextGesture.of(stroke(letters, isCircle: isCircle), in: field)
    guard case .select(let range) = gesture else { return nil }
    return range
  }

  @Test(arguments: [false, true])
  func `S52 over more than one word each is selected of which half is covered, and no other`(
    isCircle: Bool
  ) {
    let text = "a second line is here"
    let words = TextGestureTests.words(TextGestureTests.page(text)).map { $0.range }
    let letters = words.flatMap { Array($0) }
    var count = 0
    for first in letters {
      for last in letters where (first + 1..<first + 12).contains(last) {
        let covered = first..<last + 1
        let touched = words.filter { $0.overlaps(covered) }
        let most = touched.filter { 2 * $0.clamped(to: covered).count >= $0.count }
        var expected = covered
        if touched.count > 1, let start = most.first, let end = most.last {
          expected = start.lowerBound..<end.upperBound
        }
        let selected = Self.selected(covered, of: text, isCircle: isCircle)
        #expect(selected == expected, "\(covered)")
        count += 1
      }
    }
    #expect(count > 90)
  }

  @Test(arguments: [false, true])
  func `S52 a word at an edge is selected with its marks, and none of it without its letters`(
    isCircle: Bool
  ) {
    let text = "say (yes) no"
    for (covered, expected) in [
      // “yes) no”, “es) no” and “s) no”.
      (5..<12, 5..<12), (6..<12, 5..<12), (7..<12, 10..<12),
      // “say (ye”, and “y (y”, of which no word would be left.
      (0..<7, 0..<8), (2..<6, 2..<6),
    ] {
      let selected = Self.selected(covered, of: text, isCircle: isCircle)
      #expect(selected == expected, "\(covered)")
    }
  }

  @Test(arguments: [false, true])
  func `S52 what is written without spaces is selected by the letter over other text, too`(
    isCircle: Bool
  ) {
    for covered in [3..<7, 4..<7] {
      let selected = Self.selected(covered, of: "去 日本語 好", isCircle: isCircle)
      #expect(selected == covered)
    }
  }

  @Test(arguments: [0.2, 0.5, 0.8])
  func `S52 a line below that ends within a word's first or last letter selects the word whole`(
    entered: Double
  ) {
    let field = TextGestureTests.page("the quick, brown fox")
    for word in TextGestureTests.words(field) {
      let missing = 9 * (1 - entered)
      let (left, right) = (word.box.minX, word.box.maxX)
      for (from, to) in [(left, right - missing), (left + missing, right)] {
        let gesture = TextGesture.of(line([(from, 30), (to, 30)]), in: field)
        #expect(gesture == .select(word.range), "from \(from) to \(to)")
      }
    }
    // Well within a word it is below a part of it.
    let part = TextGesture.of(line([(65, 30), (92, 30)]), in: field)
    #expect(part == .select(5..<8))
  }
}
