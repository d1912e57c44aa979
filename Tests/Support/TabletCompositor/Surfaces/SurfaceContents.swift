import CCairo
import Glibc

/// The pixels that a surface shows: the compositor's own copy of what a client committed.
///
/// The copy takes only what the client declared as damage, as a real compositor's upload does, so
/// a client that forgets to declare a change shows stale pixels here too.
final class SurfaceContents {
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// False for XRGB, whose fourth byte means nothing.
  let hasAlpha: Bool
  let bytes: UnsafeMutableRawPointer
  /// The same pixels for cairo to read.
  let cairoSurface: OpaquePointer

  init(width: Int, height: Int, hasAlpha: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    stride = width * 4
    bytes = .allocate(byteCount: max(4, stride * height), alignment: 16)
    memset(bytes, 0, stride * height)
    cairoSurface = cairo_image_surface_create_for_data(
      bytes.assumingMemoryBound(to: UInt8.self),
      hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
      Int32(width), Int32(height), Int32(stride))
  }

  deinit {
    cairo_surface_destroy(cairoSurface)
    bytes.deallocate()
  }

  var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

  /// Takes over the pixels in `boxes` from a buffer of the same size; returns the smallest box
  /// around those that really changed.
  func copy(_ boxes: [PixelBox], from source: UnsafeRawPointer, stride sourceStride: Int)
    -> PixelBox
  {
    var changed = PixelBox.empty
    for box in boxes.map({ $0.intersection(bounds) }) where !box.isEmpty {
      let length = box.width * 4
      for y in box.y..<box.maxY {
        let from = source + y * sourceStride + box.x * 4
        let to = bytes + y * stride + box.x * 4
        guard memcmp(to, from, length) != 0 else { continue }
        let span = PixelRow.differingSpan(to, from, count: box.width)
        memcpy(to, from, length)
        changed = changed.union(
          PixelBox(x: box.x + span.lowerBound, y: y, width: span.count, height: 1))
      }
    }
    cairo_surface_mark_dirty(cairoSurface)
    return changed
  }
}

/// Loops over the 32-bit pixels of one row.
enum PixelRow {
  /// The span from the first to behind the last pixel in which two rows that are known to differ
  /// do differ.
  static func differingSpan(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int
  ) -> Range<Int> {
    let p = a.assumingMemoryBound(to: UInt32.self)
    let q = b.assumingMemoryBound(to: UInt32.self)
    var first = 0
    while first < count, p[first] == q[first] { first += 1 }
    var last = count
    while last > first, p[last - 1] == q[last - 1] { last -= 1 }
    return first..<last
  }
}
