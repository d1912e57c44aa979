import CGtk

/// Receives key events.
nonisolated public struct KeyController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension KeyController {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_key_new())
    self.phase = phase
  }

  /// The key, its hardware code, the modifiers; true stops the event's propagation.
  public var pressed: Signal<Bool, Key, UInt32, Modifiers> { Signal(self, "key-pressed") }
  public var released: Signal<Void, Key, UInt32, Modifiers> { Signal(self, "key-released") }
  public var modifiersChanged: Signal<Bool, Modifiers> { Signal(self, "modifiers") }

  /// Forwards the current key event to another widget; whether that handled it.
  @discardableResult
  public func forward(to widget: some WidgetProtocol) -> Bool {
    gtk_event_controller_key_forward(cast(), widget.cast()) != 0
  }
}
