// A text view as large as its window, for scripts/bench. Prints “SECONDS TEXT” whenever its text changes: the monotonic
// clock, and the text with “/” for line breaks.
import CGtk
import Glibc
import Gtk
import GtkScribble
import Handwriting

gtk_init()
MainLoop.attach()
let data = getenv("PLUMBAGO_DATA_DIR").map { String(cString: $0) } ?? ""
ScribbleController.install(
  opening: { try? HandwritingRecognizer(.english, at: data + "/plumbago/recognition/en") },
  isOn: { true })

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

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
var isOpen = true
Widget(window).destroyed.connect { isOpen = false }
gtk_window_present(window.cast())
while isOpen { g_main_context_iteration(nil, 1) }
