import Foundation
import InkModel
import TabletCompositor
import Testing

/// The app with drawings in tabs, `a.plumbago`, `b.plumbago` and so on.
final class TabBench {
  let files: FileBench
  var app: Program
  var window: Window
  var tree: AccessibleTree
  var screen: Screen { files.screen }

  /// - Parameters:
  ///   - names: Of the drawings; each is opened like a file manager opens it. The first has 5 strokes, each further one 5
  ///     more.
  ///   - folder: Of the drawings, in the home folder; it is made.
  ///   - showsAll: Whether the window has room for all tabs.
  init(
    _ names: [String], inTabs: Bool = true, size: PixelSize = PixelSize(width: 800, height: 600),
    folder: String? = nil, environment: [String: String] = [:], showsAll: Bool = true
  ) async throws {
    let files = try FileBench(size: size)
    let preferences: Preferences = [.openInTabs: .init(text: "\(inTabs)")]
    try preferences.store(on: files.screen)
    self.files = files
    if let folder {
      try FileManager.default.createDirectory(
        atPath: files.path(folder), withIntermediateDirectories: false)
    }
    let drawings = names.map { (folder.map { $0 + "/" } ?? "") + $0 + ".plumbago" }
    // The last one is another number of strokes than the first.
    for (i, drawing) in drawings.enumerated() {
      try await files.drawing(drawing, strokes: 5 * (i + 1), seed: UInt64(i + 1))
    }
    (app, window) = try files.start(drawings.map { files.path($0) }, environment: environment)
    tree = try AccessibleTree(files.screen)
    isMirrored = environment.merging(AppFixture.rightToLeft) { $1 } == environment
    if inTabs, showsAll {
      try waitForTabs(isMirrored ? names.reversed() : names, selected: names.last!)
    }
  }

  /// With so many drawings.
  convenience init(_ count: Int, inTabs: Bool = true) async throws {
    try await self.init(Array(Self.names.prefix(count)), inTabs: inTabs)
  }

  /// The drawings of an app that runs already.
  init(_ files: FileBench, app: Program, window: Window) throws {
    self.files = files
    self.app = app
    self.window = window
    tree = try AccessibleTree(files.screen)
    isMirrored = false
  }

  static let names = ["a", "b", "c"]
  /// Rows of the chrome run from right to left.
  let isMirrored: Bool

  func path(_ name: String) -> String { files.path(name + ".plumbago") }

  /// The tabs from left to right.
  func tabs() throws -> [(title: String, frame: Rect)] {
    try tree.whileItChanges {
      try tree.widgets(ofRoles: [AccessibleRole.pageTab.rawValue]).map { widget in
        let box = try tree.box(widget)
        let corner = window.point(box.minX, box.minY)
        return (
          title: widget.name,
          frame: Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
        )
      }.sorted { $0.frame.minX < $1.frame.minX }
    }
  }

  private var titles: [String] { (try? tabs().map(\.title)) ?? [] }
  var title: String { screen.windows.first?.title ?? "" }

  /// - Parameter names: From left to right.
  func waitForTabs(_ names: [String], selected: String) throws {
    let deadline = Date().addingTimeInterval(20)
    while Date() < deadline,
      titles != names || title != "\(selected) – Plumbago" || screen.windows.count != 1
    {
      try screen.settle()
      pause(0.05)
    }
    #expect(titles == names)
    #expect(screen.windows.map(\.title) == ["\(selected) – Plumbago"])
    try screen.waitUntilStill()
  }

  /// Waits until the window shows a drawing.
  func wait(forTitle name: String) throws {
    let deadline = Date().addingTimeInterval(20)
    while title != "\(name) – Plumbago", Date() < deadline {
      try screen.settle()
      pause(0.02)
    }
    #expect(screen.windows.map(\.title) == ["\(name) – Plumbago"])
    try screen.waitUntilStill()
  }

  func frame(_ name: String) throws -> Rect {
    try #require(try tabs().first { $0.title == name }?.frame)
  }

  /// The middle of a tab's button that closes it: at the end of the tab.
  func closeButton(_ name: String) throws -> Point {
    let widget = try tree.wait(for: "Close “\(name)”")
    let box = try tree.whileItChanges { try tree.box(widget) }
    return window.point(box.center.x, box.center.y)
  }

  /// Drags a tab; a finger so slowly that the tab is laid out at its new position while it moves.
  func drag(_ from: Point, to end: Point, with pointing: Pointing) throws {
    guard pointing == .finger else { return try pointing.drag(from, to: end, on: screen) }
    screen.touch.down(1, at: from)
    for step in 0...24 {
      screen.touch.move(1, to: from.lerp(to: end, Double(step) / 24))
      pause(0.03)
    }
    screen.touch.up(1)
  }

  /// Draws a line with the pen, which then is away for so long that fingers are no palms.
  func draw(from start: Point = Point(300, 350)) {
    screen.pen.stroke((0...20).map { start + Vector(Double($0) * 5, 0) })
    screen.pen.proximityOut()
    pause(1)
  }

  func finish() throws {
    try files.finish(app, window)
    screen.close()
  }
}
