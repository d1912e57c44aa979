import InkModel

/// One finger (or another touching object) from down to up.
public struct TouchID: Hashable, Sendable {
  /// Unique, so that two touches one after the other are not taken for one.
  public var number: UInt

  public init(_ number: UInt) { self.number = number }
}

/// The position of a touch at a moment.
public struct TouchPoint: Hashable, Sendable {
  /// Widget points.
  public var position: Point
  /// Seconds, on the clock of ``TouchRecognizer/advance(to:)``.
  public var time: Double
  /// The longest diameter of the contact in widget points, above 0; `nil` where the screen or the
  /// compositor does not report it.
  public var size: Double?

  public init(_ position: Point, time: Double, size: Double? = nil) {
    self.position = position
    self.time = time
    self.size = size
  }
}

/// An event of one touch.
public enum TouchEvent: Hashable, Sendable {
  case began(TouchID, TouchPoint)
  case moved(TouchID, TouchPoint)
  case ended(TouchID, time: Double)
  /// The system took the touch, and with it the gesture it belongs to.
  case cancelled(TouchID, time: Double)
}

/// What the app is to do because of touches, in this order.
public enum TouchOutput: Sendable {
  /// Ink of a finger.
  ///
  /// It is provisional: after its `up` comes either ``settled(_:)`` or a `cancelled`.
  case ink(StylusInput)
  /// The ink of a contact that has lifted becomes a step of the history.
  case settled(ContactID)
  /// A touch begins: a view that still coasts stops.
  case stopped
  case view(ViewStep)
  /// A gesture is complete, at a position in widget points.
  case gesture(Gesture.Effect, at: Point)
  /// How far a gesture has come that happens when the fingers lift; `nil` when it is over.
  case progress(GestureProgress?)
}

/// A step of a view motion by fingers.
///
/// A motion begins once and ends once, by `ended` or `restored`; two never overlap.
public enum ViewStep: Sendable {
  case began
  /// One finger has moved by this since the beginning, in widget points.
  case dragged(Vector)
  /// Two fingers that were at `from` are at `to`, in widget points.
  case pinched(from: (Point, Point), to: (Point, Point))
  /// The fingers lifted at this velocity, in widget points a second.
  case ended(velocity: Vector)
  /// The fingers meant no motion: the view goes back to where it began.
  case restored
}

/// The progress of a gesture that can still be cancelled.
public struct GestureProgress: Hashable, Sendable {
  /// What happens if the fingers lift when it is complete.
  public var effect: Gesture.Effect
  /// 0 … 1; complete at 1.
  public var value: Double

  public var isComplete: Bool { value >= 1 }

  public init(_ effect: Gesture.Effect, _ value: Double) {
    self.effect = effect
    self.value = min(max(value.isFinite ? value : 0, 0), 1)
  }
}

/// Whether one finger draws.
public enum FingerMode: String, Hashable, Sendable, CaseIterable {
  /// Draws until a pen has been seen; from then on it moves the paper.
  case automatic
  case draw
  case pan

  public func draws(penSeen: Bool) -> Bool {
    switch self {
    case .automatic: !penSeen
    case .draw: true
    case .pan: false
    }
  }
}
