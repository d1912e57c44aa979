import CGtk

/// A row of a ``ListView``: a widget that shows one item after the other.
@MainActor public protocol ListRow: AnyObject {
  var widget: Widget { get }
}

/// A list of any length: rows are made for what is in view alone, and used again as it scrolls (GtkListView).
///
/// Items are told apart by texts; ``show(_:)`` changes as little as leads to the new ones, so that what is selected and
/// has the keyboard focus keeps both.
@MainActor public final class ListView<Row: ListRow> {
  public let widget: Widget
  /// Makes a row.
  public var make: () -> Row
  /// Gives a row an item, by its index.
  public var bind: (Row, Int) -> Void = { _, _ in }
  /// Takes a row's item away.
  public var unbind: (Row) -> Void = { _ in }
  /// Return or Space was pressed on an item, or it was clicked twice.
  public var onActivate: (Int) -> Void = { _ in }

  private let model: OpaquePointer
  private let selection: OpaquePointer
  private var rows: [UnsafeMutableRawPointer: Row] = [:]
  private(set) public var ids: [String] = []

  public init(_ make: @escaping () -> Row) {
    self.make = make
    model = gtk_string_list_new(nil).opaque
    // Takes over the model, and the view that.
    selection = gtk_multi_selection_new(model).opaque
    let factory = gtk_signal_list_item_factory_new()
    widget = Widget(gtk_list_view_new(selection, factory))
    guard let factory else { return }
    let object = UnsafeMutableRawPointer(factory)
    Signal<Void, UnsafeMutableRawPointer?>(object, "setup").connect { [weak self] item in
      guard let self, let item else { return }
      let row = self.make()
      self.rows[item] = row
      gtk_list_item_set_child(item.cast(), row.widget.widget)
    }
    Signal<Void, UnsafeMutableRawPointer?>(object, "bind").connect { [weak self] item in
      guard let self, let item, let row = self.rows[item] else { return }
      self.bind(row, Int(gtk_list_item_get_position(item.cast())))
    }
    Signal<Void, UnsafeMutableRawPointer?>(object, "unbind").connect { [weak self] item in
      guard let self, let item, let row = self.rows[item] else { return }
      self.unbind(row)
    }
    Signal<Void, UnsafeMutableRawPointer?>(object, "teardown").connect { [weak self] item in
      guard let self, let item else { return }
      self.rows[item] = nil
    }
    Signal<Void, Int>(widget, "activate").connect { [weak self] in self?.onActivate($0) }
  }

  /// The rows that show an item, in no order.
  public var shownRows: [Row] {
    rows.compactMap { gtk_list_item_get_item($0.key.cast()) == nil ? nil : $0.value }
  }

  /// Shows items, by texts that no two share.
  ///
  /// Rows of items that stay are not bound again.
  public func show(_ ids: [String]) {
    let old = self.ids
    guard ids != old else { return }
    var head = 0
    while head < min(old.count, ids.count), old[head] == ids[head] { head += 1 }
    var tail = 0
    while tail < min(old.count, ids.count) - head,
      old[old.count - 1 - tail] == ids[ids.count - 1 - tail]
    {
      tail += 1
    }
    self.ids = ids
    let added = ids[head..<(ids.count - tail)].map { g_strdup($0) }
    defer { for text in added { g_free(text) } }
    var texts = added.map { UnsafePointer<CChar>($0) } + [nil]
    gtk_string_list_splice(model, CUnsignedInt(head), CUnsignedInt(old.count - head - tail), &texts)
  }

  /// The indices of what is selected, in order.
  public var selected: [Int] {
    ids.indices.filter { gtk_selection_model_is_selected(selection, CUnsignedInt($0)) != 0 }
  }

  /// Selects one item alone.
  public func select(_ index: Int) {
    gtk_selection_model_select_item(selection, CUnsignedInt(index), 1)
  }

  /// Scrolls to an item and gives it the keyboard focus.
  public func focus(_ index: Int) {
    guard ids.indices.contains(index) else { return }
    // GTK 4.8 has no call for it but this action (gtk_list_view_scroll_to came with 4.12).
    gtk_widget_activate_action_variant(
      widget.widget, "list.scroll-to-item", g_variant_new_uint32(CUnsignedInt(index)))
  }

  /// What is selected has changed.
  public var selectionChanged: Signal<Void, Int, Int> { Signal(selection, "selection-changed") }
}
