import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// A gap between words, which a pen opens that rests there.
  @Suite struct GapTests {
    typealias Page = TextGesturesTests.Page

    /// The field within its border.
    private func inside(_ page: Page) throws -> PixelBox {
      PixelBox(covering: try page.fields.box(page.name).outset(by: -6))
    }

    /// Where the words begin on the screen now, and where the last one ends.
    private func edges(_ page: Page) throws -> [Double] {
      let words = try Page.words(
        in: inside(page), of: page.screen.screenshot(), at: page.screen.scale)
      return words.map(\.minX) + [words[words.count - 1].maxX]
    }

    /// Whether all words are where they were; a caret may be beside one.
    private func expect(_ edges: [Double], _ before: [Double]) {
      #expect(edges.count == before.count && zip(edges, before).allSatisfy { abs($0 - $1) <= 5 })
    }

    /// Rests between the first two words, and lifts; the pen stays near.
    private func hold(_ page: Page, at p: Point? = nil) throws {
      let gap = p ?? Point((page.words[0].maxX + page.words[1].minX) / 2, page.words[0].center.y)
      page.pen.hover(at: gap)
      page.pen.down(at: gap)
      pause(0.9)
      page.pen.up()
      // No longer: the gap closes after some seconds.
      pause(0.5)
    }

    @Test(arguments: ["entry", "view"])
    func `S52 a pen that rests between words opens a gap, and what is written there goes between`(
      name: String
    ) throws {
      let page = try Page(name)
      let before = try edges(page)
      try hold(page)
      let opened = try edges(page)
      // The first word stays, those behind move on together, and nobody is told of another text.
      #expect(opened[0] == before[0])
      #expect(opened[1] - before[1] > 120, "\(opened)")
      #expect(opened[2] - before[2] == opened[1] - before[1])
      #expect(opened[3] - before[3] == opened[1] - before[1])
      #expect(page.fields.said(name) == TextGesturesTests.text)
      let size = try page.fields.box(name)
      ScribbleTests.write(
        try ScribbleTests.recorded(
          "coffee", at: Point(page.words[0].maxX + 24, page.words[0].center.y + 9)),
        with: page.pen)
      // Nothing moves while it is written.
      pause(0.2)
      #expect(try edges(page)[3] == opened[3])
      try page.fields.wait(for: "alpha coffee beta gamma", in: name)
      #expect(try page.fields.box(name) == size)
      // The gap has closed: the words are where they would be if all had been typed.
      #expect(try edges(page)[3] < opened[3] - 60)
      try page.screen.keyboard.press("z", [.control])
      try page.fields.wait(for: TextGesturesTests.text, in: name)
      pause(0.7)
      try Page.leave(page.fields)
      #expect(try edges(page) == before)
      try page.fields.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S52 a gap in which nothing is written closes, and text and undo are as before`(
      name: String
    ) throws {
      let page = try Page(name)
      let (before, own) = (try edges(page), page.screen.screenshot(of: try inside(page)))
      try hold(page)
      #expect(try edges(page)[1] > before[1] + 100)
      page.pen.proximityOut()
      pause(4.5)
      try page.screen.waitUntilStill(for: 0.5)
      expect(try edges(page), before)
      // A key closes it at once, and does what it always does.
      try hold(page)
      #expect(try edges(page)[1] > before[1] + 100)
      try page.screen.keyboard.press("End")
      page.pen.proximityOut()
      try page.screen.waitUntilStill(for: 0.3)
      expect(Array(try edges(page).prefix(3)), Array(before.prefix(3)))
      #expect(page.fields.said(name) == TextGesturesTests.text)
      // The last step of undo is still that of the pasted text.
      try page.screen.keyboard.press("z", [.control])
      try page.fields.wait(for: "", in: name)
      try page.screen.keyboard.press("z", [.control, .shift])
      try page.fields.wait(for: TextGesturesTests.text, in: name)
      try page.screen.keyboard.press("End")
      try Page.leave(page.fields)
      let after = page.screen.screenshot(of: try inside(page))
      #expect(after.difference(from: own).count == 0)
      try page.fields.done()
    }

    @Test func `S52 a pen that rests within a word opens nothing`() throws {
      let page = try Page("entry")
      let before = try edges(page)
      try hold(page, at: page.words[1].center)
      page.pen.proximityOut()
      #expect(try edges(page)[3] == before[3])
      try page.fields.done()
    }

    @Test func `S52 a gap goes with its field, and a press elsewhere closes it`() throws {
      let page = try Page("view")
      let before = try edges(page)
      try hold(page)
      #expect(try edges(page)[1] > before[1] + 100)
      page.pen.proximityOut()
      page.screen.mouse.click(at: try page.fields.box("done").center)
      page.screen.mouse.leave()
      try page.screen.waitUntilStill(for: 0.3)
      #expect(try edges(page) == before)
      #expect(page.fields.app.standardOutput.contains("pressed"))
      try hold(page)
      page.pen.proximityOut()
      // With the gap open.
      try page.fields.done()
    }
  }
}
