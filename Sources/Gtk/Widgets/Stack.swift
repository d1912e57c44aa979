import CGtk

/// Several pages of which one is shown.
nonisolated public struct Stack: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Stack {
  public init() { self.init(gtk_stack_new()) }

  public func add(_ page: some WidgetProtocol, named name: String) {
    gtk_stack_add_named(cast(), page.cast(), name)
  }

  /// By the name it was added with.
  public var visiblePage: String? {
    get { gtk_stack_get_visible_child_name(cast()).map { String(cString: $0) } }
    nonmutating set { gtk_stack_set_visible_child_name(cast(), newValue) }
  }

  /// Whether all pages get the size of the largest.
  public func setHomogeneous(horizontally: Bool, vertically: Bool) {
    gtk_stack_set_hhomogeneous(cast(), horizontally ? 1 : 0)
    gtk_stack_set_vhomogeneous(cast(), vertically ? 1 : 0)
  }
}
