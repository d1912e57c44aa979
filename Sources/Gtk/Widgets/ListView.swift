import CGtk

/// A row of a ``ListView``: a widget that shows one item after the other.
@MainActor public protocol ListRow: AnyObject {
  var widget: Widget { get }
}

/// A list of any length: rows are made for what is in view and around it, and used again as it scrolls (GtkListView).
///
/// GTK makes about 200 rows, however few are in view, which may take longer than a frame. So a list that was empty gets
/// its first items at once, which a screen has no room for more of, and the others in the frames that follow.
///
/// Items are told apart by texts; ``show(_:)`` changes as little as leads to the new ones, so that what has the keyboard
/// focus keeps it. What is selected stays selected wherever it comes to be.
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
  /// How many of ``ids`` the list has so far, from the first one on.
  private(set) public var filled = 0
  private var filling: FrameTicks?

  /// Items that are there at once; fewer, and the lower part of a large screen would come later.
  private static var firstItems: Int { 40 }
  /// Items that come in a frame; more, and frames are missed.
  private static var itemsInFrame: Int { 8 }
  /// GTK 4.8 makes rows for as many (`GTK_LIST_VIEW_MAX_LIST_ITEMS`); items beyond cost next to nothing.
  private static var mostRows: Int { 200 }

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
    guard !old.isEmpty else {
      self.ids = ids
      fill(to: Self.firstItems)
      filling = FrameTicks(on: widget) { [weak self] _ in self?.fillMore() ?? false }
      return
    }
    fill(to: old.count)
    let chosen = Set(selected.map { old[$0] })
    var head = 0
    while head < min(old.count, ids.count), old[head] == ids[head] { head += 1 }
    var tail = 0
    while tail < min(old.count, ids.count) - head,
      old[old.count - 1 - tail] == ids[ids.count - 1 - tail]
    {
      tail += 1
    }
    self.ids = ids
    replace(head..<(old.count - tail), by: ids[head..<(ids.count - tail)])
    filled = ids.count
    guard !chosen.isEmpty else { return }
    // For GTK an item that comes elsewhere is another one, which is not selected.
    selectBesides((head..<(ids.count - tail)).filter { chosen.contains(ids[$0]) })
  }

  /// Selects items besides others, all at once: each change is told of.
  private func selectBesides(_ indices: [Int]) {
    guard !indices.isEmpty, let items = gtk_bitset_new_empty() else { return }
    defer { gtk_bitset_unref(items) }
    for index in indices { gtk_bitset_add(items, CUnsignedInt(index)) }
    gtk_selection_model_set_selection(selection, items, items)
  }

  private func replace(_ range: Range<Int>, by ids: ArraySlice<String>) {
    let added = ids.map { g_strdup($0) }
    defer { for text in added { g_free(text) } }
    var texts = added.map { UnsafePointer<CChar>($0) } + [nil]
    gtk_string_list_splice(
      model, CUnsignedInt(range.lowerBound), CUnsignedInt(range.count), &texts)
  }

  /// Has the first items in the model, if they are not.
  private func fill(to count: Int) {
    let count = min(count, ids.count)
    guard filled < count else { return }
    let range = filled..<count
    filled = count
    replace(range.lowerBound..<range.lowerBound, by: ids[range])
  }

  /// Whether there are still more.
  private func fillMore() -> Bool {
    let next = filled + Self.itemsInFrame
    fill(to: next < Self.mostRows ? next : ids.count)
    return filled < ids.count
  }

  /// The indices of what is selected, in order.
  public var selected: [Int] {
    (0..<filled).filter { gtk_selection_model_is_selected(selection, CUnsignedInt($0)) != 0 }
  }

  /// Whether an item is selected; one that is not in the model yet is not.
  public func isSelected(_ index: Int) -> Bool {
    gtk_selection_model_is_selected(selection, CUnsignedInt(index)) != 0
  }

  /// Selects one item alone.
  public func select(_ index: Int) {
    fill(to: index + 1)
    gtk_selection_model_select_item(selection, CUnsignedInt(index), 1)
  }

  /// Selects one item besides others, or selects it no more.
  public func setSelected(_ index: Int, _ isSelected: Bool) {
    fill(to: index + 1)
    if isSelected {
      gtk_selection_model_select_item(selection, CUnsignedInt(index), 0)
    } else {
      gtk_selection_model_unselect_item(selection, CUnsignedInt(index))
    }
  }

  public func selectNothing() { gtk_selection_model_unselect_all(selection) }

  /// Scrolls to an item and gives it the keyboard focus; false where the list takes none.
  @discardableResult
  public func focus(_ index: Int) -> Bool {
    guard ids.indices.contains(index) else { return false }
    fill(to: index + 1)
    // GTK 4.8 has no call for it (gtk_list_view_scroll_to came with 4.12). This action scrolls, which makes the item's
    // row. What keys go on from is the item of the row that took the focus last, which the action does not change.
    gtk_widget_activate_action_variant(
      widget.widget, "list.scroll-to-item", g_variant_new_uint32(CUnsignedInt(index)))
    return row(of: index)?.widget.parent?.grabFocus() ?? false
  }

  /// The row that shows an item; `nil` for one far from what is in view.
  public func row(of index: Int) -> Row? {
    rows.first {
      gtk_list_item_get_item($0.key.cast()) != nil
        && Int(gtk_list_item_get_position($0.key.cast())) == index
    }?.value
  }

  /// What is selected has changed.
  public var selectionChanged: Signal<Void, Int, Int> { Signal(selection, "selection-changed") }
}
