import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Takes pictures of each state of writing in fields, for people to look at: `scripts/pictures scribble FOLDER`.
  @Suite struct WritingPictures {
    /// Where the pictures go; `nil` in other runs.
    static let folder = ProcessInfo.processInfo.environment["PLUMBAGO_WRITING_PICTURES"]

    /// How a program looks.
    enum Appearance: String, CaseIterable, Sendable {
      case light
      case dark
      case scale2 = "scale-2"
      case compact
      case rightToLeft = "right-to-left"

      var scale: Int { self == .scale2 ? 2 : 1 }
      var language: [String: String] { self == .rightToLeft ? AppFixture.rightToLeft : [:] }
    }

    private func save(_ name: String, _ appearance: Appearance, on screen: Screen) throws {
      let folder = try #require(Self.folder)
      try screen.screenshot().savePNG("\(folder)/\(appearance.rawValue)-\(name).png")
    }

    @Test(
      .enabled(if: InputOnScreen.WritingPictures.folder != nil), arguments: Appearance.allCases)
    func `the app's field to find words, and its list of layers`(appearance: Appearance) throws {
      let fixture = try AppFixture(
        size: appearance == .compact
          ? PixelSize(width: 400, height: 720) : PixelSize(width: 900, height: 640),
        scale: appearance.scale,
        preferences: appearance == .dark ? [.colorScheme: "dark"] : [:],
        environment: appearance.language)
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      func frame(_ name: String) throws -> Rect {
        let box = try tree.box(tree.wait(for: name, isWhole: true))
        let corner = fixture.window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }
      func save(_ name: String) throws { try self.save(name, appearance, on: screen) }

      try screen.keyboard.press("f", [.control])
      try tree.wait(for: "Find in the drawing")
      try screen.waitUntilStill(for: 0.5)
      try save("placeholder")
      pen.hover(at: try frame("Find in the drawing").center)
      pause(1)
      try save("grown")
      let field = try frame("Find in the drawing")
      // Behind the picture at the start of the field.
      try ScribbleTests.writeRecorded(
        "coffee", at: Point(field.minX + 44, field.center.y - 14),
        width: min(140, field.width - 90), with: pen)
      pause(0.1)
      try save("ink")
      pause(ReadingsTests.dotTime)
      try save("word")
      // A touch is no dot of the word any more, and the word is at that edge of the field where its icon is.
      pause(0.5)
      let current = try frame("Find in the drawing")
      let edge = appearance == .rightToLeft ? current.maxX - 50 : current.minX + 50
      let word = Point(edge, current.center.y)
      pen.hover(at: word)
      pen.down(at: word)
      pause(0.03)
      pen.up()
      pen.proximityOut()
      pause(1.5)
      try save("readings")
      try screen.keyboard.press("Escape")
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill()

      try takeHintAndHelp(in: fixture, tree, save: save)

      try screen.keyboard.press("l", [.control, .shift])
      let row = try frame("Layer 1")
      try screen.waitUntilStill()
      try ScribbleTests.writeRecorded(
        "customer", at: Point(row.minX - 10, row.maxY + 70), width: 170, with: pen)
      pause(0.1)
      try save("new-item-ink")
      pause(2.5)
      try save("new-item")
      try fixture.done()
    }

    /// Takes a field in a popover, the hint that its text brings, and the help that this opens.
    private func takeHintAndHelp(
      in fixture: AppFixture, _ tree: AccessibleTree, save: (String) throws -> Void
    ) throws {
      let screen = fixture.screen
      // The hint was given for all that was written before.
      let untold: Preferences = [.textGesturesTold: false]
      try untold.store(on: screen)
      try screen.waitForPopups(0)
      try DrawingNameTests.rename(fixture, to: "coffee")
      pause(0.1)
      try save("popover-ink")
      try tree.wait(for: "The pen edits text, too")
      // Until the ink has faded.
      pause(0.5)
      try save("popover-word")
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      try save("hint")
      try tree.press("Try Scribble")
      let help = try screen.waitForWindow { $0.title == "Help" }
      // Its pictures play, and rest in between: with all of their ink, too.
      try screen.waitUntilStill(for: 0.3)
      try save("try-gestures")
      screen.mouse.move(to: help.frame.rect.center)
      screen.mouse.scroll(60)
      try screen.waitUntilStill(for: 0.3)
      try save("try-fields")
      screen.mouse.leave()
      help.close()
      try screen.waitForWindows(1)
    }

    /// A pen that takes pictures of what it draws over text.
    private struct PicturedPen {
      let pen: Pen
      let save: (String) throws -> Void

      /// Draws a stroke, with a picture before the pen lifts and one of what it has done.
      ///
      /// - Parameters:
      ///   - held: The name of a picture of the stroke as it is known and waits for the pause.
      ///   - rest: Seconds for which the pen rests before it moves.
      func draw(
        _ stroke: [Point], _ name: String, _ done: String, held: String? = nil, rest: Double = 0
      ) throws {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pause(rest)
        pen.move(along: Array(stroke.dropFirst()), rate: 240)
        pause(0.1)
        try save(name)
        pen.up()
        pen.proximityOut()
        if let held {
          // Longer than another stroke would make it a letter, and shorter than the pause.
          pause(0.35)
          try save(held)
        }
        // Until the field has the focus, with which a selection has its colour.
        pause(1.2)
        try save(done)
      }
    }

    @Test(
      .enabled(if: InputOnScreen.WritingPictures.folder != nil), arguments: Appearance.allCases)
    func `gestures over the text of a program`(appearance: Appearance) throws {
      let isDark = appearance == .dark
      let theme = isDark ? ["GTK_THEME": "Default:dark"] : [:]
      let page = try TextGesturesTests.Page(
        "view", scale: appearance.scale, variables: theme.merging(appearance.language) { $1 },
        isLight: isDark, width: appearance == .compact ? 400 : nil)
      let (screen, pen, words) = (page.screen, page.pen, page.words)
      func save(_ name: String) throws { try self.save(name, appearance, on: screen) }
      let hand = PicturedPen(pen: pen, save: save)

      let (first, second, third) = (words[0], words[1], words[2])
      /// Ends a selection: what is drawn over one is writing.
      func deselect() {
        page.fields.tap(at: first.center)
        pen.proximityOut()
        pause(1)
      }

      let (from, to) = (Point(second.minX, second.center.y), Point(third.maxX, third.center.y))
      try hand.draw(page.line(from, to), "passing", "passed-over", rest: 0.7)
      deselect()
      try hand.draw(TextGesturesTests.circle(second), "circle", "selection")
      // The handle at its end, to the end of the next word.
      let grip = Point(second.maxX + 12, second.maxY + 16)
      try hand.draw(
        page.line(grip, grip + Vector(third.maxX - second.maxX, 0)), "handle", "handle-dragged")
      deselect()
      let below = page.line(
        Point(third.minX, third.maxY + 1), Point(third.maxX, third.maxY + 2))
      try hand.draw(below, "underline", "underlined")
      let (start, end) = (
        Point(third.minX, third.center.y), Point(third.maxX, third.center.y + 1)
      )
      // A line through a word deletes it, selected or not.
      try hand.draw(page.line(start, end), "strike", "struck")
      try screen.keyboard.press("z", [.control])
      pause(0.5)
      let zigzag = [start, end, start, end, start, end]
      try hand.draw(
        zip(zigzag, zigzag.dropFirst()).flatMap { TextGesturesTests.line($0, $1) },
        "scratch", "scratched")
      let space = Point((first.maxX + second.minX) / 2, first.center.y)
      func down(_ x: Double) -> [Point] {
        page.line(Point(x + 1, first.minY - 7), Point(x - 1, first.maxY + 6))
      }
      let low = Point(space.x, first.maxY + 14)
      let back =
        page.line(Point(space.x, first.minY - 2), low)
        + page.line(low, Point(first.minX + 2, first.maxY + 15))
      // Each is taken back, so that the words stay where they are.
      for (stroke, name, done) in [
        (down(space.x), "join", "joined"), (down(second.center.x), "split", "parted"),
        (back, "return", "broken"),
      ] {
        try hand.draw(stroke, name, done)
        try screen.keyboard.press("z", [.control])
        pause(0.5)
      }
      pen.hover(at: space)
      pen.down(at: space)
      pause(0.9)
      pen.up()
      pause(0.5)
      try save("gap")
      ScribbleTests.write(
        try ScribbleTests.recorded("coffee", at: Point(first.maxX + 24, first.center.y + 9)),
        with: pen)
      pause(0.1)
      try save("gap-ink")
      pause(ReadingsTests.dotTime)
      try save("gap-word")
      try takeLabel(of: page.fields, isLight: isDark, by: hand)
      try page.fields.done()
    }

    /// Takes what a label shows of gestures, before and after the pause at which it is edited.
    private func takeLabel(
      of fields: ScribbleTests.Fields, isLight: Bool, by hand: PicturedPen
    ) throws {
      let screen = fields.screen
      try TextGesturesTests.Page.leave(fields)
      let box = PixelBox(covering: try fields.box("label", isWhole: true))
      let words = try TextGesturesTests.Page.words(
        in: box, of: screen.screenshot(), at: screen.scale, count: 1, isLight: isLight)
      let word = try #require(words.first)
      let (start, end) = (
        Point(word.minX, word.center.y), Point(word.maxX + 2, word.center.y)
      )
      try hand.draw(
        TextGesturesTests.line(start, end), "label-passing", "label-selected",
        held: "label-passed-over", rest: 0.7)
      // It is edited no more.
      try screen.keyboard.press("Return")
      try TextGesturesTests.Page.leave(fields)
      try hand.draw(
        TextGesturesTests.scratch(word, before: 0, beyond: 24), "label-scratch",
        "label-scratched", held: "label-scratch-held")
    }
  }
}
