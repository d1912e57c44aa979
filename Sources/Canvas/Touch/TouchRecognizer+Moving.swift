import Glibc
import InkModel

/// Fingers that move: what the gesture comes to be.
extension TouchRecognizer {
  mutating func move(_ id: TouchID, _ point: TouchPoint, _ out: inout [TouchOutput]) {
    guard point.position.isFinite, point.time.isFinite,
      let i = fingers.firstIndex(where: { $0.id == id })
    else { return }
    if PalmRule.isPalm(size: point.size) {
      // A hand that rolls down onto its palm.
      abandon(&out)
      refused.insert(id)
      return remove(id)
    }
    // Fingers of one moment come one by one: until the last of them has come, three that swipe
    // look as if they pinched.
    if phase == .triple, point.time > lastMove { decideTriple() }
    lastMove = point.time
    let step = point.position - fingers[i].now.position
    fingers[i].now = point
    fingers[i].stray = max(fingers[i].stray, fingers[i].way.length)
    tracker.add(step * (1 / Double(fingers.count)), at: point.time)
    switch phase {
    case .drawing(let contact):
      out.append(.ink(.move(contact, settled: [Self.sample(point)], tip: nil)))
    case .waiting where fingers[i].way.length > settings.slop:
      beginMotion(.dragging, at: point.time, &out)
      out.append(.view(.dragged(fingers[i].way)))
    case .dragging:
      out.append(.view(.dragged(fingers[i].way)))
    case .pair where fingers[i].way.length > settings.pairSlop:
      beginMotion(.pinching, at: point.time, &out)
      out.append(.view(pairStep))
    case .pinching:
      out.append(.view(pairStep))
    case .swiping, .squeezing:
      tellTriple(&out)
    case .lifting where fingers[i].stray > settings.tapStray && !isBesidePen:
      phase = .spent
    case .idle, .waiting, .pair, .triple, .lifting, .spent: break
    }
  }

  private var pairStep: ViewStep {
    let from = (fingers[0].start.position, fingers[1].start.position)
    let to = (fingers[0].now.position, fingers[1].now.position)
    return isBesidePen ? .dragged(centers.to - centers.from) : .pinched(from: from, to: to)
  }

  /// Widget points by which three fingers show what they are about.
  private static let intent = 16.0

  /// How far three fingers have come together, and how far apart they were and are, on the average
  /// from their middle.
  private var triple: (way: Vector, before: Double, now: Double) {
    let (from, to) = centers
    func radius(_ center: Point, _ place: (Finger) -> Point) -> Double {
      fingers.reduce(0) { $0 + place($1).distance(to: center) } / Double(fingers.count)
    }
    return (to - from, max(radius(from) { $0.start.position }, 1), radius(to) { $0.now.position })
  }

  /// What three fingers are about, once they show it.
  mutating func decideTriple() {
    let (way, before, now) = triple
    guard max(way.length, abs(now - before)) >= Self.intent else { return }
    if abs(now - before) > way.length {
      phase = .squeezing
    } else {
      // Up and down is nobody's here.
      phase = abs(way.dx) > abs(way.dy) * 1.2 ? .swiping : .spent
    }
  }

  mutating func tellTriple(_ out: inout [TouchOutput]) {
    let (way, before, now) = triple
    place = centers.to
    if phase == .swiping {
      // Left is back in time on any screen, whatever way its language is read (S86).
      setProgress(
        GestureProgress(way.dx < 0 ? .undo : .redo, abs(way.dx) / settings.swipeDistance), &out)
    } else {
      let ratio = now / before
      setProgress(
        ratio < 1
          ? GestureProgress(.copy, (1 - ratio) / (1 - settings.pinchIn))
          : GestureProgress(.paste, (ratio - 1) / (settings.pinchOut - 1)), &out)
    }
  }
}
