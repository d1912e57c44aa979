import CGtk
import InkModel

/// A GSK render node, kept from frame to frame.
///
/// GSK compares the nodes of two frames by pointer first: a node that is the same object damages
/// nothing, a node that is new damages its whole bounds. So what has not changed must be the same
/// node again. All nodes of ink are made here, since which kind is cheapest differs by renderer:
/// cairo nodes are, for GTK 4.8's cairo renderer (image surfaces in cairo nodes: 0.3 ms a frame;
/// textures, which it copies each time: 7 ms), and the GL renderers take them too.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
public final class RenderNode {
  public let pointer: OpaquePointer

  private init(taking pointer: OpaquePointer) {
    self.pointer = pointer
  }

  isolated deinit { gsk_render_node_unref(pointer) }

  /// A node painted by cairo, in whatever space it is put.
  public static func painted(in bounds: Rect, _ paint: (OpaquePointer) -> Void) -> RenderNode? {
    var box = bounds.graphene
    guard let node = gsk_cairo_node_new(&box) else { return nil }
    if let cr = gsk_cairo_node_get_draw_context(node) {
      paint(cr)
      cairo_destroy(cr)
    }
    return RenderNode(taking: node)
  }

  /// A node that shows part of an image surface.
  ///
  /// - Parameters:
  ///   - surface: A cairo image surface that nobody paints to any more.
  ///   - part: The part to show, in the surface's pixels.
  ///   - origin: Where the surface's corner comes to be.
  ///   - pointsPerPixel: The size of a surface's pixel in the node's space.
  public static func image(
    _ surface: OpaquePointer, part: Rect, at origin: Point, pointsPerPixel k: Double
  ) -> RenderNode? {
    let bounds = Rect(
      x: origin.x + part.minX * k, y: origin.y + part.minY * k, width: part.width * k,
      height: part.height * k)
    return painted(in: bounds) { cr in
      cairo_translate(cr, origin.x, origin.y)
      cairo_scale(cr, k, k)
      cairo_set_source_surface(cr, surface, 0, 0)
      // Beyond its edge a tile goes on as its last pixel, so that turned tiles show no seams.
      cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR)
      // Each pixel belongs to one image: those beside each other neither overlap nor leave a seam.
      cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE)
      // Their common corners have to come to the same places, bit by bit: in the node's own
      // numbers, and not by the rounded steps of cairo's rectangle.
      cairo_identity_matrix(cr)
      for corner in bounds.corners { cairo_line_to(cr, corner.x, corner.y) }
      cairo_fill(cr)
    }
  }

  /// Appends the node where a transform of its own puts it: scaled, then turned by `rotation`
  /// radians, then moved to `place`.
  ///
  /// Never as a bare node, even where it stays in place: GSK compares two frames in order and takes
  /// any bare cairo node for a later state of any other, and what comes after a pair that does not
  /// belong together for new. (A container node is no better: it matches every kind.)
  public func append(
    to snapshot: OpaquePointer, at place: Point, rotation: Double = 0, scale: Double = 1
  ) {
    var origin = graphene_point_t(x: Float(place.x), y: Float(place.y))
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

  /// Appends the node where the snapshot's transform puts it.
  public func append(to snapshot: OpaquePointer) {
    gtk_snapshot_append_node(snapshot, pointer)
  }
}

extension Rect {
  public var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(minX), y: Float(minY)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension Color {
  public var gdk: GdkRGBA {
    GdkRGBA(
      red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255,
      alpha: Float(alpha) / 255)
  }
}
