import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The tools in windows that are narrow, low or fill the screen.
  @Suite struct PickerInWindowsTests {
    private static let line = (0...30).map { Point(300 + Double($0) * 8, 400) }

    @Test func `S59 S60 S61 S103 a narrow window has the tools below and all of the drawing above`()
      async throws
    {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 400, height: 760))
      try fixture.waitForPicker()
      #expect(fixture.layout().form == .compact)
      let frame = fixture.pickerFrame()
      #expect(frame.maxY == 760 && frame.width == 400)
      fixture.pen.stroke((0...40).map { fixture.at(60 + Double($0) * 6, 100 + Double($0) * 11) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // Undo is in the header.
      #expect(fixture.showsSensitive(fixture.undoButton))
      try fixture.screen.keyboard.press("1", [.control])
      try fixture.screen.waitUntilStill()
      let bounds = try #require(await fixture.kept(1).first?.element.bounds)
      let paper = InkSight(
        fixture.screen.screenshot(
          of: PixelBox(
            x: 0, y: fixture.canvas.y + 2, width: 400,
            height: Int(frame.minY) - fixture.canvas.y - 24)))
      // All of it: as much ink as its length at the scale it has now.
      let length = (bounds.width * bounds.width + bounds.height * bounds.height).squareRoot()
      #expect(paper.area > length * 0.8)
      let last = fixture.screen.screenshot(
        of: PixelBox(x: 0, y: Int(frame.minY) - 22, width: 400, height: 12))
      #expect(InkSight(last).pixels(above: 0.5) == 0)
      try nameTheLayer(String(repeating: "l", count: 40), on: fixture)
      try expectRoomAroundLayer(on: fixture)
      try fixture.done()
    }

    /// Adds a layer of this name.
    private func nameTheLayer(_ name: String, on fixture: AppFixture) throws {
      let keys = fixture.screen.keyboard
      try keys.press("n", [.control, .alt])
      let tree = try AccessibleTree(fixture.screen)
      try keys.press("l", [.control, .shift])
      try tree.wait(for: "Opacity of the layer")
      try fixture.screen.waitUntilStill()
      try keys.press("F2")
      try tree.wait(for: "Name of the layer", isWhole: true)
      try keys.type(name)
      try keys.press("Return")
      try keys.press("l", [.control, .shift])
      try tree.wait(forNo: "Opacity of the layer")
      try tree.wait(for: "Layer: " + name)
      try fixture.waitForPicker()
    }

    /// However long the layer's name is, 8 points are free between it and the window's edge, and beside the colours.
    private func expectRoomAroundLayer(on fixture: AppFixture) throws {
      let frame = fixture.pickerFrame()
      let cell = try #require(fixture.layout()[.layer])
      // Below the card's round corner.
      let (top, height) = (frame.minY + cell.minY + 16, cell.height - 18)
      func inked(_ columns: Range<Double>) -> Int {
        let part = Rect(
          x: columns.lowerBound, y: top, width: columns.upperBound - columns.lowerBound,
          height: height)
        return fixture.screen.screenshot(of: PixelBox(covering: part))
          .pixels { $0.luma < 0.8 }.count
      }
      let (left, right) = (frame.minX + cell.minX, frame.maxX)
      #expect(inked(left + 8..<right - 8) > 50)
      #expect(inked(right - 8..<right) == 0)
      // The wheel of colours leaves some points of its own cell free.
      #expect(inked(left..<left + 5) == 0)
    }

    /// The app with tools on a narrow screen, and a stroke so tall that its height is what has to fit.
    private func narrowWithTallStroke() async throws -> AppFixture {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 400, height: 760))
      try fixture.waitForPicker()
      fixture.pen.stroke((0...40).map { fixture.at(180, 40 + Double($0) * 12) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      return fixture
    }

    @Test func `S60 what is shown whole stays above the tools while they are there, and only then`()
      async throws
    {
      let fixture = try await narrowWithTallStroke()
      /// The rows of the screen that have ink above this one, once the drawing is fitted in.
      func rows(above end: Int) throws -> ClosedRange<Int> {
        try fixture.screen.keyboard.press("1", [.control])
        try fixture.screen.waitUntilStill(for: 1)
        let column = PixelBox(
          x: 150, y: fixture.canvas.y, width: 100, height: end - fixture.canvas.y)
        let sight = InkSight(fixture.screen.screenshot(of: column))
        let inked = (0..<sight.height).filter { y in
          (0..<sight.width).contains { sight[$0, y] > 0.5 }
        }
        return fixture.canvas.y + (inked.first ?? 0)...fixture.canvas.y + (inked.last ?? 0)
      }
      let tools = Int(fixture.pickerFrame().minY)
      let seen = try rows(above: tools)
      #expect((tools - 60..<tools - 4).contains(seen.upperBound), "\(seen) above \(tools)")
      try fixture.screen.keyboard.press("F9")
      try fixture.screen.waitUntilStill()
      #expect(try !fixture.showsPicker())
      let whole = try rows(above: 760)
      #expect((700..<760).contains(whole.upperBound), "\(whole)")
      #expect(whole.count > seen.count + 60)
      try fixture.screen.keyboard.press("F9")
      try fixture.waitForPicker()
      #expect(try rows(above: tools) == seen)
      try expectEndScrollsOut(from: tools, on: fixture)
      try fixture.done()
    }

    /// Scrolled on, the end of the stroke comes out from under the tools as well.
    ///
    /// - Parameter tools: The first row of the screen that they take.
    private func expectEndScrollsOut(from tools: Int, on fixture: AppFixture) throws {
      let (screen, mouse) = (fixture.screen, fixture.screen.mouse)
      try screen.keyboard.press("0", [.control])
      mouse.move(to: fixture.at(300, 150))
      try screen.waitUntilStill()
      func inked(_ rows: Range<Int>) -> Int {
        let box = PixelBox(x: 100, y: rows.lowerBound, width: 200, height: rows.count)
        return InkSight(screen.screenshot(of: box)).pixels(above: 0.5)
      }
      func isAtTools() -> Bool { inked(tools - 2..<tools) > 0 }
      for _ in 0..<20 where !isAtTools() {
        mouse.scroll(-1)
        try screen.waitUntilStill()
      }
      #expect(isAtTools())
      for _ in 0..<20 where isAtTools() {
        mouse.scroll(2)
        try screen.waitUntilStill()
      }
      #expect(!isAtTools())
      #expect(inked(fixture.canvas.y..<tools) > 0, "it has gone over the upper edge")
      mouse.leave()
    }

    @Test func `S60 above a keyboard on the screen, too, the drawing ends above the tools`()
      async throws
    {
      let fixture = try await narrowWithTallStroke()
      /// The last row of ink and the first of the tools, once the drawing is fitted in.
      func ends() throws -> (ink: Int, tools: Int) {
        try fixture.screen.keyboard.press("1", [.control])
        try fixture.screen.waitUntilStill(for: 1)
        try fixture.findCanvas()
        let tools = Int(fixture.pickerFrame().minY)
        let column = PixelBox(
          x: 150, y: fixture.canvas.y, width: 100, height: tools - fixture.canvas.y)
        let sight = InkSight(fixture.screen.screenshot(of: column))
        let last = (0..<sight.height).last { y in
          (0..<sight.width).contains { sight[$0, y] > 0.5 }
        }
        return (fixture.canvas.y + (try #require(last)), tools)
      }
      let whole = try ends()
      // What such a keyboard leaves of the screen is what windows then fill.
      for height in [420, 760] {
        fixture.screen.setSize(PixelSize(width: 400, height: height))
        try fixture.screen.waitUntilStill(for: 0.5)
        let seen = try ends()
        #expect(seen.tools < height && seen.tools > height - 140, "\(seen)")
        #expect((seen.tools - 60..<seen.tools - 4).contains(seen.ink), "\(seen)")
        if height == 760 { #expect(seen == whole) }
        try expectEndScrollsOut(from: seen.tools, on: fixture)
      }
      try fixture.done()
    }

    @Test
    func
      `S61 wide and narrow, undo and redo are there exactly once, and say whether they would do anything`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      let sensitive: UInt32 = 24
      /// The one button for this, whether it can be pressed, and whether it is in the header.
      func button(_ word: String) throws -> (isSensitive: Bool, isInHeader: Bool) {
        try fixture.screen.waitUntilStill()
        let found = try tree.widgets().filter {
          try $0.name.lowercased().contains(word) && [43, 62].contains(tree.role($0))
        }
        #expect(found.count == 1, "\(word): \(found.map(\.name))")
        let one = try #require(found.first)
        return (
          try tree.has(sensitive, one),
          try tree.box(one).maxY <= Double(fixture.canvas.y - fixture.window.frame.y)
        )
      }
      func expect(undo: Bool, redo: Bool, inHeader: Bool) throws {
        let found = (try button("undo"), try button("redo"))
        #expect(found.0.isSensitive == undo && found.1.isSensitive == redo)
        #expect(found.0.isInHeader == inHeader && found.1.isInHeader == inHeader)
      }
      try expect(undo: false, redo: false, inHeader: false)
      for y in [400.0, 440] { fixture.pen.stroke(Self.line.map { fixture.at($0.x - 200, y) }) }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try expect(undo: true, redo: false, inHeader: false)
      try Pointing.mouse.press(fixture.item(.undo), on: fixture)
      _ = try await fixture.kept(1)
      try expect(undo: true, redo: true, inHeader: false)
      try fixture.window.maximize(false)
      try fixture.window.resize(to: PixelSize(width: 420, height: 640))
      try fixture.findCanvas()
      try fixture.waitForPicker()
      try expect(undo: true, redo: true, inHeader: true)
      try Pointing.mouse.press(fixture.undoButton, on: fixture)
      _ = try await fixture.kept(0)
      try expect(undo: false, redo: true, inHeader: true)
      // Wide again, undo is in the picker and nowhere else; without a picker it is in the header.
      try fixture.window.maximize()
      try fixture.findCanvas()
      try fixture.waitForPicker()
      try expect(undo: false, redo: true, inHeader: false)
      try fixture.screen.keyboard.press("F9")
      try expect(undo: false, redo: true, inHeader: true)
      try fixture.done()
    }

    @Test func `a full screen is nothing but paper until the picker's edge is asked`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.findCanvas()
      let bare = try fixture.screen.waitUntilStill()
      #expect(Set([10, 300, 700].map { bare[$0, 40] }).count == 1)
      #expect(try !fixture.showsPicker())
      try fixture.callUpperEdge()
      try fixture.waitForPicker()
      // The next stroke has the paper for itself.
      fixture.pen.stroke(Self.line)
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in (try? fixture.showsPicker()) == false }
      let again = try fixture.screen.waitUntilStill()
      #expect(again[450, 3] == bare[450, 3])
      try fixture.callUpperEdge()
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a window") { _ in !fixture.window.isFullscreen }
      try fixture.findCanvas()
      try fixture.waitForPicker()
      try fixture.done()
    }

    @Test func `S37 colours shown and hidden by a pen's button leave a full screen as it was`()
      throws
    {
      let fixture = try AppFixture.withTools {
        try App.writeSettings(["pen-buttons": "'lower=nothing,colors'"], for: $0)
      }
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.findCanvas()
      fixture.pen.hover(at: fixture.at(450, 500))
      let bare = try fixture.screen.waitUntilStill()
      func doublePress() {
        fixture.pen.press(.lower)
        pause(0.08)
        fixture.pen.press(.lower)
      }
      doublePress()
      try fixture.screen.waitForPopups(1)
      try fixture.waitForPicker()
      doublePress()
      try fixture.screen.waitForPopups(0)
      #expect(try fixture.screen.waitUntilStill() == bare)
      // A picker that was there before stays.
      try fixture.callUpperEdge()
      try fixture.waitForPicker()
      fixture.pen.hover(at: fixture.at(450, 500))
      doublePress()
      try fixture.screen.waitForPopups(1)
      doublePress()
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(try fixture.showsPicker())
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S22 in a window too low for a column the tools stand in a row, and go back`() throws
    {
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 1000, height: 720), profile: .fresh,
        preferences: [.hand: "right", .gesturesTold: true])
      let left = PickerPlacements.standard(.landscape, hand: .right)
      try fixture.waitForPicker(left)
      try fixture.window.maximize(false)
      try fixture.window.resize(to: PixelSize(width: 720, height: 360))
      try fixture.findCanvas()
      let tree = try AccessibleTree(fixture.screen)
      let window = fixture.window.frame
      for name in ["Pen", "Eraser", "Selection", "Colors", "Move or Fold the Tools"] {
        let widget = try tree.wait(for: name)
        let box = try tree.box(widget)
        #expect(box.minY >= 0 && box.maxY <= Double(window.height), "\(name) at \(box)")
        #expect(box.width >= 24 && box.height >= 24, "\(name) at \(box)")
      }
      try fixture.window.maximize()
      try fixture.findCanvas()
      try fixture.waitForPicker(left)
      try fixture.done()
    }
  }
}
