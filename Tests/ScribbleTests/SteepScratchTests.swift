import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Strokes up and down over text, from one end of a word to the other.
@Suite struct SteepScratchTests {
  private static let field = TextGestureTests.page(TextGestureTests.text)
  private static let words = TextGestureTests.words(field).filter { $0.range.count > 2 }

  /// Up and down over a box, so many times in all.
  ///
  /// - Parameter lean: How far to the right the upper ends are, in the distance between two ends.
  private static func scratch(
    _ box: Rect, times: Int, lean: Double = 0, _ hand: inout TextGestureTests.Hand
  ) -> [Point] {
    let step = box.width / Double(times)
    let isReversed = hand.any(0...1) < 0.3
    let corners = (0...times).map { k in
      let isUpper = (k % 2 == 0) != isReversed
      let x = box.minX + step * (Double(k) + (isUpper ? lean : 0)) + hand.any(-0.3...0.3) * step
      let y = isUpper ? box.minY : box.maxY
      return Point(x, y + hand.any(-1.5...1.5))
    }
    return hand.along(hand.any(0...1) < 0.7 ? corners : corners.reversed())
  }

  private static func isDeletion(_ gesture: TextGesture?, of word: Range<Int>) -> Bool {
    guard case .edit(let edit) = gesture else { return false }
    return edit.text.isEmpty && edit.replaced.contains(word.lowerBound)
      && edit.replaced.contains(word.upperBound - 1) && edit.replaced.count <= word.count + 1
  }

  @Test(arguments: [6, 7, 8, 9], [0.0, 1])
  func `S52 up and down over a word six times and more deletes it, slanted too`(
    times: Int, lean: Double
  ) {
    let share = TextGestureTests().share(Self.words) { word, hand in
      let stroke = Self.scratch(word.box, times: times, lean: lean, &hand)
      return Self.isDeletion(TextGesture.of(stroke, in: Self.field), of: word.range)
    }
    #expect(share >= 0.9, "\(share) of those of \(times) legs")
  }

  @Test func `S52 up and down over a selected word deletes it`() {
    let share = TextGestureTests().share(Self.words) { word, hand in
      var field = Self.field
      field.selection = word.range
      field.hasFocus = true
      let stroke = Self.scratch(word.box, times: 7, &hand)
      return Self.isDeletion(TextGesture.overSelection(stroke, in: field), of: word.range)
    }
    #expect(share >= 0.9, "\(share)")
  }

  @Test func `up and down behind a text, and much higher than it, is writing`() {
    let line = TextLine.lines(of: Self.field)[0]
    let end = line.characters.map(\.maxX).max() ?? 0
    let boxes = [
      Rect(x: end - 8, y: line.minY, width: 40, height: 18),
      Rect(x: end + 4, y: line.minY, width: 40, height: 18),
      // Much taller than the text.
      Rect(x: line.characters[0].minX, y: line.minY - 12, width: 40, height: 44),
    ]
    for box in boxes {
      for seed in 0..<12 {
        var hand = TextGestureTests.Hand(seed)
        let stroke = Self.scratch(box, times: 7, &hand)
        #expect(TextGesture.of(stroke, in: Self.field) == nil, "\(box) by \(seed)")
      }
    }
  }

  @Test(arguments: [16.0, 20, 28])
  func `S52 of strokes that people wrote over text one in five hundred is up and down`(
    height: Double
  ) throws {
    let all = try RecordedWriting.letters() + RecordedWriting.words() + RecordedWriting.lines()
    let strokes = all.flatMap(\.strokes)
    let lines = TextLine.lines(of: Self.field)
    let center = Self.words[1].box.center
    let acts = strokes.count { stroke in
      // An item of usual size is 100 high.
      let own = Rect(around: stroke).center
      let placed = stroke.map { center + ($0 - own) * (height / 100) }
      return SteepScratch.edit(by: placed, lines, in: Self.field) != nil
    }
    #expect(strokes.count >= 1500)
    #expect(acts * 500 <= strokes.count, "\(acts) of \(strokes.count)")
  }
}
