import CGtk
import Gtk

/// What a spin button's program makes of its text, as GTK has it.
nonisolated enum InputResult: CInt, SignalResult {
  case taken = 1
  case refused = -1

  func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, rawValue) }
}

/// Has a spin button show meals in place of numbers, and take their names, in whatever letters.
///
/// What is no meal is refused: the one before comes back.
func showMeals(in spin: UnsafeMutablePointer<GtkWidget>) {
  let meals = ["Breakfast", "Coffee", "Dinner"]
  gtk_spin_button_set_update_policy(spin.opaque, GTK_UPDATE_IF_VALID)
  gtk_spin_button_set_range(spin.opaque, 0, Double(meals.count - 1))
  Signal<InputResult, UnsafeMutableRawPointer?>(spin, "input").connect { value in
    let text = String(cString: gtk_editable_get_text(spin.opaque)).lowercased()
    guard let i = meals.firstIndex(where: { $0.lowercased() == text }) else { return .refused }
    value?.storeBytes(of: Double(i), as: Double.self)
    return .taken
  }
  show(in: spin) { meals[$0] }
}

/// Has a spin button show minutes as a time of the day, and take such a time alone.
func showTimes(in spin: UnsafeMutablePointer<GtkWidget>) {
  gtk_spin_button_set_update_policy(spin.opaque, GTK_UPDATE_IF_VALID)
  gtk_spin_button_set_range(spin.opaque, 0, 24 * 60 - 1)
  Signal<InputResult, UnsafeMutableRawPointer?>(spin, "input").connect { value in
    let parts = String(cString: gtk_editable_get_text(spin.opaque)).split(separator: ":")
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]) else {
      return .refused
    }
    value?.storeBytes(of: Double(hours * 60 + minutes), as: Double.self)
    return .taken
  }
  func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
  show(in: spin) { twoDigits($0 / 60) + ":" + twoDigits($0 % 60) }
}

/// Has a spin button show “Off” for 0; of what is typed GTK makes the number.
func showOff(in spin: UnsafeMutablePointer<GtkWidget>) {
  show(in: spin) { $0 == 0 ? "Off" : String($0) }
}

/// Has a spin button show its whole numbers in other words.
private func show(
  in spin: UnsafeMutablePointer<GtkWidget>, as text: @escaping (_ value: Int) -> String
) {
  gtk_spin_button_set_numeric(spin.opaque, 0)
  Signal<Bool>(spin, "output").connect {
    let shown = text(Int(gtk_spin_button_get_value(spin.opaque)))
    // As GTK does: a text that stays is no step of undo.
    if String(cString: gtk_editable_get_text(spin.opaque)) != shown {
      gtk_editable_set_text(spin.opaque, shown)
    }
    return true
  }
  gtk_editable_set_text(spin.opaque, text(Int(gtk_spin_button_get_value(spin.opaque))))
}
