import CGtk

/// Settings of the desktop that GTK applies to all widgets: GtkSettings of the default display.
public enum DesktopSettings {
  /// `nil` without a display.
  public static var object: Object? { gtk_settings_get_default().map { Object($0) } }

  public static var theme: String { object?.string("gtk-theme-name") ?? "" }
  public static var prefersDark: Bool {
    get { object?.bool("gtk-application-prefer-dark-theme") ?? false }
    set {
      // GTK reads its theme again, even where it is the same.
      guard newValue != prefersDark else { return }
      object?.set("gtk-application-prefer-dark-theme", newValue)
    }
  }
  /// The languages that texts are wanted in, the best first, as “ja_JP.UTF-8” or “ja”; “C” where none was chosen.
  public static var languages: [String] {
    var names: [String] = []
    var next = g_get_language_names()
    while let name = next?.pointee {
      names.append(String(cString: name))
      next = next?.successor()
    }
    return names
  }
  /// Seconds after which a press is a long press.
  public static var longPressTime: Double {
    Double(object?.unsigned("gtk-long-press-time") ?? 500) / 1000
  }
  /// Seconds within which a second press makes a double one.
  public static var doubleClickTime: Double {
    Double(object?.int("gtk-double-click-time") ?? 400) / 1000
  }
  public static var wantsAnimations: Bool { object?.bool("gtk-enable-animations") ?? false }
}
