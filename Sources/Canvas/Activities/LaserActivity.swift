import InkModel

/// Draws a line of light that fades, and leaves nothing.
final class LaserActivity: Activity {
  private let trail: Int

  init(at tip: Point, in session: CanvasSession, into update: inout CanvasUpdate) {
    trail = session.trailTable.begin(
      at: session.viewport.canvasFromWidget(tip), time: session.clock.now)
    update.trailsChanged = true
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    // Where the contact is by now: light leaves nothing that would have to be exact.
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return }
    let (place, now) = (session.viewport.canvasFromWidget(position), session.clock.now)
    session.trailTable.change(trail) { $0.append(place, at: now) }
    update.trailsChanged = true
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    let now = session.clock.now
    session.trailTable.change(trail) { $0.release(at: now) }
    update.trailsChanged = true
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.trailTable.remove(trail)
    update.trailsChanged = true
  }
}
