import CGtk
import Gtk
import InkModel

/// Lets a pen write in the cells of a GtkTreeView that can be edited.
///
/// A press on such a cell has the tree make an entry over it, with all of its text selected. If the press were the tree's, a
/// word's first stroke would be lost, and the others would replace the text. So each cell is an element of an area
/// (``IndirectScribbleInteraction``): its entry comes into being with the text that was written.
///
/// Invariants:
/// 1. A tap is the tree's, and so is every press where no text can be edited.
/// 2. From the beginning of a writing to its end its row is known, though rows come and go meanwhile.
/// 3. What was written in another cell of the tree is kept before the next one gets an entry: GTK would drop it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class TreeCells: IndirectScribbleInteractionDelegate {
  /// A renderer of a column in a row, as they are when the pen comes down.
  nonisolated struct Cell: Hashable {
    let tree: UnsafeMutableRawPointer
    let row: String
    let column: CInt
    let renderer: Int
  }

  private static let shared = TreeCells()

  /// The row references of the cells that are written in.
  private var rows: [Cell: OpaquePointer] = [:]

  /// The interaction of a widget, where that is such a tree.
  ///
  /// It is put on at the first press: a tree may get its columns at any time.
  static func interaction(
    of widget: UnsafeMutablePointer<GtkWidget>
  ) -> IndirectScribbleInteraction? {
    guard widget.isA(gtk_tree_view_get_type()) else { return nil }
    return IndirectScribbleInteraction(on: Widget(widget), delegate: shared)
  }

  // MARK: Cells

  private static func tree(
    of interaction: IndirectScribbleInteraction
  ) -> UnsafeMutablePointer<GtkTreeView> { interaction.widget.cast() }

  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [Cell] {
    let tree = Self.tree(of: interaction)
    // There a pen that moves drags rows.
    guard gtk_tree_view_get_reorderable(tree) == 0 else { return [] }
    var (x, y) = (CInt(0), CInt(0))
    gtk_tree_view_convert_widget_to_bin_window_coords(
      tree, CInt(area.center.x), CInt(area.center.y), &x, &y)
    var pathThere: OpaquePointer?
    var columnThere: OpaquePointer?
    var (cellX, cellY) = (CInt(0), CInt(0))
    guard
      gtk_tree_view_get_path_at_pos(tree, x, y, &pathThere, &columnThere, &cellX, &cellY) != 0,
      let path = pathThere
    else { return [] }
    defer { gtk_tree_path_free(path) }
    guard let column = columnThere, let index = Self.index(of: column, in: tree),
      let renderer = Self.editableRenderer(at: cellX, of: column, path, in: tree),
      let row = takeString(gtk_tree_path_to_string(path))
    else { return [] }
    return [Cell(tree: tree.raw, row: row, column: index, renderer: renderer)]
  }

  private static func index(
    of column: OpaquePointer, in tree: UnsafeMutablePointer<GtkTreeView>
  ) -> CInt? {
    (0..<CInt(gtk_tree_view_get_n_columns(tree))).first {
      gtk_tree_view_get_column(tree, $0) == column
    }
  }

  private static func renderers(of column: OpaquePointer) -> [UnsafeMutablePointer<GtkCellRenderer>]
  {
    let list = gtk_cell_layout_get_cells(column)
    defer { g_list_free(list) }
    var all: [UnsafeMutablePointer<GtkCellRenderer>] = []
    var next = list
    while let each = next {
      if let renderer = each.pointee.data { all.append(renderer.cast()) }
      next = each.pointee.next
    }
    return all
  }

  /// The number of the renderer at a horizontal position of a column whose text can be edited in a row.
  private static func editableRenderer(
    at x: CInt, of column: OpaquePointer, _ path: OpaquePointer,
    in tree: UnsafeMutablePointer<GtkTreeView>
  ) -> Int? {
    var row = GtkTreeIter()
    guard let model = gtk_tree_view_get_model(tree),
      gtk_tree_model_get_iter(model, &row, path) != 0
    else { return nil }
    // The renderers show what they were given last, which may be another row.
    gtk_tree_view_column_cell_set_cell_data(column, model, &row, 0, 0)
    let editable = renderers(of: column).enumerated().filter { isEditable($0.element) }
    guard editable.count > 1 else { return editable.first?.offset }
    return editable.last {
      var (start, width) = (CInt(0), CInt(0))
      gtk_tree_view_column_cell_get_position(column, $0.element, &start, &width)
      return start <= x
    }?.offset
  }

  private static func isEditable(_ renderer: UnsafeMutablePointer<GtkCellRenderer>) -> Bool {
    // Two kinds of renderers of text have no field: they ask for a key, or for one of a list.
    renderer.isA(gtk_cell_renderer_text_get_type())
      && !renderer.isA(gtk_cell_renderer_accel_get_type())
      && !renderer.isA(gtk_cell_renderer_combo_get_type())
      && gtk_cell_renderer_get_visible(renderer) != 0
      && gtk_cell_renderer_get_sensitive(renderer) != 0 && Object(renderer).bool("editable")
  }

  func interaction(_ interaction: IndirectScribbleInteraction, frameOf element: Cell) -> Rect {
    let tree = Self.tree(of: interaction)
    guard let path = gtk_tree_path_new_from_string(element.row) else { return .empty }
    defer { gtk_tree_path_free(path) }
    var area = GdkRectangle()
    gtk_tree_view_get_cell_area(
      tree, path, gtk_tree_view_get_column(tree, element.column), &area)
    var (x, y) = (CInt(0), CInt(0))
    gtk_tree_view_convert_bin_window_to_widget_coords(tree, area.x, area.y, &x, &y)
    return Rect(
      x: Double(x), y: Double(y), width: Double(area.width), height: Double(area.height))
  }

  // MARK: Writing

  func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: Cell
  ) -> Bool { true }

  func interaction(
    _ interaction: IndirectScribbleInteraction, willBeginWritingIn element: Cell
  ) {
    guard rows[element] == nil, let model = gtk_tree_view_get_model(Self.tree(of: interaction)),
      let path = gtk_tree_path_new_from_string(element.row)
    else { return }
    defer { gtk_tree_path_free(path) }
    rows[element] = gtk_tree_row_reference_new(model, path)
  }

  func interaction(
    _ interaction: IndirectScribbleInteraction, didFinishWritingIn element: Cell
  ) {
    // The tree may be gone, but a reference has its model.
    if let row = rows.removeValue(forKey: element) { gtk_tree_row_reference_free(row) }
  }

  func interaction(
    _ interaction: IndirectScribbleInteraction, focus element: Cell, near point: Point
  ) async -> Widget? {
    let tree = Self.tree(of: interaction)
    keepEdits(in: tree)
    guard let row = rows[element], let path = gtk_tree_row_reference_get_path(row),
      let column = gtk_tree_view_get_column(tree, element.column)
    else { return nil }
    defer { gtk_tree_path_free(path) }
    let renderers = Self.renderers(of: column)
    guard renderers.indices.contains(element.renderer) else { return nil }
    gtk_tree_view_set_cursor_on_cell(tree, path, column, renderers[element.renderer], 1)
    guard let area = gtk_cell_layout_get_area(column),
      let entry = gtk_cell_area_get_edit_widget(area)
    else { return nil }
    return Widget(entry.widget)
  }

  /// Takes over what stands in the entry that is open in a tree, as Enter does.
  private func keepEdits(in tree: UnsafeMutablePointer<GtkTreeView>) {
    for i in 0..<CInt(gtk_tree_view_get_n_columns(tree)) {
      guard let column = gtk_tree_view_get_column(tree, i),
        let area = gtk_cell_layout_get_area(column),
        let entry = gtk_cell_area_get_edit_widget(area)
      else { continue }
      let kept = Kept(Object(entry))
      gtk_cell_editable_editing_done(kept.object.opaque)
      // A program may have closed it meanwhile.
      guard gtk_cell_area_get_edit_widget(area) == entry else { continue }
      gtk_cell_editable_remove_widget(kept.object.opaque)
    }
  }
}
