import Glibc
import InkModel

/// Touches that move: what the gesture becomes.
extension TouchRecognizer {
  mutating func move(_ id: TouchID, _ point: TouchPoint, _ out: inout [TouchOutput]) {
    guard point.position.isFinite, point.time.isFinite,
      let i = fingers.firstIndex(where: { $0.id == id })
    else { return }
    if PalmRule.isPalm(size: point.size) {
      // The contact has grown to the size of a palm.
      abandon(&out)
      refused.insert(id)
      return remove(id)
    }
    // Fingers of one frame are reported one by one: until the last of them has come, a swipe of three
    // is like a pinch.
    if phase == .triple, point.time > lastMove { decideTriple() }
    lastMove = point.time
    let step = point.position - fingers[i].now.position
    fingers[i].now = point
    fingers[i].stray = max(fingers[i].stray, fingers[i].offset.length)
    tracker.add(step * (1 / Double(fingers.count)), at: point.time)
    switch phase {
    case .drawing(let contact):
      out.append(.ink(.move(contact, settled: [Self.sample(point)], tip: nil)))
    case .waiting where fingers[i].offset.length > settings.slop:
      beginMotion(.dragging, at: point.time, &out)
      out.append(.view(.dragged(fingers[i].offset)))
    case .dragging:
      out.append(.view(.dragged(fingers[i].offset)))
    case .pair where fingers[i].offset.length > settings.pairSlop:
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

  /// Widget points after which the gesture of three fingers is decided.
  private static let intent = 16.0

  /// The offset of three fingers' centre, and their mean distance from it before and now.
  private var triple: (offset: Vector, before: Double, now: Double) {
    let (from, to) = centers
    func radius(_ center: Point, _ point: (Finger) -> Point) -> Double {
      fingers.reduce(0) { $0 + point($1).distance(to: center) } / Double(fingers.count)
    }
    return (to - from, max(radius(from) { $0.start.position }, 1), radius(to) { $0.now.position })
  }

  /// Decides the gesture of three fingers, once they have moved enough.
  mutating func decideTriple() {
    let (offset, before, now) = triple
    guard max(offset.length, abs(now - before)) >= Self.intent else { return }
    if abs(now - before) > offset.length {
      phase = .squeezing
    } else {
      // A vertical swipe has no effect.
      phase = abs(offset.dx) > abs(offset.dy) * 1.2 ? .swiping : .spent
    }
  }

  mutating func tellTriple(_ out: inout [TouchOutput]) {
    let (offset, before, now) = triple
    position = centers.to
    if phase == .swiping {
      // Left is undo in any language, also in those written from right to left (S86).
      setProgress(
        GestureProgress(offset.dx < 0 ? .undo : .redo, abs(offset.dx) / settings.swipeDistance),
        &out)
    } else {
      let ratio = now / before
      setProgress(
        ratio < 1
          ? GestureProgress(.copy, (1 - ratio) / (1 - settings.pinchIn))
          : GestureProgress(.paste, (ratio - 1) / (settings.pinchOut - 1)), &out)
    }
  }
}
