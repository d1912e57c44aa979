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
  gtk_spin_button_set_numeric(spin.opaque, 0)
  gtk_spin_button_set_update_policy(spin.opaque, GTK_UPDATE_IF_VALID)
  gtk_spin_button_set_range(spin.opaque, 0, Double(meals.count - 1))
  Signal<InputResult, UnsafeMutableRawPointer?>(spin, "input").connect { value in
    let text = String(cString: gtk_editable_get_text(spin.opaque)).lowercased()
    guard let i = meals.firstIndex(where: { $0.lowercased() == text }) else { return .refused }
    value?.storeBytes(of: Double(i), as: Double.self)
    return .taken
  }
  Signal<Bool>(spin, "output").connect {
    let meal = meals[Int(gtk_spin_button_get_value(spin.opaque))]
    // As GTK does: a text that stays is no step of undo.
    if String(cString: gtk_editable_get_text(spin.opaque)) != meal {
      gtk_editable_set_text(spin.opaque, meal)
    }
    return true
  }
  gtk_editable_set_text(spin.opaque, meals[0])
}
