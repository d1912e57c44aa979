import CGtk
import Gtk
import InkRendering

/// A part of a layer's picture that is to be painted anew, all of it: either pixel by pixel or with cairo.
@MainActor public struct LayerTarget {
  let buffer: LayerBuffer
  /// Buffer pixels.
  public let box: PixelBox

  /// Premultiplied ARGB32, from the box's top left corner on; each pixel of the box has to be written.
  public var pixels: UnsafeMutablePointer<UInt32> {
    buffer.pixels + box.y * buffer.width + box.x
  }

  /// Pixels from one row to the next.
  public var stride: Int { buffer.width }

  /// Makes all of it transparent.
  public func clear() {
    for y in 0..<box.height {
      (pixels + y * stride).update(repeating: 0, count: box.width)
    }
  }

  /// Paints in a context in buffer pixels that is clipped to the box, which is clear.
  public func paint(_ body: (_ cr: OpaquePointer) -> Void) {
    clear()
    cairo_surface_mark_dirty(buffer.surface)
    let cr = cairo_create(buffer.surface)!
    cairo_rectangle(cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    cairo_clip(cr)
    body(cr)
    cairo_destroy(cr)
    cairo_surface_flush(buffer.surface)
  }
}
