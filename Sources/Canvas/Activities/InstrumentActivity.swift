import InkModel

/// Moves the instrument, or turns and opens it by a knob.
///
/// A tap on its dial turns it to the next multiple of 45°, and one on its reading asks for another
/// number.
final class InstrumentActivity: Activity {
  private let contact: ContactID
  /// In widget points.
  private let start: Point
  private let part: Instrument.Part
  /// As it was when the contact came down.
  private let before: Instrument
  private var hasMoved = false

  /// `nil` where the contact is not on the instrument, or another one moves it.
  init?(_ contact: ContactID, at tip: Point, in session: CanvasSession) {
    guard tip.isFinite, let instrument = session.instrument,
      let part = session.instrumentPart(at: tip, of: contact.tool.kind),
      !session.activities.has(InstrumentActivity.self)
    else { return nil }
    self.contact = contact
    self.part = part
    start = tip
    before = instrument
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = (tip ?? settled.last)?.position, position.isFinite else { return }
    if !hasMoved {
      guard start.distance(to: position) > SelectActivity.slop(of: contact.tool.kind) else {
        return
      }
      hasMoved = true
    }
    let dragged = before.dragged(by: part, from: start, to: position, over: session.viewport)
    if let dragged { session.placeInstrument(dragged, into: &update) }
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    guard !hasMoved else { return nil }
    switch part {
    case .dial:
      session.placeInstrument(before.turnedOn(over: session.viewport.rotation), into: &update)
    case .reading: update.wantsMeasure = true
    case .body, .knob: break
    }
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.placeInstrument(before, into: &update)
  }
}
