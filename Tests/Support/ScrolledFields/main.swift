// A window with three forms that scroll, each with a note, and below it a field whose lower part is out of sight: the
// entry “popped” of a popover that stays open and hangs on a box of its form, the entry “bar” of a search bar, and the
// editable label “label”. Prints “name: text” whenever a text changes, and “scrolled NAME: POINTS” when the form of a field
// scrolls. From SIGHUP on, when “changes” is printed, the notes change their texts ten times a second, between two lines
// and one, as in a program that knows nothing of handwriting; at SIGUSR1 they rest at one line, and “rests” is printed.
import CGtk
import FieldProgram
import Glibc
import Gtk
import LineOutput

FieldProgram.start()

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Fields")
gtk_window_set_default_size(window.cast(), 600, 700)
gtk_widget_set_focusable(window, 1)
let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_start] { side(column, 12) }
for side in [gtk_widget_set_margin_bottom, gtk_widget_set_margin_end] { side(column, 12) }
gtk_window_set_child(window.cast(), column)
let elsewhere = gtk_button_new_with_label("elsewhere")!
gtk_widget_set_halign(elsewhere, GTK_ALIGN_START)
gtk_box_append(column.cast(), elsewhere)

/// A field, as high as a pen needs, so that it does not grow below one.
func named(
  _ field: UnsafeMutablePointer<GtkWidget>?, _ name: String
) -> UnsafeMutablePointer<GtkWidget> {
  let field = field!
  Accessible.name(Widget(field), name)
  gtk_widget_set_size_request(field, 300, 60)
  Signal<Void>(field, "changed").connect {
    say("\(name): \(String(cString: gtk_editable_get_text(field.opaque)))")
  }
  return field
}

let shortNote = "A note"
let longNote = "A note\nof two lines"
var notes: [UnsafeMutablePointer<GtkWidget>] = []

/// The form of a field, which shows 180 points of it.
///
/// - Parameter distance: From the note to what is in the form, in points.
func addForm(_ name: String, _ content: UnsafeMutablePointer<GtkWidget>, at distance: CInt) {
  let form = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  let note = gtk_label_new(shortNote)!
  notes.append(note)
  gtk_box_append(form.cast(), note)
  gtk_widget_set_margin_top(content, distance)
  gtk_widget_set_margin_bottom(content, 300)
  gtk_box_append(form.cast(), content)
  let scroller = gtk_scrolled_window_new()!
  gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
  gtk_widget_set_size_request(scroller, -1, 180)
  gtk_scrolled_window_set_child(scroller.opaque, form)
  if let viewport = gtk_widget_get_parent(form) {
    gtk_viewport_set_scroll_to_focus(viewport.opaque, 1)
  }
  let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)!
  Signal<Void>(adjustment, "value-changed").connect {
    say("scrolled \(name): \(gtk_adjustment_get_value(adjustment))")
  }
  gtk_box_append(column.cast(), scroller)
}

// The popover begins at some 130 points of its form, and is about 90 high.
let anchor = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
gtk_box_append(anchor.cast(), gtk_label_new("Below this"))
let popover = gtk_popover_new()!
gtk_popover_set_child(popover.cast(), named(gtk_entry_new(), "popped"))
gtk_popover_set_autohide(popover.cast(), 0)
gtk_popover_set_position(popover.cast(), GTK_POS_BOTTOM)
gtk_widget_set_parent(popover, anchor)
addForm("popped", anchor, at: 90)

let bar = gtk_search_bar_new()!
gtk_search_bar_set_child(bar.opaque, named(gtk_search_entry_new(), "bar"))
gtk_search_bar_set_search_mode(bar.opaque, 1)
addForm("bar", bar, at: 115)

let label = named(gtk_editable_label_new("note"), "label")
gtk_widget_set_halign(label, GTK_ALIGN_START)
addForm("label", label, at: 120)

func setNotes(_ text: String) {
  for note in notes { gtk_label_set_text(note.opaque, text) }
}

var isChanging = false

func change(to text: String) {
  guard isChanging else { return }
  setNotes(text)
  MainLoop.after(0.1) { change(to: text == longNote ? shortNote : longNote) }
}

MainLoop.onSystemSignal(SIGHUP) {
  isChanging = true
  change(to: longNote)
  say("changes")
}

MainLoop.onSystemSignal(SIGUSR1) {
  isChanging = false
  setNotes(shortNote)
  say("rests")
}

var isOpen = true
Widget(window).destroyed.connect { isOpen = false }
// A box does not end the popover that was given to it.
Widget(anchor).destroyed.connect { gtk_widget_unparent(popover) }
gtk_window_present(window.cast())
gtk_window_set_focus(window.cast(), nil)
MainLoop.after(0.3) { gtk_popover_popup(popover.cast()) }
while isOpen { g_main_context_iteration(nil, 1) }
