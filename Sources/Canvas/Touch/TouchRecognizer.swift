import InkModel

/// Recognizes what touches mean: ink, a motion of the view, a gesture, or a palm and so nothing.
///
/// 1. ``handle(_:palms:)`` takes each event of the touchscreen and returns what is
///    to be done.
/// 2. ``advance(to:)`` is to be called at ``deadline``: some gestures are recognized after a time
///    without events.
/// 3. ``penCame(at:)`` is to be called with every event of a pen, ``lose(at:)`` when the window loses its input.
///
/// It uses no toolkit, no view and no drawing. Words: a touch is *refused* where it is a palm's or
/// the system's; the others are the gesture's *fingers*; a gesture lasts from the first finger that
/// lands to the last that lifts; it is *spent* when it can have no effect any more.
///
/// Invariants:
/// 1. A contact's ink has one `down` and ends with one `up`, `lost` or `cancelled`; after `up` comes
///    one `settled` or `cancelled`, within ``PalmRule/withdrawal``.
/// 2. A view motion begins once and ends once, by `ended` or `restored`; two never overlap, and
///    none overlaps with ink of the same gesture.
/// 3. A gesture has one effect at most.
/// 4. Progress that was reported ends with a `nil`.
/// 5. With no finger down the phase is `idle`; refused touches have no output.
/// 6. Where it is cancelled, nothing of the gesture stays: ink is cancelled, the view restored.
///
/// Transitions: landing (`land…`, ``TouchRecognizer+Landing.swift``), moving (`move…`), lifting
/// (`lift…`), giving up (`abandon`).
public struct TouchRecognizer: Sendable {
  public struct Settings: Hashable, Sendable {
    /// One finger draws; else it moves the view.
    public var fingerDraws = true
    /// One finger drags the selection: its input is output as ink at once, so that a drag does not lag,
    /// and cancelled where it rests for the menu or taps twice.
    public var fingerHolds = false
    /// Two fingers away from the pen may pan while the pen is near.
    public var pansBesidePen = false
    /// Where touches may begin, in widget points; `nil` for everywhere.
    ///
    /// Those that begin outside are at the screen's edge: the system's gestures, a hand that
    /// holds the tablet.
    public var field: Rect?

    /// Seconds in which a second finger withdraws the first one's dot.
    public var pairGrace = 0.15
    /// Seconds from the first finger that lands to the last that lifts, for a tap of several.
    public var tapTime = 0.35
    /// Widget points that a finger may move in a tap of several: fingers roll when they tap fast.
    public var tapStray = 14.0
    /// Seconds after which a finger that never moved counts as a resting hand, where another one
    /// comes to draw.
    public var restTime = 0.5
    /// Seconds from a tap to the landing of the next, for a double tap.
    public var doubleTapTime = 0.4
    /// Seconds that a finger rests for the menu.
    public var longPress = 0.5
    /// Widget points that a finger may move and still be at rest.
    public var slop = 10.0
    /// As ``slop``, of one of two fingers; smaller, so that a pinch begins sooner.
    public var pairSlop = 6.0
    /// Widget points between the two taps of a double tap.
    public var doubleTapReach = 40.0
    /// Seconds in which all fingers of a gesture of three have landed.
    public var gatherTime = 0.3
    /// Widget points that three fingers move together until a swipe is complete.
    public var swipeDistance = 110.0
    /// The factors of three fingers' distance at which a pinch is complete: in, and out.
    public var pinchIn = 0.65
    public var pinchOut = 1.5

    public init() {}
  }

  public var settings = Settings()

  struct Finger {
    let id: TouchID
    /// Where its movement is measured from.
    var start: TouchPoint
    var now: TouchPoint

    /// The farthest that it was from its start, in widget points.
    var stray = 0.0

    var offset: Vector { now.position - start.position }
  }

  enum Phase: Equatable {
    case idle
    /// One finger that draws.
    case drawing(ContactID)
    /// One finger at rest, where one moves the view.
    case waiting
    /// One finger moves the view.
    case dragging
    /// Two fingers at rest.
    case pair
    /// Two fingers move the view.
    case pinching
    /// Three fingers at rest.
    case triple
    case swiping
    case squeezing
    /// Two or three fingers that were at rest lift one by one.
    case lifting(fingers: Int)
    case spent
  }

  var phase = Phase.idle
  /// In the order they landed, those that are down.
  var fingers: [Finger] = []
  var refused: Set<TouchID> = []
  /// When the gesture's first finger landed.
  var start = 0.0
  /// The position of the gesture, for those that have no finger left when they are complete.
  var position = Point.zero
  /// The one finger drags the selection.
  var isHolding = false
  /// Fingers moved the view and one of them lifted: what the others do is no tap, however little they move
  /// from there.
  var hasMovedView = false
  /// When the view's motion began.
  var motionStart = 0.0
  /// The gesture is of a hand beside the one with the pen.
  var isBesidePen = false
  var tracker = VelocityTracker()
  /// When a finger moved last.
  var lastMove = 0.0
  var progress: GestureProgress?
  /// Lifted contacts whose ink may turn out to be a palm's, oldest first.
  var provisional: [(contact: ContactID, until: Double)] = []
  var lastTap: TouchPoint?

  public init() {}

  /// True while a finger is down that was not refused.
  public var isTouched: Bool { !fingers.isEmpty }

  /// True while a refused touch is down.
  public var isRefusing: Bool { !refused.isEmpty }

