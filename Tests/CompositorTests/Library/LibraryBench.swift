import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

/// The app with drawings in its library.
struct LibraryBench {
  let bench: FileBench
  var app: Program
  var window: Window
  var tree: AccessibleTree

  static let folder = "Documents/Plumbago"

  /// - Parameters:
  ///   - drawings: Names of drawings, the one that was drawn on last comes first; each has as many strokes as its name
  ///     has letters.
  ///   - opening: Which of them the app is started with; none for a start as from the desktop.
  ///   - preferences: What is set beside that of every day.
  ///   - written: Drawings with something to read in them, by their names.
  init(
    _ drawings: [String], opening: String? = nil,
    size: PixelSize = PixelSize(width: 900, height: 700), preferences: Preferences = [:],
    written: [String: WrittenDrawing] = [:]
  ) async throws {
    let bench = try FileBench(size: size)
    try preferences.store(on: bench.screen)
    try FileManager.default.createDirectory(
      atPath: bench.path(Self.folder), withIntermediateDirectories: true)
    for (i, name) in drawings.enumerated() {
      let file = Self.file(name)
      try await bench.drawing(file, strokes: name.count, seed: UInt64(i + 1))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3600 * Double(i + 1))],
        ofItemAtPath: bench.path(file))
    }
    for (name, drawing) in written { try await drawing.save(to: bench.path(Self.file(name))) }
    (app, window) = try bench.start(opening.map { [bench.path(Self.file($0))] } ?? [])
    try bench.screen.waitUntilStill()
    tree = try AccessibleTree(bench.screen)
    self.bench = bench
  }

  /// The library of an app that runs already.
  init(bench: FileBench, app: Program, window: Window, tree: AccessibleTree) {
    (self.bench, self.app, self.window, self.tree) = (bench, app, window, tree)
  }

  /// A drawing of the library, in the home folder.
  private static func file(_ name: String) -> String { "\(folder)/\(name).plumbago" }

  func path(_ name: String) -> String { bench.path(Self.file(name)) }

  /// Puts a drawing into the library as a crash leaves it, with its strokes in its log alone.
  func putCrashed(_ name: String, strokes count: Int = 20, isDamaged: Bool = false) async throws {
    let made = "crashed.plumbago"
    if isDamaged {
      try await bench.drawingWithDamagedLog(made)
    } else {
      try await bench.drawingWithLog(made, strokes: count)
    }
    // The log comes first: the app never sees the drawing without it.
    for end in ["-wal", ""] {
      try FileManager.default.moveItem(atPath: bench.path(made + end), toPath: path(name) + end)
    }
  }

  /// What lies in the library's folder of a drawing: its file and what is beside that, sorted.
  func names(of drawing: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: bench.path(Self.folder))
      .filter { $0.hasPrefix(drawing + ".plumbago") }.sorted()
  }

  /// The names of the drawings in the folder, sorted.
  var files: [String] {
    bench.library.map {
      String($0.split(separator: "/").last!.dropLast(".plumbago".count))
    }.sorted()
  }

  /// Opens the panel.
  func open() throws {
    try bench.screen.keyboard.press("l", [.control])
    try tree.wait(for: "Search the library")
    try bench.screen.waitUntilStill()
  }

  /// The names in the list from top to bottom, of those that are expected there.
  func listed(of names: [String]) throws -> [String] {
    try tree.whileItChanges {
      var found: [(y: Double, name: String)] = []
      let top = try tree.box(tree.wait(for: "Search the library", isWhole: true)).maxY
      for widget in try tree.widgets() where names.contains(widget.name) {
        let box = try tree.box(widget)
        // The names of rows, not the rows, nor the folder's name above them, nor the title of the window.
        if try tree.role(widget) == 29, box.minX > Double(bench.screen.size.width) / 3,
          box.minY > top
        {
          found.append((box.minY, widget.name))
        }
      }
      return found.sorted { $0.y < $1.y }.map(\.name)
    }
  }

  func waitForList(_ names: [String], of all: [String]) throws {
    let deadline = Date().addingTimeInterval(10)
    while (try? listed(of: all)) != names, Date() < deadline { pause(0.05) }
    let listed = try listed(of: all)
    #expect(listed == names)
  }

  /// The frame of a drawing's name in the list, on the screen.
  func frame(_ name: String) throws -> Rect {
    // A message may have it in a sentence.
    try tree.wait(for: name, isWhole: true)
    let found = try tree.whileItChanges {
      try tree.widgets().last {
        try $0.name == name && tree.role($0) == 29 && tree.box($0).minY > 60
      }.map { try tree.box($0) }
    }
    let box = try #require(found)
    let corner = window.point(box.minX, box.minY)
    return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
  }

  func tap(_ name: String, with pointing: Pointing = .finger) throws {
    try pointing.press(frame(name).center, on: bench.screen)
  }

  /// Waits until the one window has a title.
  func wait(forTitle title: String) throws {
    let deadline = Date().addingTimeInterval(20)
    while bench.screen.windows.map(\.title) != ["\(title) – Plumbago"], Date() < deadline {
      try bench.screen.settle()
      pause(0.02)
    }
    let said = try tree.texts()
    #expect(bench.screen.windows.map(\.title) == ["\(title) – Plumbago"], "\(said)")
    try bench.screen.waitUntilStill()
  }

  func waitForFiles(_ names: [String]) {
    let deadline = Date().addingTimeInterval(10)
    while files != names, Date() < deadline { pause(0.02) }
    #expect(files == names)
  }

  /// Chooses a command from the menu of a drawing, by the mouse.
  ///
  /// - Parameter before: Done while the menu is open.
  func choose(_ command: String, of name: String, _ before: () throws -> Void = {}) throws {
    bench.screen.mouse.click(at: try frame(name).center, .right)
    try bench.screen.waitForPopups(1)
    try bench.screen.waitUntilStill()
    let row = try tree.position(ofRow: command, in: #require(bench.screen.popups.last))
    try before()
    bench.screen.mouse.click(at: row)
    bench.screen.mouse.leave()
    try bench.screen.waitForPopups(0)
  }

  /// Ends the app with all its windows, as the end of a session does.
  func end() throws {
    app.signal(SIGTERM)
    let status = try app.waitForExit()
    #expect(status == .exited(0))
    try app.expectQuiet()
    bench.screen.close()
  }

  /// Ends the app, and expects numbers of strokes in files of the folder, by their names.
  func finish(strokes: [String: Int] = [:]) async throws {
    try bench.finish(app, try #require(bench.screen.windows.first))
    for (name, count) in strokes {
      #expect(try await DocumentStore.inspect(path(name)).strokes == count, "in \(name)")
    }
    bench.screen.close()
  }
}
