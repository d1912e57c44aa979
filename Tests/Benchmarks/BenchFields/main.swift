// A text view as large as its window, for scripts/bench. Prints “SECONDS TEXT” whenever its text changes: the monotonic
// clock, and the text with “/” for line breaks.
//
//   bench-fields FIELD    another field, by the name of a MeasuredField: prints “length CHARACTERS” at each change, at
//                         SIGUSR1 the turns of the main loop since the one before, and at SIGUSR2 where a word is
import CGtk
import FieldProgram
import Glibc
import Gtk
import LineOutput

FieldProgram.start()

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Fields")
gtk_window_set_decorated(window.cast(), 0)
gtk_window_fullscreen(window.cast())
if let name = CommandLine.arguments.dropFirst().first {
  guard let field = MeasuredField(rawValue: name) else {
    let complaint = "bench-fields: there is no field “\(name)”\n"
    _ = write(2, complaint, complaint.utf8.count)
    exit(1)
  }
  field.show(in: window)
  Turns.measure()
  MainLoop.onSystemSignal(SIGUSR1) { Turns.tell() }
} else {
  let view = gtk_text_view_new()!
  gtk_window_set_child(window.cast(), view)
  let buffer = gtk_text_view_get_buffer(view.cast())!
  Signal<Void>(buffer, "changed").connect {
    let text = (buffer.string("text") ?? "").map { $0 == "\n" ? "/" : $0 }
    say("\(Double(g_get_monotonic_time()) / 1e6) \(String(text))")
  }
}
Window(window).run()
