// A window with a text field of each kind, a row in which a field stands between other things that can be pressed, and
// a button. Prints “name: text” whenever a text changes, “pressed” with the entry's text when the button is, and
// “next” or “paper” with the text of the field beside them when one of these is, and “numbers” when the row of number
// fields is pressed between these.
//
//   TextFields [SECONDS]    the recogniser takes so long to open; prints how often the main loop came round from the
//                           first key or press of the mouse on: “held: TURNS” up to the window's own key or the
//                           button's own press, and “unread: TURNS” up to the text of the entry; and “overdue: yes”
//                           where a timer came first that began behind that of 0.15 s, at which the event is late,
//                           and takes longer, else “overdue: no”
//
// The environment's FIELDS_LABEL has where the text of the label stands in it: “right”, as in a language that is written
// from right to left, or “middle”; else it is at the left.
// Where FIELDS_HINT is there, it is the placeholder of the search entry, which else has none.
// Where FIELDS_CENTERED is there, the text of the entry stands in the middle of it.
// Where FIELDS_SPIN is “decimals”, the spin button has 5.0 in it and takes up to 100.0; where it is “words”, it shows the
// names of meals, the first of which is “Breakfast”, and takes these; where it is “times”, it shows minutes as “00:00” and
// takes that alone; where it is “off”, it shows “Off” for 0; where it is “signed”, it takes numbers below 0 as well.
import CGtk
import FieldProgram
import Glibc
import Gtk
import LineOutput

let opening = CommandLine.arguments.dropFirst().first.flatMap { Double($0) }
FieldProgram.start(openingLater: opening ?? 0)
let labelSide = getenv("FIELDS_LABEL").map { String(cString: $0) }
if labelSide == "right" { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }

/// How often a timer of the main loop came round.
var turns = 0
/// How often it had at the first key or press of the mouse.
var turnsAtEvent: Int?
/// Whether that is held for too long.
var isOverdue = false

/// Says how long the first key or press was held, as the program gets it.
func sayHeld() {
  guard let turnsAtEvent else { return }
  say("held: \(turns - turnsAtEvent)")
  say("overdue: \(isOverdue ? "yes" : "no")")
}

let window = gtk_window_new()!
gtk_window_set_title(window.cast(), "Fields")
gtk_window_set_default_size(window.cast(), 600, 720)
let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 24)!
for side in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { side(column, 24) }
for side in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { side(column, 24) }
gtk_window_set_child(window.cast(), column)

func add(
  _ field: UnsafeMutablePointer<GtkWidget>, _ name: String,
  to box: UnsafeMutablePointer<GtkWidget> = column
) {
  Accessible.name(Widget(field), name)
  gtk_widget_set_size_request(field, -1, 44)
  guard name != "view" else {
    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scrolled.opaque, field)
    gtk_box_append(box.cast(), scrolled)
    let buffer = gtk_text_view_get_buffer(field.cast())!
    Signal<Void>(buffer, "changed").connect { say("view: \(buffer.string("text") ?? "")") }
    return
  }
  gtk_box_append(box.cast(), field)
  Signal<Void>(field, "changed").connect {
    say("\(name): \(String(cString: gtk_editable_get_text(field.opaque)))")
  }
}

