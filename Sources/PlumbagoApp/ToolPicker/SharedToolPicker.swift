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
      listeners.removeAll { !$0() }
      saveSoon()
    }
  }

  /// The position of the picker for each of its layouts, the same in every window.
  var places: PickerPlaces {
    didSet {
      guard places != oldValue else { return }
      Settings.shared.toolPlaces = places.text
      listeners.removeAll { !$0() }
    }
  }

  /// Each answers whether there is still somebody who listens.
  private var listeners: [() -> Bool] = []
  private var isSaving = false

  private init() {
    picker = ToolPicker(text: Settings.shared.toolPicker)
    places = PickerPlaces(text: Settings.shared.toolPlaces)
  }

  /// Tells `listener` of every change, for as long as it lives.
  func onChange<Listener: AnyObject>(
    _ listener: Listener, _ body: @escaping (Listener) -> Void
  ) {
    listeners.append { [weak listener] in
      listener.map(body)
      return listener != nil
    }
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
    Settings.shared.toolPicker = picker.text
  }
}
