import InkModel

/// Asks a person for gestures, each several times in an order that cannot be foreseen, and keeps what the fingers do.
///
/// 1. ``handle(_:)`` takes each touch, ``advance(to:)`` is to be called at ``deadline``.
/// 2. A gesture is complete once no finger has been down for ``rest`` seconds; the next one is asked for then.
/// 3. What cannot be kept, as the system took a touch or a hand lay on the screen, is asked for once more.
public struct GestureRecorder: Sendable {
  /// Seconds: longer than between the two taps of a double tap.
  public static let rest = 0.8
  /// How often each gesture is asked for: with three hands there are more than 300 gestures then.
  public static let times = 10

  /// What is asked for, from the first to the last.
  public private(set) var order: [Gesture]
  /// What was done, in that order.
  public private(set) var takes: [GestureRecording.Take] = []
  /// What the fingers did last was dropped, and is asked for once more.
  public private(set) var hasDropped = false

  private var events: [GestureRecording.Event] = []
  private var down: Set<UInt> = []
  /// The gesture that goes on cannot be kept.
  private var isSpoiled = false
  /// When the gesture's first event was.
  private var start = 0.0
  /// When its last one was.
  private var last = 0.0

  public init(times: Int = GestureRecorder.times, using random: inout some RandomNumberGenerator) {
    order = GestureRecording.asked.flatMap { repeatElement($0, count: times) }
      .shuffled(using: &random)
  }

  /// What is asked for now; `nil` when all was done.
  public var asked: Gesture? { takes.count < order.count ? order[takes.count] : nil }

  /// A gesture has begun and is not complete.
  private var isActive: Bool { isSpoiled || !events.isEmpty }

  /// Whether there is something that ``again()`` forgets.
  public var canRepeat: Bool { isActive || hasDropped || !takes.isEmpty }

  /// When ``advance(to:)`` is to be called next.
  public var deadline: Double? { isActive && down.isEmpty ? last + Self.rest : nil }

  public mutating func handle(_ event: TouchEvent) {
    switch event {
    case .began(let id, let point):
      advance(to: point.time)
      guard asked != nil else { return }
      hasDropped = false
      down.insert(id.number)
      add(.began, id, at: point.time, point.position)
    case .moved(let id, let point):
      guard down.contains(id.number) else { return }
      add(.moved, id, at: point.time, point.position)
    case .ended(let id, let time):
      guard down.remove(id.number) != nil else { return }
      add(.ended, id, at: time, nil)
    case .cancelled(let id, let time):
      guard down.remove(id.number) != nil else { return }
      isSpoiled = true
      last = time
    }
  }

  /// Time has passed.
  public mutating func advance(to time: Double) {
    guard let deadline, time >= deadline else { return }
    if let asked, !isSpoiled {
      takes.append(GestureRecording.Take(asked, events))
    } else {
      hasDropped = true
    }
    reset()
  }

  /// Forgets what the fingers have done since the last complete gesture, or else that one, and asks for it again.
  ///
  /// Where something was dropped, that is what is done again.
  public mutating func again() {
    if !isActive, !hasDropped, !takes.isEmpty { takes.removeLast() }
    reset()
    hasDropped = false
  }

  /// Asks for this gesture one time less.
  public mutating func skip() {
    guard asked != nil else { return }
    order.remove(at: takes.count)
    reset()
    hasDropped = false
  }

  private mutating func reset() {
    events = []
    down = []
    isSpoiled = false
  }

  /// - Parameter position: To be kept in hundredths of a point, and times in tenths of a millisecond.
  private mutating func add(
    _ phase: GestureRecording.Phase, _ id: TouchID, at time: Double, _ position: Point?
  ) {
    if !isActive { start = time }
    last = time
    let milliseconds = ((time - start) * 10_000).rounded() / 10
    let place = position.map { Point(($0.x * 100).rounded() / 100, ($0.y * 100).rounded() / 100) }
    if milliseconds > GestureRecording.longest || events.count >= GestureRecording.mostEvents
      || place?.isFinite == false
    {
      isSpoiled = true
    }
    guard !isSpoiled else { return }
    let event = GestureRecording.Event(
      phase, id.number, max(milliseconds, events.last?.milliseconds ?? 0), at: place)
    events.append(event)
  }
}
