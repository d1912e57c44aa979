import CGtk
import Glibc
import Gtk

/// One of GTK's containers other than a box, with fields below each other and room to spare below them.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class FieldContainer {
  enum Kind: String {
    case grid, list, flow, pane
  }

  let widget: UnsafeMutablePointer<GtkWidget>
  private let kind: Kind
  /// In the pane: what is above the fields, and the box that they are in.
  private let side = gtk_label_new("A side")!
  private let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  private var rowCount = 0
  private var isChanged = false

  init(_ kind: Kind) {
    self.kind = kind
    switch kind {
    case .grid: widget = gtk_grid_new()
    case .list:
      widget = gtk_list_box_new()
      gtk_list_box_set_selection_mode(widget.cast(), GTK_SELECTION_NONE)
    case .flow:
      widget = gtk_flow_box_new()
      gtk_flow_box_set_selection_mode(widget.cast(), GTK_SELECTION_NONE)
      gtk_flow_box_set_min_children_per_line(widget.cast(), 1)
      gtk_flow_box_set_max_children_per_line(widget.cast(), 1)
      // Else its lines would share the room that is to spare.
      gtk_widget_set_valign(widget, GTK_ALIGN_START)
    case .pane:
      widget = gtk_paned_new(GTK_ORIENTATION_VERTICAL)
      gtk_paned_set_start_child(widget.cast(), side)
      gtk_paned_set_resize_start_child(widget.cast(), 0)
      gtk_paned_set_shrink_start_child(widget.cast(), 0)
      gtk_paned_set_end_child(widget.cast(), box)
      gtk_widget_set_size_request(side, -1, 24)
      gtk_label_set_yalign(side.cast(), 0)
    }
    gtk_widget_set_size_request(widget, -1, 200)
  }

  /// Adds something below what there is.
  func append(_ child: UnsafeMutablePointer<GtkWidget>) { insert(child, at: rowCount) }

  /// - Parameter index: Of the row before which it comes; in the pane always the last one.
  private func insert(_ child: UnsafeMutablePointer<GtkWidget>, at index: Int) {
    rowCount += 1
    gtk_widget_set_hexpand(child, 1)
    switch kind {
    case .grid:
      gtk_grid_insert_row(widget.cast(), CInt(index))
      gtk_grid_attach(widget.cast(), child, 0, CInt(index), 1, 1)
    case .list:
      let row = gtk_list_box_row_new()!
      // It looks the same below a pointer.
      gtk_list_box_row_set_activatable(row.cast(), 0)
      gtk_list_box_row_set_child(row.cast(), child)
      gtk_list_box_insert(widget.cast(), row, CInt(index))
    case .flow: gtk_flow_box_insert(widget.cast(), child, CInt(index))
    case .pane: gtk_box_append(box.cast(), child)
    }
  }

  /// Puts a banner above the fields, its text at the left, and in a list or flow box a row above that, its text at the
  /// right; in a pane the other side grows by 60 points.
  ///
  /// From the second call on a list or flow box filters that row out.
  ///
  /// - Returns: Whether that was the first call.
  func change() -> Bool {
    guard !isChanged else {
      filter()
      return false
    }
    isChanged = true
    guard kind != .pane else {
      gtk_widget_set_size_request(side, -1, 24 + 60)
      return true
    }
    let banner = gtk_label_new("A banner")!
    gtk_label_set_xalign(banner.cast(), 0)
    insert(banner, at: 0)
    guard kind != .grid else { return true }
    let passing = gtk_label_new("A row that passes")!
    gtk_label_set_xalign(passing.cast(), 1)
    gtk_widget_set_name(passing, "passing")
    insert(passing, at: 0)
    return true
  }

  private func filter() {
    switch kind {
    case .list:
      gtk_list_box_set_filter_func(
        widget.cast(),
        { row, _ in
          strcmp(gtk_widget_get_name(gtk_list_box_row_get_child(row)), "passing") == 0 ? 0 : 1
        }, nil, nil)
    case .flow:
      gtk_flow_box_set_filter_func(
        widget.cast(),
        { child, _ in
          strcmp(gtk_widget_get_name(gtk_flow_box_child_get_child(child)), "passing") == 0 ? 0 : 1
        }, nil, nil)
    case .grid, .pane: break
    }
  }
}
