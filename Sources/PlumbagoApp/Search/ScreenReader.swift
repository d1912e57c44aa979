import Gtk

/// Whether a screen reader runs, as the desktop says on the session's bus (`org.a11y.Status`, at-spi2-core).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ScreenReader {
  static let shared = ScreenReader()

  let listeners = Listeners()
  private(set) var isOn = false

  private var status: DBusProxy?

  private init() {
    DBusProxy.reach("org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Status") {
      [weak self] in
      self?.status = $0
      $0.onChange { [weak self] in self?.update() }
      self?.update()
    }
  }

  private func update() {
    let isOn = status?.bool("ScreenReaderEnabled") ?? false
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    listeners.tell()
  }
}
