import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct NarrowTests {
    @Test func `S61 a narrow window still shows undo, redo, the name and the menu`() async throws {
      let size = PixelSize(width: 420, height: 800)
      let fixture = try AppFixture(size: size)
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let picture = try fixture.findCanvas()
      #expect(fixture.window.frame == PixelBox(x: 0, y: 0, width: size.width, height: size.height))
      func ink(_ box: PixelBox) -> Int { picture.cropped(to: box).pixels { $0.luma < 0.4 }.count }
      #expect(fixture.showsSensitive(fixture.undoButton))
      #expect(!fixture.showsSensitive(fixture.redoButton))
      // Between the tools and the menu stands the name: as many dark pixels as its letters have;
      // dots for a name that is cut short have few.
      let height = fixture.canvas.y
      #expect(ink(PixelBox(x: 190, y: 0, width: size.width - 300, height: height)) > 100)
      #expect(ink(PixelBox(x: size.width - 100, y: 0, width: 60, height: height)) > 15)
      #expect(ink(PixelBox(x: size.width - 45, y: 0, width: 45, height: height)) > 8)
      fixture.screen.mouse.click(at: fixture.undoButton)
      fixture.screen.mouse.leave()
      try await Kept.wait(for: "nothing", in: fixture.path) { $0.strokes == 0 }
      try fixture.findCanvas()
      #expect(fixture.showsSensitive(fixture.redoButton))
      try fixture.done()
    }
  }
}
