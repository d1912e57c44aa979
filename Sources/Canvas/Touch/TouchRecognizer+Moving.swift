import Glibc
import InkModel

/// Fingers that move: what the gesture comes to be.
extension TouchRecognizer {
  mutating func move(_ id: TouchID, _ point: TouchPoint, _ out: inout [TouchAnswer]) {
    guard point.position.isFinite, point.time.isFinite,
      let i = fingers.firstIndex(where: { $0.id == id })
    else { return }
    if let size = point.size, size >= settings.palmSize {
      // A hand that rolls down onto its palm.
      abandon(&out)
      refused.insert(id)
      return remove(id)
    }
    let step = point.position - fingers[i].now.position
    fingers[i].now = point
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
    case .triple, .swiping, .squeezing:
      moveTriple(&out)
    case .lifting where fingers[i].way.length > settings.slop && !isBesidePen:
      phase = .spent
    case .idle, .waiting, .pair, .lifting, .spent: break
    }
  }

  private var pairStep: ViewStep {
    let from = (fingers[0].start.position, fingers[1].start.position)
    let to = (fingers[0].now.position, fingers[1].now.position)
    return isBesidePen ? .dragged(centers.to - centers.from) : .pinched(from: from, to: to)
  }

  /// Widget points by which three fingers show what they are about.
  private static let intent = 16.0

  private mutating func moveTriple(_ out: inout [TouchAnswer]) {
    let (from, to) = centers
    place = to
    let way = to - from
    func radius(_ center: Point, _ place: (Finger) -> Point) -> Double {
      fingers.reduce(0) { $0 + place($1).distance(to: center) } / Double(fingers.count)
    }
    let before = max(radius(from) { $0.start.position }, 1)
    let now = radius(to) { $0.now.position }
    if phase == .triple {
      guard max(way.length, abs(now - before)) >= Self.intent else { return }
      if abs(now - before) > way.length {
        phase = .squeezing
      } else if abs(way.dx) > abs(way.dy) * 1.2 {
        phase = .swiping
      } else {
        // Up and down is nobody's here.
        phase = .spent
        return
      }
    }
    if phase == .swiping {
      // Left is back in time on any screen, whatever way its language is read (S86).
      setProgress(
        GestureProgress(way.dx < 0 ? .undo : .redo, abs(way.dx) / settings.swipeWay), &out)
    } else {
      let ratio = now / before
      setProgress(
        ratio < 1
          ? GestureProgress(.copy, (1 - ratio) / (1 - settings.pinchIn))
          : GestureProgress(.paste, (ratio - 1) / (settings.pinchOut - 1)), &out)
    }
  }
}
