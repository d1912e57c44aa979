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

  /// Has other rows; the first one is selected.
  public func setTexts(_ texts: [String]) {
    guard let list = gtk_string_list_new(nil) else { return }
    for text in texts { gtk_string_list_append(list, text) }
    gtk_drop_down_set_model(cast(), list)
    g_object_unref(list.raw)
  }

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
