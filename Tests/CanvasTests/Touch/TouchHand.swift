import Canvas
import InkModel
import RecordedGestures

/// Fingers for tests, with a clock of their own: each event goes to the recognizer, and its outputs are kept.
struct TouchHand {
  var recognizer = TouchRecognizer()
  var time = 100.0
  var pen = PalmRule()
  private(set) var outputs: [TouchOutput] = []
  /// What the fingers did, as the recognizer was told.
  private(set) var events: [TouchEvent] = []
  private(set) var down: [Int: Point] = [:]
  private var numbers: [Int: UInt] = [:]
  private var nextNumber: UInt = 1

  init(draws: Bool) { recognizer.settings.fingerDraws = draws }

  mutating func wait(_ seconds: Double) {
    time += seconds
    outputs += recognizer.advance(to: time)
  }

  mutating func land(_ finger: Int, at p: Point, size: Double? = nil) {
    numbers[finger] = nextNumber
    nextNumber += 1
    down[finger] = p
    tell(.began(id(finger), TouchPoint(p, time: time, size: size)))
  }

  mutating func move(_ finger: Int, to p: Point, size: Double? = nil) {
    down[finger] = p
    tell(.moved(id(finger), TouchPoint(p, time: time, size: size)))
  }

  mutating func lift(_ finger: Int) {
    down[finger] = nil
    tell(.ended(id(finger), time: time))
  }

  mutating func cancel() {
    for finger in down.keys.sorted() { tell(.cancelled(id(finger), time: time)) }
    down = [:]
  }

  mutating func penHovers(at p: Point = Point(400, 300)) {
    pen.saw(at: time)
    pen.penPosition = p
    outputs += recognizer.penCame(at: time)
  }

  mutating func penLeaves() { pen.left(at: time) }

  mutating func lose() {
    outputs += recognizer.lose(at: time)
    down = [:]
  }

  private func id(_ finger: Int) -> TouchID { TouchID(numbers[finger] ?? 0) }

  private mutating func tell(_ event: TouchEvent) {
    events.append(event)
    outputs += recognizer.handle(
      event, palms: pen)
  }

  // MARK: Gestures

  /// Fingers side by side.
  static func row(_ fingers: Int, at p: Point) -> [Point] {
    (0..<fingers).map { p + Vector((Double($0) - Double(fingers - 1) / 2) * 60, 0) }
  }

  /// Fingers land one after the other, move through the `position`s for 0 … 1, and lift one after
  /// the other.
  mutating func gesture(
    _ fingers: Int, landing: Double = 0.02, moving: Double = 0.2, lifting: Double = 0.02,
    lifts: Bool = true, _ position: (Int, Double) -> Point
  ) {
    for f in 0..<fingers {
      land(f, at: position(f, 0))
      wait(landing)
    }
    let steps = 20
    for i in 1...steps {
      wait(moving / Double(steps))
      for f in 0..<fingers { move(f, to: position(f, Double(i) / Double(steps))) }
    }
    guard lifts else { return }
    for f in 0..<fingers {
      lift(f)
      wait(lifting)
    }
  }

  mutating func tap(
    _ fingers: Int, at p: Point = Point(300, 300), duration: Double = 0.08, landing: Double = 0.02
  ) {
    let row = Self.row(fingers, at: p)
    gesture(fingers, landing: landing, moving: duration) { f, _ in row[f] }
  }

  mutating func swipe(_ fingers: Int, by v: Vector, from p: Point = Point(400, 300)) {
    let row = Self.row(fingers, at: p)
    gesture(fingers) { f, part in row[f] + v * part }
  }

  /// Fingers around a centre that go from one radius to another.
  mutating func squeeze(_ fingers: Int, from: Double, to: Double, turn: Double = 0) {
    gesture(fingers) { f, part in
      Point(400, 300)
        + Vector(angle: 2 * .pi * Double(f) / Double(fingers) + turn * part)
        * (from + (to - from) * part)
    }
  }

  // MARK: What came of it

  /// The gestures that were told, in order.
  var effects: [Gesture.Effect] { outputs.effects }

  var progresses: [GestureProgress?] {
    outputs.compactMap { (a) -> GestureProgress?? in
      if case .progress(let p) = a { .some(p) } else { nil }
    }
  }

  var steps: [ViewStep] { outputs.steps }

  /// Contacts whose ink is on the paper.
  var ink: Set<ContactID> { outputs.ink }

  mutating func forget() { outputs = [] }
}
