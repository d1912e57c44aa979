import CGtk
import Gtk
import GtkInk

/// Keeps the app light or dark, as the user chose or as the desktop does.
///
/// Plain GTK 4.8 ignores the settings portal's `color-scheme`, so it is asked here
/// (org.freedesktop.portal.Settings, namespace org.freedesktop.appearance: 1 prefers dark, 2 light).
/// Where the portal prefers neither or is not there, GTK's settings decide: desktops without the
/// portal have a dark theme instead, and name it there.
final class Appearance {
  static let shared = Appearance()

  /// Told whenever ``isDark`` may have changed.
  private var listeners: [() -> Void] = []
  /// `nil` while the portal prefers neither.
  private var portalPrefersDark: Bool?
  /// What `gtk-application-prefer-dark-theme` was before we set it: a settings.ini may ask for dark.
  private var fileIsDark = false
  private var proxy: OpaquePointer?
  /// Whether the theme that `GTK_THEME` names is dark: GTK then asks nobody else, and neither do we.
  private let forced = environment("GTK_THEME").map { isDark($0) }

  var scheme: Settings.ColorScheme {
    get { Settings.shared.colorScheme }
    set { Settings.shared.colorScheme = newValue }
  }

  var isDark: Bool {
    if let forced { return forced }
    return switch scheme {
    case .light: false
    case .dark: true
    case .system: portalPrefersDark ?? (fileIsDark || themeIsDark)
    }
  }

  /// Whether the desktop's theme of the moment is a dark one.
  private var themeIsDark: Bool {
    gtk_settings_get_default()?.string("gtk-theme-name").map { Self.isDark($0) } ?? false
  }

  /// By its name, and the variant after it.
  nonisolated private static func isDark(_ theme: String) -> Bool {
    theme.hasSuffix("-dark") || theme.hasSuffix(":dark") || theme == "HighContrastInverse"
  }

  func onChange(_ body: @escaping () -> Void) { listeners.append(body) }

  /// Call once, when GTK has a display.
  func start() {
    guard let settings = gtk_settings_get_default() else { return }
    fileIsDark = settings.bool("gtk-application-prefer-dark-theme")
    apply()
    RawSignal.connect1(settings, "notify::gtk-theme-name") { [weak self] _ in self?.apply() }
    Settings.shared.onChange(of: "color-scheme") { [weak self] in self?.apply() }
    g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_NONE, nil, "org.freedesktop.portal.Desktop",
      "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", nil,
      { _, result, _ in
        // No bus or no portal: the choice stays GTK's.
        guard let proxy = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
        Appearance.shared.attach(proxy)
      }, nil)
  }

  private func attach(_ proxy: UnsafeMutablePointer<GDBusProxy>) {
    self.proxy = proxy.opaque
    typealias Handler =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, OpaquePointer?,
        UnsafeMutableRawPointer?
      ) -> Void
    let handler: Handler = { _, _, signal, parameters, _ in
      guard let signal, String(cString: signal) == "SettingChanged", let parameters else { return }
      Appearance.shared.settingChanged(parameters)
    }
    g_signal_connect_data(
      proxy, "g-signal", unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(0))
    let arguments = g_variant_new_tuple(
      [g_variant_new_string(Self.namespace), g_variant_new_string(Self.key)], 2)
    g_dbus_proxy_call(
      proxy, "Read", arguments, G_DBUS_CALL_FLAGS_NO_AUTO_START, 2000, nil,
      { source, result, _ in
        guard let source,
          let reply = g_dbus_proxy_call_finish(
            source.raw.assumingMemoryBound(to: GDBusProxy.self), result, nil)
        else { return }
        defer { g_variant_unref(reply) }
        guard g_variant_n_children(reply) > 0, let value = g_variant_get_child_value(reply, 0)
        else { return }
        Appearance.shared.take(value)
        g_variant_unref(value)
      }, nil)
  }

  private static let namespace = "org.freedesktop.appearance"
  private static let key = "color-scheme"

  private func settingChanged(_ parameters: OpaquePointer) {
    func text(_ i: Int) -> String? {
      guard let child = g_variant_get_child_value(parameters, gsize(i)) else { return nil }
      defer { g_variant_unref(child) }
      return g_variant_get_string(child, nil).map { String(cString: $0) }
    }
    guard g_variant_n_children(parameters) == 3, text(0) == Self.namespace, text(1) == Self.key,
      let value = g_variant_get_child_value(parameters, 2)
    else { return }
    take(value)
    g_variant_unref(value)
  }

  /// The value may be wrapped in one variant (a signal) or two (the old Read call).
  private func take(_ value: OpaquePointer) {
    var inner: OpaquePointer? = g_variant_ref(value)
    while let v = inner, g_variant_classify(v) == G_VARIANT_CLASS_VARIANT {
      inner = g_variant_get_variant(v)
      g_variant_unref(v)
    }
    guard let inner else { return }
    defer { g_variant_unref(inner) }
    guard g_variant_classify(inner) == G_VARIANT_CLASS_UINT32 else { return }
    portalPrefersDark =
      switch g_variant_get_uint32(inner) {
      case 1: true
      case 2: false
      default: nil
      }
    apply()
  }

  private func apply() {
    if let settings = gtk_settings_get_default() {
      settings.set("gtk-application-prefer-dark-theme", isDark)
    }
    for listener in listeners { listener() }
  }
}
