import CGtk
import GtkInk

/// The app's settings, with a working default for each where the schema is not installed.
final class Settings {
  static let shared = Settings()

  /// Which paper the app shows.
  enum ColorScheme: String {
    case system
    case light
    case dark
  }

  private let store: UnsafeMutablePointer<GSettings>?

  private init() {
    // g_settings_new aborts without a schema, so look first.
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, Installation.applicationID, 1)
    else {
      store = nil
      return
    }
    store = g_settings_new_full(schema, nil, nil)
    g_settings_schema_unref(schema)
  }

  var windowSize: (width: Int, height: Int) {
    get {
      guard let store else { return (1000, 720) }
      return (
        Int(g_settings_get_int(store, "window-width")),
        Int(g_settings_get_int(store, "window-height"))
      )
    }
    set {
      guard let store else { return }
      g_settings_set_int(store, "window-width", CInt(newValue.width))
      g_settings_set_int(store, "window-height", CInt(newValue.height))
    }
  }

  var isMaximized: Bool {
    get { store.map { g_settings_get_boolean($0, "window-maximized") != 0 } ?? false }
    set { if let store { g_settings_set_boolean(store, "window-maximized", newValue ? 1 : 0) } }
  }

  /// Kept here where there is no store, so that the menu works all the same.
  private var unsavedScheme = ColorScheme.system

  var colorScheme: ColorScheme {
    get {
      guard let store, let text = g_settings_get_string(store, "color-scheme") else {
        return unsavedScheme
      }
      defer { g_free(text) }
      return ColorScheme(rawValue: String(cString: text)) ?? .system
    }
    set {
      unsavedScheme = newValue
      if let store { g_settings_set_string(store, "color-scheme", newValue.rawValue) }
    }
  }

  /// What the hand holds and how it is set, as ``Canvas/ToolPicker/text`` writes it.
  var toolPicker: String {
    get { string("tool-picker") }
    set { set("tool-picker", newValue) }
  }

  private func string(_ key: String) -> String {
    store.flatMap { takeString(g_settings_get_string($0, key)) } ?? ""
  }

  private func set(_ key: String, _ text: String) {
    if let store { g_settings_set_string(store, key, text) }
  }
}
