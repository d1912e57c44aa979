import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The library in a window that is as narrow as a phone: a sheet over all of the paper.
  @Suite struct LibraryNarrowTests {
    private static let size = PixelSize(width: 400, height: 700)

    /// Waits until the drawings that are named, and none of the others, are in the list.
    ///
    /// The title of the window is no part of it, so none of the others is open.
    private func waitForList(
      _ names: [String], without others: [String], _ library: LibraryBench
    ) throws {
      for name in others { try library.tree.wait(forNo: name) }
      try library.bench.screen.waitUntilStill()
      let heights = try names.map { try library.frame($0).minY }
      #expect(heights == heights.sorted())
    }

    /// Opens the library by the button in the header.
    private func open(_ library: LibraryBench, by hand: Pointing) throws {
      let window = try #require(library.bench.screen.windows.first)
      let button = try library.tree.position(of: "Show or Hide the Library", in: window)
      try hand.press(button, on: library.bench.screen)
      try library.tree.wait(for: "Search the library")
      try library.bench.screen.waitUntilStill()
    }

    @Test func `in a narrow window the library covers all of the paper`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats", size: Self.size)
      let screen = library.bench.screen
      // From side to side, above the tools.
      for y in [460.0, 500] {
        screen.pen.stroke((0...40).map { Point(40 + Double($0) * 8, y) })
      }
      screen.pen.proximityOut()
      // Below the list, down to the window's end.
      let below = PixelBox(x: 4, y: 430, width: 392, height: 260)
      let paper = try screen.waitUntilStill().cropped(to: below)
      let ink = paper.pixels { $0.luma < 0.4 }.count
      #expect(ink > 400)
      try library.open()
      let sheet = try screen.waitUntilStill().cropped(to: below)
      let left = sheet.pixels { $0 != sheet[0, 0] }.count
      #expect(left == 0, "something is seen through the library, or beside it")
      // By the key that closes a sheet.
      try screen.keyboard.press("Escape")
      try library.tree.wait(forNo: "Search the library")
      let again = try screen.waitUntilStill().cropped(to: below)
      let seen = again.pixels { $0.luma < 0.4 }.count
      #expect(seen > 400)
      // A finger hovers over nothing: the button that it opened the library by is as it was before.
      let window = try #require(screen.windows.first)
      let button = try library.tree.position(of: "Show or Hide the Library", in: window)
      let around = PixelBox(covering: Rect(center: button, radius: 16))
      let plain = screen.screenshot(of: around)
      pause(1)
      try open(library, by: .finger)
      try screen.keyboard.press("Escape")
      try library.tree.wait(forNo: "Search the library")
      let touched = try screen.waitUntilStill().cropped(to: around)
      #expect(touched.difference(from: plain).isEmpty)
      // What finds words in the drawing does not open below it.
      try library.open()
      try screen.keyboard.press("f", [.control])
      try library.tree.wait(forNo: "Search the library")
      let find = try library.tree.wait(for: "Find in the drawing")
      try screen.waitUntilStill()
      try screen.keyboard.type("x")
      try screen.waitUntilStill()
      let typed = try library.tree.content(find)
      #expect(typed == "x")
      try screen.keyboard.press("Escape")
      try library.tree.wait(forNo: "Find in the drawing")
      try await library.finish(strokes: ["Boats": 7])
    }

    /// In a window that fills the screen, as a phone's do, and in one that happens to be narrow.
    @Test(arguments: [false, true])
    func `a narrow window begins with the library, which the pen leaves for a drawing and back`(
      fillsScreen: Bool
    ) async throws {
      let names = ["Boats", "Trees", "Houses"]
      let library = try await LibraryBench(names, size: Self.size)
      let screen = library.bench.screen
      if fillsScreen { try library.window.maximize() }
      try library.tree.wait(for: "Search the library")
      try waitForList(names, without: [], library)
      for (name, ends) in [("Trees", false), ("Houses", true)] {
        try library.tap(name, with: .pen)
        try library.wait(forTitle: name)
        // The drawing is seen, and takes ink.
        try library.tree.wait(forNo: "Search the library", timeout: 5)
        let at = Point(120, 500)
        screen.pen.stroke((0...20).map { at + Vector(Double($0) * 6, 0) })
        screen.pen.proximityOut()
        try screen.waitUntilStill()
        let box = PixelBox(covering: Rect(center: Point(180, 500), radius: 10))
        let ink = screen.screenshot(of: box).pixels { $0.luma < 0.4 }.count
        #expect(ink > 20)
        if !ends { try open(library, by: .pen) }
      }
      try await library.finish(strokes: ["Boats": 5, "Trees": 6, "Houses": 7])
    }

    @Test(arguments: [Pointing.finger, .pen])
    func `in a narrow window that begins with the library each tap on its button hides or shows it`(
      hand: Pointing
    ) async throws {
      let library = try await LibraryBench(["Boats"], size: PixelSize(width: 400, height: 720))
      let screen = library.bench.screen
      try library.tree.wait(for: "Search the library")
      // Below the list: the ground of the library, or the paper and the tools at its end.
      let below = PixelBox(x: 4, y: 430, width: 392, height: 260)
      for isShown in [true, false, true] {
        let seen = try screen.waitUntilStill(for: 0.5).cropped(to: below)
        let others = seen.pixels { $0 != seen[0, 0] }.count
        #expect((others == 0) == isShown, "\(others)")
        let button = try library.tree.position(
          of: "Show or Hide the Library", in: library.window)
        try hand.press(button, on: screen)
      }
      try await library.finish()
    }

    @Test func `in a narrow window a drawing is searched by its name, and the pen opens it`()
      async throws
    {
      let library = try await LibraryBench(
        ["Boats", "Old Trees", "New Trees"], opening: "Boats", size: Self.size)
      let screen = library.bench.screen
      try open(library, by: .pen)
      let field = try library.tree.position(of: "Search the library", in: library.window)
      try Pointing.pen.press(field, on: screen)
      try screen.keyboard.type("new")
      try waitForList(["New Trees"], without: ["Old Trees"], library)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("trEES")
      try library.tree.wait(for: "Old Trees")
      try waitForList(["Old Trees", "New Trees"], without: [], library)
      try library.tap("Old Trees", with: .pen)
      try library.wait(forTitle: "Old Trees")
      try library.tree.wait(forNo: "Search the library")
      try await library.finish(strokes: ["Old Trees": 9])
    }

    @Test func `where large text leaves no room for a file's size, it is left out whole`()
      async throws
    {
      let bench = try benchWithLargeText()
      for (i, name) in ["Boats", "Trees"].enumerated() {
        try await bench.drawing(
          "\(LibraryBench.folder)/\(name).plumbago", strokes: 40, seed: UInt64(i + 1))
      }
      let library = try openLibrary("Boats", of: bench)
      // The time alone.
      try expectPart(ofLine: "kB", library)
      try bench.finish(library.app)
      bench.screen.close()
    }

    @Test func `of a hit the day is told and no time, so that its page has room`() async throws {
      let bench = try benchWithLargeText()
      let path = bench.path("\(LibraryBench.folder)/Meeting.plumbago")
      try await FindingTests.meeting().save(to: path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -400_000)], ofItemAtPath: path)
      try await bench.drawing("\(LibraryBench.folder)/Boats.plumbago", strokes: 5)
      let library = try openLibrary("Boats", of: bench)
      try bench.screen.keyboard.type("milk")
      try library.tree.wait(for: "Remember the milk")
      try library.tree.wait(forNo: "Drawings are being read…")
      try bench.screen.waitUntilStill()
      // The day, not the time.
      let line = try library.tree.widgets().last { $0.name.hasSuffix(" · Page 2") }?.name
      #expect(line?.contains(":") == false)
      try bench.finish(library.app)
      bench.screen.close()
    }

    private func benchWithLargeText() throws -> FileBench {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      try App.scaleText(by: "1.5", on: bench.screen)
      try FileManager.default.createDirectory(
        atPath: bench.path(LibraryBench.folder), withIntermediateDirectories: true)
      return bench
    }

    /// Starts the app with a drawing, and opens the library.
    private func openLibrary(_ drawing: String, of bench: FileBench) throws -> LibraryBench {
      let (app, window) = try bench.start(
        [bench.path("\(LibraryBench.folder)/\(drawing).plumbago")])
      try bench.screen.waitUntilStill()
      let library = LibraryBench(
        bench: bench, app: app, window: window, tree: try AccessibleTree(bench.screen))
      try library.open()
      return library
    }

    /// Expects that of the second line of a row a part is seen: what is cut off goes up to the end of its room.
    ///
    /// - Parameter end: Of all of the line.
    private func expectPart(ofLine end: String, _ library: LibraryBench) throws {
      let line = try #require(
        try library.tree.widgets().last { $0.name.contains(" · ") && $0.name.hasSuffix(end) })
      let frame = try library.tree.box(line)
      let corner = library.window.point(frame.minX, frame.minY)
      let shown = library.bench.screen.screenshot(
        of: PixelBox(
          covering: Rect(x: corner.x, y: corner.y, width: frame.width, height: frame.height)))
      let ground = shown[0, 0]
      let ink = shown.pixels { abs($0.luma - ground.luma) > 0.25 }
      #expect(ink.count > 30 && ink.box.x < 8)
      #expect(Double(ink.box.maxX) < frame.width * 0.8, "\(ink.box) in \(frame)")
    }
  }
}
