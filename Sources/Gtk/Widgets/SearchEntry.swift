import CGtk

/// A line to search with.
nonisolated public struct SearchEntry: EditableProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension SearchEntry {
  public init() { self.init(gtk_search_entry_new()) }

  /// The text has changed and rested for a moment.
  public var searchChanged: Signal<Void> { Signal(self, "search-changed") }
  public var activated: Signal<Void> { Signal(self, "activate") }
  /// A key that another widget did not want was typed into it.
  public var searchStarted: Signal<Void> { Signal(self, "search-started") }
  public var searchStopped: Signal<Void> { Signal(self, "stop-search") }

  public var placeholder: String {
    // By the property: GTK 4.8 has no calls for it, they came with 4.10.
    get { object.string("placeholder-text") ?? "" }
    nonmutating set { object.set("placeholder-text", newValue) }
  }

  /// What is typed while another widget within `widget` has the keyboard, and does not want it, is typed here.
  public func takesKeys(from widget: some WidgetProtocol) {
    gtk_search_entry_set_key_capture_widget(cast(), widget.cast())
  }
}
