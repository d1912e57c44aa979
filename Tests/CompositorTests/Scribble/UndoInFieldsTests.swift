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

    @Test func `S38 words behind and within what undo has brought back go there, and leave it`()
      throws
    {
      let page = try TextGesturesTests.Page("entry")
      let (fields, words) = (page.fields, page.words)
      // All of the text, which undo then selects.
      page.draw(TextGesturesTests.scratch(words[0].union(words[2])))
      try fields.wait(for: "", in: "entry")
      try page.screen.keyboard.press("z", [.control])
      try fields.wait(for: TextGesturesTests.text, in: "entry")
      let end = Point(words[2].maxX + 20, words[2].center.y + 9)
      ScribbleTests.write(try ScribbleTests.recorded("world", at: end), with: page.pen)
      try fields.wait(for: "alpha beta gamma world", in: "entry")
      // Not behind the last word, though the caret is there.
      pause(1)
      let gap = Point(words[0].maxX + 1, words[0].center.y + 12)
      ScribbleTests.write(try ScribbleTests.recorded("coffee", at: gap, size: 24), with: page.pen)
      try fields.wait(for: "alpha coffee beta gamma world", in: "entry")
      try fields.done()
    }
  }
}
