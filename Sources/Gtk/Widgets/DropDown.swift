import CGtk

/// One of several texts.
nonisolated public struct DropDown: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DropDown {
  public init(_ texts: [String]) {
    var pointers: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(g_strdup($0)) }
    pointers.append(nil)
    defer { for text in pointers { g_free(UnsafeMutableRawPointer(mutating: text)) } }
    self.init(pointers.withUnsafeBufferPointer { gtk_drop_down_new_from_strings($0.baseAddress) })
  }

  /// Told when ``selected`` may have changed, by whomever.
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
