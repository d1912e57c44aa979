import InkModel

/// Pans the view: the tool came down while space, or a pen's button for it, was held.
///
/// It continues to the contact's end though the key is released before.
final class PanActivity: Activity {
  var use: ContactUse { .view }
  /// Other activities that need a still view cannot run meanwhile.
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
