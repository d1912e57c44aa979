import Foundation
import InkModel
import InkStore
import RecordedHands
import SampleDocuments
import SearchIndex
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Finding what is written: in the library, whose drawings are read in the background.
  @Suite struct FindingTests {
    /// A drawing of two pages with a line of somebody's hand on the first and a text on the second.
    static func meeting() throws -> WrittenDrawing {
      var drawing = WrittenDrawing()
      drawing.pages = 2
      // “the great benefits of a well-developed”
      drawing.write(
        try RecordedWriting.lines()[1], in: Rect(x: 40, y: 100, width: 500, height: 24))
      drawing.texts = [("Remember the milk", Rect(x: 40, y: 1100, width: 200, height: 20))]
      return drawing
    }

    private static func shopping() -> WrittenDrawing {
      var drawing = WrittenDrawing()
      drawing.texts = [
        ("Bread and coffee", Rect(x: 300, y: 120, width: 120, height: 20)),
        ("Milk and batteries", Rect(x: 300, y: 160, width: 120, height: 20)),
      ]
      return drawing
    }

    /// Pixels that are lit up as the hit that is looked at, over light paper.
    static func lit(_ screen: Screen) -> PixelSet {
      screen.screenshot().pixels {
        $0.red > 240 && (180...212).contains($0.green) && (120...165).contains($0.blue)
      }
    }

    @Test func `the library's field finds what is written, and a hit opens lit up`() async throws {
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", size: PixelSize(width: 1000, height: 700),
        written: ["Meeting": Self.meeting(), "Shopping": Self.shopping()])
      var rowing = WrittenDrawing()
      rowing.texts = [("Oars and sails", Rect(x: 300, y: 120, width: 120, height: 20))]
      let work = library.bench.path(LibraryBench.folder) + "/Work"
      try FileManager.default.createDirectory(
        atPath: work, withIntermediateDirectories: true)
      try await rowing.save(to: work + "/2026-11-24 15.04.22.plumbago")
      try library.open()
      let keyboard = library.bench.screen.keyboard
      try keyboard.type("benef")
      // Read at once, since somebody waits for it.
      try library.tree.wait(for: "great benefits")
      try library.tree.wait(forNo: "Drawings are being read…")
      // When it was written last tells it from others, as does its folder.
      let minute = DateFormatter()
      minute.locale = Locale(identifier: "en_US_POSIX")
      minute.dateFormat = "HH:mm"
      let facts = try FileManager.default.attributesOfItem(atPath: library.path("Meeting"))
      let written = try minute.string(from: #require(facts[.modificationDate] as? Date))
      try library.tree.wait(for: "\(written) · Page 1")
      try library.waitForList(["Meeting"], of: ["Boats", "Meeting", "Shopping"])
      try library.tap("Meeting")
      try library.wait(forTitle: "Meeting")
      try library.tree.wait(for: "1 of 1")
      let ink = Self.lit(library.bench.screen)
      #expect(ink.count > 300)
      // The search goes on beside it: the field is in the new window's library, too.
      try library.waitForList(["Meeting"], of: ["Boats", "Meeting", "Shopping"])
      try keyboard.press("Escape")
      try library.bench.screen.waitUntilStill()
      #expect(Self.lit(library.bench.screen).count == 0)
      // Typed text of two drawings; one of them is in the window, on its second page.
      let field = try library.tree.position(of: "Search the library", in: library.window)
      library.bench.screen.mouse.click(at: field)
      library.bench.screen.mouse.leave()
      try keyboard.press("a", [.control])
      try keyboard.type("milk")
      try library.tree.wait(for: "Remember the milk")
      try library.tree.wait(for: "Milk and batteries")
      #expect(
        try library.listed(of: ["Boats", "Meeting", "Shopping"]).sorted() == [
          "Meeting", "Shopping",
        ])
      try library.tap("Meeting")
      try library.tree.wait(for: "1 of 1")
      try library.bench.screen.waitUntilStill()
      #expect(Self.lit(library.bench.screen).count > 300)
      #expect(library.bench.screen.windows.count == 1)
      // What is nowhere is said to be nowhere.
      library.bench.screen.mouse.click(at: field)
      library.bench.screen.mouse.leave()
      try keyboard.press("a", [.control])
      try keyboard.type("submarine")
      try library.tree.wait(for: "Nothing found")
      try library.waitForList([], of: ["Boats", "Meeting", "Shopping"])
      try keyboard.press("a", [.control])
      try keyboard.type("oars")
      try library.tree.wait(for: "Oars and sails")
      try library.tree.wait(for: " · Work")
      // A letter by itself is in names alone, and in none of these, or in one.
      try keyboard.press("a", [.control])
      try keyboard.type("z")
      try library.tree.wait(for: "Type two letters or more.")
      try keyboard.press("a", [.control])
      try keyboard.type("b")
      try library.tree.wait(for: "Two letters or more find what is written, too.")
      try library.waitForList(["Boats"], of: ["Boats", "Meeting", "Shopping"])
      try await library.finish()
    }

    @Test func `a drawing with many hits leaves room for others, and its further ones are a row`()
      async throws
    {
      var list = WrittenDrawing()
      list.texts = (1...8).map {
        ("Milk number \($0)", Rect(x: 300, y: 80 + 40 * Double($0), width: 120, height: 20))
      }
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", size: PixelSize(width: 1000, height: 900),
        written: ["List": list, "Shopping": Self.shopping()])
      try library.open()
      try library.bench.screen.keyboard.type("milk")
      try library.tree.wait(for: "Milk and batteries")
      try library.tree.wait(for: "5 more in “List”", isWhole: true)
      try library.tree.wait(forNo: "Drawings are being read…")
      try library.bench.screen.waitUntilStill()
      let listed = try library.listed(of: ["Boats", "List", "Shopping"])
      #expect(listed.sorted() == ["List", "List", "List", "List", "Shopping"])
      try library.tap("5 more in “List”")
      try library.wait(forTitle: "List")
      // The bar that finds the words.
      try library.tree.wait(for: " of 8")
      let lit = Self.lit(library.bench.screen).count
      #expect(lit > 300)
      try await library.finish()
    }

    /// Its ink takes seconds to read, and a document on it is read from its file.
    @Test(arguments: [false, true])
    func `a drawing that is being read for the search opens at once`(showsDocument: Bool)
      async throws
    {
      var long = WrittenDrawing()
      for (i, line) in try RecordedWriting.lines().prefix(24).enumerated() {
        long.write(line, in: Rect(x: 40, y: 60 + 40 * Double(i), width: 500, height: 24))
      }
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", size: PixelSize(width: 1000, height: 700),
        written: showsDocument ? [:] : ["Notes": long])
      if showsDocument {
        let pages = library.bench.path("Notes.pdf")
        try Data(SampleDocument.textPages(40)).write(to: URL(filePath: pages))
        let made = try App.run(["convert", pages, library.path("Notes")])
        #expect(made.status == 0)
      }
      try library.open()
      // Read at once, since somebody waits for it.
      try library.bench.screen.keyboard.type("note")
      try library.tree.wait(for: "Drawings are being read…")
      pause(0.2)
      try library.bench.screen.keyboard.press("Return")
      try library.wait(forTitle: "Notes")
      try await library.finish()
    }

    @Test func `words written by the pen into the library's field are found`() async throws {
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", size: PixelSize(width: 1000, height: 700),
        written: ["Shopping": Self.shopping()])
      try library.open()
      let field = try library.tree.position(of: "Search the library", in: library.window)
      let word = try RecordedWriting.word("coffee")
      let box = Rect(x: field.x - 50, y: field.y - 12, width: 130, height: 24)
      InputOnScreen.ScribbleTests.writeQuickly(
        word.strokes(in: box), with: library.bench.screen.pen)
      try library.tree.wait(for: "Bread and coffee")
      try library.tap("Shopping", with: .pen)
      library.bench.screen.pen.proximityOut()
      try library.wait(forTitle: "Shopping")
      try library.tree.wait(for: "1 of 1")
      #expect(Self.lit(library.bench.screen).count > 300)
      try await library.finish()
    }

    // MARK: Reading in the background

    private func index(_ bench: FileBench) throws -> SearchIndex {
      try SearchIndex(at: bench.screen.folder.cache + "/plumbago/index.db")
    }

    @Test func `the library is read while nobody draws, never while a pen is near`() async throws {
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", written: ["Meeting": Self.meeting()])
      let screen = library.bench.screen
      let index = try index(library.bench)
      let path = library.path("Meeting")
      for i in 0..<28 {
        screen.pen.hover(at: Point(400 + Double(i % 2) * 4, 400))
        pause(0.25)
      }
      #expect(await index.lines(of: path).isEmpty)
      screen.pen.proximityOut()
      let left = ContinuousClock.now
      while await index.lines(of: path).count < 2, left.duration(to: .now) < .seconds(30) {
        pause(0.1)
      }
      let words = await index.lines(of: path).map(\.line.text).joined(separator: " ")
      #expect(words.contains("benefits") && words.contains("milk"))
      // Not before the hand has rested.
      #expect(left.duration(to: .now) > .seconds(4))
      try await library.finish()
    }

    @Test func `the drawing in the window is not read while a pen is near, unless it is searched`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let path = bench.path("Meeting.plumbago")
      try await Self.meeting().save(to: path)
      let (app, window) = try bench.start([path])
      let index = try index(bench)
      for i in 0..<28 {
        bench.screen.pen.hover(at: Point(400 + Double(i % 2) * 4, 400))
        pause(0.25)
      }
      #expect(await index.lines(of: path).isEmpty)
      bench.screen.pen.proximityOut()
      let left = ContinuousClock.now
      while await index.lines(of: path).count < 2, left.duration(to: .now) < .seconds(30) {
        pause(0.1)
      }
      #expect(await index.lines(of: path).count >= 2)
      // Who searches it waits for it, and hears of nothing missing while some of it is not read.
      let tree = try AccessibleTree(bench.screen)
      try bench.screen.keyboard.press("f", [.control])
      try tree.wait(for: "Find in the drawing")
      try bench.screen.keyboard.type("submarine")
      try tree.wait(for: "Nothing found")
      let line = (0..<20).map { Point(400 + Double($0) * 4, 400) }
      bench.screen.pen.stroke(line)
      bench.screen.pen.down(at: Point(400, 440))
      try tree.wait(for: "The drawing is being read…")
      // Not while the pen draws, for a second here.
      bench.screen.pen.move(along: line.map { $0 + Vector(0, 40) }, rate: 20)
      let said = try tree.texts()
      #expect(!said.contains("Nothing found"))
      // It stays near.
      bench.screen.pen.up()
      try tree.wait(for: "Nothing found")
      bench.screen.pen.proximityOut()
      try bench.finish(app, window)
      bench.screen.close()
    }

    /// The app on a machine that runs on its battery.
    private func startOnBattery(_ bench: FileBench, _ path: String) throws -> (
      app: Program, window: Window
    ) {
      let supplies = "/sys/class/power_supply"
      return try bench.start(
        script: """
          mount -t tmpfs none \(supplies)
          mkdir \(supplies)/BAT0
          echo Battery > \(supplies)/BAT0/type
          echo Discharging > \(supplies)/BAT0/status
          exec "$plumbago" "$@"
          """, [path], isolated: true)
    }

    @Test(.enabled(if: FileBench.canMount))
    func `the drawing in the window is read at once for who searches the library`() async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let folder = bench.path(LibraryBench.folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let path = folder + "/Meeting.plumbago"
      try await Self.meeting().save(to: path)
      // There it is looked at again only after half a minute.
      let (app, window) = try startOnBattery(bench, path)
      try bench.screen.waitUntilStill()
      let index = try index(bench)
      pause(4)
      #expect(await index.lines(of: path).isEmpty)
      try bench.screen.keyboard.press("l", [.control])
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Search the library")
      try bench.screen.keyboard.type("benef")
      try tree.wait(for: "great benefits", timeout: 15)
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test(.enabled(if: FileBench.canMount), arguments: [false, true])
    func `on battery drawings are read where the preferences say so, or somebody searches`(
      isAllowed: Bool
    ) async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let folder = bench.path(LibraryBench.folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await Self.meeting().save(to: folder + "/Meeting.plumbago")
      try await bench.drawing("\(LibraryBench.folder)/Boats.plumbago", strokes: 3)
      if isAllowed { try App.writeSettings(["read-on-battery": "true"], for: bench.screen) }
      let (app, window) = try startOnBattery(bench, folder + "/Boats.plumbago")
      try bench.screen.waitUntilStill()
      let index = try index(bench)
      let path = folder + "/Meeting.plumbago"
      let start = ContinuousClock.now
      while await index.lines(of: path).isEmpty, start.duration(to: .now) < .seconds(12) {
        pause(0.1)
      }
      #expect(await index.lines(of: path).isEmpty != isAllowed)
      try bench.screen.keyboard.press("l", [.control])
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Search the library")
      try bench.screen.keyboard.type("benefits")
      try tree.wait(for: "great benefits")
      try bench.finish(app, window)
      bench.screen.close()
    }
  }
}
