import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

extension DocumentWindow {
  func addToolActions() {
    actions.add("tool", state: Tools.shared.picker.tool.description) { [weak self] name in
      guard let self, let tool = Tool(name) else { return }
      if Tools.shared.picker.select(tool) == .again {
        // The state was set to the same; a second press of a tool's letter opens its options.
        self.desk.showOptions()
      }
    }
    actions.add("previous-tool") { Tools.shared.picker.togglePrevious() }
    actions.add("toggle-eraser") { Tools.shared.picker.toggleEraser() }
    actions.add("finer") { Tools.shared.picker.stepSize(-1) }
    actions.add("broader") { Tools.shared.picker.stepSize(1) }
    actions.add("tool-options") { [weak self] in self?.desk.showOptions() }
    actions.add("colors") { [weak self] in self?.desk.showColors() }
    actions.add("pick-color") { [weak self] in self?.desk.pickColor() }
    actions.add("focus-tools") { [weak self] in self?.desk.focusPicker() }
    actions.add("show-tools", isOn: Settings.shared.showsTools) { Settings.shared.showsTools = $0 }
  }

  func connectTools() {
    desk.onPicker = { Tools.shared.picker = $0 }
    desk.onPlaces = { Tools.shared.places = $0 }
    desk.onUndo = { [weak self] in self?.canvas.perform { $0.undo() } }
    desk.onRedo = { [weak self] in self?.canvas.perform { $0.redo() } }
    desk.onHistoryShown = { [weak self] in self?.showHistory() }
    Tools.shared.onChange(self) { $0.toolsChanged() }
    let settings = Settings.shared
    for key in ["hand", "show-tools"] {
      settings.onChange(of: key) { [weak self] in self?.toolsChanged() }
    }
    RawSignal.connect1(window, "notify::fullscreened") { [weak self] _ in
      guard let self else { return }
      self.desk.hidesPicker = gtk_window_is_fullscreen(self.window) != 0
    }
    toolsChanged()
    showHistory()
  }

  private func toolsChanged() {
    desk.picker = Tools.shared.picker
    desk.places = Tools.shared.places
    desk.hand = Settings.shared.hand
    desk.showsPicker = Settings.shared.showsTools
    actions.show("tool", state: Tools.shared.picker.tool.description)
    actions.show("show-tools", isOn: Settings.shared.showsTools)
  }

  private func showHistory() { header.showsHistory = !desk.showsHistory }
}
