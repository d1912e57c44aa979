import Gtk

/// Makes the app light or dark, as the user chose or as the desktop is.
///
/// Plain GTK 4.8 ignores the settings portal's `color-scheme`, so it is asked here
/// (org.freedesktop.portal.Settings, namespace org.freedesktop.appearance: 1 prefers dark, 2 light).
/// Where the portal prefers neither or is missing, GTK's settings decide: desktops without the portal set a
/// dark theme there.
final class Appearance {
  static let shared = Appearance()

  /// Told whenever ``isDark`` may have changed.
  let listeners = Listeners()
  private var subscriptions: [Subscription] = []
  /// `nil` while the portal prefers neither.
  private var portalPrefersDark: Bool?
  /// What `gtk-application-prefer-dark-theme` was before we set it: a settings.ini may ask for dark.
  private var fileIsDark = false
  private var portal: DBusProxy?
  /// Whether the theme that `GTK_THEME` names is dark: it overrides all other settings, as in GTK.
  private let forced = environment("GTK_THEME").map { isDark($0) }

  var isDark: Bool {
    if let forced { return forced }
    return switch Settings.shared[.colorScheme] {
    case .light: false
    case .dark: true
    case .system: portalPrefersDark ?? (fileIsDark || Self.isDark(DesktopSettings.theme))
    }
  }

  /// By a theme's name, and the variant after it.
  nonisolated private static func isDark(_ theme: String) -> Bool {
    theme.hasSuffix("-dark") || theme.hasSuffix(":dark") || theme == "HighContrastInverse"
  }

  /// Call once, when GTK has a display.
  func start() {
    fileIsDark = DesktopSettings.prefersDark
    apply()
    DesktopSettings.object?.notify("gtk-theme-name").connect { [weak self] in self?.apply() }
    Settings.shared.subscribe(to: .colorScheme) { [weak self] _ in self?.apply() }
      .store(in: &subscriptions)
    // No bus or no portal: the choice stays GTK's.
    DBusProxy.reach(
      "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
      interface: "org.freedesktop.portal.Settings"
    ) { [weak self] in self?.listen(to: $0) }
  }

  private static let namespace = "org.freedesktop.appearance"
  private static let key = "color-scheme"

  private func listen(to portal: DBusProxy) {
    self.portal = portal
    portal.onSignal { [weak self] name, arguments in
      guard name == "SettingChanged",
        arguments.child(0, { $0.value(String.self) }) == Self.namespace,
        arguments.child(1, { $0.value(String.self) }) == Self.key
      else { return }
      self?.take(arguments.child(2) { $0.innerValue(UInt32.self) })
    }
    // The older method, which every portal has; it wraps its result in two variants.
    let method = "Read"  // untranslated: D-Bus
    portal.call(method, [Self.namespace, Self.key], timeout: 2000) { [weak self] reply in
      self?.take(reply.child(0) { $0.innerValue(UInt32.self) })
    }
  }

  /// - Parameter preference: `nil` where the value is no number.
  private func take(_ preference: UInt32?) {
    guard let preference else { return }
    portalPrefersDark =
      switch preference {
      case 1: true
      case 2: false
      default: nil
      }
    apply()
  }

  private func apply() {
    DesktopSettings.prefersDark = isDark
    listeners.tell()
  }
}
