import CGtk

/// A widget with a line of text that can be edited.
public protocol EditableProtocol: WidgetProtocol {}

/// Any of them.
nonisolated public struct Editable: EditableProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension EditableProtocol {
  public var changed: Signal<Void> { Signal(self, "changed") }

  public var text: String {
    get { gtk_editable_get_text(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_editable_set_text(cast(), newValue) }
  }

  public var isEditable: Bool {
    get { gtk_editable_get_editable(cast()) != 0 }
    nonmutating set { gtk_editable_set_editable(cast(), newValue ? 1 : 0) }
  }

  public var widthInCharacters: Int {
    get { Int(gtk_editable_get_width_chars(cast())) }
    nonmutating set { gtk_editable_set_width_chars(cast(), CInt(newValue)) }
  }

  public var maximumWidthInCharacters: Int {
    get { Int(gtk_editable_get_max_width_chars(cast())) }
    nonmutating set { gtk_editable_set_max_width_chars(cast(), CInt(newValue)) }
  }

  public var cursor: Int {
    get { Int(gtk_editable_get_position(cast())) }
    nonmutating set { gtk_editable_set_position(cast(), CInt(newValue)) }
  }

  /// In characters; to `nil` means to the end.
  public func select(from start: Int = 0, to end: Int? = nil) {
    gtk_editable_select_region(cast(), CInt(start), CInt(end ?? -1))
  }
}
