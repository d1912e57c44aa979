import CGtk
import Canvas
import InkModel
import Testing

@testable import InkWidgets

/// Instruments as pixels.
@MainActor @Suite struct InstrumentPixelTests {
  private static let width = 360
  private static let height = 600

  /// A picture of an instrument.
  private struct Sight {
    var pixels: [UInt32]
    var stride: Int
    /// Pixels for a widget point.
    var zoom: Int

    /// A box of pixels, given in widget points.
    func crop(_ xs: Range<Int>, _ ys: Range<Int>) -> [Color] {
      (ys.lowerBound * zoom..<ys.upperBound * zoom).flatMap { y in
        (xs.lowerBound * zoom..<xs.upperBound * zoom).map { self[$0, y] }
      }
    }

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

  /// An instrument as it is painted over a ground of one tone, 0 … 1.
  private func paint(_ painter: InstrumentPainter, over tone: Double, zoom: Int = 1) -> Sight {
    let (width, height) = (Self.width * zoom, Self.height * zoom)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))!
    let cr = cairo_create(surface)!
    cairo_set_source_rgb(cr, tone, tone, tone)
    cairo_paint(cr)
    cairo_scale(cr, Double(zoom), Double(zoom))
    painter.paint(cr)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    let pixels = cairo_image_surface_get_data(surface)!.withMemoryRebound(
      to: UInt32.self, capacity: stride * height
    ) { Array(UnsafeBufferPointer(start: $0, count: stride * height)) }
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
    return Sight(pixels: pixels, stride: stride, zoom: zoom)
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

  // MARK: Numbers

  /// Widget points that a centimetre of the paper has at 100 %: 72 points are an inch of 25.4 millimetres.
  private static let centimetre = 720 / 25.4

  /// A view in which a centimetre is 30 widget points.
  private static var view: Viewport {
    Viewport(scale: 30 / centimetre, width: Double(width), height: Double(height))
  }

