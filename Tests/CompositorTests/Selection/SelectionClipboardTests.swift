import Canvas
import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is selected goes to the clipboard and to other programs, and comes back.
  @Suite struct SelectionClipboardTests {
    @Test func `S22 a message does not lie over the tools`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let red = DefaultPalette.colors[2]
      /// The rows of the screen in which a column through a colour of the palette has that colour.
      func rows() throws -> [Int] {
        let p = try fixture.item(.color(2))
        let column = fixture.screen.screenshot(
          of: PixelBox(x: Int(p.x), y: 0, width: 1, height: 300))
        return (0..<300).filter { column[0, $0].distance(to: Pixel(red.rgba >> 8)) < 12 }
      }
      let before = try rows()
      let bare = fixture.screen.screenshot()
      // There is nothing to paste, and the window says so.
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill(for: 0.5)
      let after = try rows()
      #expect(before.count > 15 && after == before)
      let tools = PixelBox(covering: fixture.pickerFrame())
      let message = fixture.screen.screenshot().difference(from: bare, outside: tools)
      #expect(message.count > 1000, "there is no message")
      try fixture.done()
    }

    @Test func `where nothing is selected the page is copied as text`() async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let ink = try InputOnScreen.ScribbleTests.recorded(
        "coffee", at: fixture.at(120, 200), size: 24)
      InputOnScreen.ScribbleTests.write(ink, with: fixture.pen)
      _ = try await fixture.kept(ink.count)
      try fixture.screen.keyboard.press("c", [.control, .shift])
      try tree.wait(for: "Copied as text")
      let copied = try #require(try fixture.screen.clipboardText())
      #expect(copied.lowercased().contains("coffee"), "\(copied)")
      try fixture.done()
    }

    @Test func `what is left out of copied text, and what stays ink, is told`() async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let ink = try InputOnScreen.ScribbleTests.recorded(
        "coffee", at: fixture.at(120, 120), size: 24)
      InputOnScreen.ScribbleTests.write(ink, with: fixture.pen)
      // A spiral, far below.
      fixture.pen.stroke(
        (0...90).map { i in
          fixture.at(300, 340) + Vector(angle: Double(i) / 5) * (6 + Double(i) * 0.6)
        })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(ink.count + 1)
      try fixture.screen.keyboard.press("c", [.control, .shift])
      try tree.wait(for: "1 line was not read.")
      let copied = try #require(try fixture.screen.clipboardText())
      #expect(copied.lowercased().contains("coffee"), "\(copied)")
      try fixture.screen.keyboard.press("t", [.control, .shift])
      try tree.wait(for: "1 line was not read and stays ink.")
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    /// Points along a stroke as a pen reports them, 240 a second, that goes 450 points a second.
    private func samples(of stroke: [Point]) -> [Point] {
      Array(stroke.prefix(1))
        + zip(stroke, stroke.dropFirst()).flatMap { a, b -> [Point] in
          let count = max(1, Int((a.distance(to: b) * 240 / 450).rounded()))
          return (1...count).map { a.lerp(to: b, Double($0) / Double(count)) }
        }
    }

    @Test func `writing that is copied, but read too unsurely to become text, is no missing one`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let corner = fixture.at(120, 140)
      let ink = try RecordedWriting.word("Newton")
        .strokes(in: Rect(x: corner.x, y: corner.y, width: 400, height: 40))
      for stroke in ink { fixture.pen.stroke(samples(of: stroke)) }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(ink.count)
      try fixture.screen.keyboard.press("c", [.control, .shift])
      try tree.wait(for: "Copied as text: “Newton”")
      try fixture.screen.keyboard.press("t", [.control, .shift])
      try tree.wait(for: "The writing was not read surely enough to become text.")
      #expect(await Kept.info(fixture.path)?.strokes == ink.count)
      try fixture.done()
    }

    @Test func `S103 a selection is dragged by its bar into another program`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(fixture.wave(100, 140))
      fixture.pen.stroke(fixture.wave(300, 340))
      fixture.pen.proximityOut()
      let originals = try await fixture.kept(2)
      try fixture.select(Rect(x: 80, y: 110, width: 170, height: 60))
      let tree = try AccessibleTree(fixture.screen)
      let window = try #require(fixture.screen.windows.first)
      let box = try tree.box(tree.wait(for: "Drag to another program"))
      let grip = window.point(box.center.x, box.center.y)
      let mouse = fixture.screen.mouse
      mouse.move(to: grip)
      mouse.down()
      let end = fixture.at(450, 420)
      mouse.move(along: (0...20).map { grip.lerp(to: end, Double($0) / 20) })
      let svg = try #require(try fixture.screen.dragged("image/svg+xml"))
      #expect(String(decoding: svg, as: UTF8.self).components(separatedBy: "<path").count == 2)
      let png = try #require(try fixture.screen.dragged("image/png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let own = try #require(try fixture.screen.dragged(InkClip.mimeType))
      #expect(try #require(InkClip(data: own)).elements.count == 1)
      // And as a drawing of its own, for a file manager.
      let list = try #require(try fixture.screen.dragged("text/uri-list"))
      let uri = String(decoding: list, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let file = try #require(URL(string: uri)).path
      #expect(file.hasSuffix("/drawing (selection).plumbago"))
      let dragged = try await DocumentStore.inspect(file)
      #expect(dragged.strokes == 1 && dragged.samples == originals[0].samples.count)
      // The paper below takes it as well as another drawing's.
      mouse.move(to: end)
      pause(0.2)
      mouse.up()
      let all = try await fixture.kept(3)
      #expect(all[2].samples == originals[0].samples)
      #expect(all[2].element.bounds.center.distance(to: fixture.canvasPoint(450, 420)) < 2)
      // What was dragged has not moved.
      #expect(all[0].element.canvasFromElement == originals[0].element.canvasFromElement)
      try fixture.done()
    }

    @Test
    func `S84 copied ink is pasted into another drawing, and into other programs as pictures`()
      async throws
    {
      let fixture = try AppFixture()
      fixture.pen.stroke(fixture.wave(100, 100))
      fixture.pen.stroke(fixture.wave(300, 300))
      fixture.pen.proximityOut()
      let originals = try await fixture.kept(2)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("a", [.control])
      try keyboard.press("c", [.control])
      try fixture.screen.waitForClipboard(InkClip.mimeType)
      #expect(Set(["image/svg+xml", "image/png"]).isSubset(of: fixture.screen.clipboardTypes))
      let svg = String(
        decoding: try #require(try fixture.screen.clipboard("image/svg+xml")), as: UTF8.self)
      #expect(svg.hasPrefix("<?xml") && svg.components(separatedBy: "<path").count == 3)
      #expect(!svg.contains("<rect"))
      let png = try #require(try fixture.screen.clipboard("image/png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let own = try #require(try fixture.screen.clipboard(InkClip.mimeType))
      let clip = try #require(InkClip(data: own))
      #expect(clip.elements.count == 2)
      #expect(clip.contents.map(\.samples.count) == originals.map(\.samples.count))

      // Into the same drawing twice: beside each other.
      try keyboard.press("v", [.control])
      _ = try await fixture.kept(4)
      try keyboard.press("v", [.control])
      let all = try await fixture.kept(6)
      let boxes = all.map(\.element.bounds)
      #expect(boxes[4].minX - boxes[2].minX == 16 && boxes[4].minY - boxes[2].minY == 16)
      #expect(all[2].samples == originals[0].samples)
      // Into another window of the same program.
      try keyboard.press("n", [.control])
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      try keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill()
      let folder = fixture.screen.folder.home + "/Documents/Plumbago"
      let other = try #require(
        FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".plumbago") })
      _ = try await Kept.strokes(2, in: folder + "/" + other, by: fixture.app)
      try keyboard.press("w", [.control])
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `what is on the clipboard and is damaged or cannot be pasted changes nothing`()
      async throws
    {
      let fixture = try AppFixture()
      fixture.pen.stroke(fixture.wave(100, 100))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      for bytes in [[], Array("plumbink".utf8), [UInt8](repeating: 7, count: 5000)] {
        fixture.screen.setClipboard([(InkClip.mimeType, bytes)])
        try fixture.screen.settle()
        try fixture.screen.keyboard.press("v", [.control])
        try fixture.screen.waitUntilStill()
      }
      fixture.screen.setClipboard([("audio/ogg", [1, 2, 3])])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill()
      try await Kept.wait(for: "one stroke", in: fixture.path) {
        $0.strokes == 1 && $0.undoDepth == 1
      }
      try fixture.done()
    }
  }
}
