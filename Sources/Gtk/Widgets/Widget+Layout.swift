import CGtk
import InkModel

extension WidgetProtocol {
  public var expandsHorizontally: Bool {
    get { gtk_widget_get_hexpand(cast()) != 0 }
    nonmutating set { gtk_widget_set_hexpand(cast(), newValue ? 1 : 0) }
  }
  public var expandsVertically: Bool {
    get { gtk_widget_get_vexpand(cast()) != 0 }
    nonmutating set { gtk_widget_set_vexpand(cast(), newValue ? 1 : 0) }
  }

  public var horizontalAlign: Align {
    get { gtk_widget_get_halign(cast()) }
    nonmutating set { gtk_widget_set_halign(cast(), newValue) }
  }
  public var verticalAlign: Align {
    get { gtk_widget_get_valign(cast()) }
    nonmutating set { gtk_widget_set_valign(cast(), newValue) }
  }

  public var marginTop: Int {
    get { Int(gtk_widget_get_margin_top(cast())) }
    nonmutating set { gtk_widget_set_margin_top(cast(), CInt(newValue)) }
  }
  public var marginBottom: Int {
    get { Int(gtk_widget_get_margin_bottom(cast())) }
    nonmutating set { gtk_widget_set_margin_bottom(cast(), CInt(newValue)) }
  }
  public var marginStart: Int {
    get { Int(gtk_widget_get_margin_start(cast())) }
    nonmutating set { gtk_widget_set_margin_start(cast(), CInt(newValue)) }
  }
  public var marginEnd: Int {
    get { Int(gtk_widget_get_margin_end(cast())) }
    nonmutating set { gtk_widget_set_margin_end(cast(), CInt(newValue)) }
  }
  /// Sets all four.
  public func setMargins(_ margin: Int) {
    marginTop = margin
    marginBottom = margin
    marginStart = margin
    marginEnd = margin
  }

  /// The least size; `nil` leaves one to what is in it.
  public func setMinimumSize(width: Int? = nil, height: Int? = nil) {
    gtk_widget_set_size_request(cast(), CInt(width ?? -1), CInt(height ?? -1))
  }

  public var direction: TextDirection {
    get { gtk_widget_get_direction(cast()) }
    nonmutating set { gtk_widget_set_direction(cast(), newValue) }
  }

  // MARK: Size

  /// What was allocated.
  public var width: Int { Int(gtk_widget_get_width(cast())) }
  public var height: Int { Int(gtk_widget_get_height(cast())) }
  /// What its parent allocated, with the widget's border, padding and margins, as ``measure(_:for:)`` tells sizes.
  public var allocatedWidth: Int {
    Int(gtk_widget_get_allocated_width(cast())) + marginStart + marginEnd
  }
  public var allocatedHeight: Int {
    Int(gtk_widget_get_allocated_height(cast())) + marginTop + marginBottom
  }
  /// From the top of what was allocated; `nil` where its parent gave none.
  public var allocatedBaseline: Int? {
    let baseline = Int(gtk_widget_get_allocated_baseline(cast()))
    return baseline == -1 ? nil : baseline + marginTop
  }

  /// Its own area, from 0.
  public var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// Device pixels a point.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(cast())) }

  /// The least and the natural size in one direction, for a size in the other, `nil` for any.
  public func measure(_ orientation: Orientation, for size: Int? = nil) -> (
    minimum: Int, natural: Int
  ) {
    var (minimum, natural): (CInt, CInt) = (0, 0)
    gtk_widget_measure(cast(), orientation, CInt(size ?? -1), &minimum, &natural, nil, nil)
    return (Int(minimum), Int(natural))
  }

  /// Paints a child, as part of the picture of this widget.
  public func paint(_ child: some WidgetProtocol, to snapshot: OpaquePointer) {
    gtk_widget_snapshot_child(cast(), child.cast(), snapshot)
  }

  /// Lays it out in its parent's points; it has been measured before.
  public func allocate(_ frame: Rect) {
    var box = frame.gdk
    gtk_widget_size_allocate(cast(), &box, -1)
  }

  /// Lays it out at a size of its own points; it has been measured before.
  ///
  /// - Parameters:
  ///   - t: From its points to its parent's; keeps angles.
  ///   - baseline: From its top, in points.
  public func allocate(
    width: Int, height: Int, _ t: AffineTransform, baseline: Int? = nil
  ) {
    var origin = graphene_point_t(x: Float(t.tx), y: Float(t.ty))
    var transform = gsk_transform_translate(nil, &origin)
    if t.angle != 0 { transform = gsk_transform_rotate(transform, Float(t.angle * 180 / .pi)) }
    let scale = Float(t.meanScale)
    transform = gsk_transform_scale(transform, scale, scale)
    // It takes over the transform.
    gtk_widget_allocate(cast(), CInt(width), CInt(height), CInt(baseline ?? -1), transform)
  }

  /// Whether it shows a part of its children, at the values of adjustments.
  public var isScrollable: Bool { isA(gtk_scrollable_get_type()) }

