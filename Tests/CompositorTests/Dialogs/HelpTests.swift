import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The help that F1 opens.
  @Suite struct HelpTests {
    private func open(_ fixture: AppFixture) throws -> Window {
      try fixture.screen.keyboard.press("F1")
      let window = try fixture.screen.waitForWindow { $0.title == "Help" }
      try fixture.screen.waitUntilStill()
      return window
    }

    @Test(arguments: Pointing.allCases)
    func `pages are chosen from the list beside them, and what they speak of is opened`(
      by hand: Pointing
    ) throws {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 900), finger: "draw")
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      try tree.wait(for: "Put the pen down and draw.")
      try hand.press(tree.position(of: "Printing", in: window), on: fixture)
      try tree.wait(for: "Print shows the dialog of your desktop.")
      try tree.wait(forNo: "Put the pen down and draw.")
      try hand.press(tree.position(of: "Drag and Drop", in: window), on: fixture)
      try tree.wait(for: "Drop pictures on the paper")
      // The list is longer than the window: keys bring the last ones into view.
      try fixture.screen.keyboard.press("End")
      try tree.wait(for: "Ink lags or flickers")
      try fixture.screen.keyboard.press("Up")
      try tree.wait(for: "The keyboard reaches everything.")
      try tree.press("Keyboard Shortcuts")
      _ = try fixture.screen.waitForWindow { $0.title == "Keyboard Shortcuts" }
      try fixture.screen.waitForWindows(2)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `on a narrow screen the list of pages is a menu above the page`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 400, height: 640))
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      let frame = window.frame
      #expect(frame.x >= 0 && frame.maxX <= 400 && frame.y >= 0 && frame.maxY <= 640, "\(frame)")
      try fixture.focus("Pages of the help", tree)
      try fixture.screen.keyboard.press("space")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("End")
      try fixture.screen.keyboard.press("Return")
      try tree.wait(for: "Ink lags or flickers")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `on a narrow screen it comes no wider than that, in a language of long words, too`()
      throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 400, height: 720),
        environment: ["LANGUAGE": "ru", "LC_ALL": "C.UTF-8"])
      try fixture.screen.keyboard.press("F1")
      let window = try fixture.screen.waitForWindow { $0.title == "Справка" }
      let first = window.frame
      #expect(first.x >= 0 && first.maxX <= 400, "\(first)")
      try fixture.screen.waitUntilStill()
      let still = window.frame
      #expect(still.x >= 0 && still.maxX <= 400, "\(still)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
