// A window with fields that answer what is typed: the entry “completing” offers words of a list and adds the letters
// that those which fit share, the search entry “search” opens a popover of results, the entry “bar” and the editable
// label “label” are in a search bar, the entry “low” is as low as the theme has it, and the text “long” has 200 lines and
// ends at a full one. Prints “name: text” whenever a text changes, and “scrolled: POINTS” when “long” scrolls, to a side
// too. At SIGUSR1 a banner appears above all when nobody writes, and “banner” is printed. At SIGHUP one appears at once,
// and a panel beside the fields, as in a program that knows nothing of handwriting, and “panel” is printed. From SIGUSR2
// on the text is laid out and painted in every frame, as during a transition of its style, and “transition” is printed.
//
// The environment's FIELDS_CONTAINER has what “search” and “low” lie in instead of the window's box: “grid”, “list”, “flow”
// or “pane”. Then SIGHUP changes that, as FieldContainer says, and not the box, and a second one prints “filtered”. At
// SIGWINCH “completing” goes and a note comes below “low” in that container, and “gone” is printed.
//
// The environment's FIELDS_MARGIN has the right margin of “long” in points. Then its third line from the end has as many
// words as there is room for beside that margin, and no room for another one.
//
// With the environment's FIELDS_EMOJI, “low” is for addresses and offers emoji for what follows a colon at its end.
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
let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 40)!
for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(column, 24) }
for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(column, 24) }
gtk_widget_set_hexpand(column, 1)
let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
let panel = gtk_label_new("A panel")!
gtk_widget_set_visible(panel, 0)
gtk_box_append(row.cast(), panel)
gtk_box_append(row.cast(), column)
gtk_window_set_child(window.cast(), row)
let container = getenv("FIELDS_CONTAINER").flatMap {
  FieldContainer.Kind(rawValue: String(cString: $0))
}.map { FieldContainer($0) }

func add(
  _ field: UnsafeMutablePointer<GtkWidget>, _ name: String,
  to box: UnsafeMutablePointer<GtkWidget> = column, in container: FieldContainer? = nil
) {
  Accessible.name(Widget(field), name)
  if let container { container.append(field) } else { gtk_box_append(box.cast(), field) }
  Signal<Void>(field, "changed").connect {
    say("\(name): \(String(cString: gtk_editable_get_text(field.opaque)))")
  }
}

let banner = gtk_label_new("A banner")!
gtk_widget_set_visible(banner, 0)
gtk_box_append(column.cast(), banner)
MainLoop.onSystemSignal(SIGUSR1) {
  ScribbleController.performAtPause {
    gtk_widget_set_visible(banner, 1)
    say("banner")
  }
}

MainLoop.onSystemSignal(SIGHUP) {
  if let container {
    guard container.change() else {
      say("filtered")
      return
    }
  } else {
    gtk_widget_set_visible(banner, 1)
  }
  gtk_widget_set_visible(panel, 1)
  say("panel")
}

let bar = gtk_search_bar_new()!
let barRow = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
gtk_search_bar_set_child(bar.opaque, barRow)
gtk_search_bar_set_search_mode(bar.opaque, 1)
gtk_box_append(column.cast(), bar)
let inBar = gtk_search_entry_new()!
gtk_widget_set_size_request(inBar, 260, -1)
add(inBar, "bar", to: barRow)
let label = gtk_editable_label_new("note")!
gtk_widget_set_size_request(label, 120, -1)
gtk_widget_set_margin_start(label, 10)
add(label, "label", to: barRow)

let completing = gtk_entry_new()!
add(completing, "completing")
// Words that begin as what is written in the tests does, and share one more letter.
let completion = gtk_entry_completion_new()!
var types: [GType] = [.string]
let words = gtk_list_store_newv(1, &types)!
for word in ["worldly", "worldliest", "worldliness"] {
  var (row, value) = (GtkTreeIter(), GValue())
  g_value_init(&value, .string)
  g_value_set_string(&value, word)
  gtk_list_store_append(words, &row)
  gtk_list_store_set_value(words, &row, 0, &value)
  g_value_unset(&value)
}
gtk_entry_completion_set_model(completion, OpaquePointer(words))
gtk_entry_completion_set_text_column(completion, 0)
gtk_entry_completion_set_minimum_key_length(completion, 1)
gtk_entry_completion_set_inline_completion(completion, 1)
gtk_entry_set_completion(completing.cast(), completion)
MainLoop.onSystemSignal(SIGWINCH) {
  gtk_widget_set_visible(completing, 0)
  container?.append(gtk_label_new("A note")!)
  say("gone")
}

