import CGtk

/// Hears all events, as they are.
nonisolated public struct LegacyController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension LegacyController {
  /// - Parameter phase: When on their way it hears events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_legacy_new())
    self.phase = phase
  }

  /// Told each event; true where it shall go no farther.
  ///
  /// Through a handler of its very shape: see ``DirectSignal``.
  public func onEvent(_ body: @escaping (Event) -> Bool) {
    DirectSignal.connectEvent(self, "event", body)
  }
}
