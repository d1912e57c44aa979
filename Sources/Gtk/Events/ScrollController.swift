import CGtk

/// Receives scrolling by wheel and by touchpad.
nonisolated public struct ScrollController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ScrollController {
  public init(_ flags: GtkEventControllerScrollFlags, phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_scroll_new(flags))
    self.phase = phase
  }

  public var began: Signal<Void> { Signal(self, "scroll-begin") }
  /// The deltas, in ``unit``; true stops the event's propagation.
  public var scrolled: Signal<Bool, Double, Double> { Signal(self, "scroll") }
  public var ended: Signal<Void> { Signal(self, "scroll-end") }
  /// Velocities at the end, in units a second.
  public var decelerated: Signal<Void, Double, Double> { Signal(self, "decelerate") }

  /// Wheel clicks or points.
  public var unit: GdkScrollUnit { gtk_event_controller_scroll_get_unit(cast()) }
}
