import InkModel

/// Draws a line of light that fades, and changes nothing.
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
    // The contact's tip, not its settled samples: light need not be exact.
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return }
    let (point, now) = (session.viewport.canvasFromWidget(position), session.clock.now)
    session.trailTable.change(trail) { $0.append(point, at: now) }
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
