/// One gesture: what fingers do, and its effect.
///
/// ``all`` is the one list. The help window and the shortcuts window are made from it, and tests
/// hold ``TouchRecognizer`` to it.
public struct Gesture: Hashable, Sendable {
  public enum Surface: Hashable, Sendable, CaseIterable {
    case screen
    case touchpad
  }

  /// The movement of the fingers.
  public enum Movement: String, Hashable, Sendable, CaseIterable {
    case tap
    case doubleTap
    case hold
    case drag
    /// Two fingers move, spread and turn at the same time.
    case pinch
    case swipeLeft
    case swipeRight
    case pinchIn
    case pinchOut
  }

  /// The effect of the gesture.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    case draw
    case pan
    /// Moves, scales and turns the paper.
    case moveView
    /// Zooms in, and back.
    case zoom
    case undo
    case redo
    case copy
    case paste
    case menu
    case select
  }

  public var surface: Surface
  public var fingers: Int
  public var movement: Movement
  public var effect: Effect

  public init(_ surface: Surface, _ fingers: Int, _ movement: Movement, _ effect: Effect) {
    self.surface = surface
    self.fingers = fingers
    self.movement = movement
    self.effect = effect
  }

  /// Every gesture there is, in the order in which the help lists them.
  ///
  /// Of those with one finger some are for a finger that draws, the others for one that moves the
  /// paper (``FingerMode``).
  public static let all: [Gesture] = [
    Gesture(.screen, 1, .drag, .draw),
    Gesture(.screen, 1, .drag, .pan),
    Gesture(.screen, 2, .pinch, .moveView),
    Gesture(.screen, 1, .doubleTap, .zoom),
    Gesture(.screen, 2, .tap, .undo),
    Gesture(.screen, 3, .tap, .redo),
    Gesture(.screen, 3, .swipeLeft, .undo),
    Gesture(.screen, 3, .swipeRight, .redo),
    Gesture(.screen, 3, .pinchIn, .copy),
    Gesture(.screen, 3, .pinchOut, .paste),
    Gesture(.screen, 1, .hold, .menu),
    Gesture(.screen, 1, .tap, .select),
    Gesture(.touchpad, 2, .drag, .pan),
    Gesture(.touchpad, 2, .pinch, .moveView),
    Gesture(.touchpad, 3, .swipeLeft, .undo),
    Gesture(.touchpad, 3, .swipeRight, .redo),
  ]
}
