import Foundation
import InkModel
import RecordedHands
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Writing in the blank space of a program's list, and in a text widget of its own making.
  @Suite struct TodoListTests {
    /// The example, and what it holds.
    private final class List {
      let screen: Screen
      let app: Program
      let window: Window
      let tree: AccessibleTree

      init() throws {
        screen = try Screen(size: PixelSize(width: 640, height: 780))
        let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
          .deletingLastPathComponent().appending(path: "TodoList").path
        app = try screen.launch(binary, environment: App.resources.mapValues { .some($0) })
        window = try screen.waitForWindow { $0.title == "To Do" }
        try window.maximize()
        try screen.waitUntilStill()
        tree = try AccessibleTree(screen)
      }

      var pen: Pen { screen.pen }

      /// The items, from the first to the last: what stands in them, and where they are on the screen.
      func items() throws -> [(text: String, box: Rect)] {
        var items: [(text: String, box: Rect)] = []
        for widget in try tree.widgets(ofRoles: AccessibleRole.takingText) {
          let box = try onScreen(tree.box(widget))
          items.append((try tree.content(widget), box))
        }
        return items.sorted { $0.box.minY < $1.box.minY }
      }

      func title() throws -> Rect { try onScreen(tree.box(tree.wait(for: "list"))) }

      private func onScreen(_ box: Rect) -> Rect {
        let corner = window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }

      func wait(for texts: [String]) throws {
        let end = Date().addingTimeInterval(10)
        while try items().map(\.text) != texts, Date() < end { pause(0.05) }
        let shown = try items().map(\.text)
        #expect(shown == texts)
        try screen.waitUntilStill()
      }

      func done() throws {
        try app.expectQuiet()
        window.close()
        #expect(try app.waitForExit() == .exited(0))
        screen.close()
      }
    }

    @Test func `S42 sixty lines make a list that is written into, and a text widget of its own`()
      throws
    {
      let source = try Repository.text("Examples/TodoList/main.swift")
      #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    }

    @Test func `S42 words written below the last item make items, and nothing else does`() throws {
      let list = try List()
      let title = try list.title()
      let first = Rect(x: title.minX + 20, y: title.maxY + 30, width: 300, height: 30)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("coffee").strokes(in: first), with: list.pen)
      // Until the pause nothing has moved.
      #expect(try list.items().isEmpty)
      try list.wait(for: ["coffee"])
      // Other readings of its word leave the item in sight, which has grown below the pen by then.
      pause(InputOnScreen.ReadingsTests.dotTime)
      list.pen.hover(at: try #require(list.items().first).box.center)
      pause(0.5)
      let grown = try #require(list.items().first).box
      let word = Point(grown.minX + 20, grown.center.y)
      list.pen.hover(at: word)
      list.pen.stroke([word, word])
      list.pen.proximityOut()
      try list.screen.waitForPopups(1)
      let popup = try #require(list.screen.popups.first)
      #expect(Double(popup.y) >= grown.maxY - 6)
      try list.screen.keyboard.press("End")
      try list.screen.waitForPopups(0)
      try list.screen.waitUntilStill()
      // A second line at once below the first is another item: neither is lost, and both are in order.
      let item = try #require(list.items().last).box
      for (k, text) in ["customer", "knowledge"].enumerated() {
        let line = Rect(
          x: title.minX + 20, y: item.maxY + 20 + Double(k) * 90, width: 300, height: 28)
        InputOnScreen.ScribbleTests.writeQuickly(
          try RecordedWriting.word(text).strokes(in: line), with: list.pen)
      }
      try list.wait(for: ["coffee", "customer", "knowledge"])
      // A tap and a mouse make none.
      let below = Point(item.center.x, try #require(list.items().last).box.maxY + 60)
      list.pen.hover(at: below)
      list.pen.stroke([below, below])
      list.pen.proximityOut()
      list.screen.mouse.click(at: below)
      pause(1)
      #expect(try list.items().count == 3)
      try list.done()
    }

    @Test func `S42 what one hand writes on one line is one item, small first strokes included`()
      throws
    {
      let list = try List()
      let title = try list.title()
      // “customer” begins with a stroke of seven points.
      var words = try RecordedWriting.words().filter { $0.text.count > 4 }.prefix(8)
      words.insert(try RecordedWriting.word("customer"), at: 0)
      var end = title.maxY
      for (k, word) in words.enumerated() {
        let line = Rect(x: title.minX + 30, y: end + 20, width: 220, height: 28)
        InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: line), with: list.pen)
        let limit = Date().addingTimeInterval(10)
        while try list.items().last?.text.isEmpty ?? true || list.items().count <= k,
          Date() < limit
        {
          pause(0.05)
        }
        pause(0.3)
        let items = try list.items()
        try #require(items.count == k + 1, "\(word.text) became \(items.dropFirst(k))")
        end = items[k].box.maxY
      }
      let read = try list.items().map(\.text)
      #expect(zip(words, read).count { $0.text == $1 } >= words.count - 2, "\(read)")
      try list.done()
    }

    @Test func `S42 an item that is there is edited where it is written in`() throws {
      let list = try List()
      let title = try list.title()
      let first = Rect(x: title.minX + 20, y: title.maxY + 30, width: 300, height: 30)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("coffee").strokes(in: first), with: list.pen)
      try list.wait(for: ["coffee"])
      // The item's words are forgotten by then, and those that follow stand on their own.
      pause(1)
      let item = try #require(list.items().first).box
      let behind = Rect(x: item.minX + 90, y: item.center.y - 14, width: 250, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("customer").strokes(in: behind), with: list.pen)
      try list.wait(for: ["coffee customer"])
      try list.screen.keyboard.press("z", [.control])
      try list.wait(for: ["coffee"])
      try list.done()
    }

    @Test func `S41 a text widget of a program's own takes a word, a scratch and undo, unfocused`()
      throws
    {
      let list = try List()
      let title = try list.title()
      // Something else has the keyboard.
      let first = Rect(x: title.minX + 20, y: title.maxY + 30, width: 300, height: 30)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("really").strokes(in: first), with: list.pen)
      try list.wait(for: ["really"])
      // The text is in the middle of the widget; the word is written behind it.
      let text = try Self.textColumns(in: title, on: list.screen)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("coffee").strokes(
          in: Rect(x: text.upperBound + 8, y: title.center.y - 12, width: 200, height: 26)),
        with: list.pen)
      try list.tree.wait(for: "My list coffee")
      // To and fro over its first word.
      let all = try Self.textColumns(in: title, on: list.screen)
      let (from, to) = (
        all.lowerBound - 2, all.lowerBound + (text.upperBound - text.lowerBound) * 0.4
      )
      let scratch = (0..<5).flatMap { k -> [Point] in
        let ends = [Point(from, title.center.y - 4), Point(to, title.center.y + 4)]
        let (a, b) = k % 2 == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        return (0..<12).map { a.lerp(to: b, Double($0) / 12) }
      }
      InputOnScreen.ScribbleTests.write([scratch], with: list.pen)
      let end = Date().addingTimeInterval(10)
      while try list.tree.texts().contains(where: { $0.contains("My") }), Date() < end {
        pause(0.05)
      }
      let scratched = try list.tree.texts().first { $0.contains("coffee") }
      #expect(scratched.map { $0.hasSuffix("list coffee") && !$0.contains("My") } == true)
      // A step each; the widget has the keyboard by then.
      try list.screen.keyboard.press("z", [.control])
      try list.tree.wait(for: "My list coffee")
      try list.screen.keyboard.press("z", [.control])
      while try list.tree.texts().contains(where: { $0.contains("coffee") }), Date() < end {
        pause(0.05)
      }
      #expect(try list.tree.texts().contains("My list"))
      try list.done()
    }

    /// Where dark pixels begin and end.
    private static func textColumns(in box: Rect, on screen: Screen) throws -> ClosedRange<Double> {
      let picture = try screen.waitUntilStill()
      let columns = (Int(box.minX)..<Int(box.maxX)).filter { x in
        (Int(box.minY)..<Int(box.maxY)).contains { y in
          let p = picture[x, y]
          return Int(p.red) + Int(p.green) + Int(p.blue) < 300
        }
      }
      return Double(try #require(columns.first))...Double(try #require(columns.last))
    }
  }
}
