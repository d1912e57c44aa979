import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// How people learn what the buttons of their pen mean: where it is set, and what tells that a press has changed
  /// something.
  @Suite struct ButtonChoiceTests {
    /// AT-SPI's number of the role of what tells of a state in passing.
    private static let statusBar: UInt32 = 54

    /// Whether a screen reader finds a name told in passing, now.
    private func isTold(_ name: String, _ tree: AccessibleTree) throws -> Bool {
      try tree.whileItChanges {
        try tree.widgets().contains {
          try $0.name == name && tree.role($0) == Self.statusBar
        }
      }
    }

    /// Which of pen and eraser is shown as the tool at work.
    private func chosen(_ tree: AccessibleTree) throws -> [String] {
      try tree.whileItChanges {
        try tree.widgets().filter {
          try ["Pen", "Eraser"].contains($0.name) && tree.has(AccessibleState.pressed, $0)
        }.map(\.name)
      }
    }

    /// The names that a screen reader was told of, but for those of widgets that say nothing any more.
    private func names(_ told: TextChanges) -> [String] {
      told.all.filter { $0.kind == "accessible-name" && !$0.text.isEmpty }.map(\.text)
    }

    private func wait(for what: String, until condition: () throws -> Bool) throws {
      let end = Date().addingTimeInterval(10)
      while Date() < end {
        if try condition() { return }
        pause(0.02)
      }
      Issue.record("in vain for \(what)")
    }

    @Test func `S36 a screen reader is told which tool two presses chose, and finds it chosen`()
      throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      func doublePress() {
        pen.press(.lower)
        pause(0.08)
        pen.press(.lower)
      }
      pen.hover(at: fixture.at(400, 500))
      try screen.waitUntilStill()
      let first = try chosen(tree)
      #expect(first == ["Pen"])
      // Who looks while it is told finds it; a slow machine may look too late.
      var isFound = false
      for _ in 0..<3 where !isFound {
        doublePress()
        try screen.settle()
        isFound = try isTold("Eraser", tree)
        pause(0.6)
        if !isFound {
          doublePress()
          pause(0.6)
        }
      }
      #expect(isFound)
      let second = try chosen(tree)
      #expect(second == ["Eraser"])
      // Who listens is told of each choice.
      let told = tree.propertyChanges()
      try screen.settle()
      for name in ["Pen", "Eraser", "Pen"] {
        doublePress()
        try wait(for: "“\(name)”") { names(told).last == name }
        let now = try chosen(tree)
        #expect(now == [name])
        pause(0.6)
      }
      pen.proximityOut()
      try fixture.done()
    }

    @Test func `S36 each time a held button erases a screen reader is told, of the same tool too`()
      throws
    {
      let fixture = try AppFixture.withTools(
        before: { try App.writeSettings(["pen-buttons": "'lower=erase,nothing'"], for: $0) })
      try fixture.waitForPicker()
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      pen.hover(at: fixture.at(400, 500))
      try screen.waitUntilStill()
      var isFound = false
      for _ in 0..<3 where !isFound {
        pen.setButton(.lower, pressed: true)
        try screen.settle()
        isFound = try isTold("Eraser", tree)
        pen.setButton(.lower, pressed: false)
        try screen.settle()
      }
      #expect(isFound)
      let told = tree.propertyChanges()
      try screen.settle()
      for i in 1...3 {
        let before = names(told).count { $0 == "Eraser" }
        pen.setButton(.lower, pressed: true)
        try wait(for: "“Eraser”, \(i)") { names(told).count { $0 == "Eraser" } > before }
        let held = try chosen(tree)
        #expect(held == ["Eraser"])
        pen.setButton(.lower, pressed: false)
        try screen.settle()
        let after = try chosen(tree)
        #expect(after == ["Pen"])
      }
      pen.proximityOut()
      try fixture.done()
    }

    @Test func `S36 from the paper two taps of the pen lead to what its buttons do`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 1000))
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      screen.clearLog()
      try fixture.choose("Preferences", by: .pen, tree)
      let window = try screen.waitForWindow { $0.title == "Preferences" }
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      let taps = screen.sentEvents.filter { $0.device == .tool && $0.action == .down }
      #expect(taps.count <= 2)
      // From there it is only scrolled.
      func list() throws -> Rect {
        let found = try tree.whileItChanges {
          try tree.widgets(in: "Preferences").last {
            try $0.name == "Lower button, one press"
              && tree.role($0) == AccessibleRole.comboBox.rawValue
          }
        }
        return try tree.box(#require(found))
      }
      let frame = window.frame
      let room = Rect(x: 0, y: 50, width: Double(frame.width), height: Double(frame.height) - 56)
      // Over the margin, where nothing else takes the wheel.
      screen.mouse.move(to: window.point(6, Double(frame.height) / 2))
      for _ in 0..<40 {
        let box = try list()
        if box.minY >= room.minY && box.maxY <= room.maxY { break }
        screen.mouse.scroll(2)
        try screen.waitUntilStill()
      }
      let box = try list()
      #expect(box.minY >= room.minY && box.maxY <= room.maxY, "\(box) in \(room)")
      #expect(box.width > 20 && box.maxX <= room.maxX, "\(box) in \(room)")
      screen.mouse.leave()
      // The control itself, by a third tap.
      try Pointing.pen.press(window.point(box.center.x, box.center.y), on: screen)
      try screen.waitForPopups(1)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      window.close()
      try screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
