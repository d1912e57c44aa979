import CGtk

/// A window's title with controls beside it.
nonisolated public struct HeaderBar: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension HeaderBar {
  public init() { self.init(gtk_header_bar_new()) }

  public func packStart(_ child: some WidgetProtocol) {
    gtk_header_bar_pack_start(cast(), child.cast())
  }
  public func packEnd(_ child: some WidgetProtocol) {
    gtk_header_bar_pack_end(cast(), child.cast())
  }
  public func remove(_ child: some WidgetProtocol) { gtk_header_bar_remove(cast(), child.cast()) }

  public var titleWidget: Widget? {
    get { gtk_header_bar_get_title_widget(cast()).map { Widget($0) } }
    nonmutating set { gtk_header_bar_set_title_widget(cast(), newValue?.cast()) }
  }

  public func setTitleWidget(_ titleWidget: some WidgetProtocol) {
    gtk_header_bar_set_title_widget(cast(), titleWidget.cast())
  }
}
