import Canvas
import InkModel
import TabletCompositor
import Testing

/// The app in front of a test: one window that fills the screen, with one drawing in it.
///
///     let fixture = try AppFixture()
///     fixture.pen.stroke([fixture.at(100, 100), fixture.at(300, 100)])
///     #expect(try await fixture.kept(1)[0].samples.count == 2)
///     try fixture.done()
final class AppFixture {
  let screen: Screen
  let app: Program
  let window: Window
  /// The drawing's file.
  let path: String
  /// The part of the canvas on the screen that tools docked at its left leave free, in logical
  /// pixels; all of it where none are.
  private(set) var canvas = PixelBox.empty
  /// The whole canvas on the screen, in logical pixels.
  private(set) var wholeCanvas = PixelBox.empty
  /// Rows of the chrome run from right to left.
  let isMirrored: Bool
  /// Whether its tools say which layer is current.
  var showsLayer = true

  /// What makes an app mirror its chrome: a language that is written from right to left, in a locale that is
  /// always there.
  static let rightToLeft = ["LANGUAGE": "he", "LC_ALL": "C.UTF-8"]

  /// Logical pixels that tools docked at the left take: their margin, their thickness, and the
  /// distance to a stroke at which they would step aside.
  private static let dockedWidth = 160

  /// - Parameters:
  ///   - size: what is left of the screen beside tools docked at the left.
  ///   - drawing: the file to open; `nil` for a drawing of this name that is not there yet.
  ///   - presenter: how ink in progress goes to the screen; `nil` leaves it to the app.
  ///   - finger: what the settings have one finger do; `nil` for settings as they come.
  ///   - maximized: fills the screen; else the window has the size it comes with.
  ///   - profile: what was set before, unless `before` sets it.
  ///   - preferences: what is set in any case.
  ///   - hasInputMethod: whether the desktop has one, which GTK uses for its fields.
  init(
    size: PixelSize = PixelSize(width: 800, height: 600), scale: Int = 1,
    name: String = "drawing", presenter: InkPresenter? = nil, finger: String? = nil,
    maximized: Bool = true,
    profile: Preferences = .everyday, preferences: Preferences = [:],
    environment: [String: String] = [:], withholding withheld: Set<String> = [],
    hasInputMethod: Bool = false,
    before: (Screen) throws -> Void = { _ in }
  ) throws {
    var size = size
    if profile.merging(preferences).docksToolsLeft(in: size) { size.width += Self.dockedWidth }
    screen = try Screen(
      size: size, scale: scale, withholding: withheld, hasInputMethod: hasInputMethod)
    path = screen.path(name + ".plumbago")
    isMirrored = environment.merging(Self.rightToLeft) { $1 } == environment
    try before(screen)
    var preferences = preferences.merging(presenter?.preferences ?? [:])
    if let finger { preferences = preferences.merging([.finger: .init(finger)]) }
    app = try screen.launchApp(
      [path], profile: profile, preferences: preferences, environment: environment)
    window = try screen.waitForWindow()
    if maximized { try window.maximize() }
    try findCanvas()
  }

  /// The app at its first start, on a screen with room for the tools beside what is drawn: they lie at the middle of
  /// the top edge, and the hint that asks for the hand comes at the bottom.
  static func fresh(
    scale: Int = 1, presenter: InkPresenter? = nil, before: (Screen) throws -> Void = { _ in }
  ) throws -> AppFixture {
    try AppFixture(
      size: PixelSize(width: 1280, height: 800), scale: scale, presenter: presenter,
      profile: .fresh,
      before: before)
  }

  /// A window that an app has opened, which from now on fills the screen.
  init(_ window: Window, of app: Program, on screen: Screen, path: String) throws {
    self.screen = screen
    self.app = app
    self.window = window
    self.path = path
    isMirrored = false
    try window.maximize()
    try findCanvas()
  }

  var pen: Pen { screen.pen }

