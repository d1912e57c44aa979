import CGtk

/// Keys that do actions.
nonisolated public struct ShortcutController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ShortcutController {
  /// - Parameter phase: When on their way it hears events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_shortcut_controller_new())
    self.phase = phase
  }

  /// - Parameters:
  ///   - trigger: As `"<Control>z"`; nothing is added where it says nothing.
  ///   - action: A full name, as `"win.undo"`.
  ///   - argument: Its parameter, floating or kept by the caller.
  public func add(_ trigger: String, action: String, argument: OpaquePointer? = nil) {
    guard let parsed = gtk_shortcut_trigger_parse_string(trigger) else { return }
    let shortcut = gtk_shortcut_new(parsed, gtk_named_action_new(action))
    if let argument { gtk_shortcut_set_arguments(shortcut, argument) }
    gtk_shortcut_controller_add_shortcut(cast(), shortcut)
  }

  /// Who of those below hears the keys.
  public func setScope(_ scope: GtkShortcutScope) {
    gtk_shortcut_controller_set_scope(cast(), scope)
  }
}
