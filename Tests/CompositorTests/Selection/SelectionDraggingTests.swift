import Canvas
import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is selected is dragged out by the grip of its bar.
  @Suite struct SelectionDraggingTests {
    /// The middle of the grip, on the screen.
    private func grip(_ fixture: AppFixture) throws -> Point {
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Drag to another program")
      try fixture.screen.waitUntilStill()
      return try tree.position(of: "Drag to another program", in: fixture.window)
    }

    /// Reads what is dragged; in vain, it fails.
    private func dragged(_ type: String, _ fixture: AppFixture) throws -> [UInt8] {
      try #require(try fixture.screen.dragged(type), "nothing of \(type) is dragged")
    }

    @Test func `S103 a text box is dragged by its bar into another program, as its text`()
      async throws
    {
      let fixture = try AppFixture()
      let (screen, mouse) = (fixture.screen, fixture.screen.mouse)
      let words = "From elsewhere, für später"
      screen.setClipboard(text: words)
      try screen.settle()
      try screen.keyboard.press("v", [.control])
      try await Kept.wait(for: "a text", in: fixture.path, by: fixture.app) { $0.texts == 1 }
      let start = try grip(fixture)
      let end = fixture.at(200, 120)
      mouse.move(to: start)
      mouse.down()
      mouse.move(along: (0...20).map { start.lerp(to: end, Double($0) / 20) })
      for type in ["text/plain;charset=utf-8", "text/plain"] {
        let bytes = try dragged(type, fixture)
        #expect(String(decoding: bytes, as: UTF8.self) == words)
      }
      // Also as what it looks like.
      let svg = try dragged("image/svg+xml", fixture)
      #expect(String(decoding: svg, as: UTF8.self).contains("<svg"))
      let png = try dragged("image/png", fixture)
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      // The paper below takes it as a box again, not as a picture.
      mouse.move(to: end)
      pause(0.2)
      mouse.up()
      let kept = try await Kept.wait(for: "two texts", in: fixture.path, by: fixture.app) {
        $0.texts == 2
      }
      #expect(kept.pictures == 0 && kept.strokes == 0)
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly, kinds: .complete)
      let boxes = try await store.load().elements.filter { $0.kind.otherValue is TextBox }
      try await store.close()
      #expect(boxes.map { ($0.kind.otherValue as? TextBox)?.text } == [words, words])
      let middles = boxes.map(\.bounds.center)
      #expect(middles.contains { $0.distance(to: fixture.canvasPoint(200, 120)) < 4 })
      try fixture.done()
    }
  }
}
