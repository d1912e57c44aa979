import InkModel
import Scribble

/// What of a field's text a question is about: there carets are asked for, each of which takes a long text view time.
struct TextRegion {
  /// Around ink and positions of the pen, in the points of the field's window or popover.
  var areas: [Rect] = []
  /// Text positions that have carets, those at their ends included.
  var ranges: [Range<Int>] = []

  /// The text and the selection alone.
  static let none = TextRegion()

  /// Around a position.
  static func around(_ position: Point) -> TextRegion {
    TextRegion(areas: [Rect(center: position, radius: 0)])
  }

  /// Around what waits in a session, and where the pen is.
  static func around(_ session: ScribbleSession, _ position: Point? = nil) -> TextRegion {
    TextRegion(areas: session.areas + (position.map { [Rect(center: $0, radius: 0)] } ?? []))
  }

  /// At the ends of a range.
  static func ends(of range: Range<Int>) -> TextRegion {
    TextRegion(ranges: [range.lowerBound, range.upperBound].map { max($0 - 1, 0)..<$0 + 1 })
  }

  var isEmpty: Bool { areas.isEmpty && ranges.isEmpty }
}
