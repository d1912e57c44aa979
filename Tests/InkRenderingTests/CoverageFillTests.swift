import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// What signed areas make of polygons, held against areas known by heart and against cairo.
struct CoverageFillTests {
  /// The coverage of polygons in a box, and its stride.
  static func coverage(_ polygons: [[Point]], in box: PixelBox) -> [[UInt8]] {
    var outline = StrokeOutline()
    for polygon in polygons {
      outline.vertices += polygon
      outline.ends.append(outline.vertices.count)
    }
    return coverage(outline, in: box)
  }

  static func coverage(_ outline: StrokeOutline, in box: PixelBox) -> [[UInt8]] {
    // What lies between the rows is nobody's.
    let stride = box.width + 3
    var memory = [UInt8](repeating: 0, count: stride * box.height)
    var areas: [Float] = []
    memory.withUnsafeMutableBufferPointer {
      CoverageFill.fill(outline, in: box, to: $0.baseAddress!, stride: stride, with: &areas)
    }
    #expect(areas.allSatisfy { $0 == 0 })
    for y in 0..<box.height {
      #expect(memory[y * stride + box.width..<(y + 1) * stride].allSatisfy { $0 == 0 })
    }
    return (0..<box.height).map { y in Array(memory[y * stride..<y * stride + box.width]) }
  }

  static func area(_ rows: [[UInt8]]) -> Double {
    Double(rows.joined().reduce(0) { $0 + Int($1) }) / 255
  }

  static let box = PixelBox(x: -7, y: 11, width: 40, height: 30)

  @Test func `each pixel of a rectangle is covered by what lies in it`() {
    let rows = Self.coverage(
      [[Point(-4.5, 13.25), Point(3, 13.25), Point(3, 16), Point(-4.5, 16)]], in: Self.box)
    #expect(rows[2][2] == UInt8(255 * 0.5 * 0.75 + 0.5))
    #expect(rows[2][3] == UInt8(255 * 0.75 + 0.5))
    #expect(rows[3][2] == 128)
    #expect(rows[3][3...9].allSatisfy { $0 == 255 })
    #expect(rows[3][10] == 0 && rows[5][5] == 0 && rows[1][5] == 0)
  }

  @Test func `edges that are as good as level cover nothing and harm nothing`() {
    let tiny = Double(Float.leastNonzeroMagnitude)
    let box = PixelBox(x: 0, y: 0, width: 30, height: 4)
    let sliver = [Point(1, 0), Point(20, tiny), Point(20, 0), Point(1, tiny)]
    #expect(Self.area(Self.coverage([sliver], in: box)) == 0)
    let block = [Point(2, tiny), Point(12, 0), Point(12, 3), Point(2, 3)]
    #expect(abs(Self.area(Self.coverage([block], in: box)) - 30) < 0.1)
  }

  @Test func `the area of random triangles is right, whichever their sense`() {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<300 {
      let corners = (0..<3).map { _ in
        Point(
          Double.random(in: -7...33, using: &random), Double.random(in: 11...41, using: &random))
      }
      let (u, v) = (corners[1] - corners[0], corners[2] - corners[0])
      for turned in [corners, corners.reversed()] {
        let rows = Self.coverage([turned], in: Self.box)
        // Half a level for each pixel at an edge.
        #expect(abs(Self.area(rows) - abs(u.cross(v)) / 2) < 0.3)
      }
    }
  }

  @Test func `what lies outside the box changes nothing within it`() {
    var random = SeededGenerator(seed: 77)
    let wide = PixelBox(x: -107, y: -89, width: 240, height: 230)
    for _ in 0..<100 {
      let corners = (0..<5).map { _ in
        Point(
          Double.random(in: -100...130, using: &random),
          Double.random(in: -80...140, using: &random))
      }
      // A star shape has one sense.
      let centre = Point(13, 26)
      let polygon = corners.sorted {
        atan2($0.y - centre.y, $0.x - centre.x) < atan2($1.y - centre.y, $1.x - centre.x)
      }
      let part = Self.coverage([polygon], in: Self.box)
      let whole = Self.coverage([polygon], in: wide)
      for y in 0..<Self.box.height {
        for x in 0..<Self.box.width {
          let (a, b) = (part[y][x], whole[y + 100][x + 100])
          #expect(abs(Int(a) - Int(b)) <= 1, "\(x) \(y)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `the outline of a line is filled as cairo fills it, or darker where it lies on itself`(
    isSmooth: Bool
  ) throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      var (position, angle, radius) = (Point(20, 50), 0.0, 2.0)
      let nodes = (0..<8).map { _ in
        let turn = isSmooth ? 0.2 : 1.5
        angle = min(max(angle + Double.random(in: -turn...turn, using: &random), -1.4), 1.4)
        radius = min(max(radius + Double.random(in: -0.3...0.3, using: &random), 0.5), 4)
        position = position + Vector(angle: angle) * Double.random(in: 2...8, using: &random)
        return LineNode(x: position.x, y: position.y, radius: radius)
      }
      let outline = StrokeOutline(nodes)
      let box = PixelBox(
        outline.bounds.outset(by: 1), within: PixelBox(x: 0, y: 0, width: 200, height: 120))
      let rows = Self.coverage(outline, in: box)
      let cairo = Pixels(box.width, box.height)
      cairo_translate(cairo.cr, -Double(box.x), -Double(box.y))
      outline.addPath(to: cairo.cr)
      cairo_fill(cairo.cr)
      for (there, here) in zip(cairo.values, rows.joined()) {
        // Cairo samples 15 rows of a pixel.
        let difference = Int(here) - Int(there >> 24)
        #expect(difference >= -20 && (difference <= 20 || !isSmooth))
      }
    }
  }
}