let entry = gtk_entry_new()!
gtk_entry_set_placeholder_text(entry.cast(), "Name")
if getenv("FIELDS_CENTERED") != nil { gtk_editable_set_alignment(entry.opaque, 0.5) }
add(entry, "entry")
let search = gtk_search_entry_new()!
if let hint = getenv("FIELDS_HINT") {
  Object(search).set("placeholder-text", String(cString: hint))
}
add(search, "search")
let spinKind = getenv("FIELDS_SPIN").map { String(cString: $0) }
let hasDecimals = spinKind == "decimals"
// It shows as many decimals as the step has.
let spin = gtk_spin_button_new_with_range(0, hasDecimals ? 100 : 1000, hasDecimals ? 0.5 : 1)!
if hasDecimals { gtk_spin_button_set_value(spin.opaque, 5) }
switch spinKind {
case "words": showMeals(in: spin)
case "times": showTimes(in: spin)
case "off": showOff(in: spin)
case "signed": gtk_spin_button_set_range(spin.opaque, -1000, 1000)
default: break
}
add(spin, "spin")
let label = gtk_editable_label_new("note")!
if labelSide == "middle" { gtk_editable_set_alignment(label.opaque, 0.5) }
add(label, "label")
let password = gtk_password_entry_new()!
add(password, "password")
// Side by side: there is no more room for another row.
let numbers = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24)!
gtk_box_set_homogeneous(numbers.cast(), 1)
gtk_box_append(column.cast(), numbers)
let pin = gtk_entry_new()!
gtk_entry_set_input_purpose(pin.cast(), GTK_INPUT_PURPOSE_PIN)
add(pin, "pin", to: numbers)
let digits = gtk_entry_new()!
gtk_entry_set_input_purpose(digits.cast(), GTK_INPUT_PURPOSE_DIGITS)
add(digits, "digits", to: numbers)
let phone = gtk_entry_new()!
gtk_entry_set_input_purpose(phone.cast(), GTK_INPUT_PURPOSE_PHONE)
add(phone, "phone", to: numbers)
let hidden = gtk_entry_new()!
gtk_entry_set_visibility(hidden.cast(), 0)
add(hidden, "hidden")
let fixed = gtk_entry_new()!
gtk_editable_set_editable(fixed.opaque, 0)
add(fixed, "fixed")
let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
gtk_box_append(column.cast(), row)
let beside = gtk_entry_new()!
gtk_editable_set_width_chars(beside.opaque, 12)
add(beside, "beside", to: row)
let next = gtk_button_new_with_label("A broad button")!
Accessible.name(Widget(next), "next")
gtk_box_append(row.cast(), next)
let second = gtk_entry_new()!
gtk_editable_set_width_chars(second.opaque, 12)
add(second, "second", to: row)
let paper = gtk_drawing_area_new()!
Accessible.name(Widget(paper), "paper")
gtk_widget_set_focusable(paper, 1)
gtk_widget_set_hexpand(paper, 1)
gtk_box_append(row.cast(), paper)
let view = gtk_text_view_new()!
gtk_widget_set_vexpand(view, 1)
add(view, "view")
let button = gtk_button_new_with_label("Done")!
Accessible.name(Widget(button), "done")
gtk_box_append(column.cast(), button)
Button(button).clicked.connect {
  sayHeld()
  say("pressed: \(String(cString: gtk_editable_get_text(entry.opaque)))")
}
Button(next).clicked.connect {
  say("next: \(String(cString: gtk_editable_get_text(beside.opaque)))")
}
let press = ClickGesture()
press.pressed.connect { _, _, _ in
  say("paper: \(String(cString: gtk_editable_get_text(second.opaque)))")
}
Widget(paper).add(press)
let pressBetween = ClickGesture()
pressBetween.pressed.connect { _, _, _ in say("numbers: pressed") }
Widget(numbers).add(pressBetween)
// Nothing has the keyboard at first.
gtk_widget_set_focusable(window, 1)

var isOpen = true
Widget(window).destroyed.connect { isOpen = false }
gtk_window_present(window.cast())
gtk_window_set_focus(window.cast(), nil)

func comeRound() {
  turns += 1
  MainLoop.after(0.002) { comeRound() }
}
// Hears of events before the handwriting does, which connects to the surface only while ink waits.
if opening != nil, let surface = gtk_native_get_surface(window.opaque) {
  comeRound()
  Signal<Bool, Event?>(surface, "event").connect { event in
    if let event, turnsAtEvent == nil,
      event.type == .keyPress || event.type == .buttonPress && event.deviceTool == nil
    {
      turnsAtEvent = turns
      // In the next turn, when the handwriting's own timer has begun. This one is due later and, of two that are due,
      // dispatched later, however late both are.
      MainLoop.after(0) { MainLoop.after(0.16) { isOverdue = true } }
    }
    return false
  }
  let keys = KeyController(phase: .capture)
  keys.pressed.connect { _, _, _ in
    sayHeld()
    return false
  }
  Widget(window).add(keys)
  Signal<Void>(entry, "changed").connect {
    if let turnsAtEvent { say("unread: \(turns - turnsAtEvent)") }
  }
}

while isOpen { g_main_context_iteration(nil, 1) }
