import CGtk
import CWayland
import Glibc
import Gtk
import InkRendering

/// A `wl_buffer` in shared memory for one picture.
///
/// Invariant: nothing is written from ``markShown()`` until the compositor releases it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class LayerBuffer {
  let width: Int
  let height: Int
  /// A `cairo_surface_t` on the memory, format ARGB32.
  let surface: OpaquePointer
  /// Whether the compositor may still read it.
  // Unchecked: as the properties of its surface.
  @exclusivity(unchecked)
  private(set) var isShown = false
  /// The boxes that have to be painted before it is shown.
  @exclusivity(unchecked)
  var stale = BoxList()
  /// Told when the compositor has released it.
  var onRelease: () -> Void = {}

  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private let link: UnsafeMutablePointer<ink_buffer>

  /// A transparent buffer; `nil` where there is no memory.
  init?(_ globals: WaylandGlobals, width: Int, height: Int) {
    let stride = width * 4
    byteCount = stride * height
    guard width > 0, height > 0, byteCount < Int(Int32.max) else { return nil }
    let file = ink_shared_memory(byteCount)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      mapped != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    memory = mapped
    self.width = width
    self.height = height
    surface = cairo_image_surface_create_for_data(
      mapped.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, CInt(width), CInt(height),
      CInt(stride))
    link = .allocate(capacity: 1)
    link.initialize(to: ink_buffer())
    link.pointee.released = { owner in
      guard let owner else { return }
      Unmanaged<LayerBuffer>.fromOpaque(owner).takeUnretainedValue().released()
    }
    var offered = globals.offered
    ink_buffer_create(&offered, link, file, Int32(width), Int32(height), Int32(stride))
    link.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
  }

  isolated deinit {
    ink_buffer_destroy(link)
    link.deallocate()
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    munmap(memory, byteCount)
  }

  /// All pixels, row by row.
  var pixels: UnsafeMutablePointer<UInt32> { memory.assumingMemoryBound(to: UInt32.self) }

  /// The `wl_buffer` to attach.
  var handle: OpaquePointer { link.pointee.buffer }

  var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

  func markShown() { isShown = true }

  private func released() {
    isShown = false
    onRelease()
  }
}
