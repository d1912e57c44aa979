import CGtk
import Canvas
import InkModel
import Testing

@testable import InkWidgets

/// Instruments as pixels.
@MainActor @Suite struct InstrumentPixelTests {
  private static let width = 360
  private static let height = 600

  /// A picture of a compass.
  private struct Sight {
    var pixels: [UInt32]
    var stride: Int

    /// The colour of a pixel.
    subscript(_ x: Int, _ y: Int) -> Color { Color(rgba: pixels[y * stride + x] << 8 | 0xFF) }

    /// The most contrast against a ground within three points on either side of a line.
    func most(across position: Point, _ normal: Vector, against ground: Color) -> Double {
      Swift.stride(from: -3.0, through: 3, by: 0.5).map { offset in
        let p = position + normal * offset
        return self[Int(p.x.rounded(.down)), Int(p.y.rounded(.down))].contrast(against: ground)
      }.max() ?? 1
    }
  }

  /// A compass as it is painted over a ground of one tone, 0 … 1.
  private func paint(_ painter: InstrumentPainter, over tone: Double) -> Sight {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(Self.width), Int32(Self.height))!
    let cr = cairo_create(surface)!
    cairo_set_source_rgb(cr, tone, tone, tone)
    cairo_paint(cr)
    cairo_translate(cr, painter.instrument.center.x, painter.instrument.center.y)
    cairo_rotate(cr, painter.instrument.angle)
    painter.paintCompass(cr)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    let pixels = cairo_image_surface_get_data(surface)!.withMemoryRebound(
      to: UInt32.self, capacity: stride * Self.height
    ) { Array(UnsafeBufferPointer(start: $0, count: stride * Self.height)) }
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
    return Sight(pixels: pixels, stride: stride)
  }

  /// How many pixels around a point are as bright as what a compass's reading lies on, over black.
  private func bright(_ painter: InstrumentPainter, at middle: Point) -> Int {
    let sight = paint(painter, over: 0)
    let (x, y) = (Int(middle.x), Int(middle.y))
    var count = 0
    for row in y - 8...y + 8 {
      for column in x - 20...x + 20 where sight[column, row].blue > 0xF0 { count += 1 }
    }
    return count
  }

  @Test(arguments: PaperStyle.allCases, [0.0, 1])
  func `circle and arm of a compass stand out by 3 to 1, over white and black, in either style`(
    paper: PaperStyle, tone: Double
  ) {
    let view = Viewport(width: Double(Self.width), height: Double(Self.height))
    let ground = tone == 0 ? Color.black : .white
    for isHighContrast in [false, true] {
      let appearance = PickerAppearance(isHighContrast: isHighContrast, paper: paper)
      // Lines on pixels, and between them.
      for (shift, angle) in [(0.0, 0.0), (0.5, 0), (0.25, 0), (0.3, 0.4), (0.8, -2.1)] {
        let center = Point(180 + shift, 300 + shift)
        let compass = Instrument(.compass, center: center, angle: angle, radius: 100)
        let painter = InstrumentPainter(compass, over: view, reading: "35 mm", appearance)
        let sight = paint(painter, over: tone)
        // On from the knob, which covers the rest.
        let around = (10...350).map { degrees -> Double in
          let direction = Vector(angle: angle + Double(degrees) * .pi / 180)
          return sight.most(across: center + direction * 100, direction, against: ground)
        }
        let along = (30...85).map { distance -> Double in
          let position = center + compass.direction * Double(distance)
          return sight.most(across: position, compass.normal, against: ground)
        }
        let least = (circle: around.min() ?? 0, arm: along.min() ?? 0)
        #expect(least.circle >= 3)
        #expect(least.arm >= 3)
      }
    }
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
