import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The tool picker over the canvas.
extension DocumentWindow {
  func connectTools() {
    overlay.onPicker = { SharedToolPicker.shared.picker = $0 }
    overlay.onPaletteChange = { [weak self] in self?.tellOfPalette($0) }
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
    // Its button would do nothing.
    if let paletteChange, !overlay.picker.has(paletteChange) {
      self.paletteChange = nil
      messages.hide(.palette)
    }
    commands.refresh()
  }

  /// Says how the row of colours was changed, and offers to take that back.
  private func tellOfPalette(_ change: PaletteChange) {
    paletteChange = change
    messages.show(
      .palette, Self.sentence(change),
      actions: [
        (
          // Not “Undo”, which is the drawing's.
          tr("_Restore the Row"),
          { [weak self] in
            self?.messages.hide(.palette)
            SharedToolPicker.shared.picker.takeBack(change)
          }
        )
      ])
  }

  private static func sentence(_ change: PaletteChange) -> String {
    let name = SharedToolPicker.labels.color
    switch change.kind {
    case .removed(let color):
      return tr("“{color}” was removed from the row.").filled("color", name(color))
    case .replaced(let old, with: let new):
      // Translators: both are colors, as in “#1F7A5C” and “Red”.
      return tr("“{new}” is in the place of “{old}” in the row now.")
        .filled("new", name(new)).filled("old", name(old))
    case .reset: return tr("The row has its standard colors again.")
    }
  }

  private func showHistory() { header.showsHistory = !overlay.showsHistory }
}
