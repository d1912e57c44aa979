import CGtk

/// Keys, each drawn as a key cap (GtkShortcutLabel).
nonisolated public struct ShortcutLabel: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ShortcutLabel {
  /// - Parameter accelerator: As GTK writes it: `"<Control>z"`.
  public init(_ accelerator: String) { self.init(gtk_shortcut_label_new(accelerator)) }
}
