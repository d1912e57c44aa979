import CGtk

/// Presses and releases.
nonisolated public struct ClickGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ClickGesture {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_click_new())
    self.phase = phase
  }

  /// The number of presses in a row, and the position.
  public var pressed: Signal<Void, Int, Double, Double> { Signal(self, "pressed") }
  public var released: Signal<Void, Int, Double, Double> { Signal(self, "released") }
  public var stopped: Signal<Void> { Signal(self, "stopped") }
}

extension ClickGesture {
  /// The mouse's secondary button, which opens menus.
  public static let secondaryButton = UInt32(GDK_BUTTON_SECONDARY)
  public static let middleButton = UInt32(GDK_BUTTON_MIDDLE)
}
