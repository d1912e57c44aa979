import CGtk

/// Presses and releases.
nonisolated public struct ClickGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ClickGesture {
  /// - Parameter phase: When on their way it hears events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_click_new())
    self.phase = phase
  }

  /// How many there were in a row, and where.
  public var pressed: Signal<Void, Int, Double, Double> { Signal(self, "pressed") }
  public var released: Signal<Void, Int, Double, Double> { Signal(self, "released") }
  public var stopped: Signal<Void> { Signal(self, "stopped") }
}

extension ClickGesture {
  /// The mouse's other button, by which menus open.
  public static let secondaryButton = UInt32(GDK_BUTTON_SECONDARY)
}
