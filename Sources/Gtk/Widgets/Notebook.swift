import CGtk

/// Pages of which one is shown, each with a tab.
nonisolated public struct Notebook: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Notebook {
  public init() { self.init(gtk_notebook_new()) }

  /// Adds a page, whose tab can be dragged to another position and shares the width with the others.
  ///
  /// - Parameter position: Its own, from 0.
  public func insert(_ page: some WidgetProtocol, tab: some WidgetProtocol, at position: Int) {
    gtk_notebook_insert_page(cast(), page.cast(), tab.cast(), CInt(position))
    gtk_notebook_set_tab_reorderable(cast(), page.cast(), 1)
    let properties = gtk_notebook_get_page(cast(), page.cast())
    properties?.raw.set("tab-expand", true)
  }

  public func remove(_ page: some WidgetProtocol) {
    gtk_notebook_remove_page(cast(), gtk_notebook_page_num(cast(), page.cast()))
  }

  /// The position of a page, from 0; -1 for what is none.
  public func position(of page: some WidgetProtocol) -> Int {
    Int(gtk_notebook_page_num(cast(), page.cast()))
  }

  /// Moves a page to a position.
  public func move(_ page: some WidgetProtocol, to position: Int) {
    gtk_notebook_reorder_child(cast(), page.cast(), CInt(position))
  }

  /// The position of the page that is shown, -1 for none.
  public var selected: Int {
    get { Int(gtk_notebook_get_current_page(cast())) }
    nonmutating set { gtk_notebook_set_current_page(cast(), CInt(newValue)) }
  }

  public var isScrollable: Bool {
    get { gtk_notebook_get_scrollable(cast()) != 0 }
    nonmutating set { gtk_notebook_set_scrollable(cast(), newValue ? 1 : 0) }
  }

  public var showsBorder: Bool {
    get { gtk_notebook_get_show_border(cast()) != 0 }
    nonmutating set { gtk_notebook_set_show_border(cast(), newValue ? 1 : 0) }
  }

  /// Another page is shown, by the user or by code: the page and its position.
  public var switched: Signal<Void, Widget?, Int> { Signal(self, "switch-page") }

  /// The user has moved a page to another position, or code has.
  public var reordered: Signal<Void, Widget?, Int> { Signal(self, "page-reordered") }
}
