import CGtk

/// Tells when a pointer, or a hovering pen, enters, moves and leaves; widget points.
nonisolated public struct MotionController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension MotionController {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_motion_new())
    self.phase = phase
  }

  public var entered: Signal<Void, Double, Double> { Signal(self, "enter") }
  public var moved: Signal<Void, Double, Double> { Signal(self, "motion") }
  public var left: Signal<Void> { Signal(self, "leave") }

  public var containsPointer: Bool { gtk_event_controller_motion_contains_pointer(cast()) != 0 }
}
