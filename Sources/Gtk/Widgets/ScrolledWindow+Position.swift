import CGtk

/// Where a scrolled view is, from top to bottom.
extension ScrolledWindow {
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(cast()) else {
      preconditionFailure("GtkScrolledWindow always has an adjustment")
    }
    return adjustment
  }

  /// The first point of the child that is in view; setting it stays within the child.
  public var position: Double {
    get { gtk_adjustment_get_value(adjustment) }
    nonmutating set { gtk_adjustment_set_value(adjustment, newValue) }
  }

  /// How much of the child is in view, in points; 0 before it is laid out.
  public var pageHeight: Double { gtk_adjustment_get_page_size(adjustment) }

  /// The height of the child, in points; 0 before it is laid out.
  public var contentHeight: Double { gtk_adjustment_get_upper(adjustment) }

  /// ``position`` has changed.
  public var scrolled: Signal<Void> { Signal(adjustment, "value-changed") }

  /// ``pageHeight`` or the height of the child has changed; within an allocation, in which no widget may be moved, shown
  /// or hidden.
  public var heightChanged: Signal<Void> { Signal(adjustment, "changed") }
}

/// The same from left to right.
extension ScrolledWindow {
  private var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment> {
    guard let adjustment = gtk_scrolled_window_get_hadjustment(cast()) else {
      preconditionFailure("GtkScrolledWindow always has an adjustment")
    }
    return adjustment
  }

  /// The first point of the child that is in view across; setting it stays within the child.
  public var horizontalPosition: Double {
    get { gtk_adjustment_get_value(horizontalAdjustment) }
    nonmutating set { gtk_adjustment_set_value(horizontalAdjustment, newValue) }
  }

  /// How much of the child is in view across, in points; 0 before it is laid out.
  public var pageWidth: Double { gtk_adjustment_get_page_size(horizontalAdjustment) }

  /// ``pageWidth`` or the width of the child has changed; within an allocation, in which no widget may be moved, shown or
  /// hidden.
  public var pageResized: Signal<Void> { Signal(horizontalAdjustment, "changed") }

  /// The directions in which there is more of the child than is in view.
  public var scrollableAxes: [Orientation] {
    var axes: [Orientation] = []
    if contentHeight > pageHeight { axes.append(.vertical) }
    if gtk_adjustment_get_upper(horizontalAdjustment) > pageWidth { axes.append(.horizontal) }
    return axes
  }
}
