import InkModel

/// Pans the view: the tool came down while space, or a pen's button for it, was held.
///
/// It continues to the contact's end though the key is released before.
final class PanActivity: Activity {
  var use: ContactUse { .view }
  /// Other activities that need a still view cannot run meanwhile.
  var isBusy: Bool { false }

  private var press: Press
  /// In widget points.
  private var last: Point

  init(_ contact: ContactID, at position: Point) {
    press = Press(contact, at: position)
    last = position
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = press.move(settled, tip: tip) else { return }
    if last.isFinite { update.pan = update.pan + (position - last) }
    last = position
  }

  /// A tap follows the link under it.
  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    if !press.isDrag { update.followed = session.link(at: press.start) }
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
