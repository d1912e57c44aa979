import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Copies without history, and drawings whose history is forgotten.
  @Suite struct HistoryLeftOutTests {
    /// A drawing of three strokes of which the second was erased by the pen.
    private func drawAndErase(on fixture: AppFixture) async throws {
      try await fixture.drawLines(at: [120, 200, 280], to: 250, erasingSecondAt: 170)
    }

    /// Saves a copy by the dialog, and returns its path.
    private func save(
      keepingHistory: Bool, on fixture: AppFixture, _ tree: AccessibleTree
    ) throws -> String {
      try fixture.choose("Save a Copy…", in: "Save and Export", by: .mouse, tree)
      _ = try fixture.screen.waitForWindow { $0.title == "Save a Copy" }
      try fixture.screen.waitUntilStill()
      if keepingHistory {
        let chooser = try #require(fixture.screen.windows.first { $0.title == "Save a Copy" })
        try Pointing.mouse.press(tree.position(of: "Keep the history", in: chooser), on: fixture)
        try fixture.screen.waitUntilStill()
      }
      try tree.press("Save")
      try tree.wait(
        for: keepingHistory
          ? "has all of the drawing's history." : "holds what shows, without the history.")
      try fixture.screen.waitForWindows(1)
      let home = fixture.screen.folder.home
      let name = try #require(
        FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
          .first { $0.hasSuffix("(copy).plumbago") })
      return home + "/" + name
    }

    @Test(arguments: [false, true])
    func `a copy has the history only where that was chosen, and work goes on in the drawing`(
      keepingHistory: Bool
    ) async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try await drawAndErase(on: fixture)
      let path = try save(keepingHistory: keepingHistory, on: fixture, tree)
      let copy = try await DocumentStore.inspect(path)
      #expect(copy.strokes == 2)
      #expect(copy.undoDepth == (keepingHistory ? 4 : 0))
      fixture.pen.stroke([fixture.at(100, 360), fixture.at(250, 360)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      try fixture.done()
    }

    @Test func `history is forgotten after a question, and nothing can be undone then`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try await drawAndErase(on: fixture)
      func ask() throws {
        let bus = try #require(fixture.screen.environment["DBUS_SESSION_BUS_ADDRESS"])
        let answer = try Command.run(
          [
            "gdbus", "call", "--session", "--dest", "org.plumbago.Plumbago", "--object-path",
            "/org/plumbago/Plumbago/window/1", "--method", "org.gtk.Actions.Activate",
            "forget-history", "[]", "{}",
          ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
        #expect(answer.status == 0, "\(answer)")
        try tree.wait(for: "This itself cannot be undone.")
      }
      try ask()
      try tree.press("Cancel")
      try fixture.screen.waitForWindows(1)
      #expect(try await DocumentStore.inspect(fixture.path).undoDepth == 4)
      try ask()
      try tree.press("Forget")
      try tree.wait(for: "The history is forgotten.")
      let facts = try await DocumentStore.inspect(fixture.path)
      #expect(facts.strokes == 2 && facts.undoDepth == 0 && facts.redoDepth == 0)
      try fixture.screen.keyboard.press("z", [.control])
      try fixture.screen.waitUntilStill()
      _ = try await fixture.kept(2)
      // It goes on as ever.
      fixture.pen.stroke([fixture.at(100, 360), fixture.at(250, 360)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    // MARK: Bytes

    /// A line of ink that is known again in any file: by its color, and by the number of its pen.
    private struct MarkedLine {
      var y: Double
      var color: Color
      var serial: UInt64

      /// The number and the color as a drawing's file has them, the most significant byte first.
      var bytes: [Data] {
        [
          withUnsafeBytes(of: serial.bigEndian) { Data($0) },
          withUnsafeBytes(of: color.rgba.bigEndian) { Data($0) },
        ]
      }

      /// Whether a file has it, as bytes of a drawing or as a color of a picture.
      func isIn(_ path: String) throws -> Bool {
        if path.hasSuffix(".png") {
          let own = Pixel(color.rgba >> 8)
          let picture = try Picture(png: path)
          return picture.pixels { $0.distance(to: own) < 12 }.count > 0
        }
        let data = try HistoryLeftOutTests.unpacked(path)
        if bytes.contains(where: { data.range(of: $0) != nil }) { return true }
        guard !path.hasSuffix(".plumbago") else { return false }
        let text = String(decoding: data, as: UTF8.self)
        let hex = String(color.rgba >> 8, radix: 16)
        if text.lowercased().contains("#" + hex) { return true }
        // As PDF has it: a number from 0 to 1 for each of the three.
        let wanted = [color.red, color.green, color.blue].map { Double($0) / 255 }
        return text.matches(of: /([0-9.]+) ([0-9.]+) ([0-9.]+) rg/).contains { found in
          let numbers = [found.1, found.2, found.3].compactMap { Double($0) }
          return numbers.count == 3 && zip(numbers, wanted).allSatisfy { abs($0 - $1) < 0.002 }
        }
      }
    }

    /// The bytes of a file, with nothing packed.
    private static func unpacked(_ path: String) throws -> Data {
      var file = path
      if path.hasSuffix(".pdf") {
        file = path + ".plain"
        let run = try Command.run(["qpdf", "--qdf", "--object-streams=disable", path, file])
        #expect(run.status == 0, "\(run)")
      } else if path.hasSuffix(".xopp") {
        let run = try Command.run(["gzip", "-dc", path])
        #expect(run.status == 0, "\(run)")
        return Data(run.standardOutput.utf8)
      }
      return try Data(contentsOf: URL(filePath: file))
    }

    private static let left = MarkedLine(
      y: 160, color: Color(rgba: 0x9D2B_49FF), serial: 0x0102_0304_AABB_CC01)
    private static let erased = MarkedLine(
      y: 260, color: Color(rgba: 0xC317_8DFF), serial: 0x0102_0304_AABB_CC02)
    /// It is left, too, so that a picture is as large without the one that is erased above it.
    private static let below = MarkedLine(y: 360, color: left.color, serial: left.serial)

    /// Makes a drawing of lines, each of which is a step.
    private func save(_ lines: [MarkedLine], to path: String) async throws {
      var commands: [StoreCommand] = []
      var order = OrderKey.first
      for (i, line) in lines.enumerated() {
        let ink = Ink(brush: "pen", brushVersion: 1, color: line.color, size: 8)
        var wet = WetStroke(tool: StylusTool(.pen, serial: line.serial), ink: ink, seed: 1)
        wet.append(
          (0...40).map { i in
            StylusSample(
              position: Point(250 + Double(i) * 5, line.y), time: Double(i) / 120, force: 0.5,
              altitude: 1, azimuth: 0.8)
          })
        let content = try #require(wet.finished(id: ContentID(Int64(i + 1))))
        let stroke = Stroke(
          content: content.id, ink: ink, path: content.path, seed: content.seed)
        let element = Element(id: ElementID(Int64(i + 1)), order: order, kind: .stroke(stroke))
        commands.append(
          .commit(
            step: i + 1,
            edit: DrawingEdit(label: .draw, inserted: [element], contents: [content])))
        order = order.next
      }
      let store = try await DocumentStore.open(path)
      try await store.perform(commands)
      try await store.close()
    }

    /// How a line goes.
    enum Loss: String, CaseIterable, Sendable {
      case erased, undone
    }

    /// The app with a drawing of lines of which the last, ``erased``, is gone again.
    ///
    /// - Parameter before: Done with the path of the drawing while all are in it.
    private func loseLast(
      of lines: [MarkedLine] = [Self.left, Self.erased], by loss: Loss = .erased,
      before: (String) throws -> Void
    ) async throws -> AppFixture {
      let bench = try FileBench()
      let path = bench.path("drawing.plumbago")
      try await save(lines, to: path)
      try before(path)
      let (app, window) = try bench.start([path])
      let fixture = try AppFixture(window, of: app, on: bench.screen, path: path)
      // Where it is seen.
      let color = Pixel(Self.erased.color.rgba >> 8)
      let line = fixture.screen.screenshot().pixels { $0.distance(to: color) < 12 }
      #expect(line.count > 200)
      switch loss {
      case .erased:
        let middle = line.box.rect.center
        try fixture.screen.keyboard.press("e")
        fixture.pen.stroke((0...20).map { Point(middle.x, middle.y - 30 + Double($0) * 3) })
        fixture.pen.proximityOut()
      case .undone: try fixture.screen.keyboard.press("z", [.control])
      }
      try await Kept.wait(for: "a line less", in: path, by: app) {
        $0.strokes == lines.count - 1
      }
      if loss == .erased { try fixture.screen.keyboard.press("p") }
      try fixture.screen.waitUntilStill()
      return fixture
    }

    @Test(arguments: [false, true])
    func `erased ink is in no byte of a copy, but where its history was to be kept`(
      keepingHistory: Bool
    ) async throws {
      let fixture = try await loseLast { path in
        let isThere = try Self.erased.isIn(path)
        #expect(isThere)
      }
      let copy = try save(
        keepingHistory: keepingHistory, on: fixture, AccessibleTree(fixture.screen))
      let (isLeft, isErased) = (try Self.left.isIn(copy), try Self.erased.isIn(copy))
      #expect(isLeft)
      #expect(isErased == keepingHistory)
      try fixture.done()
    }

    /// By the position of the format in the dialog, behind the pictures in pixels.
    @Test(arguments: [(1, "svg"), (2, "pdf")])
    func `erased ink is nowhere in a drawing that is exported`(
      row: Int, format: String
    ) async throws {
      let fixture = try await loseLast { path in
        // Exported before, it is in the file: so it would be found there.
        let whole = path + ".whole." + format
        let run = try App.run(["export", path, whole])
        #expect(run.status == 0, "\(run)")
        let isThere = try Self.erased.isIn(whole)
        #expect(isThere)
      }
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("e", [.control])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try fixture.chooseRow(row, of: "Format", tree)
      try tree.wait(forNo: "Resolution")
      try fixture.saveExport(as: "drawing.\(format)", tree)
      try fixture.screen.waitForWindows(1)
      let file = fixture.screen.path("drawing." + format)
      let (isLeft, isErased) = (try Self.left.isIn(file), try Self.erased.isIn(file))
      #expect(isLeft)
      #expect(!isErased)
      try fixture.done()
    }

    @Test(arguments: Loss.allCases)
    func `a drawing is converted as if ink that was erased or undone had never been`(
      loss: Loss
    ) async throws {
      func convert(_ path: String, to output: String) throws {
        let run = try App.run(["convert", path, output])
        #expect(run.status == 0, "\(run)")
      }
      let formats = ["xopp", "inkml", "png"]
      let fixture = try await loseLast(of: [Self.left, Self.below, Self.erased], by: loss) { path in
        // Converted before, it is in the file: so it would be found there.
        for format in formats {
          let whole = path + ".whole." + format
          try convert(path, to: whole)
          let isThere = try Self.erased.isIn(whole)
          #expect(isThere, "\(format)")
        }
      }
      // A drawing of the same name, which the files have as their title.
      let folder = fixture.screen.path("never")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let never = folder + "/drawing.plumbago"
      try await save([Self.left, Self.below], to: never)
      for format in formats {
        let (file, other) = (fixture.path + "." + format, never + "." + format)
        try convert(fixture.path, to: file)
        try convert(never, to: other)
        let (isLeft, isErased) = (try Self.left.isIn(file), try Self.erased.isIn(file))
        #expect(isLeft && !isErased, "\(format)")
        // A picture by its pixels, the others by their bytes.
        let isSame: Bool
        if format == "png" {
          let pictures = (try Picture(png: file), try Picture(png: other))
          isSame = pictures.0 == pictures.1
        } else {
          let bytes = (try Self.unpacked(file), try Self.unpacked(other))
          isSame = bytes.0 == bytes.1
        }
        #expect(isSame, "\(format)")
      }
      try fixture.done()
    }
  }
}
