import Glibc
import InkModel

/// Moves the ruler, or turns it by a knob; a tap on its dial turns it to the next multiple of 45°.
final class RulerActivity: Activity {
  private let contact: ContactID
  /// In widget points.
  private let start: Point
  private let part: Ruler.Part
  /// As it was when the contact came down.
  private let before: Ruler
  private var hasMoved = false

  /// `nil` where the contact is not on the ruler, or another one moves it.
  init?(_ contact: ContactID, at tip: Point, in session: CanvasSession) {
    guard tip.isFinite, let ruler = session.ruler,
      let part = ruler.part(at: tip, of: contact.tool.kind),
      !session.activities.has(RulerActivity.self)
    else { return nil }
    self.contact = contact
    self.part = part
    start = tip
    before = ruler
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
    var ruler = before
    switch part {
    case .body, .dial: ruler.center = before.center + (position - start)
    case .knob:
      let (from, to) = (start - before.center, position - before.center)
      guard to.length > Ruler.dialRadius / 2 else { return }
      ruler = before.turned(
        by: atan2(from.cross(to), from.dot(to)), over: session.viewport.rotation)
    }
    session.placeRuler(ruler, into: &update)
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    if !hasMoved, part == .dial {
      session.placeRuler(before.turnedOn(over: session.viewport.rotation), into: &update)
    }
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.placeRuler(before, into: &update)
  }
}
