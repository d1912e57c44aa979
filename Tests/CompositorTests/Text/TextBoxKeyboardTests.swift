import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The desktop's keyboard on the screen, and texts on the canvas.
  @Suite struct TextBoxKeyboardTests {
    private let fixture: AppFixture
    private let tree: AccessibleTree
    private var screen: Screen { fixture.screen }

    init() throws {
      fixture = try AppFixture(hasInputMethod: true)
      tree = try AccessibleTree(fixture.screen)
    }

    /// Writes a word in a text that has not the keyboard, and expects that this is not asked for before the pause.
    ///
    /// - Parameter text: What the text says then.
    private func write(_ word: String, at position: Point, for text: String) throws {
      let pen = fixture.pen
      let ink = try ScribbleTests.recorded(word, at: position)
      let last = try #require(ink.last)
      screen.inputMethod.forget()
      for stroke in ink.dropLast() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      // The pen stays down for longer than a pause, which does not end so.
      pen.hover(at: last[0])
      pen.down(at: last[0])
      pen.move(along: Array(last.dropFirst()))
      pause(1)
      try screen.settle()
      let told = screen.inputMethod.told
      #expect(told.allSatisfy { $0 == nil }, "while “\(word)” is written")
      pen.up()
      pen.proximityOut()
      try screen.waitForField("the text")
      let end = Date().addingTimeInterval(10)
      while said != text, Date() < end { pause(0.03) }
      #expect(said == text)
    }

    /// What the text says that is edited, as a screen reader knows it.
    private var said: String? {
      let editor = try? tree.widgets(ofRoles: AccessibleRole.takingText).first
      return try? editor.map { try tree.content($0) }
    }

    @Test func `S45 a text that is written on paper asks for the desktop's keyboard at the pause`()
      throws
    {
      try screen.keyboard.press("t")
      try screen.waitUntilStill()
      let start = fixture.at(150, 174)
      try write("coffee", at: start, for: "coffee")
      try screen.keyboard.press("Escape")
      let end = Date().addingTimeInterval(10)
      while screen.inputMethod.field != nil, Date() < end { pause(0.03) }
      try #require(screen.inputMethod.field == nil)
      // What is written next begins anew.
      pause(1)
      try screen.waitUntilStill()
      // Behind a text that is there already.
      try write("customer", at: start + Vector(62, 0), for: "coffee customer")
      try screen.keyboard.press("Escape")
      try fixture.done()
    }
  }
}
