import InkModel
import TabletCompositor
import Testing

/// The app in front of a test: one window that fills the screen, with one drawing in it.
///
///     let desk = try Desk()
///     desk.pen.stroke([desk.at(100, 100), desk.at(300, 100)])
///     #expect(try await desk.kept(1)[0].samples.count == 2)
///     try desk.done()
final class Desk {
  let screen: Screen
  let app: Program
  let window: Window
  /// The drawing's file.
  let path: String
  /// The canvas on the screen, in logical pixels.
  private(set) var canvas = PixelBox.empty

  /// - Parameters:
  ///   - drawing: the file to open; `nil` for a drawing of this name that is not there yet.
  ///   - maximized: fills the screen; else the window has the size it comes with.
  init(
    size: PixelSize = PixelSize(width: 800, height: 600), scale: Int = 1,
    name: String = "drawing", maximized: Bool = true, environment: [String: String] = [:],
    before: (Screen) throws -> Void = { _ in }
  ) throws {
    screen = try Screen(size: size, scale: scale)
    path = screen.path(name + ".plumbago")
    try before(screen)
    app = try screen.launchApp([path], environment: environment)
    window = try screen.waitForWindow()
    if maximized { try window.maximize() }
    try look()
  }

  var pen: Pen { screen.pen }

  /// Waits until all is still and finds the canvas.
  @discardableResult
  func look() throws -> Picture {
    let picture = try screen.waitUntilStill()
    let k = screen.scale
    let frame = window.frame
    // The column at the window's right edge is header above and bare paper below.
    let x = (frame.maxX - 2) * k
    var y = frame.maxY * k - 1
    let paper = picture[x, y]
    while y > frame.y * k, picture[x, y - 1] == paper { y -= 1 }
    let top = y / k
    canvas = PixelBox(x: frame.x, y: top, width: frame.width, height: frame.maxY - top)
    return picture
  }

  /// A canvas point of a fresh view, on the screen.
  func at(_ x: Double, _ y: Double) -> Point {
    Point(x + Double(canvas.x), y + Double(canvas.y))
  }

  /// The file's strokes, once there are `count`.
  func kept(_ count: Int) async throws -> [KeptStroke] { try await Kept.strokes(count, in: path) }

  /// Closes the window; the app must have nothing to complain of.
  func done() throws {
    try app.expectQuiet()
    window.close()
    let status = try app.waitForExit()
    #expect(status == .exited(0))
    try app.expectQuiet()
    screen.close()
  }
}
