import InkModel

/// A tap edits the text box under it or places a new one; a drag places one of its width.
final class TextActivity: Activity {
  private let tool: StylusTool.Kind
  /// In widget points, as ``position``.
  private let start: Point
  private var position: Point
  private var isDrag = false

  /// `nil` where the tip's position is not finite.
  init?(_ contact: ContactID, at tip: Point) {
    guard tip.isFinite else { return nil }
    tool = contact.tool.kind
    start = tip
    position = tip
  }

  /// The box that is being drawn, in widget points; `nil` for a tap.
  var outline: SelectionOutline? { isDrag ? .box(start, position) : nil }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let new = (tip ?? settled.last)?.position, new.isFinite else { return }
    position = new
    isDrag = isDrag || start.distance(to: new) > SelectActivity.slop(of: tool)
    update.selectionMoved = isDrag
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    let wasDrag = isDrag
    // Ended before what follows, which draws no outline.
    isDrag = false
    update.selectionMoved = wasDrag
    update.merge(
      wasDrag
        ? session.beginText(from: start, to: position) : session.writeText(at: start, with: tool))
    return nil
  }

  /// Where a text was to be is told by the lift alone.
  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    cancel(in: session, into: &update)
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    isDrag = false
    update.selectionMoved = true
  }
}
