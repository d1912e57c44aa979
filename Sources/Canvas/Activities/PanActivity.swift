import InkModel

/// Pans the view: the tool came down while space, or a pen's button for it, was held.
///
/// It continues to the contact's end though the key is released before.
final class PanActivity: Activity {
  var use: ContactUse { .view }
  /// Other activities that need a still view cannot run meanwhile.
  var isBusy: Bool { false }

  /// In widget points, as ``last``.
  private let start: Point
  private var last: Point
  private let tool: StylusTool.Kind
  /// It has moved further than a tap does.
  private var hasMoved = false

  init(_ contact: ContactID, at position: Point) {
    tool = contact.tool.kind
    start = position
    last = position
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return }
    if last.isFinite { update.pan = update.pan + (position - last) }
    last = position
    hasMoved = hasMoved || start.distance(to: position) > SelectActivity.slop(of: tool)
  }

  /// A tap follows the link under it.
  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    if !hasMoved { update.followed = session.link(at: start) }
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
