import CCairo
import Glibc

/// Image surfaces whose pixels are mapped apart from the C library's pools.
///
/// Megabytes that are kept for long would leave holes in those pools when they are freed, which the process keeps.
enum MappedSurface {
  /// What a surface gives back at its end.
  private struct Mapping {
    var bytes: UnsafeMutableRawPointer
    var count: Int
  }

  /// Of what is attached to a surface whose memory is not cairo's.
  ///
  /// Cairo uses its address alone, and on every thread that paints: a variable of Swift's, whose accesses are checked for
  /// exclusivity, would not do.
  nonisolated(unsafe) static let key: UnsafePointer<cairo_user_data_key_t> = {
    let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
    key.initialize(to: cairo_user_data_key_t())
    return UnsafePointer(key)
  }()

  /// A transparent surface, format ARGB32, whose rows follow each other without a gap; the caller owns the reference.
  ///
  /// - Parameters:
  ///   - width: In pixels, above 0; so is the height.
  /// - Returns: `nil` where there is no memory.
  static func make(width: Int, height: Int) -> OpaquePointer? {
    let count = width * height * 4
    let protection = PROT_READ | PROT_WRITE
    guard let bytes = mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      bytes != MAP_FAILED
    else { return nil }
    let surface = cairo_image_surface_create_for_data(
      bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(width * 4))!
    let mapping = UnsafeMutablePointer<Mapping>.allocate(capacity: 1)
    mapping.initialize(to: Mapping(bytes: bytes, count: count))
    let status = cairo_surface_set_user_data(surface, key, mapping) { MappedSurface.end($0!) }
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      end(mapping)
      return nil
    }
    return surface
  }

  private static func end(_ pointer: UnsafeMutableRawPointer) {
    let mapping = pointer.assumingMemoryBound(to: Mapping.self)
    munmap(mapping.pointee.bytes, mapping.pointee.count)
    mapping.deallocate()
  }
}
