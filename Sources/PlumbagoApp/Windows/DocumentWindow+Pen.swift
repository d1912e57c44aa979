import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

/// Pens, what they show while they hover, the parts of a tablet, and the pen that the keyboard moves.
extension DocumentWindow {
  func addPenActions() {
    actions.add("sizes") { [weak self] in self?.desk.showSizes() }
    actions.add("keyboard-pen", isOn: false) { [weak self] in self?.canvas.virtualPen.isOn = $0 }
    actions.add("test-input") { [weak self] in InputTesterWindow.show(parent: self?.window) }
  }

  func connectPen() {
    let settings = Settings.shared
    followPenSettings()
    for key in ["hover-preview", "ring-key", "pen-buttons", "tablet-pad"] {
      settings.onChange(of: key) { [weak self] in self?.followPenSettings() }
    }
    pad.onPress = { [weak self] in self?.press($0) }
    pad.onTurn = { [weak self] in self?.turn($0, by: $1) }
    canvas.virtualPen.onChange = { [weak self] isOn in
      guard let self else { return }
      self.actions.show("keyboard-pen", isOn: isOn)
      if isOn {
        self.banner.show(
          .keyboardPen,
          tr("Arrow keys move the pen, Space puts it down and lifts it, Escape puts it away."))
      } else {
        self.banner.hide(.keyboardPen)
      }
    }
  }

  private func followPenSettings() {
    let settings = Settings.shared
    canvas.hover.policy = settings.hoverPreview
    desk.ring.modifier = settings.ringKey
    desk.penButtons.map = settings.penButtons
    pad.map = settings.pad
  }

  // MARK: The parts of a tablet

  private func press(_ press: PadPress) {
    switch press {
    case .nothing: break
    case .undo: desk.perform(.undo)
    case .redo: desk.perform(.redo)
    case .toggleEraser: desk.perform(.toggleEraser)
    case .previousTool: desk.perform(.previousTool)
    case .colors: desk.perform(.colors)
    case .sizes: desk.perform(.sizes)
    case .finer: Tools.shared.picker.stepSize(-1)
    case .broader: Tools.shared.picker.stepSize(1)
    case .zoomIn: canvas.view.zoomIn()
    case .zoomOut: canvas.view.zoomOut()
    }
  }

  private func turn(_ turn: PadTurn, by steps: Int) {
    switch turn {
    case .nothing: break
    case .zoom: canvas.view.zoom(bySteps: Double(steps))
    case .size: Tools.shared.picker.stepSize(Double(steps))
    case .history:
      for _ in 0..<abs(steps) { desk.perform(steps < 0 ? .undo : .redo) }
    }
  }
}
