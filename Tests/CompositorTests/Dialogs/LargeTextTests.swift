import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Windows and dialogs on a narrow screen, in text that is half as large again.
  @Suite struct LargeTextTests {
    /// The keys that open a window, for each of those with rows.
    private static let keys: [(key: String, modifiers: Set<Keyboard.Modifier>)] = [
      (",", [.control]), ("question", [.control, .shift]), ("F1", []), ("F1", [.shift]),
      ("e", [.control]), ("p", [.control, .shift]),
    ]

    private func fixture() throws -> AppFixture {
      try AppFixture(size: PixelSize(width: 400, height: 720)) {
        try App.writeSettings(
          ["new-drawing": "'pattern=ruled pages=2 width=300 height=200'"], for: $0)
        try App.scaleText(by: "1.5", on: $0)
      }
    }

    @Test(arguments: keys.indices)
    func `in large text no window is wider than a narrow screen`(index: Int) throws {
      let fixture = try fixture()
      let (key, modifiers) = Self.keys[index]
      try fixture.screen.keyboard.press(key, modifiers)
      let window = try fixture.screen.waitForWindow { $0 != fixture.window }
      try fixture.screen.waitUntilStill()
      let frame = window.frame
      #expect(frame.x >= 0 && frame.maxX <= 400, "“\(window.title)” is at \(frame)")
      try window.resize(to: PixelSize(width: 360, height: 600))
      try fixture.screen.waitUntilStill()
      #expect(window.frame.width <= 360, "“\(window.title)” is at \(window.frame)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `a dialog grows where what is chosen in a list has no room beside its label`() throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1200, height: 1700)) {
        // Points of A4, whose name is short.
        try App.writeSettings(
          ["new-drawing": "'pattern=ruled pages=2 width=595 height=842'"], for: $0)
        try App.scaleText(by: "2", on: $0)
      }
      let tree = try AccessibleTree(fixture.screen)
      let keys = fixture.screen.keyboard
      try keys.press("p", [.control, .shift])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      // A row is at least 48 points high, and 18 are free below the last.
      func expectLastRowWhole() throws {
        let last = try tree.position(of: "For new drawings, too", in: dialog)
        #expect(last.y + 24 + 18 <= Double(dialog.frame.maxY))
      }
      try expectLastRowWhole()
      try fixture.focus("Size", tree)
      try fixture.screen.chooseInList(by: ["Home"])
      try fixture.screen.waitUntilStill()
      #expect(try tree.texts().contains("Endless canvas"))
      try expectLastRowWhole()
      try keys.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `in large text all keys of a shortcut are seen, below its name where that is long`()
      throws
    {
      let fixture = try fixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("question", [.control, .shift])
      let window = try fixture.screen.waitForWindow { $0 != fixture.window }
      try fixture.screen.waitUntilStill()
      let caps: Set = ["Ctrl", "Shift", "Alt", "Page Up", "Page Down"]
      let widgets = try tree.widgets(in: window.title).filter { caps.contains($0.name) }
      #expect(widgets.count > 20)
      for widget in widgets {
        let box = try tree.box(widget)
        #expect(
          box.minX >= 0 && box.maxX <= Double(window.frame.width), "“\(widget.name)” is at \(box)")
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
