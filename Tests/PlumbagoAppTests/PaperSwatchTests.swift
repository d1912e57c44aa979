import CGtk
import InkModel
import Testing

@testable import PlumbagoApp

/// Swatches of the paper dialog as pixels.
@MainActor @Suite struct PaperSwatchTests {
  private static let side = 26
  private static let tints = [nil] + Paper.tints.map(Optional.some)

  /// The colours in the middle of both halves of a sheet's swatch: upper left and lower right.
  private func halves(_ tint: Color?, _ style: PaperStyle) throws -> (upper: Color, lower: Color) {
    let side = Int32(Self.side)
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side))
    defer { cairo_surface_destroy(surface) }
    let cr = try #require(cairo_create(surface))
    defer { cairo_destroy(cr) }
    let bounds = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
    PaperSwatch.paintSheet(tint, style, in: bounds, on: cr)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let bytes = try #require(cairo_image_surface_get_data(surface))
    func pixel(_ x: Int, _ y: Int) -> Color {
      let p = bytes + y * stride + x * 4
      return Color(red: p[2], green: p[1], blue: p[0], alpha: p[3])
    }
    return (pixel(8, 8), pixel(17, 17))
  }

  private func distance(_ a: Color, _ b: Color) -> Double {
    let parts = [
      Double(a.red) - Double(b.red), Double(a.green) - Double(b.green),
      Double(a.blue) - Double(b.blue),
    ]
    return parts.map { $0 * $0 }.reduce(0, +).squareRoot()
  }

  @Test func `sheets are told apart in the dark, by what they are on light paper`() throws {
    let seen = try Self.tints.map { try halves($0, .dark) }
    for (a, b) in zip(seen, seen.dropFirst()) {
      let apart = distance(a.upper, b.upper)
      #expect(apart >= 9)
    }
    // The first one is called white, and what it is in the dark is there as well.
    #expect(seen[0].upper == Color(rgba: 0xFDFC_F9FF))
    #expect(seen[0].lower == Color(rgba: 0x1B1C_1FFF))
  }

  @Test func `on light paper a sheet's swatch is all of its colour`() throws {
    for tint in Self.tints {
      let seen = try halves(tint, .light)
      let sheet = tint ?? Color(rgba: 0xFDFC_F9FF)
      #expect(seen.upper == sheet)
      #expect(seen.lower == sheet)
    }
  }
}