  /// When ``advance(to:)`` is to be called next.
  public var deadline: Double? {
    var times = provisional.map(\.until)
    if mayRest { times.append(start + settings.longPress) }
    return times.min()
  }

  /// One finger is down that opens the menu if it rests longer.
  private var mayRest: Bool { phase == .waiting || isHoldingStill }

  /// One finger is on the selection and has not dragged it yet.
  var isHoldingStill: Bool {
    guard isHolding, case .drawing = phase, let finger = fingers.first else { return false }
    return finger.stray <= Press.slop(of: .finger)
  }

  /// Time has passed.
  public mutating func advance(to time: Double) -> [TouchOutput] {
    var out: [TouchOutput] = []
    while let first = provisional.first, first.until <= time {
      provisional.removeFirst()
      out.append(.settled(first.contact))
    }
    if mayRest, let finger = fingers.first, time >= start + settings.longPress {
      if case .drawing(let contact) = phase { out.append(.ink(.cancelled(contact))) }
      phase = .spent
      out.append(.gesture(.menu, at: finger.now.position))
    }
    return out
  }

  /// - Parameter palms: What is known of pens now.
  public mutating func handle(
    _ event: TouchEvent, palms: PalmRule = PalmRule()
  ) -> [TouchOutput] {
    switch event {
    case .began(let id, let point):
      var out = advance(to: point.time)
      land(id, point, palms, &out)
      return out
    case .moved(let id, let point):
      guard fingers.contains(where: { $0.id == id }) else { return [] }
      var out = advance(to: point.time)
      move(id, point, &out)
      return out
    case .ended(let id, let time):
      guard refused.remove(id) == nil, fingers.contains(where: { $0.id == id }) else { return [] }
      var out = advance(to: time)
      lift(id, at: time, &out)
      return out
    case .cancelled(let id, _):
      guard refused.remove(id) == nil, fingers.contains(where: { $0.id == id }) else { return [] }
      var out: [TouchOutput] = []
      abandon(&out)
      remove(id)
      return out
    }
  }

  /// A pen hovers, touches or moves: recent touches were its hand's.
  public mutating func penCame(at time: Double) -> [TouchOutput] {
    guard !fingers.isEmpty && !isBesidePen || !provisional.isEmpty else { return [] }
    var out = advance(to: time)
    out += provisional.map { .ink(.cancelled($0.contact)) }
    provisional = []
    if !isBesidePen {
      // A view that was moved for longer was moved on purpose.
      abandon(restoringView: time - motionStart < PalmRule.withdrawal, &out)
      refused.formUnion(fingers.map(\.id))
      fingers = []
      phase = .idle
    }
    return out
  }

  /// The touches that are down are not reported any more: what they did up to here stays.
  public mutating func lose(at time: Double) -> [TouchOutput] {
    var out = settle()
    if case .drawing(let contact) = phase { out.append(.ink(.lost(contact))) }
    endMotion(velocity: .zero, &out)
    setProgress(nil, &out)
    phase = .idle
    fingers = []
    refused = []
    isBesidePen = false
    lastTap = nil
    return out
  }

  /// Settles all lifted ink at once.
  public mutating func settle() -> [TouchOutput] {
    defer { provisional = [] }
    return provisional.map { .settled($0.contact) }
  }

  // MARK: Shared by all phases

  static func contact(_ id: TouchID) -> ContactID { ContactID(.finger, sequence: id.number) }

  mutating func remove(_ id: TouchID) {
    fingers.removeAll { $0.id == id }
    guard fingers.isEmpty else { return }
    phase = .idle
    isBesidePen = false
    isHolding = false
  }

  /// Gives the gesture up: what it did is undone, and its fingers have no effect from here on.
  mutating func abandon(restoringView: Bool = true, _ out: inout [TouchOutput]) {
    if case .drawing(let contact) = phase { out.append(.ink(.cancelled(contact))) }
    if isMovingView {
      if restoringView {
        phase = .spent
        out.append(.view(.restored))
      } else {
        endMotion(velocity: .zero, &out)
      }
    }
    setProgress(nil, &out)
    phase = .spent
  }

  var isMovingView: Bool { phase == .dragging || phase == .pinching }

  mutating func beginMotion(_ new: Phase, at time: Double, _ out: inout [TouchOutput]) {
    phase = new
    motionStart = time
    out.append(.view(.began))
  }

  mutating func endMotion(velocity: Vector, _ out: inout [TouchOutput]) {
    guard isMovingView else { return }
    phase = .spent
    out.append(.view(.ended(velocity: velocity)))
  }

  mutating func setProgress(_ new: GestureProgress?, _ out: inout [TouchOutput]) {
    guard new != progress else { return }
    progress = new
    out.append(.progress(new))
  }

  /// Whether fingers that lift at a time may have tapped.
  func canTap(at time: Double) -> Bool {
    !hasMovedView && time - start <= settings.tapTime
      && fingers.allSatisfy { $0.stray <= settings.tapStray }
  }

  /// The centre of the fingers, now and where they began.
  var centers: (from: Point, to: Point) {
    let n = Double(max(fingers.count, 1))
    let from = fingers.reduce(Vector.zero) { $0 + ($1.start.position - .zero) }
    let to = fingers.reduce(Vector.zero) { $0 + ($1.now.position - .zero) }
    return (Point.zero + from * (1 / n), Point.zero + to * (1 / n))
  }

  /// Measures the fingers' movement from here on.
  mutating func rebase() {
    for i in fingers.indices {
      fingers[i].start = fingers[i].now
      fingers[i].stray = 0
    }
  }
}