if let container { gtk_box_append(column.cast(), container.widget) }
let search = gtk_search_entry_new()!
add(search, "search", in: container)
let results = gtk_popover_new()!
gtk_popover_set_child(results.cast(), gtk_label_new("Results"))
gtk_popover_set_autohide(results.cast(), 0)
gtk_popover_set_position(results.cast(), GTK_POS_BOTTOM)
gtk_widget_set_parent(results, search)
Signal<Void>(search, "search-changed").connect {
  let isEmpty = String(cString: gtk_editable_get_text(search.opaque)).isEmpty
  if isEmpty { gtk_popover_popdown(results.cast()) } else { gtk_popover_popup(results.cast()) }
}

let low = gtk_entry_new()!
if getenv("FIELDS_EMOJI") != nil {
  // Only there does a written word follow a mark without a space, with which GTK 4.8 offers nothing.
  gtk_entry_set_input_purpose(low.cast(), GTK_INPUT_PURPOSE_URL)
  Object(low).set("enable-emoji-completion", true)
}
if container != nil { gtk_widget_set_margin_top(low, 8) }
add(low, "low", in: container)

let long = gtk_text_view_new()!
Accessible.name(Widget(long), "long")
gtk_text_view_set_wrap_mode(long.cast(), GTK_WRAP_WORD)
let buffer = gtk_text_view_get_buffer(long.cast())!
var lines = (1...200).map { "line \($0)" }
if let margin = getenv("FIELDS_MARGIN").flatMap({ CInt(String(cString: $0)) }) {
  gtk_text_view_set_right_margin(long.cast(), margin)
  /// The width of a line in the view's font.
  func width(_ line: String) -> CInt {
    let layout = Kept(taking: Object(gtk_widget_create_pango_layout(long, line).raw))
    var (width, height) = (CInt(0), CInt(0))
    pango_layout_get_pixel_size(layout.object.opaque, &width, &height)
    return width
  }
  // The window is 600 wide, with 24 on either side.
  while width(lines[197] + " so") < 552 - margin { lines[197] += " so" }
}
gtk_text_buffer_set_text(buffer, lines.joined(separator: "\n"), -1)
Signal<Void>(buffer, "changed").connect {
  say("long: \((buffer.string("text") ?? "").split(separator: "\n").last ?? "")")
}
let scrolled = gtk_scrolled_window_new()!
gtk_widget_set_vexpand(scrolled, 1)
gtk_scrolled_window_set_child(scrolled.opaque, long)
gtk_box_append(column.cast(), scrolled)
let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)!
for each in [adjustment, gtk_scrolled_window_get_hadjustment(scrolled.opaque)!] {
  Signal<Void>(each, "value-changed").connect {
    say("scrolled: \(gtk_adjustment_get_value(each))")
  }
}

var transition: FrameTicks?
MainLoop.onSystemSignal(SIGUSR2) {
  transition = FrameTicks(on: Widget(long)) { _ in
    gtk_widget_queue_allocate(long)
    gtk_widget_queue_draw(long)
    return true
  }
  say("transition")
}

var isOpen = true
Widget(window).destroyed.connect { isOpen = false }
// An entry does not end the popover that was given to it.
Widget(search).destroyed.connect { gtk_widget_unparent(results) }
gtk_window_present(window.cast())
gtk_window_set_focus(window.cast(), nil)
// To the end of the text, from within a frame: GTK 4.8 may paint the scroll bar before its new layout where a timer moves
// it while a frame is under way.
var began: Double?
let scrolling = FrameTicks(on: Widget(long)) { time in
  let start = began ?? time
  began = start
  guard time - start > 0.3 else { return true }
  gtk_adjustment_set_value(
    adjustment,
    gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
  return false
}
while isOpen { g_main_context_iteration(nil, 1) }
