import Canvas
import Foundation
import InkModel
import InkStore
import RecordedHands
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What a student does with a paper on an afternoon, from opening it to handing it in.
  @Suite struct AfternoonTests {
    /// No colour of the tools, nor of what frames a selection.
    private static let violet = Pixel(0xC0_20_B0)
    private static let pages = 40

    /// Pages of 300 by 300 points: a line of text above, a red square from 100 to 200.
    private static func paper() -> String {
      var objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [\((0..<pages).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))]"
          + " /Count \(pages) /MediaBox [0 0 300 300] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ]
      for page in 1...pages {
        objects.append(
          "<< /Type /Page /Parent 2 0 R /Contents \(3 + 2 * page) 0 R"
            + " /Resources << /Font << /F1 3 0 R >> >> >>")
        objects.append(
          SampleDocument.stream(
            "1 0 0 rg 100 100 100 100 re f 0 g BT /F1 14 Tf 30 270 Td (Lesson \(page)) Tj ET"))
      }
      return SampleDocument.text(objects: objects)
    }

    /// The texts of a drawing, each with its layer.
    private func texts(_ path: String) async throws -> [(text: String, layer: Int32)] {
      let store = try await DocumentStore.open(path, mode: .readOnly, kinds: .complete)
      let elements = try await store.load().elements
      try await store.close()
      return elements.compactMap { element in
        (element.kind.otherValue as? TextBox).map { ($0.text, element.layer) }
      }
    }

    @Test
    func `a paper is read, written on, added to, printed, saved, killed, undone and opened again`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1100, height: 760))
      let screen = bench.screen
      // Not where what is printed goes.
      try FileManager.default.createDirectory(
        atPath: bench.path("Lessons"), withIntermediateDirectories: true)
      let paper = bench.path("Lessons/paper.pdf")
      try Self.paper().write(toFile: paper, atomically: true, encoding: .utf8)
      let app = try screen.launchApp([paper])
      try screen.waitForWindow().maximize()
      let tree = try AccessibleTree(screen)
      let found = try RedSquare.wait(on: screen)
      let path = try #require(bench.library.first)

      // Over the page below the square, and 50 mm beside it.
      let k = Double(found.width) / 100
      let over = Point(Double(found.x) + 50 * k, Double(found.y) + 150 * k)
      let beside = over + Vector(150 * k + 50 * 72 / 25.4 * k, 0)
      for p in [over, beside] {
        screen.pen.stroke((-10...10).map { p + Vector(Double($0), 0) })
      }
      screen.pen.proximityOut()
      _ = try await Kept.strokes(2, in: path, by: app)

      // A page of its own, with a picture and a text that the pen writes.
      try screen.keyboard.press("n", [.control, .shift])
      try await Kept.wait(for: "a page more", in: path, by: app) {
        $0.settings.layout.pageCount == Self.pages + 1
      }
      try screen.waitUntilStill(for: 0.5)
      try Picture(width: 60, height: 40) { _, _ in Self.violet }.savePNG(bench.path("plan.png"))
      screen.setClipboard([("image/png", Array(try bench.bytes("plan.png")))])
      try screen.settle()
      try screen.keyboard.press("v", [.control])
      try await Kept.wait(for: "a picture", in: path, by: app) { $0.pictures == 1 }
      try screen.waitUntilStill(for: 0.7)
      let picture = screen.screenshot().pixels { $0.distance(to: Self.violet) < 30 }.box
      #expect(picture.width > 20)
      try screen.keyboard.press("Escape")
      try screen.keyboard.press("t")
      let word = try RecordedWriting.word("coffee")
      let line = Rect(x: Double(picture.x), y: Double(picture.maxY) + 30, width: 150, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: line), with: screen.pen)
      screen.pen.proximityOut()
      // It is in the file once the editing ends; before that it has to be read.
      pause(1.5)
      try screen.keyboard.press("Escape")
      try await Kept.wait(for: "a text", in: path, by: app) { $0.texts == 1 }
      try screen.waitUntilStill(for: 0.7)
      #expect(try await texts(path).map(\.text) == ["coffee"])

      // The text goes to a layer of its own.
      let first = try await DocumentStore.inspect(path).settings.layers[0].id
      try screen.keyboard.press("n", [.control, .alt])
      try await Kept.wait(for: "a layer more", in: path, by: app) {
        $0.settings.layers.count == 2
      }
      let steps = try await DocumentStore.inspect(path).undoDepth
      try screen.keyboard.press("s")
      let spot = Point(line.minX + 20, line.center.y)
      screen.pen.hover(at: spot)
      screen.pen.stroke([spot, spot])
      screen.pen.proximityOut()
      try screen.waitUntilStill(for: 0.7)
      try screen.keyboard.press("F10", [.shift])
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try Pointing.mouse.press(
        tree.position(ofRow: "Move to the Current Layer", in: #require(screen.popups.last)),
        on: screen)
      try await Kept.wait(for: "a step more", in: path, by: app) { $0.undoDepth == steps + 1 }
      #expect(try await texts(path).first?.layer != first)

      // Printed, and saved into the PDF.
      try screen.waitForPopups(0)
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill(for: 0.5)
      _ = try PrintingTests.openDialog(screen, tree)
      let printed = try PrintingTests.print(screen, tree)
      #expect(try PrintingTests.info(printed)?.pages == Self.pages + 1)
      try screen.waitUntilStill()
      let inked = bench.path("inked.pdf")
      try DocumentExportTests.saveIntoPDF(inked, screen, tree)
      app.kill()
      _ = try app.waitForExit()

      // After the kill all is there, and two steps go back: the move and the layer.
      let again = try screen.launchApp([path])
      let window = try screen.waitForWindow()
      try window.maximize()
      try screen.waitUntilStill(for: 0.7)
      try screen.keyboard.press("z", [.control])
      try screen.keyboard.press("z", [.control])
      let kept = try await Kept.wait(for: "two steps less", in: path, by: again) {
        $0.undoDepth == steps - 1
      }
      #expect(kept.strokes == 2 && kept.pictures == 1 && kept.settings.layers.count == 1)
      let back = try await texts(path)
      #expect(back.map(\.text) == ["coffee"] && back.first?.layer == first)
      try bench.finish(again, window)

      // Elsewhere the paper is as it was, with ink on it.
      try RedSquare.expectInk(below: 0.5, in: inked, bench)
      let told = try Command.run(["pdftotext", inked, "-"]).standardOutput
      for page in 1...Self.pages { #expect(told.contains("Lesson \(page)\n")) }
      #expect(try PrintingTests.info(inked)?.pages == Self.pages + 1)

      // And here it is ink, picture and text again.
      let library = Set(bench.library)
      let last = try screen.launchApp([inked])
      let other = try screen.waitForWindow()
      try other.maximize()
      _ = try RedSquare.wait(on: screen)
      let returned = try #require(bench.library.first { !library.contains($0) })
      try await Kept.wait(for: "all that was on it", in: returned, by: last) {
        $0.strokes == 2 && $0.pictures == 1 && $0.texts == 1
      }
      #expect(try await texts(returned).map(\.text) == ["coffee"])
      try bench.finish(last, other)
    }
  }
}
