import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// PDF documents and pictures on the canvas, as a person sees them.
  @Suite struct DocumentTests {
    /// A document of pages of 300 by 300 points, each with a red square from 100 to 200.
    ///
    /// - Parameter contents: The one entry of its contents, if it has any.
    static func document(pages: Int = 1, contents: String? = nil) -> String {
      let content = "1 0 0 rg 100 100 100 100 re f"
      let kids = (0..<pages).map { "\($0 + 4) 0 R" }.joined(separator: " ")
      let outline = pages + 4
      var objects =
        [
          "<< /Type /Catalog /Pages 2 0 R\(contents == nil ? "" : " /Outlines \(outline) 0 R") >>",
          "<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>",
          "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        ]
        + (0..<pages).map { _ in
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 3 0 R /Resources << >> >>"
        }
      if let contents {
        let entry = outline + 1
        objects += [
          "<< /Type /Outlines /First \(entry) 0 R /Last \(entry) 0 R /Count 1 >>",
          "<< /Title (\(contents)) /Parent \(outline) 0 R /Dest [4 0 R /Fit] >>",
        ]
      }
      return SampleDocument.text(objects: objects)
    }

    /// A bench with the document, open in a window that fills the screen.
    func open(
      scheme: String = "light", pages: Int = 1, contents: String? = nil,
      preferences: Preferences = [:]
    ) throws -> (bench: FileBench, app: Program, window: Window) {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      try Self.document(pages: pages, contents: contents).write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let app = try bench.screen.launchApp(
        [bench.path("paper.pdf")],
        preferences: preferences.merging([.colorScheme: .init(scheme)]))
      let window = try bench.screen.waitForWindow()
      try window.maximize()
      return (bench, app, window)
    }

    /// Draws a line over the page, and one 50 mm beside it unless told otherwise.
    func draw(
      on screen: Screen, _ square: PixelBox, onPageAlone: Bool = false
    ) -> (over: Point, beside: Point) {
      let k = Double(square.width) / 100
      let corner = Point(Double(square.x) - 100 * k, Double(square.y) - 100 * k)
      let over = Point(corner.x + 150 * k, corner.y + 250 * k)
      let beside = Point(corner.x + 300 * k + 50 * 72 / 25.4 * k, over.y)
      for p in onPageAlone ? [over] : [over, beside] {
        screen.pen.stroke((-10...10).map { Point(p.x + Double($0), p.y) })
      }
      screen.pen.proximityOut()
      return (over, beside)
    }

    func ink(_ screen: Screen, _ p: Point) -> Int {
      screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 5)))
        .pixels { $0.luma < 0.5 }.count
    }

    @Test(arguments: ["pdf", "png"])
    func `S54 over a document and a picture each report is on the screen by a commit of its own`(
      format: String
    ) throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      if format == "pdf" {
        try Self.document().write(
          toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      } else {
        try Picture(width: 300, height: 300) { x, y in
          (100..<200).contains(x) && (100..<200).contains(y) ? RedSquare.color : Pixel(0xFF_FFFF)
        }.savePNG(bench.path("paper.png"))
      }
      let app = try screen.launchApp(
        [bench.path("paper." + format)],
        preferences: InkPresenter.direct.preferences.merging([.colorScheme: "light"]))
      let window = try screen.waitForWindow()
      try window.maximize()
      let red = try RedSquare.wait(on: screen)
      // From bare paper over the square and out of it.
      let k = Double(red.width) / 100
      let points = (0...60).map { i in
        Point(
          Double(red.x) + k * (Double(i) * 2 - 10),
          Double(red.y) + k * (50 + 10 * sin(Double(i) / 5))
        )
      }
      screen.pen.hover(at: points[0])
      try screen.waitUntilStill()
      screen.pen.down(at: points[0], force: 0.6)
      try screen.settle()
      screen.clearLog()
      func commits() -> Int {
        screen.commits.count { $0.role == "subsurface" && !$0.damage.isEmpty }
      }
      for p in points.dropFirst() {
        let before = commits()
        screen.pen.move(to: p)
        try screen.settle()
        #expect(commits() > before)
        let around = screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 3)))
        #expect(around.pixels { $0.luma < 0.2 }.count > 0)
      }
      // Not one frame of the window's.
      #expect(screen.commits.allSatisfy { $0.surface != window.surface })
      screen.pen.up()
      screen.pen.proximityOut()
      try bench.finish(app, window)
      screen.close()
    }

    @Test(arguments: ["light", "dark"])
    func `S27 over a page of a document the highlighter shows where it hovers and while it draws`(
      scheme: String
    ) throws {
      let (bench, app, window) = try open(scheme: scheme, preferences: [.hoverPreview: "pen"])
      let screen = bench.screen
      let red = try RedSquare.wait(on: screen)
      try screen.keyboard.press("h")
      try screen.waitUntilStill()
      // On the white of the page, below the square.
      let p = Point(
        Double(red.x) + Double(red.width) / 4, Double(red.y) + 1.5 * Double(red.height))
      let box = PixelBox(covering: Rect(center: p, radius: 20))
      let bare = screen.screenshot(of: box)
      screen.pen.hover(at: Point(p.x - 4, p.y))
      screen.pen.hover(at: p)
      try screen.wait(for: "the mark to come", in: box) {
        $0.difference(from: bare, tolerance: 12).count > 20
      }
      func yellow() -> Int {
        screen.screenshot(
          of: PixelBox(covering: Rect(x: p.x + 5, y: p.y - 20, width: 40, height: 40))
        ).pixels { $0.red > 200 && $0.green > 180 && $0.blue < 180 }.count
      }
      screen.pen.down(at: p, force: 0.6)
      for x in 1...50 { screen.pen.move(to: Point(p.x + Double(x), p.y)) }
      try screen.waitUntilStill()
      let wet = yellow()
      #expect(wet > 150)
      screen.pen.up()
      screen.pen.proximityOut()
      try screen.waitUntilStill(for: 0.5)
      #expect(abs(yellow() - wet) < wet / 5)
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `S4 a document shows, and what is drawn on it and beside it is kept and exported`()
      async throws
    {
      let (bench, app, _) = try open()
      let screen = bench.screen
      let found = try RedSquare.wait(on: screen)
      #expect(found.width == found.height)
      let (over, beside) = draw(on: screen, found)
      let path = try #require(bench.library.first)
      let kept = try await Kept.strokes(2, in: path, by: app)
      // The page begins at the origin; 141.7 points are 50 mm.
      #expect(abs(kept[1].element.bounds.center.x - 300 - 141.7) < 1)
      #expect(try await DocumentStore.inspect(path).title == "paper")
      app.kill()
      _ = try app.waitForExit()

      let again = try screen.launchApp([path])
      let window = try screen.waitForWindow()
      try window.maximize()
      let shown = try RedSquare.wait(on: screen)
      #expect(shown == found)
      #expect(ink(screen, over) > 10 && ink(screen, beside) > 10)

      // And in pictures of it, by this program and by another.
      for name in ["a.png", "a.pdf"] {
        let run = try App.run(["export", path, bench.path(name)])
        #expect(run.status == 0, "\(run)")
      }
      let run = try Command.run([
        "pdftoppm", "-png", "-r", "72", bench.path("a.pdf"), bench.path("b"),
      ])
      #expect(run.status == 0, "\(run)")
      for name in ["a.png", "b-1.png"] {
        let picture = try Picture(png: bench.path(name))
        // Smoothed at another size, a colour may be a step or two off.
        let red = picture.pixels { $0.distance(to: RedSquare.color) <= 4 }
        #expect(abs(red.count - 10_000) < 250, "\(name): \(red.count)")
        // From the square's corner: the middle of the page, and 50 mm beside it.
        for x in [50, 341.7] {
          let p = Point(Double(red.box.x) + x, Double(red.box.y) + 150)
          let dark = picture.cropped(to: PixelBox(covering: Rect(center: p, radius: 5)))
            .pixels { $0.luma < 0.5 }
          #expect(dark.count > 8, "\(name): no ink at \(x)")
        }
      }
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
    }

    @Test(arguments: ["top", "left"])
    func `S60 a page that opens lies beside the tools, its upper edge in view`(edge: String) throws
    {
      let bench = try FileBench(size: PixelSize(width: 660, height: 560))
      // As wide as the window.
      let page = Self.document().replacing("0 0 300 300", with: "0 0 450 300")
      try page.write(toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let app = try bench.screen.launchApp(
        [bench.path("paper.pdf")], profile: .tools,
        preferences: [.pickerPlacements: .init("landscape=\(edge):0.5"), .colorScheme: "light"])
      let window = try bench.screen.waitForWindow()
      try window.maximize()
      let red = try RedSquare.wait(on: bench.screen)
      let k = Double(red.width) / 100
      let frame = Rect(
        x: Double(red.x) - 100 * k, y: Double(red.y) - 100 * k, width: 450 * k, height: 300 * k)
      #expect(frame.minX >= 0 && frame.maxX <= 660)
      let picture = bench.screen.screenshot()
      // Along its edges, as far as they are within the window, is paper, perhaps in the shadow of the tools: none lies over it.
      for x in stride(from: frame.minX + 4, to: frame.maxX - 4, by: 3) {
        #expect(picture[Int(x), Int(frame.minY + 4)].luma > 0.93, "\(x)")
      }
      for y in stride(from: frame.minY + 4, to: min(frame.maxY, 560) - 4, by: 3) {
        #expect(picture[Int(frame.minX + 4), Int(y)].luma > 0.93, "\(y)")
      }
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test func `S57 over a document ink looks the same in light and dark; beside it, it adapts`()
      async throws
    {
      var pages: [Picture] = []
      var margins: [Picture] = []
      for scheme in ["light", "dark"] {
        let (bench, app, window) = try open(scheme: scheme)
        let found = try RedSquare.wait(on: bench.screen)
        let (over, beside) = draw(on: bench.screen, found)
        _ = try await Kept.strokes(2, in: #require(bench.library.first), by: app)
        try bench.screen.waitUntilStill()
        pages.append(
          bench.screen.screenshot(of: PixelBox(covering: Rect(center: over, radius: 12))))
        margins.append(
          bench.screen.screenshot(of: PixelBox(covering: Rect(center: beside, radius: 12))))
        try app.expectQuiet()
        window.close()
        #expect(try app.waitForExit() == .exited(0))
      }
      #expect(pages[0] == pages[1])
      #expect(pages[0].pixels { $0.luma < 0.3 }.count > 20)
      #expect(margins[1].pixels { $0.luma > 0.7 }.count > 20)
      #expect(margins[0].pixels { $0.luma < 0.3 }.count > 20)
    }

    @Test(arguments: ["light", "dark"])
    func `the panel of pages shows what is on the pages of a document`(scheme: String) throws {
      let (bench, app, window) = try open(scheme: scheme, pages: 2)
      _ = try RedSquare.wait(on: bench.screen)
      try bench.screen.keyboard.press("F8")
      // Beside the paper: the first of the pictures, whose paper is white in the dark, too.
      let panel = PixelBox(x: 1000 - 224, y: 150, width: 224, height: 190)
      try bench.screen.wait(for: "a page in the panel", in: panel) { shown in
        shown.pixels { $0 == RedSquare.color }.count > 1000
          && shown.pixels { $0 == Pixel(0xFF_FFFF) }.count > 6000
      }
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test func `the library has a document by its name and picture, and lies over all else`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 400, height: 700))
      let screen = bench.screen
      try Self.document().write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let app = try screen.launchApp(
        [bench.path("paper.pdf")], preferences: [.colorScheme: "light"])
      let window = try screen.waitForWindow()
      try window.maximize()
      let red = try RedSquare.wait(on: screen)
      #expect(bench.library.map { FilePaths.split($0).name } == ["paper.plumbago"])
      let path = try #require(bench.library.first)
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("l", [.control])
      try tree.wait(for: "Search the library")
      try tree.wait(for: "paper", isWhole: true)
      try screen.wait(
        for: "its picture in the list", in: PixelBox(x: 0, y: 180, width: 90, height: 90)
      ) { $0.pixels { $0 == RedSquare.color }.count > 20 }
      // Where the button below the last page is, a page is added by a press, and none is below the library.
      let end = Point(
        Double(red.x) + Double(red.width) / 2, Double(red.y) + 2 * Double(red.height) + 34)
      screen.mouse.click(at: end)
      try screen.waitUntilStill(for: 0.5)
      try screen.keyboard.press("l", [.control])
      try tree.wait(forNo: "Search the library")
      try screen.waitUntilStill()
      #expect(try await DocumentStore.inspect(path).settings.layout.pageCount == 1)
      screen.mouse.click(at: end)
      try await Kept.wait(for: "another page", in: path, by: app) {
        $0.settings.layout.pageCount == 2
      }
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test func `a document of three hundred pages shows its first, and has them all`()
      async throws
    {
      let (bench, app, window) = try open(pages: 300)
      _ = try RedSquare.wait(on: bench.screen)
      let path = try #require(bench.library.first)
      try await Kept.wait(for: "300 pages", in: path, by: app) {
        $0.settings.layout.pageCount == 300
      }
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test
    func `a page whose reader fails is grey, is written on, and is read when that is tried again`()
      async throws
    {
      let (bench, app, _) = try open(contents: "Only part")
      let screen = bench.screen
      let found = try RedSquare.wait(on: screen)
      let path = try #require(bench.library.first)
      app.kill()
      let reader = bench.path("reader")
      let files = FileManager.default
      // Links: a program that was just written does not always start while other tests start theirs.
      try files.createSymbolicLink(atPath: reader, withDestinationPath: "/bin/false")
      let again = try screen.launchApp([path], environment: ["PLUMBAGO_READER": reader])
      let window = try screen.waitForWindow()
      try window.maximize()
      // Beside the square, where the page has nothing on it.
      let corner = Point(Double(found.x) - 20, Double(found.y) - 20)
      try screen.wait(
        for: "the grey page", in: PixelBox(covering: Rect(center: corner, radius: 4))
      ) { picture in picture.pixels { $0 == Pixel(0xD9_D9D9) }.count == 64 }
      // One line: a second one would end the message.
      let (over, _) = draw(on: screen, found, onPageAlone: true)
      _ = try await Kept.strokes(1, in: path, by: again)
      #expect(ink(screen, over) > 10)
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "cannot be shown: reading it failed. Nothing else was harmed.")
      try files.removeItem(atPath: reader)
      try files.createSymbolicLink(
        atPath: reader, withDestinationPath: App.binary + "-reader")
      try tree.press("Try Again")
      try screen.wait(for: "the page", in: found) { picture in
        picture.pixels { $0 == RedSquare.color }.count > found.width * found.height * 9 / 10
      }
      try tree.wait(forNo: "reading it failed")
      #expect(ink(screen, over) > 10)
      // And its contents, as if nothing had been.
      try screen.keyboard.press("F8")
      try tree.wait(for: "Only part")
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
    }

    @Test(arguments: [Pointing.finger, .mouse, .pen])
    func `a document with a password is asked for it until it fits, and then shows`(
      by hand: Pointing
    ) throws {
      let bench = try FileBench(size: PixelSize(width: 700, height: 640))
      let screen = bench.screen
      try Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf"))
        .write(to: URL(filePath: bench.path("locked.pdf")))
      let app = try screen.launchApp([bench.path("locked.pdf")])
      let tree = try AccessibleTree(screen)
      func answer(_ text: String) throws {
        try screen.waitUntilStill()
        try screen.keyboard.type(text)
        let dialog = try #require(screen.windows.last)
        let button = try tree.box(tree.wait(for: "Open", isWhole: true)).center
        try hand.press(dialog.point(button.x, button.y), on: screen)
      }
      try tree.wait(for: "“locked.pdf” is protected by a password")
      try answer("guess")
      try tree.wait(for: "This password does not open it. Please try again.")
      try answer("secret")
      let deadline = Date().addingTimeInterval(20)
      while screen.windows.map(\.title) != ["locked – Plumbago"], Date() < deadline {
        try screen.settle()
        pause(0.02)
      }
      #expect(screen.windows.map(\.title) == ["locked – Plumbago"])
      // It is told nobody.
      #expect(!app.standardError.contains("secret"))
      try screen.waitUntilStill()
      try bench.finish(app, try #require(screen.windows.first))
      screen.close()
    }

    @Test func `a damaged document, and one without a reader, get a sentence`() throws {
      for reader in [nil, "/nowhere/plumbago-reader"] {
        let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
        let text = reader == nil ? "%PDF-1.4 nothing else" : Self.document()
        try text.write(toFile: bench.path("bad.pdf"), atomically: true, encoding: .utf8)
        let app = try bench.screen.launchApp(
          [bench.path("bad.pdf")], environment: reader.map { ["PLUMBAGO_READER": $0] } ?? [:])
        _ = try bench.screen.waitForWindow()
        try bench.screen.waitUntilStill()
        let words = reader == nil ? "is damaged" : "is not installed"
        #expect(app.lastWords.contains(words), "\(app.lastWords)")
        #expect(bench.library.isEmpty)
        app.kill()
      }
    }
  }
}
