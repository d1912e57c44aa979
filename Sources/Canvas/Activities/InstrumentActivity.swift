import InkModel

/// Moves the instrument, or turns and opens it by a knob.
///
/// A tap on its dial turns it to the next multiple of 45°, and one on its reading asks for another
/// number, once it is sure that it was no palm's.
final class InstrumentActivity: Activity {
  private let contact: ContactID
  private var press: Press
  private let part: Instrument.Part
  /// As it was when the contact came down.
  private let before: Instrument

  /// `nil` where the contact is not on the instrument, or another one moves it.
  init?(_ contact: ContactID, at tip: Point, in session: CanvasSession) {
    guard tip.isFinite, let instrument = session.instrument,
      let part = session.instrumentPart(at: tip, of: contact.tool.kind),
      !session.activities.has(InstrumentActivity.self)
    else { return nil }
    self.contact = contact
    press = Press(contact, at: tip)
    self.part = part
    before = instrument
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = press.move(settled, tip: tip), press.isDrag else { return }
    let dragged = before.dragged(
      by: part, from: press.start, to: position, over: session.viewport)
    if let dragged { session.placeInstrument(dragged, into: &update) }
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    guard !press.isDrag else { return nil }
    switch part {
    case .dial:
      session.placeInstrument(before.turnedOn(over: session.viewport.rotation), into: &update)
    case .reading:
      if session.mayBeWithdrawn(contact) {
        session.measureAsker = contact
      } else {
        update.wantsMeasure = true
      }
    case .body, .knob: break
    }
    return nil
  }

  /// One that has not lifted is no tap.
  func lost(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? { nil }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.placeInstrument(before, into: &update)
  }
}