  @Test(arguments: PaperStyle.allCases, [0.0, 1])
  func `centimetres stand at the ruler's long marks, by 4.5 to 1 over white and black`(
    paper: PaperStyle, tone: Double
  ) {
    for isHighContrast in [false, true] {
      let appearance = PickerAppearance(isHighContrast: isHighContrast, paper: paper)
      let ruler = Instrument(.ruler, center: Point(180, 300))
      let painter = InstrumentPainter(ruler, over: Self.view, reading: "0°", appearance)
      let sight = paint(painter, over: tone, zoom: 4)
      // Below the marks of the upper edge, which is at 262, and above those of the lower one, at 338.
      for rows in [275..<283, 317..<325] {
        let body = sight.crop(224..<225, rows)[0]
        func most(_ columns: Range<Int>) -> Double {
          sight.crop(columns, rows).map { $0.contrast(against: body) }.max() ?? 1
        }
        for number in [-5, -3, -2, -1, 1, 2, 4] {
          let x = 180 + 30 * number
          let (figure, space) = (most(x - 4..<x + 5), most(x + 11..<x + 20))
          #expect(figure >= 4.5, "\(number) at \(rows)")
          // The dial is beside the first one on the left.
          if number != -1 { #expect(space < 1.1, "beside \(number) at \(rows)") }
        }
      }
    }
  }

  @Test(arguments: [0.1, 0.13, 0.25, 0.5, 1, 1.7, 3, 10, 40, 64])
  func `numbers say how far from the middle they are, and do not touch, at each scale`(
    scale: Double
  ) throws {
    let view = Viewport(scale: scale, width: 4000, height: 600)
    let ruler = Instrument(.ruler, center: Point(2000, 300))
    let painter = InstrumentPainter(ruler, over: view, reading: "0°", PickerAppearance())
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
    let cr = try #require(cairo_create(surface))
    let numbers = painter.edgeNumbers(cr, length: 2000)
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
    #expect(numbers.count >= 8)
    for number in numbers {
      let value = try #require(Double(number.text))
      #expect(abs(number.distance - value * Self.centimetre * scale) < 0.01, "\(number.text)")
    }
    for (a, b) in zip(numbers, numbers.dropFirst()) {
      let space = b.distance - a.distance - (a.width + b.width) / 2
      #expect(space >= 4, "between \(a.text) and \(b.text)")
      // Ten times ten marks, which are 2.5 points apart at least.
      #expect(b.distance - a.distance <= 260)
    }
    let last = try #require(numbers.last)
    #expect(last.distance + last.width / 2 <= 2000)
  }

  @Test func `a number is upright where the instrument is upside down`() throws {
    let appearance = PickerAppearance()
    /// How far the ink of the 4 that is right of the middle, or has come to the left, is to the right in its box, in pixels.
    func lean(_ angle: Double) throws -> Double {
      let square = Instrument(.setSquare, center: Point(180, 300), angle: angle)
      let painter = InstrumentPainter(square, over: Self.view, reading: "0°", appearance)
      let sight = paint(painter, over: 1, zoom: 4)
      // The long edge is at 366.3, and at 233.7 once it is turned; its marks are 12 points long.
      let left = angle == 0 ? 295 : 55
      let rows = angle == 0 ? 344..<353 : 247..<256
      var columns: [Double] = []
      for x in left * 4..<(left + 10) * 4 {
        for y in rows.lowerBound * 4..<rows.upperBound * 4 where sight[x, y].green < 0x90 {
          columns.append(Double(x))
        }
      }
      let (low, high) = (try #require(columns.min()), try #require(columns.max()))
      return columns.reduce(0, +) / Double(columns.count) - (low + high) / 2
    }
    // The stem of a 4 is on its right; upside down it would be on the left.
    let (upright, turned) = (try lean(0), try lean(.pi))
    #expect(upright > 0.5)
    #expect(turned > 0.5)
  }

  // MARK: Degrees

  /// The middle of a set square's long edge, from that of its dial, which is as far from all edges.
  private static let zero = Point(0, 160 * (2.0.squareRoot() - 1))

  @Test(arguments: PaperStyle.allCases, [0.0, 1])
  func `degrees stand at every third long mark of the protractor, by 4.5 to 1, as it is turned`(
    paper: PaperStyle, tone: Double
  ) {
    let poses: [(zoom: Int, turn: Double)] = [(1, 0), (2, 0), (2, 0.7), (2, Double.pi)]
    for (zoom, turn) in poses {
      let square = Instrument(.setSquare, center: Point(180, 300), angle: turn)
      let painter = InstrumentPainter(
        square, over: Self.view, reading: "0°", PickerAppearance(paper: paper))
      let sight = paint(painter, over: tone, zoom: zoom)
      /// Colours within the half circle, and aside along it.
      func colors(_ degree: Int, aside: Double = 0, reach: Int = 2) -> [Color] {
        let outward = Vector(angle: -Double(degree) * .pi / 180)
        let local = Self.zero + outward * 96 + outward.perpendicular * aside
        let middle = square.center + AffineTransform.rotation(turn)(local - Point.zero)
        let (x, y) = (Int(middle.x), Int(middle.y))
        return sight.crop(x - reach..<x + reach + 1, y - reach..<y + reach + 1)
      }
      let body = colors(20, reach: 0)[0]
      func most(_ colors: [Color]) -> Double {
        colors.map { $0.contrast(against: body) }.max() ?? 1
      }
      for degree in [30, 60, 90, 120, 150] {
        let figure = most(colors(degree))
        #expect(figure >= 4.5, "\(degree)° turned by \(turn), at \(zoom)")
        guard zoom > 1 else { continue }
        // Three figures are 20 points long, two are 14.
        let ends = most([-9.0, 9].flatMap { colors(degree, aside: $0, reach: 0) })
        let isLong = ends >= 4.5
        #expect(isLong == (degree > 90), "\(degree)° turned by \(turn)")
      }
      for degree in [20, 40, 50, 70, 80, 100, 110, 130, 140, 160] {
        let space = most(colors(degree))
        #expect(space < 1.1, "\(degree)° turned by \(turn), at \(zoom)")
      }
    }
  }

  @Test func `a figure of the protractor says its angle, counterclockwise from the long edge`()
    throws
  {
    let square = Instrument(.setSquare, center: Point(180, 300), angle: 0.4)
    let painter = InstrumentPainter(square, over: Self.view, reading: "0°", PickerAppearance())
    let numbers = painter.degreeNumbers
    #expect(numbers.map { $0.degree } == [30, 60, 90, 120, 150])
    for number in numbers {
      let direction = try #require((number.middle - Self.zero).normalized)
      let wanted = Vector(angle: -Double(number.degree) * .pi / 180)
      #expect((direction - wanted).length < 1e-9, "\(number.degree)")
      // The dial and its line are beside all that is 3.75 points from the middle of a figure.
      let space = number.middle.distance(to: .zero) - Instrument.dialRadius
      #expect(space >= 3.75 + 1, "\(number.degree)")
    }
  }

  @Test(arguments: [28.35, 31, 62])
  func `figures and marks of a set square keep clear of its knobs`(centimetre: Double) {
    let square = Instrument(.setSquare, center: Point(180, 300))
    // Each has a figure below a knob, the first one that of 100 %.
    let view = Viewport(
      scale: centimetre / Self.centimetre, width: Double(Self.width), height: Double(Self.height))
    let painter = InstrumentPainter(square, over: view, reading: "0°", PickerAppearance())
    let sight = paint(painter, over: 1, zoom: 4)
    func color(_ p: Point) -> Color { sight[Int(p.x * 4), Int(p.y * 4)] }
    for knob in square.knobs {
      let body = color(knob + Vector(0, -11))
      var most = 1.0
      for degrees in stride(from: 0.0, to: 360, by: 2) {
        let direction = Vector(angle: degrees * .pi / 180)
        // The knob's radius is 9.
        for radius in [10.5, 11.5, 12.5] {
          most = max(most, color(knob + direction * radius).contrast(against: body))
        }
      }
      #expect(most < 1.1)
    }
  }

  @Test func `a knob has dots to take hold of, and no lines as a menu has`() {
    let ruler = Instrument(.ruler, center: Point(180, 300))
    let painter = InstrumentPainter(
      ruler, over: Self.view, reading: "0°", PickerAppearance())
    let sight = paint(painter, over: 1, zoom: 4)
    for knob in ruler.knobs {
      let (x, y) = (Int(knob.x) * 4, Int(knob.y) * 4)
      let between = sight[x, y]
      for side in [-10, 10] {
        for row in [-16, 0, 16] {
          let dot = sight[x + side, y + row].contrast(against: between)
          #expect(dot >= 3, "\(side), \(row)")
        }
        let gap = sight[x + side, y + 8].contrast(against: between)
        #expect(gap < 1.1)
      }
    }
  }
}
