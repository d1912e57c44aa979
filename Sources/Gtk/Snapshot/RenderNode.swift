import CGtk
import InkModel

/// A GSK render node, kept from frame to frame.
///
/// GSK compares the nodes of two frames by pointer first: a node that is the same object damages
/// nothing, a node that is new damages its whole bounds. So what has not changed must be the same
/// node again. All nodes of ink are made here, since which kind is cheapest differs by renderer:
/// cairo nodes are, for GTK 4.8's cairo renderer (image surfaces in cairo nodes: 0.3 ms a frame;
/// textures, which it copies each time: 7 ms), and the GL renderers take them too.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class RenderNode {
  public let pointer: OpaquePointer

  private init(taking pointer: OpaquePointer) {
    self.pointer = pointer
  }

  isolated deinit { gsk_render_node_unref(pointer) }

  /// Whether the window of a widget has its nodes painted anew wherever a frame differs from the last, by
  /// cairo, and nothing keeps what was painted of a node.
  public static func arePaintedAnew(of widget: some WidgetProtocol) -> Bool {
    guard let native = gtk_widget_get_native(widget.widget),
      let renderer = gtk_native_get_renderer(native)
    else { return false }
    return g_type_check_instance_is_a(
      UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self),
      gsk_cairo_renderer_get_type()) != 0
  }

  /// A node painted by cairo, in the space of the snapshot that it is appended to.
  public static func painted(in bounds: Rect, _ paint: (OpaquePointer) -> Void) -> RenderNode? {
    var box = bounds.graphene
    guard let node = gsk_cairo_node_new(&box) else { return nil }
    if let cr = gsk_cairo_node_get_draw_context(node) {
      paint(cr)
      cairo_destroy(cr)
    }
    return RenderNode(taking: node)
  }

  /// A node that shows an image.
  ///
  /// - Parameters:
  ///   - image: Kept as long as the node is, or whatever GSK makes of it.
  ///   - origin: Where the image's corner comes to be.
  ///   - pointsPerPixel: The size of an image's pixel in the node's space.
  public static func image(
    _ image: NodeImage, at origin: Point, pointsPerPixel k: Double
  ) -> RenderNode? {
    let bounds = Rect(
      x: origin.x, y: origin.y, width: Double(image.width) * k, height: Double(image.height) * k)
    let kept = Unmanaged.passUnretained(image).toOpaque()
    // Asked for when it is painted: of a surface that was recorded cairo makes a copy when it goes.
    guard
      let pattern = cairo_pattern_create_raster_source(
        kept, CAIRO_CONTENT_COLOR_ALPHA, Int32(image.width), Int32(image.height))
    else { return nil }
    defer { cairo_pattern_destroy(pattern) }
    cairo_raster_source_pattern_set_acquire(
      pattern,
      { _, image, _, _ in
        cairo_surface_reference(
          Unmanaged<NodeImage>.fromOpaque(image!).takeUnretainedValue().surface)
      }, { _, _, surface in cairo_surface_destroy(surface) })
    // Beyond its edge a tile goes on as its last pixel, so that turned tiles show no seams.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    let node = painted(in: bounds) { cr in
      cairo_translate(cr, origin.x, origin.y)
      cairo_scale(cr, k, k)
      cairo_set_source(cr, pattern)
      // Each pixel belongs to one image: those beside each other neither overlap nor leave a seam.
      cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE)
      // Their common corners have to come to the same positions, bit by bit: in the node's own
      // numbers, and not by the rounded steps of cairo's rectangle.
      cairo_identity_matrix(cr)
      for corner in bounds.corners { cairo_line_to(cr, corner.x, corner.y) }
      cairo_fill(cr)
    }
    guard let node, let recording = gsk_cairo_node_get_surface(node.pointer) else { return nil }
    // What was recorded goes before what is attached to the recording.
    let retained = Unmanaged.passRetained(image)
    let status = withUnsafePointer(to: &imageKey) { key in
      cairo_surface_set_user_data(recording, key, retained.toOpaque()) {
        Unmanaged<NodeImage>.fromOpaque($0!).release()
      }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      retained.release()
      return nil
    }
    return node
  }

  private static var imageKey = cairo_user_data_key_t()

  /// This node with one that paints nothing: to GSK what is in `box` has changed.
  public func marked(in box: Rect) -> RenderNode? {
    var bounds = box.graphene
    guard let mark = gsk_cairo_node_new(&bounds) else { return nil }
    defer { gsk_render_node_unref(mark) }
    var both: [OpaquePointer?] = [pointer, mark]
    return gsk_container_node_new(&both, 2).map { RenderNode(taking: $0) }
  }

  /// Appends the node where a transform of its own puts it: scaled, then turned by `rotation`
  /// radians, then moved to `position`.
  ///
  /// Never as a bare node, even where it stays in place: GSK compares two frames in order and takes
  /// any bare cairo node for a later state of any other, and what comes after a pair that does not
  /// belong together for new. (A container node is no better: it matches every kind.)
  public func append(
    to snapshot: OpaquePointer, at position: Point, rotation: Double = 0, scale: Double = 1
  ) {
    var origin = graphene_point_t(x: Float(position.x), y: Float(position.y))
    var transform = gsk_transform_translate(nil, &origin)
    if rotation != 0 { transform = gsk_transform_rotate(transform, Float(rotation * 180 / .pi)) }
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    defer { gsk_transform_unref(transform) }
    // The identity is no transform to GSK. A debug node costs nothing to draw.
    guard
      let wrapped = transform == nil
        ? gsk_debug_node_new(pointer, g_strdup("in place"))
        : gsk_transform_node_new(pointer, transform)
    else { return }
    gtk_snapshot_append_node(snapshot, wrapped)
    gsk_render_node_unref(wrapped)
  }

  /// All that `append` puts into a snapshot of its own as one node, `nil` where that is nothing.
  ///
  /// Debug nodes cost nothing to draw, and GSK takes one for a later state of another where it would their
  /// children: two within each other are of a kind that nothing else is.
  public static func group(_ append: (OpaquePointer) -> Void) -> RenderNode? {
    let snapshot = gtk_snapshot_new()!
    append(snapshot)
    guard let all = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(all) }
    guard let inner = gsk_debug_node_new(all, g_strdup("group")) else { return nil }
    defer { gsk_render_node_unref(inner) }
    return gsk_debug_node_new(inner, g_strdup("group")).map { RenderNode(taking: $0) }
  }

  /// Appends the node where the snapshot's transform puts it.
  public func append(to snapshot: OpaquePointer) {
    gtk_snapshot_append_node(snapshot, pointer)
  }
}

/// What a node of ``RenderNode/image(_:at:pointsPerPixel:)`` shows.
///
/// `@unchecked Sendable`: nodes are made, painted and let go on the main thread alone.
public final class NodeImage: @unchecked Sendable {
  public let width: Int
  public let height: Int
  fileprivate private(set) var surface: OpaquePointer
  private var owner: AnyObject

  /// - Parameters:
  ///   - surface: A cairo image surface that nobody paints to any more.
  ///   - owner: Keeps the surface.
  @MainActor public init(_ surface: OpaquePointer, of owner: AnyObject) {
    self.surface = surface
    self.owner = owner
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
  }

  /// Shows a later state of the same picture from now on, which has its size.
  ///
  /// Only for nodes that are painted each time anew, and in whose next frame what has changed is marked
  /// (``RenderNode/marked(in:)``): GSK's cairo renderer does so, while others keep what they painted.
  @MainActor public func show(_ surface: OpaquePointer, of owner: AnyObject) {
    precondition(
      width == Int(cairo_image_surface_get_width(surface))
        && height == Int(cairo_image_surface_get_height(surface)), "a node's image keeps its size")
    self.surface = surface
    self.owner = owner
  }
}
