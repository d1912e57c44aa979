import CGtk

/// A modal question or message over a window.
nonisolated public struct MessageDialog: DialogProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension MessageDialog {
  public init(_ text: String, detail: String = "") {
    // Not gtk_message_dialog_new, which takes varargs; the properties do the same.
    guard let made = g_object_new_with_properties(gtk_message_dialog_get_type(), 0, nil, nil) else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    self.init(made)
    set("text", text)
    set("secondary-text", detail)
    isModal = true
  }

  /// Adds a widget below the text.
  public func append(_ widget: some WidgetProtocol) {
    guard let area = gtk_message_dialog_get_message_area(cast()) else { return }
    gtk_box_append(area.cast(), widget.cast())
  }
}
