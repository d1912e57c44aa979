import CGtk

/// A view that scrolls its child.
nonisolated public struct ScrolledWindow: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ScrolledWindow {
  public init() { self.init(gtk_scrolled_window_new()) }

  public init(
    horizontal: ScrollPolicy = .never, vertical: ScrollPolicy = .automatic,
    _ child: some WidgetProtocol
  ) {
    self.init()
    setPolicy(horizontal: horizontal, vertical: vertical)
    setChild(child)
  }

  public func setPolicy(horizontal: ScrollPolicy, vertical: ScrollPolicy) {
    gtk_scrolled_window_set_policy(cast(), horizontal, vertical)
  }

  public var child: Widget? {
    get { gtk_scrolled_window_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_scrolled_window_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) {
    gtk_scrolled_window_set_child(cast(), child.cast())
  }

  public var propagatesNaturalHeight: Bool {
    get { gtk_scrolled_window_get_propagate_natural_height(cast()) != 0 }
    nonmutating set { gtk_scrolled_window_set_propagate_natural_height(cast(), newValue ? 1 : 0) }
  }

  public var maximumContentHeight: Int {
    get { Int(gtk_scrolled_window_get_max_content_height(cast())) }
    nonmutating set { gtk_scrolled_window_set_max_content_height(cast(), CInt(newValue)) }
  }

  public var minimumContentHeight: Int {
    get { Int(gtk_scrolled_window_get_min_content_height(cast())) }
    nonmutating set { gtk_scrolled_window_set_min_content_height(cast(), CInt(newValue)) }
  }

  /// Shows the upper end.
  public func scrollToTop() {
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(cast()), 0)
  }
}
