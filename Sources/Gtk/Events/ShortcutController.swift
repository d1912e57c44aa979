import CGtk

/// Binds keys to actions.
nonisolated public struct ShortcutController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ShortcutController {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_shortcut_controller_new())
    self.phase = phase
  }

  /// - Parameters:
  ///   - trigger: As `"<Control>z"`; nothing is added where it cannot be parsed.
  ///   - action: A full name, as `"win.undo"`.
  ///   - argument: Its parameter, floating or kept by the caller.
  public func add(_ trigger: String, action: String, argument: OpaquePointer? = nil) {
    guard let parsed = gtk_shortcut_trigger_parse_string(trigger) else { return }
    let shortcut = gtk_shortcut_new(parsed, gtk_named_action_new(action))
    if let argument { gtk_shortcut_set_arguments(shortcut, argument) }
    gtk_shortcut_controller_add_shortcut(cast(), shortcut)
  }

  /// In which widgets the keys work: GTK's scopes.
  public func setScope(_ scope: GtkShortcutScope) {
    gtk_shortcut_controller_set_scope(cast(), scope)
  }
}
