import InkModel

/// Draws a stroke with the brush that the picker had at its down.
final class StrokeActivity: Activity {
  let contact: ContactID
  // Unchecked: changed and read with each report, all on one thread.
  @exclusivity(unchecked)
  var wet: WetStroke

  var stroke: StrokeActivity? { self }
  var leavesResult: Bool { true }

  init(
    _ contact: ContactID, _ wet: WetStroke, at tip: StylusSample, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    self.contact = contact
    self.wet = wet
    self.wet.move([], tip: tip.mapped(by: session.viewport.canvasFromWidget))
    update.wet.insert(contact)
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    let canvasFromWidget = session.viewport.canvasFromWidget
    wet.move(
      settled.map { $0.mapped(by: canvasFromWidget) },
      tip: tip.map { $0.mapped(by: canvasFromWidget) })
    update.wet.insert(contact)
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    update.wet.insert(contact)
    return .stroke(wet)
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    update.ended.append(EndedStroke(contact: contact, element: nil))
  }
}
