import InkModel

/// Touches that end: what the gesture was.
extension TouchRecognizer {
  mutating func lift(_ id: TouchID, at time: Double, _ out: inout [TouchOutput]) {
    guard let i = fingers.firstIndex(where: { $0.id == id }) else { return }
    let finger = fingers[i]
    let count = fingers.count
    if phase == .triple {
      decideTriple()
      if phase == .swiping || phase == .squeezing { tellTriple(&out) }
    }
    switch phase {
    case .drawing(let contact) where isHoldingStill && isSecondTap(finger):
      phase = .spent
      lastTap = nil
      out.append(.ink(.cancelled(contact)))
      out.append(.gesture(.zoom, at: finger.now.position))
    case .drawing(let contact):
      lastTap = isHoldingStill ? TouchPoint(finger.now.position, time: time) : nil
      out.append(.ink(.up(contact, settled: [])))
      provisional.append((contact, time + PalmRule.withdrawal))
      phase = .spent
    case .waiting:
      phase = .spent
      if isSecondTap(finger) {
        lastTap = nil
        out.append(.gesture(.zoom, at: finger.now.position))
      } else {
        lastTap = TouchPoint(finger.now.position, time: time)
        out.append(.gesture(.select, at: finger.now.position))
      }
    case .dragging:
      endMotion(velocity: tracker.velocity(at: time), &out)
    case .pair where isBesidePen:
      phase = .spent
    case .pair, .triple:
      position = centers.to
      phase = canTap(at: time) ? .lifting(fingers: count) : .spent
    case .pinching where isBesidePen:
      endMotion(velocity: .zero, &out)
    case .pinching where canTap(at: time):
      // Two fingers that moved a little as they tapped.
      position = centers.to
      phase = .lifting(fingers: count)
      out.append(.view(.restored))
    case .pinching:
      // The view stays in motion by the other finger.
      endMotion(velocity: .zero, &out)
      hasMovedView = true
      remove(id)
      rebase()
      return beginMotion(.dragging, at: motionStart, &out)
    case .swiping, .squeezing:
      let done = progress
      phase = .spent
      setProgress(nil, &out)
      if let done, done.isComplete { out.append(.gesture(done.effect, at: position)) }
    case .lifting, .idle, .spent: break
    }
    if count == 1, case .lifting(let all) = phase, !isBesidePen,
      time - start <= settings.tapTime
    {
      out.append(.gesture(all == 2 ? .undo : .redo, at: position))
    }
    remove(id)
  }

  /// Whether a finger that lifts where it landed is the second of two taps.
  private func isSecondTap(_ finger: Finger) -> Bool {
    guard let last = lastTap else { return false }
    return finger.start.time - last.time <= settings.doubleTapTime
      && finger.now.position.distance(to: last.position) <= settings.doubleTapReach
  }
}
