import InkModel
import Testing

@testable import Scribble

// Text from right to left: the same text, and the same hands, in a mirror.
extension TextGestureTests {
  /// The mirror is in the middle of this, in points.
  private static let width = 400.0

  private static func mirrored(_ field: FieldText) -> FieldText {
    var mirrored = field
    mirrored.carets = field.carets.map {
      Rect(x: width - $0.minX, y: $0.minY, width: 0, height: $0.height)
    }
    return mirrored
  }

  private static func mirrored(_ stroke: [Point]) -> [Point] {
    stroke.map { Point(width - $0.x, $0.y) }
  }

  @Test func `S52 over text from right to left circles and lines do what they always do`() {
    let page = Self.page(Self.text)
    let field = Self.mirrored(page)
    let words = Self.words(page)
    let circles = share(words) { word, hand in
      TextGesture.of(Self.mirrored(hand.circle(word.box)), in: field) == .select(word.range)
    }
    #expect(circles >= 0.95, "\(circles) of the circles")
    let lines = share(words.filter { $0.range.count > 2 }) { word, hand in
      TextGesture.of(Self.mirrored(hand.underline(word.box)), in: field) == .select(word.range)
    }
    #expect(lines >= 0.95, "\(lines) of the lines below")
    let struck = share(words.filter { $0.range.count > 1 }) { word, hand in
      TextGesture.of(Self.mirrored(hand.strike(word.box)), in: field).deletes(word.range)
    }
    #expect(struck >= 0.95, "\(struck) of the lines through words")
  }

  @Test func `S52 over text from right to left a line down parts a word or joins two`() {
    let page = Self.page(Self.text)
    let field = Self.mirrored(page)
    let words = Self.words(page)
    let inside = words.flatMap { word in
      (word.range.lowerBound + 1..<max(word.range.upperBound, word.range.lowerBound + 1)).map {
        (position: $0, box: word.box)
      }
    }
    let parted = share(inside) { target, hand in
      let x = page.carets[target.position].minX
      return TextGesture.of(Self.mirrored(hand.through(x, target.box)), in: field)
        == .edit(TextEdit(target.position..<target.position, with: " "))
    }
    #expect(parted >= 0.95, "\(parted) parted")
    let spaces = zip(words, words.dropFirst()).filter { $0.box.minY == $1.box.minY }
    let joined = share(spaces) { pair, hand in
      let x = (pair.0.box.maxX + pair.1.box.minX) / 2
      return TextGesture.of(Self.mirrored(hand.through(x, pair.0.box)), in: field)
        == .edit(TextEdit(pair.0.range.upperBound..<pair.1.range.lowerBound, with: ""))
    }
    #expect(joined >= 0.95, "\(joined) joined")
  }

  @Test func `S48 a tool that rests on text from right to left selects what it passes over`() {
    let page = Self.page(Self.text)
    let field = Self.mirrored(page)
    for word in Self.words(page).filter({ $0.range.count > 1 }) {
      var session = ScribbleSession()
      // From its right edge to its left one.
      let y = word.box.center.y
      session.begin(at: Point(Self.width - word.box.minX - 1, y))
      let rests = session.rest(in: field)
      #expect(rests)
      let end = Point(Self.width - word.box.maxX + 1, y)
      let range = session.selection(to: end, in: field)
      #expect(range == word.range)
      let outcome = session.end(at: 1, in: field, lifting: end)
      #expect(outcome == .selection(word.range))
    }
  }
}