  /// Whether the frames of its children follow from each other: a box, a grid, a list box, a flow box, panes.
  public var laysOutInOrder: Bool {
    let layouts = [
      gtk_box_layout_get_type(), gtk_center_layout_get_type(), gtk_grid_layout_get_type(),
    ]
    if let layout = gtk_widget_get_layout_manager(cast()) {
      let instance = UnsafeMutableRawPointer(layout).assumingMemoryBound(to: GTypeInstance.self)
      return layouts.contains { g_type_check_instance_is_a(instance, $0) != 0 }
    }
    return isA(gtk_list_box_get_type()) || isA(gtk_flow_box_get_type())
      || isA(gtk_paned_get_type())
  }

  /// Has a list or a flow box decide anew which of its children it shows; nothing in other widgets.
  public func filterRows() {
    if isA(gtk_list_box_get_type()) { gtk_list_box_invalidate_filter(cast()) }
    if isA(gtk_flow_box_get_type()) { gtk_flow_box_invalidate_filter(cast()) }
  }

  // MARK: The tree

  public var parent: Widget? { gtk_widget_get_parent(cast()).map { Widget($0) } }
  public func setParent(_ parent: some WidgetProtocol) {
    gtk_widget_set_parent(cast(), parent.cast())
  }
  /// Removes it from its parent; it is destroyed unless it is retained elsewhere.
  public func unparent() { gtk_widget_unparent(cast()) }

  public var firstChild: Widget? { gtk_widget_get_first_child(cast()).map { Widget($0) } }
  public var nextSibling: Widget? { gtk_widget_get_next_sibling(cast()).map { Widget($0) } }
  /// Its children, in the order of keyboard navigation.
  public var children: [Widget] {
    var children: [Widget] = []
    var next = firstChild
    while let child = next {
      children.append(child)
      next = child.nextSibling
    }
    return children
  }

  /// Its children, theirs, and so on, each before its own.
  public var descendants: [Widget] { children.flatMap { [$0] + $0.descendants } }

  /// Whether it is what is typed into, within whatever field shows it.
  public var isTextField: Bool {
    [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      g_type_check_instance_is_a(cast(), $0) != 0
    }
  }

  public func isInside(_ other: some WidgetProtocol) -> Bool {
    gtk_widget_is_ancestor(cast(), other.cast()) != 0
  }

  /// The window it is in, `nil` while it is in none.
  public var window: Window? { gtk_widget_get_root(cast()).map { Window($0) } }

  /// The child of it that pointers reach at a position.
  public func pick(_ position: Point) -> Widget? {
    gtk_widget_pick(cast(), position.x, position.y, GTK_PICK_DEFAULT).map { Widget($0) }
  }

  /// Whether it has a surface of its own, as a window or a popover.
  public var isNative: Bool { isA(gtk_native_get_type()) }

  // MARK: Coordinates

  /// A point of this widget in another's points; `nil` where they are in two windows.
  public func point(_ point: Point, in other: some WidgetProtocol) -> Point? {
    var from = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var to = graphene_point_t()
    guard gtk_widget_compute_point(cast(), other.cast(), &from, &to) != 0 else { return nil }
    return Point(Double(to.x), Double(to.y))
  }

  /// Its frame in another's points; `nil` where they are in two windows.
  public func frame(in other: some WidgetProtocol) -> Rect? {
    var box = graphene_rect_t()
    guard gtk_widget_compute_bounds(cast(), other.cast(), &box) != 0 else { return nil }
    return Rect(
      x: Double(box.origin.x), y: Double(box.origin.y), width: Double(box.size.width),
      height: Double(box.size.height))
  }

  /// A point of the surface that the widget is on, as events tell it, in the widget's own points;
  /// `nil` where the widget is on none.
  @inlinable public func point(ofSurface p: Point) -> Point? {
    guard let native = gtk_widget_get_native(cast()) else { return nil }
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    var from = graphene_point_t(x: Float(p.x - dx), y: Float(p.y - dy))
    var to = graphene_point_t()
    guard gtk_widget_compute_point(native.widget, cast(), &from, &to) != 0 else { return nil }
    return Point(Double(to.x), Double(to.y))
  }

  /// Its frame in the points of the surface that it is on; `nil` where it is on none.
  public var frameOnSurface: Rect? {
    guard let native = gtk_widget_get_native(cast()), let frame = frame(in: Widget(native)) else {
      return nil
    }
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    return Rect(x: frame.minX + dx, y: frame.minY + dy, width: frame.width, height: frame.height)
  }

  /// The GdkSurface that it is on; `nil` where it is on none.
  public var surface: Object? {
    gtk_widget_get_native(cast()).flatMap { gtk_native_get_surface($0) }.map { Object($0) }
  }

  /// `nil` where it is on no surface.
  public var frameClock: FrameClock? { gtk_widget_get_frame_clock(cast()).map { FrameClock($0) } }

  // MARK: Settings of the desktop

  /// Whether the desktop wants animations.
  public var wantsAnimations: Bool {
    gtk_widget_get_settings(cast())?.bool("gtk-enable-animations") ?? false
  }
}

extension Widget {
  /// The widget at a point of a surface, as events tell both: also one that is not sensitive.
  public static func at(_ p: Point, of surface: OpaquePointer) -> Widget? {
    guard let native = gtk_native_get_for_surface(surface) else { return nil }
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native, &dx, &dy)
    return gtk_widget_pick(native.widget, p.x - dx, p.y - dy, GTK_PICK_INSENSITIVE)
      .map { Widget($0) }
  }
}
