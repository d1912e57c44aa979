import InkModel

/// Moves the view along: the tool came down while space, or a pen's button for it, was held.
///
/// It goes on to the contact's end though the key is let go before.
final class PanActivity: Activity {
  var use: ContactUse { .view }
  /// The view is free for what moves it: this does.
  var isBusy: Bool { false }

  /// In widget points.
  private var last: Point

  init(at position: Point) { last = position }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return }
    if last.isFinite { update.pan = update.pan + (position - last) }
    last = position
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? { nil }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
