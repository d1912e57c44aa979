import CGtk

/// What the desktop, or the program, says of how all widgets are shown: GtkSettings of the default display.
public enum DesktopSettings {
  /// `nil` without a display.
  public static var object: Object? { gtk_settings_get_default().map { Object($0) } }

  public static var theme: String { object?.string("gtk-theme-name") ?? "" }
  public static var prefersDark: Bool {
    get { object?.bool("gtk-application-prefer-dark-theme") ?? false }
    set { object?.set("gtk-application-prefer-dark-theme", newValue) }
  }
  public static var wantsAnimations: Bool { object?.bool("gtk-enable-animations") ?? false }
}
