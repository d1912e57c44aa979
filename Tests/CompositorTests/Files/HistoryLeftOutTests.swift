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
      for y in [120.0, 200, 280] {
        fixture.pen.stroke([fixture.at(100, y), fixture.at(250, y)])
      }
      _ = try await fixture.kept(3)
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press("e")
      fixture.pen.stroke([fixture.at(170, 180), fixture.at(170, 220)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
    }

    /// Saves a copy by the dialog, and returns its path.
    private func save(
      keepingHistory: Bool, on fixture: AppFixture, _ tree: AccessibleTree
    ) throws -> String {
      try fixture.choose("Save a Copy…", by: .mouse, tree)
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
        var file = path
        if path.hasSuffix(".pdf") {
          // With nothing packed.
          file = path + ".plain"
          let run = try Command.run(["qpdf", "--qdf", "--object-streams=disable", path, file])
          #expect(run.status == 0, "\(run)")
        }
        let data = try Data(contentsOf: URL(filePath: file))
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

    private static let left = MarkedLine(
      y: 160, color: Color(rgba: 0x9D2B_49FF), serial: 0x0102_0304_AABB_CC01)
    private static let erased = MarkedLine(
      y: 260, color: Color(rgba: 0xC317_8DFF), serial: 0x0102_0304_AABB_CC02)

    /// Makes a drawing of the two lines.
    private func save(linesTo path: String) async throws {
      var edit = DrawingEdit(label: .draw)
      var order = OrderKey.first
      for (i, line) in [Self.left, Self.erased].enumerated() {
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
        edit.contents.append(content)
        edit.inserted.append(
          Element(id: ElementID(Int64(i + 1)), order: order, kind: .stroke(stroke)))
        order = order.next
      }
      let store = try await DocumentStore.open(path)
      try await store.perform([.commit(step: 1, edit: edit)])
      try await store.close()
    }

    /// The app with a drawing of two lines of which the pen has erased one.
    ///
    /// - Parameter before: Done with the path of the drawing while both are in it.
    private func eraseOne(before: (String) throws -> Void) async throws -> AppFixture {
      let bench = try FileBench()
      let path = bench.path("drawing.plumbago")
      try await save(linesTo: path)
      try before(path)
      let (app, window) = try bench.start([path])
      let fixture = try AppFixture(window, of: app, on: bench.screen, path: path)
      // Where it is seen.
      let color = Pixel(Self.erased.color.rgba >> 8)
      let line = fixture.screen.screenshot().pixels { $0.distance(to: color) < 12 }
      #expect(line.count > 200)
      let middle = line.box.rect.center
      try fixture.screen.keyboard.press("e")
      fixture.pen.stroke((0...20).map { Point(middle.x, middle.y - 30 + Double($0) * 3) })
      fixture.pen.proximityOut()
      try await Kept.wait(for: "one line", in: path, by: app) { $0.strokes == 1 }
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
      return fixture
    }

    @Test(arguments: [false, true])
    func `erased ink is in no byte of a copy, but where its history was to be kept`(
      keepingHistory: Bool
    ) async throws {
      let fixture = try await eraseOne { path in
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
      let fixture = try await eraseOne { path in
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
      try tree.press("Export…")
      _ = try fixture.screen.waitForWindow { $0.title == "Export the Drawing" }
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Return")
      try tree.wait(for: "Exported to “drawing.\(format)”.")
      try fixture.screen.waitForWindows(1)
      let file = fixture.screen.path("drawing." + format)
      let (isLeft, isErased) = (try Self.left.isIn(file), try Self.erased.isIn(file))
      #expect(isLeft)
      #expect(!isErased)
      try fixture.done()
    }
  }
}
