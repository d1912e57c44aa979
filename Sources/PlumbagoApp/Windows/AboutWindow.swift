import Gtk

/// Who made the app and under which license: `data/ui/about.ui`.
enum AboutWindow {
  static func show(parent: (some GObjectPointer)?) {
    guard let layout = Layout("about") else { return }
    let about: AboutDialog = layout.child("dialog")
    about.set("version", Installation.version)
    about.setTransient(for: parent.map { Window($0) })
    about.present()
    // GTK gives the focus to the name, and selects it.
    about.focus = nil
  }
}
