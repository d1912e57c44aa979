import CGtk
import Gtk
import InkModel

/// Offers other readings of a word, below its field, or in a text of many lines below the word.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class ReadingsPopover {
  private let popover = Kept(Popover())

  /// - Parameters:
  ///   - native: The window or popover of the word.
  ///   - area: What it is below, or above where there is no room, in its points.
  ///   - readings: The texts to choose from, the likeliest first.
  ///   - literal: The word letter by letter, as it was written; `nil` where it is one of the others.
  init(
    over native: UnsafeMutablePointer<GtkWidget>, below area: Rect, readings: [String],
    literal: String?, onChoose: @escaping (String) -> Void
  ) {
    let popover = popover.object
    let column = Box(.vertical)
    for reading in readings { column.append(Self.button(reading, onChoose)) }
    if let literal {
      if !readings.isEmpty { column.append(Separator(.horizontal)) }
      column.append(
        Self.button(
          literal, label: ScribbleController.texts.asWritten(literal), onChoose))
    }
    popover.setChild(column)
    popover.addClass("menu")
    // The field keeps the keyboard, and the pen goes on writing: what is pressed elsewhere closes it and is done.
    popover.closesOnPress = false
    popover.position = .bottom
    popover.point(to: area)
    popover.setParent(Widget(native))
    Accessible.name(popover, ScribbleController.texts.otherReadings)
    HeldPopovers.neverHold(popover.widget)
    popover.popUp()
  }

  private static func button(
    _ reading: String, label: String? = nil, _ onChoose: @escaping (String) -> Void
  ) -> Button {
    let button = Button(label ?? reading)
    button.hasFrame = false
    // Large enough for a finger.
    gtk_widget_set_size_request(button.widget, 88, 44)
    button.canFocus = false
    button.clicked.connect { onChoose(reading) }
    return button
  }

  /// Whether a window or popover is this one.
  func isNative(_ native: UnsafeMutablePointer<GtkWidget>) -> Bool {
    popover.object.raw == native.raw
  }

  func close() {
    guard gtk_widget_get_parent(popover.object.widget) != nil else { return }
    popover.object.popDown()
    gtk_widget_unparent(popover.object.widget)
  }
}
