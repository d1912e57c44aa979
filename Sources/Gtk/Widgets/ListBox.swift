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

  /// Selects the row of an index, from 0.
  public func select(_ index: Int) {
    gtk_list_box_select_row(cast(), gtk_list_box_get_row_at_index(cast(), CInt(index)))
  }

  /// The index of the row that is selected, `nil` for none.
  public var selected: Int? {
    gtk_list_box_get_selected_row(cast()).map { Int(gtk_list_box_row_get_index($0)) }
  }

  /// ``selected`` may have changed, by the user or by code.
  public var selectionChanged: Signal<Void> { Signal(self, "selected-rows-changed") }

  /// A row was clicked, or Enter pressed on it.
  public var rowActivated: Signal<Void, Widget?> { Signal(self, "row-activated") }
}
