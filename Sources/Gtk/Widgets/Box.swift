import CGtk

/// A row or a column.
nonisolated public struct Box: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Box {
  /// - Parameter spacing: Between two children.
  public init(_ orientation: Orientation, spacing: Int = 0) {
    self.init(gtk_box_new(orientation, CInt(spacing)))
  }

  /// With children, in their order.
  public init<each Child: WidgetProtocol>(
    _ orientation: Orientation, spacing: Int = 0, _ children: repeat each Child
  ) {
    self.init(orientation, spacing: spacing)
    append(repeat each children)
  }

  /// A widget that is a box; `nil` where it is another one.
  public init?(as widget: some WidgetProtocol) {
    guard widget.isA(gtk_box_get_type()) else { return nil }
    self.init(raw: widget.raw)
  }

  public func append<each Child: WidgetProtocol>(_ children: repeat each Child) {
    repeat gtk_box_append(cast(), (each children).cast())
  }

  public func prepend(_ child: some WidgetProtocol) { gtk_box_prepend(cast(), child.cast()) }
  /// - Parameter sibling: The child before it, `nil` to make it the first.
  public func insert(_ child: some WidgetProtocol, after sibling: (some WidgetProtocol)?) {
    gtk_box_insert_child_after(cast(), child.cast(), sibling?.cast())
  }
  /// Moves a child; nothing else of it changes, so that a gesture on it goes on.
  ///
  /// - Parameter sibling: The child before it, `nil` to make it the first.
  public func move(_ child: some WidgetProtocol, after sibling: (some WidgetProtocol)?) {
    gtk_box_reorder_child_after(cast(), child.cast(), sibling?.cast())
  }
  public func remove(_ child: some WidgetProtocol) { gtk_box_remove(cast(), child.cast()) }

  public var isHomogeneous: Bool {
    get { gtk_box_get_homogeneous(cast()) != 0 }
    nonmutating set { gtk_box_set_homogeneous(cast(), newValue ? 1 : 0) }
  }

  public var orientation: Orientation {
    get { gtk_orientable_get_orientation(cast()) }
    nonmutating set { gtk_orientable_set_orientation(cast(), newValue) }
  }

  public var spacing: Int {
    get { Int(gtk_box_get_spacing(cast())) }
    nonmutating set { gtk_box_set_spacing(cast(), CInt(newValue)) }
  }
}
