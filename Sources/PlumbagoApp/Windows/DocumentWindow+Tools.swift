import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The tool picker over the canvas.
extension DocumentWindow {
  func connectTools() {
    overlay.onPicker = { SharedToolPicker.shared.picker = $0 }
    overlay.onPlacements = { SharedToolPicker.shared.placements = $0 }
    overlay.onHistoryShown = { [weak self] in self?.showHistory() }
    subscriptions += [
      SharedToolPicker.shared.listeners.subscribe { [weak self] in self?.toolsChanged() },
      Settings.shared.subscribe(to: .hand) { [weak self] _ in self?.toolsChanged() },
      Settings.shared.subscribe(to: .showsTools) { [weak self] _ in self?.toolsChanged() },
    ]
    fullscreenChanged()
    toolsChanged()
    showHistory()
  }

  func fullscreenChanged() {
    let isFullscreen = window.isFullscreen
    overlay.hidesPicker = isFullscreen
    header.isFullscreen = isFullscreen
    if isFullscreen, fullscreenBar == nil {
      fullscreenBar = FullscreenBar(titlebar, over: overlay)
    }
    fullscreenBar?.update(isFullscreen: isFullscreen, in: toplevel)
  }

  private func toolsChanged() {
    overlay.picker = SharedToolPicker.shared.picker
    overlay.placements = SharedToolPicker.shared.placements
    overlay.hand = Settings.shared[.hand]
    overlay.showsPicker = Settings.shared[.showsTools]
    commands.refresh()
  }

  private func showHistory() { header.showsHistory = !overlay.showsHistory }
}
