import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Fields that lie in others, or become others, stay as they are while the pen writes in them.
  @Suite struct StillKindsTests {
    typealias Fields = ScribbleTests.Fields

    @Test(arguments: ["bar", "label"])
    func `S45 S46 S50 a bar's entry and a label stay while their program lays out without asking`(
      name: String
    ) throws {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      pause(0.5)
      let box = try fields.box(name, isWhole: true)
      let search = try fields.box("search")
      // Behind the entry's icon, or the label's text.
      let ink = try ScribbleTests.recorded("coffee", in: box, from: 44, size: 16)
      pen.hover(at: ink[0][0])
      // Before the tip has moved, as what may yet be a tap.
      pen.down(at: ink[0][0])
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      pause(0.3)
      func expectStill() throws {
        let current = try fields.box(name, isWhole: true)
        #expect(current == box)
      }
      try expectStill()
      // What lies beside it has moved.
      #expect(try fields.box("search").minY > search.minY + 10)
      pen.move(along: Array(ink[0].dropFirst()))
      try expectStill()
      pen.up()
      for stroke in ink.dropFirst() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        try expectStill()
      }
      pen.proximityOut()
      let text = name == "label" ? "note coffee" : "coffee"
      while fields.said(name) != text, Date() < end { pause(0.01) }
      let committed = Date()
      #expect(fields.said(name) == text)
      try expectStill()
      while try fields.box(name, isWhole: true) == box, Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.4)
      try fields.screen.waitUntilStill()
      #expect(try fields.box(name, isWhole: true).minY > box.minY + 10)
      try fields.done()
    }

    @Test func `S47 a word for which an entry has no room scrolls nothing before the pause`() throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("beside")
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      // Narrow letters, up to where another word has no room.
      let inside = PixelBox(covering: box.outset(by: -6))
      var typed = "on on "
      try screen.keyboard.type(typed)
      func end() throws -> Int {
        try screen.waitUntilStill().cropped(to: inside).pixels { $0.luma < 0.5 }.box.maxX
      }
      while try end() < inside.width - 16, typed.count < 80 {
        typed += "i"
        try screen.keyboard.type("i")
        try fields.wait(for: typed, in: "beside")
      }
      let filled = try end()
      try #require(filled >= inside.width - 16 && filled <= inside.width - 4)
      // The first word begins behind the text and goes on over the button beside the entry.
      let first = try ScribbleTests.recorded(
        "world", at: Point(box.maxX - 18, box.center.y + 8), size: 16)
      let second = try ScribbleTests.recorded(
        "call", at: Point(Rect(around: first.joined()).maxX + 36, box.center.y + 8), size: 16)
      let left = PixelBox(
        x: inside.x, y: inside.y, width: inside.width / 2, height: inside.height)
      let before = screen.screenshot(of: left)
      func expectStill() {
        #expect(fields.said("beside") == typed)
        let now = screen.screenshot(of: left)
        #expect(now.difference(from: before).isEmpty)
      }
      for stroke in first {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        expectStill()
      }
      // Where there is room, the first word is text by the end of this.
      pen.hover(at: second[0][0])
      pen.down(at: second[0][0])
      pen.move(along: Array(second[0][1...8]))
      for _ in 0..<20 {
        expectStill()
        pause(0.05)
      }
      pen.move(along: Array(second[0][9...]))
      pen.up()
      for stroke in second.dropFirst() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        expectStill()
      }
      pen.proximityOut()
      try fields.wait(for: typed + " world call", in: "beside")
      #expect(fields.said("next") == nil)
      try fields.done()
    }
  }
}
