import CGtk

/// Receives all events, unprocessed.
nonisolated public struct LegacyController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension LegacyController {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_legacy_new())
    self.phase = phase
  }

  /// Called with each event; true stops its propagation.
  ///
  /// Through a C handler of the signal's own type: see ``DirectSignal``.
  public func onEvent(_ body: @escaping (Event) -> Bool) {
    DirectSignal.connectEvent(self, "event", body)
  }
}
