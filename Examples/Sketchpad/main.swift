// A window to draw in: Plumbago's canvas and tool picker in an app of one's own.
import CGtk
import Canvas
import Gtk
import InkWidgets

gtk_init()
MainLoop.attach()
let canvas = CanvasWidget(session: CanvasSession(.empty))
let desk = CanvasDesk(
  canvas: canvas, labels: PickerLabels(), picker: ToolPicker(), places: PickerPlaces())
canvas.onUpdate = { _ in
  let history = canvas.session.history
  desk.setHistory(
    undo: history.undoLabel == nil ? nil : "Undo", redo: history.redoLabel == nil ? nil : "Redo")
}
desk.setHistory(undo: nil, redo: nil)

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Sketchpad")
gtk_window_set_default_size(window.cast(), 1000, 700)
gtk_window_set_child(window.cast(), desk.widget)
var isOpen = true
RawSignal.connect(window, "destroy") { isOpen = false }
gtk_window_present(window.cast())
while isOpen { g_main_context_iteration(nil, 1) }
