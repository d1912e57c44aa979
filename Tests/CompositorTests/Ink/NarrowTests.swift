import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct NarrowTests {
    @Test func `S61 a narrow window still shows undo, redo, the name and the menu`() async throws {
      let size = PixelSize(width: 420, height: 800)
      let desk = try Desk(size: size)
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      let picture = try desk.look()
      #expect(desk.window.frame == PixelBox(x: 0, y: 0, width: size.width, height: size.height))
      func ink(_ box: PixelBox) -> Int { picture.cropped(to: box).pixels { $0.luma < 0.4 }.count }
      #expect(desk.looksSensitive(desk.undoButton))
      #expect(!desk.looksSensitive(desk.redoButton))
      // Between the tools and the menu stands the name: as many dark pixels as its letters have;
      // dots for a name that is cut short have few.
      let height = desk.canvas.y
      #expect(ink(PixelBox(x: 190, y: 0, width: size.width - 300, height: height)) > 100)
      #expect(ink(PixelBox(x: size.width - 100, y: 0, width: 60, height: height)) > 15)
      #expect(ink(PixelBox(x: size.width - 45, y: 0, width: 45, height: height)) > 8)
      desk.screen.mouse.click(at: desk.undoButton)
      desk.screen.mouse.leave()
      try await Kept.wait(for: "nothing", in: desk.path) { $0.strokes == 0 }
      try desk.look()
      #expect(desk.looksSensitive(desk.redoButton))
      try desk.done()
    }
  }
}
