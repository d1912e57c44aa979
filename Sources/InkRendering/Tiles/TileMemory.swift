import CCairo
import Glibc
import Synchronization

/// Memory for the pixels of tiles, reused from one to the next.
///
/// The system allocates memory of that size page by page as it is touched, and unmaps it whole. For a tile
/// that a stroke is painted onto that costs more than the stroke. It is mapped apart from the C library's pools:
/// there tiles, painted by any worker and kept for any time, would leave holes.
enum TileMemory {
  /// A whole tile's pixels.
  private static let byteCount = TileGrid.side * TileGrid.side * 4
  /// Unused blocks that are kept: as many as a stroke across the view touches.
  private static let most = 8

  private struct Block: @unchecked Sendable {
    let bytes: UnsafeMutableRawPointer
  }

  private static let free = Mutex<[Block]>([])

  /// An image surface, format ARGB32, of at most a tile's size; the caller owns the reference.
  ///
  /// - Parameter isClear: Transparent; else its pixels are whatever was there.
  static func surface(
    width: Int, height: Int, isClear: Bool = true
  ) throws(RenderingError) -> OpaquePointer {
    // Smaller ones come from the C library's cache.
    guard width * height * 4 > byteCount / 2, width * height * 4 <= byteCount else {
      return try makeSurface(CAIRO_FORMAT_ARGB32, width: width, height: height)
    }
    let used = free.withLock { $0.popLast()?.bytes }
    guard let bytes = used ?? map() else {
      throw RenderingError(call: "mmap", status: CAIRO_STATUS_NO_MEMORY)
    }
    if used != nil, isClear { memset(bytes, 0, width * height * 4) }
    let surface = cairo_image_surface_create_for_data(
      bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(width * 4))!
    // Called when nothing reads the pixels any more: for recorded surfaces cairo makes a copy.
    let status = cairo_surface_set_user_data(surface, MappedSurface.key, bytes) {
      TileMemory.giveBack($0!)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      giveBack(bytes)
      throw RenderingError(call: "cairo_surface_set_user_data", status: status)
    }
    return surface
  }

  /// A block of zeros with all of its pages there; see ``touchPages(of:count:)``.
  private static func map() -> UnsafeMutableRawPointer? {
    let bytes = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
    return bytes == MAP_FAILED ? nil : bytes
  }

  private static func giveBack(_ bytes: UnsafeMutableRawPointer) {
    let isKept = free.withLock { blocks in
      guard blocks.count < most else { return false }
      blocks.append(Block(bytes: bytes))
      return true
    }
    if !isKept { munmap(bytes, byteCount) }
  }
}