  /// Waits until all is still and finds the canvas.
  @discardableResult
  func findCanvas() throws -> Picture {
    let picture = try screen.waitUntilStill()
    let k = screen.scale
    let frame = window.frame
    let sheets = Set(PaperStyle.allCases.map { Pixel($0.color.rgba >> 8) })
    // Header above, paper below; ink may be on some of it.
    let columns = [frame.x + 1, frame.maxX - 2, (frame.x + frame.maxX) / 2].map { $0 * k }
    let y = (frame.y * k..<frame.maxY * k).first { y in
      columns.contains { sheets.contains(picture[$0, y]) }
    }
    guard let y else { throw FixtureError.noPaper }
    let top = y / k
    wholeCanvas = PixelBox(x: frame.x, y: top, width: frame.width, height: frame.maxY - top)
    let size = PixelSize(width: frame.width, height: wholeCanvas.height)
    let taken = try Preferences(of: screen).docksToolsLeft(in: size) ? Self.dockedWidth : 0
    canvas = PixelBox(
      x: frame.x + taken, y: top, width: frame.width - taken, height: wholeCanvas.height)
    return picture
  }

  /// The middle of the whole canvas on the screen.
  var middle: Point { wholeCanvas.rect.center }

  /// The upper left corner of the free part of the canvas, on the screen.
  var origin: Vector { Vector(Double(canvas.x), Double(canvas.y)) }

  /// A point of the free part of the canvas, on the screen.
  func at(_ x: Double, _ y: Double) -> Point {
    Point(x, y) + origin
  }

  /// The canvas point that a fresh view shows at ``at(_:_:)``.
  func canvasPoint(_ x: Double, _ y: Double) -> Point {
    at(x, y) - Vector(Double(wholeCanvas.x), Double(wholeCanvas.y))
  }

  // MARK: Pictures

  /// The ink in a part of the canvas around a point of it, `reach` points to each side.
  func ink(around p: Point, reach: Double = 8, paper: PaperStyle = .light) -> InkSight {
    let box = PixelBox(covering: Rect(center: p, radius: reach))
    return InkSight(screen.screenshot(of: box), paper: paper)
  }

