import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The tool picker over the canvas.
extension DocumentWindow {
  func connectTools() {
    overlay.onPicker = { SharedToolPicker.shared.picker = $0 }
    overlay.onPlaces = { SharedToolPicker.shared.places = $0 }
    overlay.onHistoryShown = { [weak self] in self?.showHistory() }
    SharedToolPicker.shared.onChange(self) { $0.toolsChanged() }
    let settings = Settings.shared
    for key in ["hand", "show-tools"] {
      settings.onChange(of: key) { [weak self] in self?.toolsChanged() }
    }
    RawSignal.connect1(window, "notify::fullscreened") { [weak self] _ in
      guard let self else { return }
      self.overlay.hidesPicker = gtk_window_is_fullscreen(self.window) != 0
    }
    toolsChanged()
    showHistory()
  }

  private func toolsChanged() {
    overlay.picker = SharedToolPicker.shared.picker
    overlay.places = SharedToolPicker.shared.places
    overlay.hand = Settings.shared.hand
    overlay.showsPicker = Settings.shared.showsTools
    commands.refresh()
  }

  private func showHistory() { header.showsHistory = !overlay.showsHistory }
}
