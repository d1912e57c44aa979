import CCairo
import Testing

@testable import InkRendering

@Suite struct `Tile memory` {
  private static func bytes(_ surface: OpaquePointer) -> UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(
      start: cairo_image_surface_get_data(surface),
      count: Int(
        cairo_image_surface_get_stride(surface) * cairo_image_surface_get_height(surface)))
  }

  @Test(arguments: [(256, 256), (256, 130), (200, 256), (20, 10), (1, 1)])
  func `what is asked for is transparent, whatever the memory was before`(
    _ width: Int, _ height: Int
  ) throws {
    for _ in 0..<24 {
      let surface = try TileMemory.surface(width: width, height: height)
      defer { cairo_surface_destroy(surface) }
      #expect(cairo_image_surface_get_width(surface) == width)
      #expect(cairo_image_surface_get_height(surface) == height)
      let bytes = Self.bytes(surface)
      #expect(bytes.allSatisfy { $0 == 0 })
      bytes.update(repeating: 0xAB)
    }
  }

  @Test func `no two surfaces share memory, and a surface keeps its own`() throws {
    var surfaces: [OpaquePointer] = []
    defer { for surface in surfaces { cairo_surface_destroy(surface) } }
    for round in 0..<3 {
      while surfaces.count < 20 {
        let surface = try TileMemory.surface(width: 256, height: 256, isClear: false)
        surfaces.append(surface)
      }
      for (i, surface) in surfaces.enumerated() {
        Self.bytes(surface).update(repeating: UInt8(i + 30 * round))
      }
      for (i, surface) in surfaces.enumerated() {
        #expect(Self.bytes(surface).allSatisfy { $0 == UInt8(i + 30 * round) })
      }
      for surface in surfaces.suffix(12) { cairo_surface_destroy(surface) }
      surfaces.removeLast(12)
    }
  }
}
