import Gtk

/// The report of a crash, to be read, copied and saved: `data/ui/crash-report.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class CrashReportWindow {
  /// It keeps itself while it is open.
  private static var shown: CrashReportWindow?

  private let window: Window
  private let report: CrashReport
  private let dialogs: FileDialogs

  static func show(_ report: CrashReport, parent: (some GObjectPointer)?) {
    // It keeps the message from pointers and keys, and not from a screen reader.
    if let shown { return shown.window.present() }
    guard let layout = Layout("crash-report") else { return }
    let window = CrashReportWindow(report, layout)
    shown = window
    window.window.setTransient(for: parent.map { Window($0) })
    window.window.present()
    // The text has the keyboard now, and GTK selects all of what comes to have it.
    let text: Label = layout.child("text")
    text.selection = 0..<0
  }

  private init(_ report: CrashReport, _ layout: Layout) {
    self.report = report
    window = layout.child("window")
    dialogs = FileDialogs(parent: window) { nil }
    let text: Label = layout.child("text")
    text.text = report.text
    let copy: Button = layout.child("copy")
    let save: Button = layout.child("save")
    copy.clicked.connect { [weak self] in self?.copy() }
    save.clicked.connect { [weak self] in self?.save() }
    window.destroyed.connect { Self.shown = nil }
  }

  private func copy() { Clipboard(of: window).write(report.text) }

  private func save() {
    dialogs.save(tr("Save the Report"), [.texts], name: "plumbago-crash.txt") { [weak self] path in
      guard let self else { return }
      do throws(GLibError) {
        try TextFile.write(self.report.text, to: path)
        self.window.close()
      } catch {
        MessageDialog.tell(parent: self.window, tr("The report could not be saved"), error.message)
      }
    }
  }
}
