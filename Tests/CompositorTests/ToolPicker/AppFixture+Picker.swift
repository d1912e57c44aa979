import Canvas
import InkModel
import TabletCompositor
import Testing

/// A fixture with the tools on it, and where each of them is.
extension AppFixture {
  static func withTools(
    size: PixelSize = PixelSize(width: 900, height: 720), scale: Int = 1,
    profile: Preferences = .tools, preferences: Preferences = [:],
    environment: [String: String] = [:], before: (Screen) throws -> Void = { _ in }
  ) throws -> AppFixture {
    try AppFixture(
      size: size, scale: scale, profile: profile, preferences: preferences,
      environment: environment, before: before)
  }

  /// The paper, in its own points.
  var paperArea: Rect {
    Rect(x: 0, y: 0, width: Double(wholeCanvas.width), height: Double(wholeCanvas.height))
  }

  /// The part of the paper beside tools that are docked at the left, or all of it; on the screen.
  var room: Rect {
    var room = wholeCanvas.rect
    if canvas != wholeCanvas {
      room.minX = pickerFrame(PickerPlacements.standard(.landscape, hand: .right)).maxX
    }
    return room
  }

  var pickerLayout: PickerPlacements.Layout {
    PickerPlacements.layout(width: paperArea.width, height: paperArea.height)
  }

  /// The frame of a picker at this position, on the screen; by default where nobody moved it.
  func pickerFrame(_ placement: PickerPlacement? = nil) -> Rect {
    let placement = placement ?? PickerPlacements.standard(pickerLayout, hand: nil)
    let layout = layout(placement)
    let frame =
      layout.form == .compact
      ? Rect(
        x: 0, y: paperArea.height - layout.height, width: layout.width, height: layout.height)
      : placement.frame(width: layout.width, height: layout.height, in: paperArea)
    return Rect(
      x: frame.minX + Double(wholeCanvas.x), y: frame.minY + Double(wholeCanvas.y),
      width: frame.width,
      height: frame.height)
  }

  func layout(_ placement: PickerPlacement? = nil) -> PickerLayout {
    let placement = placement ?? PickerPlacements.standard(pickerLayout, hand: nil)
    return PickerLayout(
      PickerLayout.form(placement, pickerLayout), tools: ToolCatalog.tools.count,
      colors: DefaultPalette.colors.count, showsLayer: showsLayer, in: paperArea,
      isMirrored: isMirrored)
  }

  /// The middle of an item of the picker, on the screen.
  func item(_ item: PickerLayout.Item, _ placement: PickerPlacement? = nil) throws -> Point {
    let box = try #require(layout(placement)[item])
    let frame = pickerFrame(placement)
    return Point(frame.minX + box.center.x, frame.minY + box.center.y)
  }

  func tool(_ name: String, _ placement: PickerPlacement? = nil) throws -> Point {
    let i = try #require(ToolCatalog.tools.firstIndex { $0.description == name })
    return try item(.tool(i), placement)
  }

  /// Whether the picker is shown at this position, by the red of its palette.
  func showsPicker(_ placement: PickerPlacement? = nil) throws -> Bool {
    let p = try item(.color(2), placement)
    let picture = screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 2)))
    // A red on light paper, a lighter one on dark.
    return picture.pixels {
      Int($0.red) > Int($0.green) + 80 && Int($0.red) > Int($0.blue) + 80
    }.count > picture.width
  }

  func waitForPicker(_ placement: PickerPlacement? = nil) throws {
    try screen.wait(for: "the picker at \(placement.map { "\($0)" } ?? "its usual placement")") {
      _ in
      (try? showsPicker(placement)) ?? false
    }
    try screen.waitUntilStill()
  }
}

extension AppFixture {
  /// Has a pen hover at the upper edge of a full screen that shows nothing but paper, and finds the canvas below the header
  /// that comes; tools at that edge come, too.
  func callUpperEdge() throws {
    let corner = PixelBox(x: 2, y: 2, width: 1, height: 1)
    let bare = screen.screenshot(of: corner)
    pen.hover(at: Point(middle.x, 3))
    try screen.wait(for: "the header over the paper", in: corner) { $0 != bare }
    // Nothing is told of the header's buttons then.
    pen.hover(at: middle)
    try findCanvas()
  }
}

/// What can press and drag.
enum Pointing: String, CaseIterable, Sendable {
  case pen
  case finger
  case mouse

  func press(_ p: Point, on fixture: AppFixture) throws { try press(p, on: fixture.screen) }

  func drag(_ a: Point, to b: Point, on fixture: AppFixture) throws {
    try drag(a, to: b, on: fixture.screen)
  }

  func press(_ p: Point, on screen: Screen) throws {
    switch self {
    case .pen:
      screen.pen.hover(at: p)
      screen.pen.down(at: p)
      screen.pen.up()
      screen.pen.proximityOut()
    case .finger: screen.touch.tap(at: p)
    case .mouse:
      screen.mouse.click(at: p)
      screen.mouse.leave()
    }
    try screen.waitUntilStill()
  }

  /// - Parameter rests: Whether it rests before it moves, until it has been pressed long.
  func drag(_ a: Point, to b: Point, on screen: Screen, rests: Bool = false) throws {
    let path = (0...24).map { a.lerp(to: b, Double($0) / 24) }
    let rest = rests ? 0.9 : 0
    switch self {
    case .pen:
      screen.pen.down(at: a)
      pause(rest)
      screen.pen.move(along: Array(path.dropFirst()))
      screen.pen.up()
      screen.pen.proximityOut()
    case .finger:
      screen.touch.down(1, at: a)
      pause(rest)
      for p in path {
        screen.touch.move(1, to: p)
        pause(0.004)
      }
      screen.touch.up(1)
    case .mouse:
      screen.mouse.drag(from: a, to: b, .left, duration: 0.1)
      screen.mouse.leave()
    }
    try screen.waitUntilStill()
  }
}
