import CGtk
import InkModel

/// A widget whose child is painted once as an image, which is shown until the child changes.
///
/// GSK's cairo renderer (GTK 4.8) visits all nodes of a window in each frame, those outside the damage as well, and
/// converts the texture of each symbolic icon each time. Of an image outside the damage it draws nothing. Other renderers
/// get the child's own nodes.
nonisolated public struct CachedBin: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension CachedBin {
  public init(_ child: some WidgetProtocol) {
    guard let made = g_object_new_with_properties(Self.type, 0, nil, nil) else {
      preconditionFailure("GLib could not make a widget of a registered type")
    }
    self.init(made)
    child.setParent(self)
  }

  private static let type: GType = {
    let parent = gtk_widget_get_type()
    var query = GTypeQuery()
    g_type_query(parent, &query)
    return g_type_register_static_simple(
      parent, "PlumbagoCachedBin", query.class_size,
      { gclass, _ in
        guard let gclass else { return }
        let c = gclass.assumingMemoryBound(to: GtkWidgetClass.self)
        c.pointee.snapshot = { widget, snapshot in
          guard let widget, let snapshot, let child = gtk_widget_get_first_child(widget) else {
            return
          }
          CachedBin.paint(child, of: Widget(widget), to: snapshot)
        }
        gtk_widget_class_set_layout_manager_type(c, gtk_bin_layout_get_type())
        gtk_widget_class_set_accessible_role(c, GTK_ACCESSIBLE_ROLE_GENERIC)
        let object = gclass.assumingMemoryBound(to: GObjectClass.self)
        object.pointee.dispose = { object in
          guard let object else { return }
          let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
          if let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
          let parent = g_type_class_peek(gtk_widget_get_type())
          parent?.assumingMemoryBound(to: GObjectClass.self).pointee.dispose?(object)
        }
      }, query.instance_size, nil, GTypeFlags(0))
  }()

  /// GTK asks for a snapshot only after the widget, a widget in it, its size or its scale has changed.
  private static func paint(
    _ child: UnsafeMutablePointer<GtkWidget>, of widget: Widget, to snapshot: OpaquePointer
  ) {
    guard RenderNode.arePaintedAnew(of: widget) else {
      return gtk_widget_snapshot_child(widget.widget, child, snapshot)
    }
    let inner = gtk_snapshot_new()!
    gtk_widget_snapshot_child(widget.widget, child, inner)
    guard let node = gtk_snapshot_free_to_node(inner) else { return }
    defer { gsk_render_node_unref(node) }
    var box = graphene_rect_t()
    gsk_render_node_get_bounds(node, &box)
    let scale = Double(gtk_widget_get_scale_factor(widget.widget))
    // On the device's pixels, so that nothing is scaled.
    let left = (Double(box.origin.x) * scale).rounded(.down)
    let top = (Double(box.origin.y) * scale).rounded(.down)
    let right = (Double(box.origin.x + box.size.width) * scale).rounded(.up)
    let bottom = (Double(box.origin.y + box.size.height) * scale).rounded(.up)
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(right - left), Int32(bottom - top))
    guard let surface, let cr = cairo_create(surface), cairo_status(cr) == CAIRO_STATUS_SUCCESS
    else {
      // There is no memory for it.
      return gtk_snapshot_append_node(snapshot, node)
    }
    cairo_translate(cr, -left, -top)
    cairo_scale(cr, scale, scale)
    gsk_render_node_draw(node, cr)
    cairo_destroy(cr)
    let image = NodeImage(surface, of: OwnedSurface(surface))
    let origin = Point(left / scale, top / scale)
    RenderNode.image(image, at: origin, pointsPerPixel: 1 / scale)?
      .append(to: snapshot, at: .zero)
  }

  private final class OwnedSurface {
    let surface: OpaquePointer
    init(_ surface: OpaquePointer) { self.surface = surface }
    isolated deinit { cairo_surface_destroy(surface) }
  }
}
