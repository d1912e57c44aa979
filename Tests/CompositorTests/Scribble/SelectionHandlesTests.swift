import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The handles that GTK shows at the ends of a selection made by a finger.
  @Suite struct SelectionHandlesTests {
    typealias Page = TextGesturesTests.Page

    /// What is selected after the handle at the end of “beta” was dragged to the right.
    private func selected(in name: String, usesPen: Bool) throws -> String {
      let page = try Page(name)
      let (screen, touch, pen) = (page.screen, page.screen.touch, page.pen)
      // Twice on a word: GTK selects it, with a handle at either end.
      touch.tap(at: page.words[1].center)
      pause(0.1)
      touch.tap(at: page.words[1].center)
      // A menu for the selection would be wider.
      func handles() -> [PixelBox] { screen.popups.filter { $0.width < 60 } }
      let end = Date().addingTimeInterval(10)
      while handles().count < 2, Date() < end { pause(0.02) }
      try screen.waitUntilStill()
      let handle = try #require(handles().max { $0.x < $1.x })
      let grip = handle.rect.center
      pause(0.6)
      let path = (1...25).map { grip + Vector(Double($0) * 2, 0) }
      if usesPen {
        pen.hover(at: grip)
        pen.stroke([grip] + path)
        pen.proximityOut()
      } else {
        touch.down(1, at: grip)
        for p in path {
          touch.move(1, to: p)
          pause(0.005)
        }
        touch.up(1)
      }
      // Longer than ink would take to become text.
      pause(1.2)
      try screen.waitUntilStill()
      #expect(page.fields.said(name) == TextGesturesTests.text, "a handle takes no ink")
      screen.setClipboard(text: "nothing")
      try screen.keyboard.press("c", [.control])
      try screen.settle()
      let text = try screen.clipboardText()
      try page.fields.done()
      return text ?? ""
    }

    @Test(arguments: ["entry", "view"])
    func `the pen drags the handles of a selection as a finger does, and writes nothing there`(
      name: String
    ) throws {
      let byPen = try selected(in: name, usesPen: true)
      let byFinger = try selected(in: name, usesPen: false)
      #expect(byPen == byFinger)
      #expect(byPen.hasPrefix("beta ") && byPen.count > 5, "“\(byPen)”")
    }
  }
}
