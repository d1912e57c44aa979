import InkModel

/// Touches that begin: which gesture it can be.
extension TouchRecognizer {
  mutating func land(
    _ id: TouchID, _ point: TouchPoint, _ palms: PalmRule, _ out: inout [TouchOutput]
  ) {
    // A touch that begins twice has lifted in between.
    if fingers.contains(where: { $0.id == id }) { lift(id, at: point.time, &out) }
    refused.remove(id)
    let isPenNear = palms.refusesTouches(at: point.time)
    guard accepts(point, palms, isPenNear: isPenNear) else {
      refused.insert(id)
      return
    }
    let finger = Finger(id: id, start: point, now: point)
    switch fingers.count {
    case 0: landFirst(finger, isPenNear: isPenNear, &out)
    case 1: landSecond(finger, &out)
    case 2: landThird(finger, &out)
    default:
      // Four fingers are the system's gesture.
      fingers.append(finger)
      abandon(&out)
    }
  }

  private func accepts(_ point: TouchPoint, _ palms: PalmRule, isPenNear: Bool) -> Bool {
    guard point.position.isFinite, point.time.isFinite else { return false }
    if PalmRule.isPalm(size: point.size) { return false }
    if let field = settings.field, !field.contains(point.position) { return false }
    guard isPenNear else { return !isBesidePen }
    guard settings.pansBesidePen, fingers.isEmpty || isBesidePen, fingers.count < 2 else {
      return false
    }
    return palms.isBesidePen(point.position)
  }

  private mutating func landFirst(
    _ finger: Finger, isPenNear: Bool, _ out: inout [TouchOutput]
  ) {
    fingers = [finger]
    start = finger.start.time
    position = finger.start.position
    tracker.reset()
    hasMovedView = false
    isBesidePen = isPenNear
    isHolding = settings.fingerHolds && !isPenNear
    out.append(.stopped)
    if isBesidePen {
      // One finger alone has no effect: it may be the hand with the pen.
      phase = .lifting(fingers: 1)
    } else if settings.fingerDraws || isHolding {
      let contact = Self.contact(finger.id)
      phase = .drawing(contact)
      let sample = Self.sample(finger.now)
      out.append(.ink(.down(contact, tip: sample)))
      out.append(.ink(.move(contact, settled: [sample], tip: nil)))
    } else {
      phase = .waiting
    }
  }

  private mutating func landSecond(_ finger: Finger, _ out: inout [TouchOutput]) {
    let isPrompt = finger.start.time - start <= settings.pairGrace
    switch phase {
    case .drawing(let contact):
      // A second finger takes part in a drag of the selection at any time until that moves.
      guard isPrompt || isHoldingStill else {
        guard finger.start.time - start >= settings.restTime, fingers[0].stray <= settings.slop
        else {
          refused.insert(finger.id)
          return
        }
        // The finger that rested was a hand, and the new one draws.
        out.append(.ink(.cancelled(contact)))
        refused.insert(fingers[0].id)
        return landFirst(finger, isPenNear: false, &out)
      }
      out.append(.ink(.cancelled(contact)))
      phase = .pair
    case .waiting:
      phase = .pair
    case .lifting where isBesidePen:
      guard isPrompt else {
        refused.insert(finger.id)
        return
      }
      phase = .pair
    case .dragging:
      endMotion(velocity: .zero, &out)
      fingers.append(finger)
      rebase()
      return beginMotion(.pinching, at: finger.start.time, &out)
    default:
      // A finger that comes back while the others lift ends the tap.
      phase = .spent
    }
    fingers.append(finger)
  }

  private mutating func landThird(_ finger: Finger, _ out: inout [TouchOutput]) {
    let isPrompt = finger.start.time - start <= settings.gatherTime
    switch phase {
    case .pair where isPrompt, .pinching where isPrompt && !isBesidePen:
      if phase == .pinching { out.append(.view(.restored)) }
      phase = .triple
      fingers.append(finger)
      rebase()
    case .pair, .pinching:
      // Two fingers move the view; a third one is refused.
      refused.insert(finger.id)
    default:
      phase = .spent
      fingers.append(finger)
    }
  }

  static func sample(_ point: TouchPoint) -> StylusSample {
    StylusSample(position: point.position, time: point.time)
  }
}
