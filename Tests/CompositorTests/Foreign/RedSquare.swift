import InkModel
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

/// The red square that pages of test documents have: it tells where a page is, and what is drawn below it is on the page.
enum RedSquare {
  static let color = Pixel(0xFF_0000)
  /// A PDF of one page with such a square.
  static let document = SampleDocument.text(content: "1 0 0 rg 50 50 100 100 re f")

  /// The frame of the square on the screen, once it is there and still.
  static func wait(on screen: Screen) throws -> PixelBox {
    let all = PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
    try screen.wait(for: "the page", in: all) { $0.pixels { $0 == color }.count > 500 }
    return try screen.waitUntilStill().pixels { $0 == color }.box
  }

  /// Draws a short line below the middle of the square, once that is there.
  ///
  /// - Parameter heights: How far below the square the line is, in heights of it.
  static func drawLine(below heights: Double, on screen: Screen) throws {
    let square = try wait(on: screen)
    let middle = Point(
      Double(square.x) + Double(square.width) / 2,
      Double(square.y) + (1 + heights) * Double(square.height))
    screen.pen.stroke((-10...10).map { middle + Vector(Double($0), 0) })
    screen.pen.proximityOut()
  }

  /// Expects a sound document, on whose first page another program finds ink below the square.
  ///
  /// - Parameters:
  ///   - heights: How far below the square the ink is, in heights of it, which is 100 points high.
  ///   - bench: Has a picture of the page afterwards.
  static func expectInk(
    below heights: Double, in path: String, _ bench: FileBench,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let check = try Command.run(["qpdf", "--check", path])
    #expect(check.status == 0, "\(check)", sourceLocation: sourceLocation)
    let drawn = try Command.run([
      "pdftoppm", "-png", "-r", "72", "-f", "1", "-l", "1", "-singlefile", path,
      bench.path("first-page"),
    ])
    #expect(drawn.status == 0, "\(drawn)", sourceLocation: sourceLocation)
    let page = try Picture(png: bench.path("first-page.png"))
    // Smoothed, a colour may be a step or two off.
    let square = page.pixels { $0.distance(to: color) <= 4 }.box
    let middle = Point(Double(square.x) + 50, Double(square.y) + 100 * (1 + heights))
    let ink = page.cropped(to: PixelBox(covering: Rect(center: middle, radius: 5)))
      .pixels { $0.luma < 0.5 }
    #expect(ink.count > 8, "no ink below the square", sourceLocation: sourceLocation)
  }
}
