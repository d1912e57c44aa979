import Canvas
import InkModel
import TabletCompositor
import Testing

/// A desk with the tools on it, and where each of them is.
extension Desk {
  static func withTools(
    size: PixelSize = PixelSize(width: 900, height: 720), scale: Int = 1,
    profile: Preferences = .tools, preferences: Preferences = [:],
    environment: [String: String] = [:], before: (Screen) throws -> Void = { _ in }
  ) throws -> Desk {
    try Desk(
      size: size, scale: scale, profile: profile, preferences: preferences,
      environment: environment, before: before)
  }

  /// The paper, in its own points.
  var paperArea: Rect {
    Rect(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
  }

  var pickerLayout: PickerPlacements.Layout {
    PickerPlacements.layout(width: paperArea.width, height: paperArea.height)
  }

  /// Where a picker in this place is, on the screen; by default where nobody moved it.
  func pickerFrame(_ place: PickerPlacement? = nil) -> Rect {
    let place = place ?? PickerPlacements.standard(pickerLayout, hand: nil)
    let layout = layout(place)
    let frame =
      layout.form == .compact
      ? Rect(
        x: 0, y: paperArea.height - layout.height, width: layout.width, height: layout.height)
      : place.frame(width: layout.width, height: layout.height, in: paperArea)
    return Rect(
      x: frame.minX + Double(canvas.x), y: frame.minY + Double(canvas.y), width: frame.width,
      height: frame.height)
  }

  func layout(_ place: PickerPlacement? = nil) -> PickerLayout {
    let place = place ?? PickerPlacements.standard(pickerLayout, hand: nil)
    return PickerLayout(
      PickerLayout.form(place, pickerLayout), tools: ToolCatalog.tools.count,
      colors: DefaultPalette.colors.count, in: paperArea, isMirrored: isMirrored)
  }

  /// The middle of an item of the picker, on the screen.
  func item(_ item: PickerLayout.Item, _ place: PickerPlacement? = nil) throws -> Point {
    let box = try #require(layout(place)[item])
    let frame = pickerFrame(place)
    return Point(frame.minX + box.center.x, frame.minY + box.center.y)
  }

  func tool(_ name: String, _ place: PickerPlacement? = nil) throws -> Point {
    let i = try #require(ToolCatalog.tools.firstIndex { $0.description == name })
    return try item(.tool(i), place)
  }

  /// Whether the picker is seen in this place, by the red of its palette.
  func showsPicker(_ place: PickerPlacement? = nil) throws -> Bool {
    let p = try item(.color(2), place)
    let picture = screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 2)))
    let red = Pixel(DefaultPalette.colors[2].rgba >> 8)
    return picture.pixels { abs($0.luma - red.luma) < 0.02 }.count > picture.width
  }

  func waitForPicker(_ place: PickerPlacement? = nil) throws {
    try screen.wait(for: "the picker at \(place.map { "\($0)" } ?? "its place")") { _ in
      (try? showsPicker(place)) ?? false
    }
    try screen.waitUntilStill()
  }
}

/// What can press and drag.
enum Pointing: String, CaseIterable, Sendable {
  case pen
  case finger
  case mouse

  func press(_ p: Point, on desk: Desk) throws {
    switch self {
    case .pen:
      desk.pen.hover(at: p)
      desk.pen.down(at: p)
      desk.pen.up()
      desk.pen.proximityOut()
    case .finger: desk.screen.touch.tap(at: p)
    case .mouse:
      desk.screen.mouse.click(at: p)
      desk.screen.mouse.leave()
    }
    try desk.screen.waitUntilStill()
  }

  func drag(_ a: Point, to b: Point, on desk: Desk) throws {
    let way = (0...24).map { a.lerp(to: b, Double($0) / 24) }
    switch self {
    case .pen:
      desk.pen.stroke(way)
      desk.pen.proximityOut()
    case .finger:
      desk.screen.touch.down(1, at: a)
      for p in way {
        desk.screen.touch.move(1, to: p)
        pause(0.004)
      }
      desk.screen.touch.up(1)
    case .mouse:
      desk.screen.mouse.drag(from: a, to: b, .left, duration: 0.1)
      desk.screen.mouse.leave()
    }
    try desk.screen.waitUntilStill()
  }
}
