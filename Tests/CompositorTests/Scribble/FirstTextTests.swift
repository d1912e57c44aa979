import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The hint about gestures over text, which comes after the first text that was written.
  @Suite struct FirstTextTests {
    private static let hint = "The pen edits text, too"

    private func rename(_ fixture: AppFixture, to name: String) throws {
      let form = try DrawingNameTests.rename(fixture, to: name)
      try Pointing.pen.press(Point(form.maxX - 50, form.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
    }

    @Test
    func `the first text that is written tells of gestures, once, and opens where to try them`()
      throws
    {
      let fixture = try AppFixture(preferences: [.textGesturesTold: false])
      let tree = try AccessibleTree(fixture.screen)
      #expect(try !tree.texts().contains { $0.hasPrefix(Self.hint) })
      try rename(fixture, to: "coffee")
      try tree.wait(for: Self.hint)
      #expect(try Preferences(of: fixture.screen).values[.textGesturesTold]?.text == "true")
      // It lies beside nothing that is written in, and takes no keyboard: it is pressed by the pen.
      try tree.press("Try Scribble")
      let help = try fixture.screen.waitForWindow { $0.title == "Help" }
      try tree.wait(for: "Each gesture is shown")
      try tree.wait(forNo: Self.hint)
      help.close()
      try fixture.screen.waitForWindows(1)
      try rename(fixture, to: "world")
      pause(1.5)
      #expect(try !tree.texts().contains { $0.hasPrefix(Self.hint) })
      try fixture.done()
    }

    @Test func `where the desktop's language is not read the first text tells that, and no more`()
      throws
    {
      // Nothing is translated into it.
      let fixture = try AppFixture(
        preferences: [.textGesturesTold: false, .languagesTold: false],
        environment: ["LANGUAGE": "haw"])
      let tree = try AccessibleTree(fixture.screen)
      /// Waits until settings say which hints were given.
      func wait(forTold expected: [String]) throws {
        let end = Date().addingTimeInterval(10)
        var told: [String?] = []
        repeat {
          let values = try Preferences(of: fixture.screen).values
          told = [values[.languagesTold]?.text, values[.textGesturesTold]?.text]
          if told == expected { break }
          pause(0.05)
        } while Date() < end
        #expect(told == expected)
      }
      try rename(fixture, to: "coffee")
      try tree.wait(for: "Only handwriting in English is read")
      try wait(forTold: ["true", "false"])
      // The gestures' turn is with the next text.
      try rename(fixture, to: "world")
      try wait(forTold: ["true", "true"])
      try fixture.done()
    }

    @Test func `it goes by itself, and lies below the field while that is there`() throws {
      let fixture = try AppFixture(preferences: [.textGesturesTold: false])
      let tree = try AccessibleTree(fixture.screen)
      let form = try DrawingNameTests.rename(fixture, to: "coffee")
      try tree.wait(for: Self.hint)
      try fixture.screen.waitUntilStill()
      // The form still takes what is written over where the hint may be.
      ScribbleTests.write(
        try ScribbleTests.recorded(
          "world", at: Point(form.minX + 200, form.minY + form.height / 3 + 8), size: 16),
        with: fixture.pen)
      pause(1.5)
      try Pointing.pen.press(Point(form.maxX - 50, form.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      #expect(fixture.window.title.hasPrefix("coffee world"))
      try tree.wait(forNo: Self.hint)
      try fixture.done()
    }
  }
}
