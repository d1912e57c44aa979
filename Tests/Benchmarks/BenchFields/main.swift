// A text view as large as its window, for scripts/bench. Prints “SECONDS TEXT” whenever its text changes: the monotonic
// clock, and the text with “/” for line breaks.
import CGtk
import FieldProgram
import Gtk
import LineOutput

FieldProgram.start()

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Fields")
gtk_window_set_decorated(window.cast(), 0)
gtk_window_fullscreen(window.cast())
let view = gtk_text_view_new()!
gtk_window_set_child(window.cast(), view)
let buffer = gtk_text_view_get_buffer(view.cast())!
Signal<Void>(buffer, "changed").connect {
  let text = (buffer.string("text") ?? "").map { $0 == "\n" ? "/" : $0 }
  say("\(Double(g_get_monotonic_time()) / 1e6) \(String(text))")
}
Window(window).run()
