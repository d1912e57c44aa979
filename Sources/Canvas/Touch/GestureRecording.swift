import InkModel

/// Gestures that a person did on a touchscreen, each with what was asked for, to be recognized by tests.
///
/// The file is UTF-8 text, an object of JSON on each line. The first line says what it is:
///
///     {"format": "plumbago-gestures", "version": 1, "hand": "left", "screen": [344, 194]}
///
/// HAND is a name that the person chose and may be empty, SCREEN the width and height of the screen in millimetres; it
/// is left out where they are not known. Then, a line for each gesture:
///
///     {"fingers": 1, "movement": "tap", "events": [["began", 7, 0, 310.5, 220], ["ended", 7, 84.1]]}
///
/// FINGERS and MOVEMENT are those of a ``Gesture`` on the screen. An event is a ``Phase``, the number of the touch,
/// milliseconds from the gesture's first event, and a position in points, which those that end have not. Members that
/// are not known are skipped.
public struct GestureRecording: Hashable, Sendable {
  public enum Phase: String, Hashable, Sendable {
    case began
    case moved
    case ended
  }

  /// What one touch did at a moment.
  public struct Event: Hashable, Sendable {
    public var phase: Phase
    /// Of one touch from down to up.
    public var touch: UInt
    /// From the gesture's first event.
    public var milliseconds: Double
    /// In points of the area on which the gesture was done; `nil` where the touch ended.
    public var position: Point?

    public init(_ phase: Phase, _ touch: UInt, _ milliseconds: Double, at position: Point? = nil) {
      self.phase = phase
      self.touch = touch
      self.milliseconds = milliseconds
      self.position = position
    }
  }

  /// What was done when a gesture was asked for.
  public struct Take: Hashable, Sendable {
    /// One of ``GestureRecording/asked``.
    public var gesture: Gesture
    public var events: [Event]

    public init(_ gesture: Gesture, _ events: [Event]) {
      self.gesture = gesture
      self.events = events
    }

    /// The events as touches, the first of them at a time in seconds.
    public func touches(from start: Double) -> [TouchEvent] {
      events.map { event in
        let (id, time) = (TouchID(event.touch), start + event.milliseconds / 1000)
        guard let position = event.position else { return .ended(id, time: time) }
        let point = TouchPoint(position, time: time)
        return event.phase == .began ? .began(id, point) : .moved(id, point)
      }
    }
  }

  /// Of a screen, in millimetres.
  public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// A name of the hand, which may be empty; ``longestName`` scalars at most.
  public let hand: String
  public var screen: Size?
  public var takes: [Take]

  public init(hand: String = "", screen: Size? = nil, takes: [Take] = []) {
    self.hand = String(hand.unicodeScalars.prefix(Self.longestName))
    self.screen = screen
    self.takes = takes
  }

  /// The gestures that are asked for: those on the screen, and of several that fingers do alike the first.
  public static let asked: [Gesture] = Gesture.all.reduce(into: []) { list, gesture in
    guard gesture.surface == .screen, !list.contains(where: gesture.isDone(as:)) else { return }
    list.append(gesture)
  }

  // MARK: Limits

  /// The most bytes of a recording, some hundred times what one person does.
  ///
  /// Larger: a hostile one takes more memory.
  public static let mostBytes = 64 << 20
  public static let mostTakes = 10_000
  /// Of one gesture: half a minute of three fingers, reported 200 times a second.
  public static let mostEvents = 20_000
  /// How long a gesture may take, in milliseconds.
  public static let longest = 30_000.0
  /// How far from the area's corner a touch may be, in points, in either direction.
  public static let farthest = 100_000.0
  /// The most Unicode scalars of the hand's name.
  public static let longestName = 100
}

extension Gesture {
  /// Whether fingers do the same for both, whatever comes of it.
  public func isDone(as other: Gesture) -> Bool {
    (surface, fingers, movement) == (other.surface, other.fingers, other.movement)
  }
}
