// A program that knows nothing of handwriting and changes its fields at a signal: a window with the entries “entry”
// and “spare”, a password entry “password”, a text “view”, a button whose popover has an entry “inner”, and an entry
// “finder”, whose text has a popover of results open while it is not empty; and a second window with an entry “other”
// and one, “edge”, whose lower part is out of sight in a form that scrolls. Prints “name: text” whenever a text
// changes, “scrolled: POINTS” when the form scrolls, “changed” once it has acted, and “closing: TEXT” with the last
// text of “entry” when the first window is asked to close, which it does.
//
//   ChangingFields ACTION    what it does with “entry” at SIGUSR1: destroy, reparent, move (into the second window),
//                            hide, lock (its text can no longer be edited), fill (other text), or close (the window)
import CGtk
import Glibc
import Gtk
import LineOutput

gtk_init()
let action = CommandLine.arguments.dropFirst().first ?? ""

func named(
  _ field: UnsafeMutablePointer<GtkWidget>?, _ name: String
) -> UnsafeMutablePointer<GtkWidget> {
  let field = field!
  Accessible.name(Widget(field), name)
  gtk_widget_set_size_request(field, 300, 44)
  if name != "view" {
    Signal<Void>(field, "changed").connect {
      say("\(name): \(String(cString: gtk_editable_get_text(field.opaque)))")
    }
  }
  return field
}

func makeWindow(_ title: String) -> (
  window: UnsafeMutablePointer<GtkWidget>, column: UnsafeMutablePointer<GtkWidget>
) {
  let window = gtk_window_new()!
  gtk_window_set_title(window.cast(), title)
  gtk_window_set_default_size(window.cast(), 380, 420)
  let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 20)!
  for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_start] { side(column, 20) }
  gtk_window_set_child(window.cast(), column)
  gtk_widget_set_focusable(window, 1)
  return (window, column)
}

let (window, column) = makeWindow("Fields")
let (second, secondColumn) = makeWindow("Second")
let entry = named(gtk_entry_new(), "entry")
gtk_entry_set_placeholder_text(entry.cast(), "Name")
let spare = named(gtk_entry_new(), "spare")
let password = named(gtk_password_entry_new(), "password")
let view = named(gtk_text_view_new(), "view")
let buffer = gtk_text_view_get_buffer(view.cast())!
Signal<Void>(buffer, "changed").connect { say("view: \(buffer.string("text") ?? "")") }
let menu = gtk_menu_button_new()!
Accessible.name(Widget(menu), "menu")
let popover = gtk_popover_new()!
gtk_popover_set_child(popover.cast(), named(gtk_entry_new(), "inner"))
gtk_menu_button_set_popover(menu.opaque, popover)
let finder = named(gtk_entry_new(), "finder")
let results = gtk_popover_new()!
gtk_popover_set_child(results.cast(), gtk_label_new("Results"))
gtk_popover_set_autohide(results.cast(), 0)
gtk_popover_set_position(results.cast(), GTK_POS_BOTTOM)
gtk_widget_set_parent(results, finder)
Signal<Void>(finder, "changed").connect {
  let isEmpty = String(cString: gtk_editable_get_text(finder.opaque)).isEmpty
  if isEmpty { gtk_popover_popdown(results.cast()) } else { gtk_popover_popup(results.cast()) }
}
for widget in [entry, spare, password, view, menu, finder] {
  gtk_box_append(column.cast(), widget)
}
gtk_box_append(secondColumn.cast(), named(gtk_entry_new(), "other"))
let form = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
let edge = named(gtk_entry_new(), "edge")
// The form shows 200 points.
gtk_widget_set_margin_top(edge, 170)
gtk_widget_set_margin_bottom(edge, 300)
gtk_box_append(form.cast(), edge)
let scroller = gtk_scrolled_window_new()!
gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
gtk_widget_set_size_request(scroller, -1, 200)
gtk_scrolled_window_set_child(scroller.opaque, form)
if let viewport = gtk_widget_get_parent(form) {
  gtk_viewport_set_scroll_to_focus(viewport.opaque, 1)
}
gtk_box_append(secondColumn.cast(), scroller)
let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)!
Signal<Void>(adjustment, "value-changed").connect {
  say("scrolled: \(gtk_adjustment_get_value(adjustment))")
}

MainLoop.onSystemSignal(SIGUSR1) {
  switch action {
  case "destroy": gtk_box_remove(column.cast(), entry)
  case "reparent", "move":
    g_object_ref(entry)
    gtk_box_remove(column.cast(), entry)
    gtk_box_append((action == "move" ? secondColumn : column).cast(), entry)
    g_object_unref(entry)
  case "hide": gtk_widget_set_visible(entry, 0)
  case "lock": gtk_editable_set_editable(entry.opaque, 0)
  case "fill": gtk_editable_set_text(entry.opaque, "filled")
  case "close": gtk_window_destroy(window.cast())
  default: break
  }
  say("changed")
}

// An entry does not end the popover that was given to it.
Widget(finder).destroyed.connect { gtk_widget_unparent(results) }

// By then the entry may be gone.
var lastText = ""
Signal<Void>(entry, "changed").connect {
  lastText = String(cString: gtk_editable_get_text(entry.opaque))
}
Signal<Bool>(window, "close-request").connect {
  say("closing: \(lastText)")
  return false
}

var open = 2
for each in [second, window] {
  Widget(each).destroyed.connect { open -= 1 }
  gtk_window_present(each.cast())
  gtk_window_set_focus(each.cast(), nil)
}
while open > 0 { g_main_context_iteration(nil, 1) }
