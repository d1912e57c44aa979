import CGtk

/// A list from which one of several texts is chosen.
nonisolated public struct DropDown: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DropDown {
  public init(_ texts: [String]) {
    self.init(gtk_drop_down_new(nil, nil))
    setTexts(texts)
  }

  /// A widget that is such a list; `nil` where it is another one.
  public init?(as widget: some WidgetProtocol) {
    guard widget.isA(gtk_drop_down_get_type()) else { return nil }
    self.init(raw: widget.raw)
  }

  /// Has other rows; the first one is selected.
  public func setTexts(_ texts: [String]) {
    guard let list = gtk_string_list_new(nil) else { return }
    for text in texts { gtk_string_list_append(list, text) }
    gtk_drop_down_set_model(cast(), list)
    g_object_unref(list.raw)
  }

  /// Has the chosen text end in an ellipsis where there is no room for all of it; the open list shows every text whole.
  public func shortenChoice() {
    // What makes both unless there is another one for the list.
    gtk_drop_down_set_list_factory(cast(), gtk_drop_down_get_factory(cast()))
    let layout = Array(Self.choice.utf8)
    let bytes = g_bytes_new(layout, gsize(layout.count))
    defer { g_bytes_unref(bytes) }
    guard let factory = gtk_builder_list_item_factory_new_from_bytes(nil, bytes) else { return }
    gtk_drop_down_set_factory(cast(), factory)
    g_object_unref(factory.raw)
  }

  private static let choice = """
    <interface>
      <template class="GtkListItem">
        <property name="child">
          <object class="GtkLabel">
            <property name="xalign">0</property>
            <property name="ellipsize">end</property>
            <binding name="label">
              <lookup name="string" type="GtkStringObject">
                <lookup name="item">GtkListItem</lookup>
              </lookup>
            </binding>
          </object>
        </property>
      </template>
    </interface>
    """

  /// Of the rows.
  public var count: Int {
    gtk_drop_down_get_model(cast()).map { Int(g_list_model_get_n_items($0)) } ?? 0
  }

  /// ``selected`` may have changed, by the user or by code.
  public var selectionChanged: Signal<Void> { notify("selected") }

  /// The index of the one that is shown, `nil` for none.
  public var selected: Int? {
    get {
      let index = gtk_drop_down_get_selected(cast())
      return index == UInt32.max ? nil : Int(index)
    }
    nonmutating set { gtk_drop_down_set_selected(cast(), newValue.map(UInt32.init) ?? .max) }
  }
}
