import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The forms in which fields lie stay as they are while the pen writes, whatever their program does to them.
  @Suite struct StillFormsTests {
    typealias Fields = ScribbleTests.Fields

    /// GTK 4.8 does not tell screen readers where a popover is: the compositor does.
    @Test(arguments: ["bar", "label", "popped"])
    func `S46 S47 a form scrolls to none of its fields, and a popover moves with none of its texts`(
      name: String
    ) throws {
      let fields = try Fields("ScrolledFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      try screen.waitForPopups(1)
      pause(0.5)
      try screen.waitUntilStill()
      func box() throws -> Rect {
        guard name == "popped" else { return try fields.box(name, isWhole: true) }
        let popups = screen.popups
        return try #require(popups.first).rect
      }
      func scrolls() -> Int {
        fields.app.standardOutput.split(separator: "\n").count {
          $0.hasPrefix("scrolled \(name): ")
        }
      }
      func wait(for line: String) {
        let end = Date().addingTimeInterval(10)
        while !fields.app.standardOutput.contains(line), Date() < end { pause(0.01) }
        #expect(fields.app.standardOutput.contains(line))
      }
      let before = try box()
      #expect(scrolls() == 0)
      // Behind the icon or the text of the field, and in the 40 points of it that its form shows.
      let start =
        name == "popped"
        ? Point(before.minX + 24, before.center.y + 8) : Point(before.minX + 60, before.minY + 28)
      let ink = try ScribbleTests.recorded("coffee", at: start, size: 16)
      func expectStill() throws {
        let now = try box()
        #expect(now == before)
        #expect(scrolls() == 0)
      }
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      kill(fields.app.processID, SIGHUP)
      wait(for: "changes")
      for _ in 0..<12 {
        try expectStill()
        pause(0.05)
      }
      pen.up()
      try ScribbleTests.write(Array(ink.dropFirst()), with: pen, check: expectStill)
      let text = name == "label" ? "note coffee" : "coffee"
      let end = Date().addingTimeInterval(20)
      while fields.said(name) != text, Date() < end {
        try expectStill()
        pause(0.01)
      }
      let committed = Date()
      #expect(fields.said(name) == text)
      // The text above it has one line, and two, and one.
      while try box() == before, Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.4)
      while try box() != before, Date() < end { pause(0.01) }
      #expect(Date() < end)
      kill(fields.app.processID, SIGUSR1)
      wait(for: "rests")
      try screen.waitUntilStill()
      try expectStill()
      // As a control: the form scrolls to it for the mouse, as ever.
      let elsewhere = try fields.box("elsewhere")
      screen.mouse.click(at: elsewhere.center)
      try screen.settle()
      screen.mouse.click(
        at: name == "popped" ? before.center : Point(before.minX + 200, before.minY + 20))
      let later = Date().addingTimeInterval(10)
      while scrolls() == 0, Date() < later { pause(0.02) }
      #expect(scrolls() > 0)
      screen.mouse.leave()
      try fields.done()
    }
  }
}
