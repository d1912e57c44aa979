import CGtk
import Canvas
import InkModel
import Testing

@testable import InkWidgets

/// Instruments as pixels.
@MainActor @Suite struct InstrumentPixelTests {
  private static let width = 360
  private static let height = 600

  /// How many pixels around a point are as bright as what a compass's reading lies on, over black.
  private func bright(_ painter: InstrumentPainter, at middle: Point) -> Int {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(Self.width), Int32(Self.height))!
    let cr = cairo_create(surface)!
    cairo_set_source_rgb(cr, 0, 0, 0)
    cairo_paint(cr)
    cairo_translate(cr, painter.instrument.center.x, painter.instrument.center.y)
    cairo_rotate(cr, painter.instrument.angle)
    painter.paintCompass(cr)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    let (x, y) = (Int(middle.x), Int(middle.y))
    let count = cairo_image_surface_get_data(surface)!.withMemoryRebound(
      to: UInt32.self, capacity: stride * Self.height
    ) { data -> Int in
      var count = 0
      for row in y - 8...y + 8 {
        for column in x - 20...x + 20 where data[row * stride + column] & 0xFF > 0xF0 {
          count += 1
        }
      }
      return count
    }
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
    return count
  }

  @Test(arguments: [0.0, 120])
  func `the reading of a compass is where no tools cover it`(covered: Double) {
    var view = Viewport(width: Double(Self.width), height: Double(Self.height))
    view.coveredBelow = covered
    let compass = Instrument(.compass, center: Point(180, 440), angle: 0.4, radius: 100)
    let painter = InstrumentPainter(
      compass, over: view, reading: "35 mm", PickerAppearance())
    // Below the disc it would reach down to 490, and the tools begin at 480.
    let (below, above) = (
      bright(painter, at: Point(180, 479)), bright(painter, at: Point(180, 401))
    )
    let (shown, free) = covered == 0 ? (below, above) : (above, below)
    #expect(shown > 200)
    #expect(free == 0)
  }
}
