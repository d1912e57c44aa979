import CGtk

/// Hears keys.
nonisolated public struct KeyController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension KeyController {
  /// - Parameter phase: When on their way it hears events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_event_controller_key_new())
    self.phase = phase
  }

  /// The key, its hardware's code, the modifiers; true where it shall go no farther.
  public var pressed: Signal<Bool, Key, UInt32, Modifiers> { Signal(self, "key-pressed") }
  public var released: Signal<Void, Key, UInt32, Modifiers> { Signal(self, "key-released") }
  public var modifiersChanged: Signal<Bool, Modifiers> { Signal(self, "modifiers") }

  /// Gives a key on to another widget; whether that took it.
  @discardableResult
  public func forward(to widget: some WidgetProtocol) -> Bool {
    gtk_event_controller_key_forward(cast(), widget.cast()) != 0
  }
}
