import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The tool picker that all windows of this process share, and that the next start begins with.
@MainActor
final class SharedToolPicker {
  static let shared = SharedToolPicker()
  /// What the picker says, in the user's language.
  static let labels = PickerLabels(tr, inContext: trc)

  var picker: ToolPicker {
    didSet {
      guard picker != oldValue else { return }
      listeners.tell()
      saveSoon()
    }
  }

  /// The position of the picker for each of its layouts, the same in every window.
  var places: PickerPlacements {
    didSet {
      guard places != oldValue else { return }
      Settings.shared[.pickerPlacements] = places
      listeners.tell()
    }
  }

  /// Told of every change.
  let listeners = Listeners()
  private var isSaving = false

  private init() {
    picker = Settings.shared[.toolPicker]
    places = Settings.shared[.pickerPlacements]
  }

  /// A slider that is dragged changes the picker with every frame; the disk hears the last of it.
  private func saveSoon() {
    guard !isSaving else { return }
    isSaving = true
    MainLoop.after(0.3) { [weak self] in self?.save() }
  }

  /// Writes what is not written yet; the app is about to end.
  func save() {
    guard isSaving else { return }
    isSaving = false
    Settings.shared[.toolPicker] = picker
  }
}
