import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The tool picker's state, shared by all windows of this process and saved for the next start.
@MainActor
final class SharedToolPicker {
  static let shared = SharedToolPicker()
  /// The picker's texts, in the user's language.
  static let labels = PickerLabels(tr, inContext: trc)

  var picker: ToolPicker {
    didSet {
      guard picker != oldValue else { return }
      listeners.tell()
      saveSoon()
    }
  }

  /// The position of the picker for each of its layouts, the same in every window.
  var placements: PickerPlacements {
    didSet {
      guard placements != oldValue else { return }
      Settings.shared[.pickerPlacements] = placements
      listeners.tell()
    }
  }

  /// Told of every change.
  let listeners = Listeners()
  private var isSaving = false

  private init() {
    picker = Settings.shared[.toolPicker].atStart
    placements = Settings.shared[.pickerPlacements]
  }

  /// Delays writing: a slider that is dragged changes the picker with every frame.
  private func saveSoon() {
    guard !isSaving else { return }
    isSaving = true
    MainLoop.after(0.3) { [weak self] in self?.save() }
  }

  /// Writes pending changes; the app is about to end.
  func save() {
    guard isSaving else { return }
    isSaving = false
    Settings.shared[.toolPicker] = picker
  }
}
