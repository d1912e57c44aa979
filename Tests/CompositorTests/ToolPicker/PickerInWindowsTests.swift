import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The tools in windows that are narrow, low or fill the screen.
  @Suite struct PickerInWindowsTests {
    private static let line = (0...30).map { Point(300 + Double($0) * 8, 400) }

    @Test func `S59 S60 S61 S103 a narrow window has the tools below and all of the drawing above`()
      async throws
    {
      let desk = try Desk.withTools(size: PixelSize(width: 400, height: 760))
      try desk.waitForPicker()
      #expect(desk.layout().form == .compact)
      let frame = desk.pickerFrame()
      #expect(frame.maxY == 760 && frame.width == 400)
      desk.pen.stroke((0...40).map { desk.at(60 + Double($0) * 6, 100 + Double($0) * 11) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      // Undo is in the header.
      #expect(desk.looksSensitive(desk.undoButton))
      try desk.screen.keyboard.press("1", [.control])
      try desk.screen.waitUntilStill()
      let bounds = try #require(await desk.kept(1).first?.element.bounds)
      let paper = InkSight(
        desk.screen.screenshot(
          of: PixelBox(
            x: 0, y: desk.canvas.y + 2, width: 400,
            height: Int(frame.minY) - desk.canvas.y - 24)))
      // All of it: as much ink as its length at the scale it has now.
      let length = (bounds.width * bounds.width + bounds.height * bounds.height).squareRoot()
      #expect(paper.area > length * 0.8)
      let last = desk.screen.screenshot(
        of: PixelBox(x: 0, y: Int(frame.minY) - 22, width: 400, height: 12))
      #expect(InkSight(last).pixels(above: 0.5) == 0)
      try desk.done()
    }

    @Test func `S60 what is shown whole stays above the tools while they are there, and only then`()
      async throws
    {
      let desk = try Desk.withTools(size: PixelSize(width: 400, height: 760))
      try desk.waitForPicker()
      // Tall, so that its height is what has to fit.
      desk.pen.stroke((0...40).map { desk.at(180, 40 + Double($0) * 12) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      /// The rows of the screen that have ink above this one, once the drawing is fitted in.
      func rows(above end: Int) throws -> ClosedRange<Int> {
        try desk.screen.keyboard.press("1", [.control])
        try desk.screen.waitUntilStill(for: 1)
        let column = PixelBox(x: 150, y: desk.canvas.y, width: 100, height: end - desk.canvas.y)
        let sight = InkSight(desk.screen.screenshot(of: column))
        let inked = (0..<sight.height).filter { y in
          (0..<sight.width).contains { sight[$0, y] > 0.5 }
        }
        return desk.canvas.y + (inked.first ?? 0)...desk.canvas.y + (inked.last ?? 0)
      }
      let tools = Int(desk.pickerFrame().minY)
      let seen = try rows(above: tools)
      #expect((tools - 60..<tools - 4).contains(seen.upperBound), "\(seen) above \(tools)")
      try desk.screen.keyboard.press("F9")
      try desk.screen.waitUntilStill()
      #expect(try !desk.showsPicker())
      let whole = try rows(above: 760)
      #expect((700..<760).contains(whole.upperBound), "\(whole)")
      #expect(whole.count > seen.count + 60)
      try desk.screen.keyboard.press("F9")
      try desk.waitForPicker()
      #expect(try rows(above: tools) == seen)
      // Scrolled on, the end of it comes out from under the tools as well.
      try desk.screen.keyboard.press("0", [.control])
      desk.screen.mouse.move(to: desk.at(300, 200))
      let end = PixelBox(x: 100, y: tools - 2, width: 200, height: 2)
      func isInked() -> Bool { InkSight(desk.screen.screenshot(of: end)).pixels(above: 0.5) > 0 }
      for _ in 0..<20 where !isInked() {
        desk.screen.mouse.scroll(-1)
        try desk.screen.waitUntilStill()
      }
      #expect(isInked())
      for _ in 0..<20 where isInked() {
        desk.screen.mouse.scroll(2)
        try desk.screen.waitUntilStill()
      }
      #expect(!isInked())
      try desk.done()
    }

    @Test
    func
      `S61 wide and narrow, undo and redo are there exactly once, and say whether they would do anything`()
      async throws
    {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let tree = try AccessibleTree(desk.screen)
      let sensitive: UInt32 = 24
      /// The one button for this, whether it can be pressed, and whether it is in the header.
      func button(_ word: String) throws -> (isSensitive: Bool, isInHeader: Bool) {
        try desk.screen.waitUntilStill()
        let found = try tree.widgets().filter {
          try $0.name.lowercased().contains(word) && [43, 62].contains(tree.role($0))
        }
        #expect(found.count == 1, "\(word): \(found.map(\.name))")
        let one = try #require(found.first)
        return (
          try tree.has(sensitive, one),
          try tree.box(one).maxY <= Double(desk.canvas.y - desk.window.frame.y)
        )
      }
      func expect(undo: Bool, redo: Bool, inHeader: Bool) throws {
        let found = (try button("undo"), try button("redo"))
        #expect(found.0.isSensitive == undo && found.1.isSensitive == redo)
        #expect(found.0.isInHeader == inHeader && found.1.isInHeader == inHeader)
      }
      try expect(undo: false, redo: false, inHeader: false)
      for y in [400.0, 440] { desk.pen.stroke(Self.line.map { desk.at($0.x - 200, y) }) }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      try expect(undo: true, redo: false, inHeader: false)
      try Pointing.mouse.press(desk.item(.undo), on: desk)
      _ = try await desk.kept(1)
      try expect(undo: true, redo: true, inHeader: false)
      try desk.window.maximize(false)
      try desk.window.resize(to: PixelSize(width: 420, height: 640))
      try desk.look()
      try desk.waitForPicker()
      try expect(undo: true, redo: true, inHeader: true)
      try Pointing.mouse.press(desk.undoButton, on: desk)
      _ = try await desk.kept(0)
      try expect(undo: false, redo: true, inHeader: true)
      // Wide again, undo is in the picker and nowhere else; without a picker it is in the header.
      try desk.window.maximize()
      try desk.look()
      try desk.waitForPicker()
      try expect(undo: false, redo: true, inHeader: false)
      try desk.screen.keyboard.press("F9")
      try expect(undo: false, redo: true, inHeader: true)
      try desk.done()
    }

    @Test func `a full screen is nothing but paper until the picker's edge is asked`() throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "a full screen") { _ in desk.window.isFullscreen }
      try desk.look()
      let bare = try desk.screen.waitUntilStill()
      #expect(Set([10, 300, 700].map { bare[$0, 40] }).count == 1)
      #expect(try !desk.showsPicker())
      desk.pen.hover(at: Point(450, 3))
      try desk.waitForPicker()
      // The next stroke has the paper for itself.
      desk.pen.stroke(Self.line)
      desk.pen.proximityOut()
      try desk.screen.wait(for: "bare paper") { _ in (try? desk.showsPicker()) == false }
      desk.pen.hover(at: Point(450, 3))
      try desk.waitForPicker()
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "a window") { _ in !desk.window.isFullscreen }
      try desk.look()
      try desk.waitForPicker()
      try desk.done()
    }

    @Test func `S37 colours shown and hidden by a pen's button leave a full screen as it was`()
      throws
    {
      let desk = try Desk.withTools {
        try App.writeSettings(["pen-buttons": "'lower=nothing,colors'"], for: $0)
      }
      try desk.waitForPicker()
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "a full screen") { _ in desk.window.isFullscreen }
      try desk.look()
      desk.pen.hover(at: desk.at(450, 500))
      let bare = try desk.screen.waitUntilStill()
      func doublePress() {
        desk.pen.press(.lower)
        pause(0.08)
        desk.pen.press(.lower)
      }
      doublePress()
      try desk.screen.waitForPopups(1)
      try desk.waitForPicker()
      doublePress()
      try desk.screen.waitForPopups(0)
      #expect(try desk.screen.waitUntilStill() == bare)
      // A picker that was there before stays.
      desk.pen.hover(at: Point(450, 3))
      try desk.waitForPicker()
      desk.pen.hover(at: desk.at(450, 500))
      doublePress()
      try desk.screen.waitForPopups(1)
      doublePress()
      try desk.screen.waitForPopups(0)
      try desk.screen.waitUntilStill()
      #expect(try desk.showsPicker())
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S22 in a window too low for a column the tools stand in a row, and go back`() throws
    {
      let desk = try Desk.withTools(
        size: PixelSize(width: 1000, height: 720), profile: .fresh,
        preferences: [.hand: "right", .gesturesTold: true])
      let left = PickerPlacements.standard(.landscape, hand: .right)
      try desk.waitForPicker(left)
      try desk.window.maximize(false)
      try desk.window.resize(to: PixelSize(width: 720, height: 360))
      try desk.look()
      let tree = try AccessibleTree(desk.screen)
      let window = desk.window.frame
      for name in ["Pen", "Eraser", "Selection", "Colors", "Move or Fold the Tools"] {
        let widget = try tree.wait(for: name)
        let box = try tree.box(widget)
        #expect(box.minY >= 0 && box.maxY <= Double(window.height), "\(name) at \(box)")
        #expect(box.width >= 24 && box.height >= 24, "\(name) at \(box)")
      }
      try desk.window.maximize()
      try desk.look()
      try desk.waitForPicker(left)
      try desk.done()
    }
  }
}
