import Foundation
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What is written is undone in the field itself, a word at a time.
  @Suite struct UndoInFieldsTests {
    typealias Fields = ScribbleTests.Fields

    @Test func `S2 S53 a word is text as the next one begins, and each is a step of undo`() throws {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      let box = try fields.box("low")
      let (ink, second) = try ScribbleTests.recordedPair(
        at: Point(box.minX + 14, box.center.y + 9))
      for stroke in ink[..<second] {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      pen.hover(at: ink[second][0])
      pen.down(at: ink[second][0])
      // The pen stays down: no pause ends.
      let end = Date().addingTimeInterval(10)
      while fields.said("low") != "world", Date() < end { pause(0.02) }
      #expect(fields.said("low") == "world")
      pen.move(along: Array(ink[second].dropFirst()))
      pen.up()
      ScribbleTests.write(Array(ink[(second + 1)...]), with: pen)
      try fields.wait(for: "world call", in: "low")
      try fields.screen.keyboard.press("z", [.control])
      try fields.wait(for: "world", in: "low")
      try fields.screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "low")
      try fields.done()
    }

    @Test func `S53 letters typed right behind a written word are steps of undo without it`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let keyboard = screen.keyboard
      let box = try fields.box("low")
      // Over a selection, too, where the word has replaced another one.
      for former in ["", "worlds"] {
        try keyboard.press("a", [.control])
        ScribbleTests.write(try ScribbleTests.recorded("world", in: box), with: pen)
        try fields.wait(for: "world", in: "low")
        try keyboard.type("s")
        try fields.wait(for: "worlds", in: "low")
        try keyboard.press("z", [.control])
        try fields.wait(for: "world", in: "low")
        try keyboard.press("z", [.control])
        try fields.wait(for: former, in: "low")
        // And back.
        for text in ["world", "worlds"] {
          try keyboard.press("z", [.control, .shift])
          try fields.wait(for: text, in: "low")
          pause(0.3)
          #expect(fields.said("low") == text)
        }
      }
      try fields.done()
    }
  }
}
