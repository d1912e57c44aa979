import CGtk

/// Rows, each of which can be chosen.
nonisolated public struct ListBox: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ListBox {
  public init() { self.init(gtk_list_box_new()) }

  public func append(_ child: some WidgetProtocol) { gtk_list_box_append(cast(), child.cast()) }
  public func remove(_ child: some WidgetProtocol) { gtk_list_box_remove(cast(), child.cast()) }
  public func setSelectionMode(_ mode: GtkSelectionMode) {
    gtk_list_box_set_selection_mode(cast(), mode)
  }

  /// A row was clicked, or Enter pressed on it.
  public var rowActivated: Signal<Void, Widget?> { Signal(self, "row-activated") }
}
