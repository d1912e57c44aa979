import CGtk

/// Children in as many columns as there is room for.
nonisolated public struct FlowBox: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension FlowBox {
  public init() { self.init(gtk_flow_box_new()) }

  public func append(_ child: some WidgetProtocol) { gtk_flow_box_insert(cast(), child.cast(), -1) }

  /// The row or column that wraps a child.
  public func child(at index: Int) -> Widget? {
    gtk_flow_box_get_child_at_index(cast(), CInt(index)).map { Widget($0) }
  }

  public func setSelectionMode(_ mode: GtkSelectionMode) {
    gtk_flow_box_set_selection_mode(cast(), mode)
  }

  public var rowSpacing: Int {
    get { Int(gtk_flow_box_get_row_spacing(cast())) }
    nonmutating set { gtk_flow_box_set_row_spacing(cast(), UInt32(newValue)) }
  }

  public var columnSpacing: Int {
    get { Int(gtk_flow_box_get_column_spacing(cast())) }
    nonmutating set { gtk_flow_box_set_column_spacing(cast(), UInt32(newValue)) }
  }

  public var minimumColumns: Int {
    get { Int(gtk_flow_box_get_min_children_per_line(cast())) }
    nonmutating set { gtk_flow_box_set_min_children_per_line(cast(), UInt32(newValue)) }
  }

  public var maximumColumns: Int {
    get { Int(gtk_flow_box_get_max_children_per_line(cast())) }
    nonmutating set { gtk_flow_box_set_max_children_per_line(cast(), UInt32(newValue)) }
  }
}

nonisolated extension GtkSelectionMode {
  public static var none: Self { GTK_SELECTION_NONE }
  public static var single: Self { GTK_SELECTION_SINGLE }
}