  /// The centre of the ink within `reach` of a point, once the picture is still; logical pixels of the screen.
  func dot(near p: Point, reach: Double = 14) throws -> Point {
    let k = screen.density
    let box = PixelBox(covering: Rect(center: Point(p.x * k, p.y * k), radius: reach * k))
    let found = try #require(
      InkSight(try screen.waitUntilStill().cropped(to: box)).centroid, "no ink near \(p)")
    return Point((found.x + Double(box.x)) / k, (found.y + Double(box.y)) / k)
  }

  /// Takes a pen that does not touch out of proximity, so that nothing on the paper is a preview.
  func takePenAway() {
    if !pen.isTouching { pen.proximityOut() }
  }

  /// What the canvas shows, beside tools docked at its left, once no pen is near.
  func paper() throws -> Picture {
    takePenAway()
    try screen.waitUntilStill()
    return screen.screenshot(of: canvas)
  }

  /// The same, once nothing tells any more that the view has moved.
  func paperAtRest() throws -> Picture {
    takePenAway()
    try screen.waitUntilStill(for: 1)
    return screen.screenshot(of: canvas)
  }

  /// Waits until there is ink under a point of the screen.
  @discardableResult
  func waitForInk(at p: Point, paper: PaperStyle = .light) throws -> Picture {
    let box = PixelBox(covering: Rect(center: p, radius: 3))
    return try screen.wait(for: "ink at \(p.x), \(p.y)", in: box) {
      InkSight($0, paper: paper).pixels(above: 0.3) > 0
    }
  }

  /// Commits of the window's own surface since the log was cleared.
  var frames: [Commit] { screen.commits.filter { $0.surface == window.surface } }

  /// Commits since then of the surface that ink in progress comes on.
  func inkCommits(_ presenter: InkPresenter) -> [Commit] {
    switch presenter {
    case .direct: screen.commits.filter { $0.role == "subsurface" && !$0.damage.isEmpty }
    case .frames: frames
    }
  }

  // MARK: Undo and redo

  /// Draws a line at each of two heights of the paper and takes the second back.
  func makeUndoAndRedoPossible(at heights: [Double]) async throws {
    for y in heights { pen.stroke((0...20).map { at(100 + Double($0) * 5, y) }) }
    pen.proximityOut()
    _ = try await kept(2)
    try screen.keyboard.press("z", [.control])
    _ = try await kept(1)
    try screen.waitUntilStill()
  }

  /// Draws lines across the paper at these heights, and erases the second one; the pen draws again then.
  ///
  /// - Parameters:
  ///   - end: Of the lines, which begin at 100 points.
  ///   - x: Where the eraser crosses the second one.
  func drawLines(at heights: [Double], to end: Double, erasingSecondAt x: Double) async throws {
    for y in heights { pen.stroke([at(100, y), at(end, y)]) }
    _ = try await kept(heights.count)
    pen.proximityOut()
    try screen.keyboard.press("e")
    pen.stroke([at(x, heights[1] - 20), at(x, heights[1] + 20)])
    pen.proximityOut()
    _ = try await kept(heights.count - 1)
    try screen.keyboard.press("p")
    try screen.waitUntilStill()
  }

  /// Among the tools where these are docked at the left, else in the header bar.
  var undoButton: Point { docked(.undo) ?? headerButton(25) }
  var redoButton: Point { docked(.redo) ?? headerButton(63) }

  /// The middle of an item of tools that are docked at the left, on the screen.
  private func docked(_ item: PickerLayout.Item) -> Point? {
    guard canvas != wholeCanvas else { return nil }
    return try? self.item(item, PickerPlacements.standard(.landscape, hand: .right))
  }

  /// - Parameter x: From the side where the bar begins.
  private func headerButton(_ x: Double) -> Point {
    window.point(
      isMirrored ? Double(window.frame.width) - x : x, Double(canvas.y - window.frame.y) / 2)
  }

  /// Whether a button's icon is as dark as that of a button that can be pressed.
  func showsSensitive(_ button: Point) -> Bool {
    let box = PixelBox(covering: Rect(center: button, radius: 10))
    return screen.screenshot(of: box).pixels { $0.luma < 0.4 }.count > 8
  }

  // MARK: The file

  /// The file's strokes, once there are `count`; the positions of their samples are those that
  /// ``at(_:_:)`` takes in a fresh view.
  func kept(_ count: Int) async throws -> [KeptStroke] {
    let taken = Vector(Double(canvas.x - wholeCanvas.x), 0)
    return try await Kept.strokes(count, in: path, by: app).map { stroke in
      var stroke = stroke
      for i in stroke.samples.indices {
        stroke.samples[i].position = stroke.samples[i].position - taken
      }
      return stroke
    }
  }

  /// Draws one line from a point near the canvas's corner on, which takes some seconds.
  func drawSlowly(seconds: Double) {
    let interval = 0.05
    let points = (0...Int(seconds / interval)).map { at(100 + Double($0) * 2, 160) }
    pen.hover(at: points[0])
    pen.down(at: points[0])
    for point in points.dropFirst() {
      pen.move(along: [point])
      pause(interval)
    }
    pen.up()
    pen.proximityOut()
  }

  /// Closes the window; the app must have nothing to complain of.
  func done(allowing: [String] = []) throws {
    try app.expectQuiet(allowing: allowing)
    window.close()
    let status = try app.waitForExit()
    #expect(status == .exited(0))
    try app.expectQuiet(allowing: allowing)
    screen.close()
  }
}

/// What shows ink in progress.
enum InkPresenter: String, CaseIterable, CustomStringConvertible, Sendable {
  /// A surface of its own, committed with every report.
  case direct = "on"
  /// The window's frames.
  case frames = "off"

  var description: String { self == .direct ? "directly" : "by frames" }
  var preferences: Preferences { [.fastInk: .init(rawValue)] }
}

enum FixtureError: Error {
  /// The window shows no paper.
  case noPaper
}
