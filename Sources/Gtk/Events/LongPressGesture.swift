import CGtk

/// A long press.
nonisolated public struct LongPressGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension LongPressGesture {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_long_press_new())
    self.phase = phase
  }

  public var pressed: Signal<Void, Double, Double> { Signal(self, "pressed") }
}
