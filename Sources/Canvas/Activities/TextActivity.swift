import InkModel

/// A tap edits the text box under it or places a new one; a drag places one of its width.
final class TextActivity: Activity {
  private var press: Press
  /// In widget points.
  private var position: Point
  private var isOver = false

  /// `nil` where the tip's position is not finite.
  init?(_ contact: ContactID, at tip: Point) {
    guard tip.isFinite else { return nil }
    press = Press(contact, at: tip)
    position = tip
  }

  /// The box that is being drawn, in widget points; `nil` for a tap.
  var outline: SelectionOutline? {
    press.isDrag && !isOver ? .box(press.start, position) : nil
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let new = press.move(settled, tip: tip) else { return }
    position = new
    update.selectionMoved = press.isDrag
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    // Ended before what follows, which draws no outline.
    isOver = true
    update.selectionMoved = press.isDrag
    update.merge(
      press.isDrag
        ? session.beginText(from: press.start, to: position)
        : session.writeText(at: press.start, with: press.tool))
    return nil
  }

  /// Where a text was to be is told by the lift alone.
  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    cancel(in: session, into: &update)
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    isOver = true
    update.selectionMoved = true
  }
}
