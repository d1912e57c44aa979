import Gtk

/// Whether a screen reader runs, as the desktop says on the session's bus (`org.a11y.Status`, at-spi2-core).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ScreenReader {
  static let shared = ScreenReader()

  let listeners = Listeners()
  /// Whether there is one to lay texts out for.
  private(set) var isOn = ScreenReader.mayRun(status: nil)

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
    let isOn = Self.mayRun(status: status?.bool("ScreenReaderEnabled"))
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    listeners.tell()
  }

  /// Whether one runs, or may run where nobody can be asked.
  ///
  /// A Flatpak cannot ask: its session's bus hides `org.a11y.Bus`, as it hides all but portals. Yet
  /// a screen reader reads it, over a bus of its own, whose address Flatpak gives where the desktop
  /// has one. So what is written is laid out for a reader that may be there: others see nothing of
  /// it, and somebody who needs it has no other way. Outside of a sandbox no answer means that there
  /// is no service for screen readers.
  ///
  /// - Parameters:
  ///   - status: What the desktop says; `nil` where it says nothing.
  ///   - bus: The address of the bus for screen readers that the program was given.
  nonisolated static func mayRun(
    status: Bool?, isSandbox: Bool = Sandbox.isFlatpak,
    bus: String? = environment("AT_SPI_BUS_ADDRESS")
  ) -> Bool {
    status ?? (isSandbox && bus != nil)
  }
}
