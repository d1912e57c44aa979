import CGtk

/// Tells when the keyboard focus enters and leaves a widget.
nonisolated public struct FocusController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension FocusController {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_focus_new())
    self.phase = phase
  }

  public var entered: Signal<Void> { Signal(self, "enter") }
  public var left: Signal<Void> { Signal(self, "leave") }
}
