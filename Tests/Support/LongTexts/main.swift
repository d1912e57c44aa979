// A window with long texts, each shown at the words “alpha beta gamma” in its middle: “unwrapped” is one line of 20,000
// characters that is not wrapped, “million” a million characters in short lines, and “paragraph” 3000 characters that are
// wrapped. Prints “name: text” with the text from “alpha” to “gamma” whenever a text changes, and half a second later
// “asked NAME: CARETS CHARACTERS SET”: the most that the handwriting has asked any text for at once, and how often the caret
// was set since the change, each time with a layout of its line. At SIGUSR1 it scrolls there and prints “gap NAME: X Y” for
// each text: the middle of the space behind “beta”, in the points of the text view.
import CGtk
import FieldProgram
import Glibc
import Gtk
import GtkScribble
import LineOutput

FieldProgram.start()

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Fields")
gtk_window_set_default_size(window.cast(), 600, 720)
gtk_widget_set_focusable(window, 1)
let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 24)!
for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(column, 24) }
for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(column, 24) }
gtk_window_set_child(window.cast(), column)

let middle = "alpha beta gamma"
/// The characters of the middle before the space that is told of.
let before = 10
var tellGaps: [() -> Void] = []
var showMiddles: [() -> Void] = []

/// - Parameter half: What stands on each side of the middle.
func add(_ name: String, _ half: String, wraps: Bool = false) {
  let view = gtk_text_view_new()!
  Accessible.name(Widget(view), name)
  gtk_text_view_set_wrap_mode(view.cast(), wraps ? GTK_WRAP_WORD : GTK_WRAP_NONE)
  let scroller = gtk_scrolled_window_new()!
  gtk_scrolled_window_set_child(scroller.opaque, view)
  gtk_widget_set_vexpand(scroller, 1)
  gtk_box_append(column.cast(), scroller)
  let buffer = gtk_text_view_get_buffer(view.cast())!
  gtk_text_buffer_set_text(buffer, half + middle + " " + half, -1)
  var iter = GtkTextIter()
  gtk_text_buffer_get_start_iter(buffer, &iter)
  gtk_text_buffer_place_cursor(buffer, &iter)
  let position = half.unicodeScalars.count
  gtk_text_buffer_get_iter_at_offset(buffer, &iter, CInt(position))
  let start = gtk_text_buffer_create_mark(buffer, nil, &iter, 1)!
  gtk_text_buffer_get_iter_at_offset(
    buffer, &iter, CInt(position + middle.unicodeScalars.count))
  let end = gtk_text_buffer_create_mark(buffer, nil, &iter, 0)!
  showMiddles.append {
    gtk_text_view_scroll_to_mark(view.cast(), start, 0, 1, 0.5, 0.5)
  }
  tellGaps.append {
    var (space, box) = (GtkTextIter(), GdkRectangle())
    gtk_text_buffer_get_iter_at_mark(buffer, &space, start)
    gtk_text_iter_forward_chars(&space, CInt(before))
    gtk_text_view_get_iter_location(view.cast(), &space, &box)
    var (x, y) = (CInt(0), CInt(0))
    gtk_text_view_buffer_to_window_coords(
      view.cast(), GTK_TEXT_WINDOW_WIDGET, box.x + box.width / 2, box.y + box.height / 2, &x, &y)
    say("gap \(name): \(x) \(y)")
  }
  var timesSet = 0
  let caret = UnsafeMutableRawPointer(gtk_text_buffer_get_insert(buffer))
  Signal<Void, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?>(buffer, "mark-set").connect {
    if $1 == caret { timesSet += 1 }
  }
  Signal<Void>(buffer, "changed").connect {
    timesSet = 0
    var (first, last) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_mark(buffer, &first, start)
    gtk_text_buffer_get_iter_at_mark(buffer, &last, end)
    say("\(name): \(takeString(gtk_text_iter_get_slice(&first, &last)) ?? "")")
    MainLoop.after(0.5) {
      let asked = ScribbleController.mostAsked
      say("asked \(name): \(asked.carets) \(asked.characters) \(timesSet)")
    }
  }
}

/// Words of so many characters at least.
func words(_ count: Int) -> String {
  let sentence = "they sell bread and fruit in the small shop "
  return String(repeating: sentence, count: count / sentence.count + 1)
}

add("unwrapped", words(10_000))
add("million", String(repeating: words(40) + "\n", count: 500_000 / 45 + 1))
add("paragraph", words(1500), wraps: true)

var isOpen = true
Widget(window).destroyed.connect { isOpen = false }
gtk_window_present(window.cast())
gtk_window_set_focus(window.cast(), nil)
MainLoop.after(0.3) { for show in showMiddles { show() } }
MainLoop.onSystemSignal(SIGUSR1) {
  // What was measured meanwhile has moved it.
  for show in showMiddles { show() }
  MainLoop.after(0.3) { for tell in tellGaps { tell() } }
}
while isOpen { g_main_context_iteration(nil, 1) }
