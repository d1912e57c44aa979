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
      let ink = try ScribbleTests.word("tin", at: Point(box.minX + 44, box.center.y + 9))
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
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
      pen.up()
      for stroke in ink.dropFirst() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        try expectStill()
      }
      pen.proximityOut()
      let text = name == "label" ? "note tin" : "tin"
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
  }
}
