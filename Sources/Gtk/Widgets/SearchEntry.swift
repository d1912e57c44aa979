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
  public var searchStopped: Signal<Void> { Signal(self, "stop-search") }
}
