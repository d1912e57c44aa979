import InkModel

/// Picks the colour of the ink that the contact lifts from, and draws nothing.
final class PickColorActivity: Activity {
  var use: ContactUse { .colorPick }
  var isBusy: Bool { false }

  /// In widget points.
  private var position: Point

  init(at position: Point) { self.position = position }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    if let sample = tip ?? settled.last { position = sample.position }
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    session.picked(session.inkColor(at: position), into: &update)
    return nil
  }

  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    session.picked(nil, into: &update)
    return nil
  }

  /// The next press picks.
  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {}
}
