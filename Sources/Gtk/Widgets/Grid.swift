import CGtk

/// Columns and rows.
nonisolated public struct Grid: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Grid {
  public init() { self.init(gtk_grid_new()) }

  public func attach(
    _ child: some WidgetProtocol, column: Int, row: Int, columns: Int = 1, rows: Int = 1
  ) {
    gtk_grid_attach(cast(), child.cast(), CInt(column), CInt(row), CInt(columns), CInt(rows))
  }

  public func remove(_ child: some WidgetProtocol) { gtk_grid_remove(cast(), child.cast()) }

  public var rowSpacing: Int {
    get { Int(gtk_grid_get_row_spacing(cast())) }
    nonmutating set { gtk_grid_set_row_spacing(cast(), UInt32(newValue)) }
  }

  public var columnSpacing: Int {
    get { Int(gtk_grid_get_column_spacing(cast())) }
    nonmutating set { gtk_grid_set_column_spacing(cast(), UInt32(newValue)) }
  }

  public var hasEqualColumns: Bool {
    get { gtk_grid_get_column_homogeneous(cast()) != 0 }
    nonmutating set { gtk_grid_set_column_homogeneous(cast(), newValue ? 1 : 0) }
  }
}
