import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Nothing moves, scrolls or offers itself in programs that know nothing of handwriting, while the pen writes.
  @Suite struct StillProgramsTests {
    /// The pause of the module, in seconds: the usual one.
    private let writingPause = 0.6

    /// Writes “world call” so that the first word is text while the second is begun.
    ///
    /// Calls a closure a moment after each stroke, and again and again until a while after the text,
    /// which is short of a pause.
    private func write(
      in name: String, at position: Point, size: Double = 18, of program: OtherProgram,
      check: () throws -> Void
    ) throws {
      let pen = program.pen
      let (ink, second) = try ScribbleTests.recordedPair(at: position, size: size)
      for (i, stroke) in ink.enumerated() {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        if i == second {
          let end = Date().addingTimeInterval(10)
          while program.said(name) != "world", Date() < end {
            try check()
            pause(0.02)
          }
          #expect(program.said(name) == "world")
        }
        pen.move(along: Array(stroke.dropFirst()))
        pen.up()
        pause(0.1)
        try check()
      }
      pen.proximityOut()
      let end = Date().addingTimeInterval(10)
      while program.said(name) != "world call", Date() < end {
        try check()
        pause(0.02)
      }
      #expect(program.said(name) == "world call")
      let committed = Date()
      while Date().timeIntervalSince(committed) < writingPause * 0.7 {
        try check()
        pause(0.02)
      }
    }

    /// Opens the popover of a menu button, and clicks into its entry.
    private func openPopover(at button: Rect, of program: OtherProgram) throws -> PixelBox {
      let screen = program.screen
      screen.mouse.click(at: button.center)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let popup = try #require(screen.popups.first)
      // It shows that it has the focus, before and after.
      screen.mouse.click(at: Point(Double(popup.maxX) - 60, popup.rect.center.y + 4))
      screen.mouse.leave()
      try screen.waitUntilStill(for: 0.4)
      return popup
    }

    @Test func `S43 a popover that a program opens at each change of a text comes after a pause`()
      throws
    {
      let program = try OtherProgram.changing()
      let (screen, keyboard) = (program.screen, program.screen.keyboard)
      let box = try program.box("finder", try AccessibleTree(screen))
      // As a control: typed, a text has it at once.
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try keyboard.type("t")
      try program.wait(for: "t", in: "finder")
      try screen.waitForPopups(1)
      let popup = try #require(screen.popups.first)
      try keyboard.press("BackSpace")
      try program.wait(for: "", in: "finder")
      try screen.waitForPopups(0)
      // What shows below the entry, beyond its border.
      let top = max(popup.y, Int(box.maxY) + 4)
      let below = PixelBox(
        x: popup.x, y: top, width: popup.width, height: popup.maxY - top)
      try #require(!below.isEmpty)
      let bare = try screen.waitUntilStill().cropped(to: below)
      try write(in: "finder", at: Point(box.minX + 14, box.center.y + 9), of: program) {
        #expect(screen.popups.isEmpty)
        let now = screen.screenshot(of: below)
        #expect(now.difference(from: bare).isEmpty)
      }
      try screen.waitForPopups(1)
      // One that is open is away from the first ink on, and back after the pause.
      let ink = try ScribbleTests.recorded("coffee", in: box, from: 215)
      program.pen.hover(at: ink[0][0])
      program.pen.down(at: ink[0][0])
      program.pen.move(along: Array(ink[0].dropFirst()))
      try screen.waitForPopups(0)
      program.pen.up()
      ScribbleTests.write(Array(ink.dropFirst()), with: program.pen)
      try program.wait(for: "world call coffee", in: "finder")
      try screen.waitForPopups(1)
      // What the program closes meanwhile stays closed.
      try keyboard.press("a", [.control])
      try keyboard.press("BackSpace")
      try program.wait(for: "", in: "finder")
      try screen.waitForPopups(0)
      ScribbleTests.write(
        try ScribbleTests.recorded("coffee", in: box), with: program.pen)
      try program.wait(for: "coffee", in: "finder")
      try keyboard.press("a", [.control])
      try keyboard.press("BackSpace")
      try program.wait(for: "", in: "finder")
      pause(1.2)
      #expect(screen.popups.isEmpty)
      try program.done()
    }

    @Test
    func `S45 S47 a form does not scroll to the field that gets the focus with its first word`()
      throws
    {
      let program = try OtherProgram.changing()
      let screen = program.screen
      let second = try #require(screen.windows.first { $0.title == "Second" })
      second.activate()
      try screen.waitUntilStill()
      let tree = try AccessibleTree(screen)
      func corner() throws -> Point {
        let box = try tree.box(tree.wait(for: "edge"))
        return second.point(box.minX, box.minY)
      }
      func scrolls() -> Int {
        program.app.standardOutput.split(separator: "\n").count { $0.hasPrefix("scrolled") }
      }
      let before = try corner()
      #expect(scrolls() == 0)
      // In the 30 points of it that show.
      try write(
        in: "edge", at: Point(before.x + 14, before.y + 23), size: 16, of: program
      ) {
        let now = try corner()
        #expect(now == before)
        #expect(scrolls() == 0)
      }
      pause(1)
      #expect(scrolls() == 0)
      // As a control: it scrolls there for the mouse, as ever.
      try screen.keyboard.press("Tab", [.shift])
      screen.mouse.click(at: Point(before.x + 200, before.y + 12))
      let end = Date().addingTimeInterval(10)
      while scrolls() == 0, Date() < end { pause(0.02) }
      #expect(scrolls() > 0)
      try program.done()
    }

    /// GTK 4.8 does not show a menu button's popover to screen readers: its picture tells.
    @Test
    func
      `S45 S50 the entry of a popover neither moves nor changes its size while it is written in`()
      throws
    {
      let program = try OtherProgram.changing()
      let screen = program.screen
      let menu = try program.box("menu", try AccessibleTree(screen))
      let popup = try openPopover(at: menu, of: program)
      // The entry is 300 points wide, and fills the popover within its padding; ink, text and caret are in the other half.
      let right = PixelBox(
        x: popup.maxX - 120, y: popup.y, width: 120, height: popup.height)
      let before = screen.screenshot(of: right)
      let colors = Set((0..<before.height).map { before[10, $0] })
      #expect(colors.count > 2, "the entry's border is not to be seen")
      try write(
        in: "inner",
        at: Point(Double(popup.x) + 24, popup.rect.center.y + 8), size: 16, of: program
      ) {
        #expect(screen.popups == [popup])
        let now = screen.screenshot(of: right)
        #expect(now.difference(from: before).isEmpty)
      }
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try program.done()
    }

    @Test
    func `S45 S46 a popover stays while its program moves what it hangs on, until the pause`()
      throws
    {
      let program = try OtherProgram.changing("hide")
      let (screen, pen) = (program.screen, program.pen)
      let tree = try AccessibleTree(screen)
      let menu = try program.box("menu", tree)
      let popup = try openPopover(at: menu, of: program)
      // Within it, where neither ink nor text comes; what lies beside it and its arrow may move.
      let right = PixelBox(
        x: popup.maxX - 120, y: popup.y + 16, width: 100, height: popup.height - 22)
      let before = screen.screenshot(of: right)
      let colors = Set((0..<before.height).map { before[10, $0] })
      #expect(colors.count > 1, "the entry's border is not to be seen")
      func expectStill() {
        #expect(screen.popups == [popup])
        let now = screen.screenshot(of: right)
        #expect(now.difference(from: before).isEmpty)
      }
      let ink = try ScribbleTests.recorded(
        "coffee", at: Point(Double(popup.x) + 24, popup.rect.center.y + 8), size: 16)
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      // The entry above the menu goes, and all below it would move up.
      kill(program.app.processID, SIGUSR1)
      let end = Date().addingTimeInterval(20)
      while !program.app.standardOutput.contains("changed"), Date() < end { pause(0.01) }
      for _ in 0..<8 {
        expectStill()
        pause(0.05)
      }
      pen.up()
      ScribbleTests.write(Array(ink.dropFirst()), with: pen, check: expectStill)
      while program.said("inner") != "coffee", Date() < end {
        expectStill()
        pause(0.01)
      }
      let committed = Date()
      #expect(program.said("inner") == "coffee")
      while screen.popups == [popup], Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.4)
      try screen.waitUntilStill()
      // It hangs on the menu as before.
      let moved = try program.box("menu", tree)
      #expect(moved.minY < menu.minY - 10)
      #expect(screen.popups == [popup.offset(x: 0, y: Int(moved.minY - menu.minY))])
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try program.done()
    }
  }
}
