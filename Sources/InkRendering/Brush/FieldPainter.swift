import CCairo
import InkModel

/// Paints whole strokes of media that are no even ink, with scratch memory that is kept from stroke to stroke.
struct FieldPainter {
  private var mask: Mask?

  /// Paints what the tip leaves along runs of a line in `box`, in device pixels.
  ///
  /// - Parameter isBeginning: Whether the tool touched down at the first node.
  /// - Returns: How many segments were near the box.
  mutating func paint(
    _ nodes: ContiguousArray<LineNode>, _ runs: [Range<Int>], isBeginning: Bool,
    _ medium: FieldMedium, in box: PixelBox, color: Color, on cr: OpaquePointer
  ) -> Int {
    guard let mask = mask(atLeast: box) else { return 0 }
    let field = medium.field(in: box)
    var taken = 0
    nodes.withUnsafeBufferPointer { nodes in
      for (i, run) in runs.enumerated() {
        taken += field.add(
          UnsafeBufferPointer(rebasing: nodes[run]), isBeginning: isBeginning && i == 0)
      }
    }
    cairo_surface_flush(mask.surface)
    guard let data = cairo_image_surface_get_data(mask.surface) else { return 0 }
    let stride = Int(cairo_image_surface_get_stride(mask.surface))
    let written = field.cover(data, stride: stride)
    guard !written.isEmpty else { return taken }
    cairo_surface_mark_dirty(mask.surface)
    cairo_save(cr)
    cairo_rectangle(
      cr, Double(written.x), Double(written.y), Double(written.width), Double(written.height))
    cairo_clip(cr)
    cairo_set_source(cr, color)
    cairo_mask_surface(cr, mask.surface, Double(box.x), Double(box.y))
    cairo_restore(cr)
    // Cleared for the next stroke.
    cairo_surface_flush(mask.surface)
    for y in written.y..<written.maxY {
      (data + (y - box.y) * stride + written.x - box.x).update(
        repeating: 0, count: written.width)
    }
    cairo_surface_mark_dirty(mask.surface)
    return taken
  }

  /// A clean mask that a box fits into.
  private mutating func mask(atLeast box: PixelBox) -> Mask? {
    if let mask, mask.width >= box.width, mask.height >= box.height { return mask }
    mask = try? Mask(
      width: max(box.width, mask?.width ?? 0), height: max(box.height, mask?.height ?? 0))
    return mask
  }

  /// An A8 surface, freed with its last owner.
  private final class Mask {
    let surface: OpaquePointer
    let width: Int
    let height: Int

    init(width: Int, height: Int) throws(RenderingError) {
      surface = try makeSurface(CAIRO_FORMAT_A8, width: width, height: height)
      self.width = width
      self.height = height
    }

    deinit { cairo_surface_destroy(surface) }
  }
}
