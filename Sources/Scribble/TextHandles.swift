import InkModel

/// The two handles of a selection that a pen has made, and what dragging one of them selects.
///
/// A handle hangs below its end of the selection, or stands above it where there is no room below.
/// It lies beside the selected text, so that those of a single character lie apart.
///
/// Invariants:
/// 1. ``range`` has a character at least. The handles are of it alone: where the field has another
///    selection they are not valid (``update(of:seen:within:)``).
/// 2. While one is dragged the other end of the selection stays where it is, also where the dragged
///    one goes past it.
/// 3. A drag selects up to a caret of the field that it is given: without those that are out of
///    sight nothing scrolls.
/// 4. The line of its own end is no part of a handle: there a pen writes over what is selected.
///
/// Whether a stroke that begins on one drags it is decided by ``HandleStroke``.
public struct TextHandles: Hashable, Sendable {
  public enum End: Hashable, Sendable { case start, end }

  /// One of them, in the points of the field's carets.
  public struct Handle: Hashable, Sendable {
    public var end: End
    /// The edge of the selected text that it points at.
    public var tip: Point
    /// What is seen of it: a square of ``TextHandles/size``.
    public var frame: Rect
    /// Where a press may be for it: what is seen, and ``TextHandles/margin`` around it.
    public var reach: Rect
    /// The middle of the line at its end.
    var middle: Point
  }

  /// The width and the height of what is seen of a handle, in points.
  public static let size = 24.0
  /// How far outside what is seen of a handle a press may be for it, in points.
  ///
  /// If it is less, a pen that comes down quickly misses it; if it is more, words that begin beside
  /// it may drag it.
  public static let margin = 4.0
  /// How far outside the field the edge of the selected text may be whose handle is shown, in
  /// points: carets are rounded.
  private static let tolerance = 2.0

  private struct Drag: Hashable {
    /// The text position of the other end.
    var fixed: Int
    /// From the tool to the middle of the line at the dragged end, as it came down.
    var grip: Vector
  }

  /// What is selected.
  public private(set) var range: Range<Int>
  /// Those whose ends are in sight.
  public private(set) var shown: [Handle] = []
  private var drag: Drag?

  /// `nil` where nothing is selected.
  ///
  /// - Parameters:
  ///   - field: Its carets are those in sight.
  ///   - seen: The part of the field that is seen.
  ///   - bounds: What handles may lie in.
  public init?(of field: FieldText, seen: Rect, within bounds: Rect) {
    guard !field.selection.isEmpty else { return nil }
    range = field.selection
    layOut(in: field, seen, bounds)
  }

  /// Follows the text where it has moved; false where something else is selected now.
  public mutating func update(of field: FieldText, seen: Rect, within bounds: Rect) -> Bool {
    guard field.selection == range else { return false }
    layOut(in: field, seen, bounds)
    return true
  }

  // MARK: Dragging

  /// The one that is dragged: past the other end it is that of the other side.
  public var dragged: End? { drag.map { $0.fixed == range.lowerBound ? .end : .start } }

  /// The handle that a press at a point is for.
  public func handle(at point: Point) -> Handle? {
    shown.filter { $0.reach.contains(point) }.min {
      $0.frame.center.distance(to: point) < $1.frame.center.distance(to: point)
    }
  }

  /// Begins the drag of a tool that came down at a point; false where no handle is there.
  public mutating func begin(at point: Point) -> Bool {
    guard let handle = handle(at: point) else { return false }
    drag = Drag(
      fixed: handle.end == .start ? range.upperBound : range.lowerBound,
      grip: handle.middle - point)
    return true
  }

  /// Where the dragged end goes when the tool is at a point.
  public func target(of point: Point) -> Point { point + (drag?.grip ?? .zero) }

  /// The tool moves on: the selection that it has made, `nil` where that stays as it is.
  ///
  /// - Parameter field: Its carets are those in sight.
  public mutating func move(to point: Point, in field: FieldText) -> Range<Int>? {
    guard let drag, field.selection == range, range.upperBound <= field.scalars.count,
      !field.carets.isEmpty
    else { return nil }
    let position = field.position(nearest: target(of: point))
    let new =
      if position != drag.fixed {
        min(position, drag.fixed)..<max(position, drag.fixed)
      } else {
        // On the side that it is on it keeps one.
        drag.fixed == range.lowerBound
          ? field.character(behind: drag.fixed) : field.character(before: drag.fixed)
      }
    guard new != range else { return nil }
    range = new
    return new
  }

  /// The tool lifts.
  public mutating func end() { drag = nil }

  // MARK: Layout

  private mutating func layOut(in field: FieldText, _ seen: Rect, _ bounds: Rect) {
    shown = [End.start, .end].compactMap { end in
      guard let edge = field.edge(end, of: range),
        seen.outset(by: Self.tolerance).contains(Point(edge.x, edge.caret.center.y))
      else { return nil }
      return Self.handle(end, edge.x, edge.caret, runsLeft: edge.runsLeft, bounds)
    }
  }

  private static func handle(
    _ end: End, _ x: Double, _ caret: Rect, runsLeft: Bool, _ bounds: Rect
  ) -> Handle {
    let isLeft = (end == .start) != runsLeft
    let isBelow = caret.maxY + size <= bounds.maxY || caret.minY - size < bounds.minY
    let left = max(min(isLeft ? x - size : x, bounds.maxX - size), bounds.minX)
    let frame = Rect(
      x: left, y: isBelow ? caret.maxY : caret.minY - size, width: size, height: size)
    return Handle(
      end: end, tip: Point(x, isBelow ? caret.maxY : caret.minY), frame: frame,
      reach: Rect(
        x: frame.minX - margin, y: isBelow ? frame.minY : frame.minY - margin,
        width: size + 2 * margin, height: size + margin),
      middle: Point(x, caret.center.y))
  }
}

extension FieldText {
  /// Where a range begins or ends on its line, the caret there, and whether the text there runs to
  /// the left.
  ///
  /// `nil` where it is out of sight.
  fileprivate func edge(_ end: TextHandles.End, of range: Range<Int>) -> (
    x: Double, caret: Rect, runsLeft: Bool
  )? {
    guard let i = caretIndex(of: end == .start ? range.lowerBound : range.upperBound) else {
      return nil
    }
    // That of the range which is there.
    let character = end == .start ? i : i - 1
    guard carets.indices.contains(character), carets.indices.contains(character + 1),
      !isSkip(behindCaret: character),
      Self.areOnOneRow(carets[character], carets[character + 1])
    else { return (carets[i].minX, carets[i], false) }
    let own = sides(behindCaret: character)
    return (end == .start ? own.start : own.end, carets[i], own.end < own.start)
  }

  /// The character behind a text position, with all that is put onto its letter.
  fileprivate func character(behind position: Int) -> Range<Int> {
    var end = min(position + 1, scalars.count)
    while end < scalars.count, scalars[end].properties.isGraphemeExtend { end += 1 }
    return position..<end
  }

  /// The character before a text position, with all that is put onto its letter.
  fileprivate func character(before position: Int) -> Range<Int> {
    var start = max(position - 1, 0)
    while start > 0, scalars[start].properties.isGraphemeExtend { start -= 1 }
    return start..<position
  }
}
