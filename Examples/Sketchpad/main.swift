// A window to draw in: Plumbago's canvas and tool picker in an app of one's own.
import CGtk
import Canvas
import Gtk
import InkWidgets

gtk_init()
MainLoop.attach()
let canvas = CanvasWidget(session: CanvasSession(.empty))
let overlay = CanvasOverlay(
  canvas: canvas, labels: PickerLabels(), picker: ToolPicker(), placements: PickerPlacements())
canvas.onUpdate = { _ in
  let history = canvas.session.history
  overlay.setHistory(
    undo: history.undoLabel == nil ? nil : "Undo", redo: history.redoLabel == nil ? nil : "Redo")
}
overlay.setHistory(undo: nil, redo: nil)

let window = Window()
window.title = "Sketchpad"
window.defaultSize = (1000, 700)
window.setChild(overlay.widget)
window.run()
