import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The slider over a drawing's history.
  @Suite struct LookingBackTests {
    /// High enough for the tools to stay beside what is drawn while the bar is there.
    private static let size = PixelSize(width: 800, height: 760)

    /// A drawing of four lines, of which the second was erased last.
    private func draw(on fixture: AppFixture) async throws {
      try await fixture.drawLines(at: [100, 160, 220, 280], to: 300, erasingSecondAt: 200)
    }

    /// Which of the four lines show.
    private func shown(on fixture: AppFixture) throws -> [Bool] {
      fixture.screen.mouse.leave()
      try fixture.screen.waitUntilStill()
      return [100.0, 160, 220, 280].map { y in
        let p = fixture.at(150, y)
        let box = PixelBox(x: Int(p.x) - 10, y: Int(p.y) - 6, width: 20, height: 12)
        return fixture.screen.screenshot(of: box).pixels { $0.luma < 0.5 }.count > 10
      }
    }

    /// Waits until these of the four lines show, and no other: a moment is painted after the bar tells of it.
    private func expect(_ lines: [Bool], on fixture: AppFixture) throws {
      let deadline = Date().addingTimeInterval(10)
      while try shown(on: fixture) != lines, Date() < deadline {}
      #expect(try shown(on: fixture) == lines)
    }

    private func begin(_ fixture: AppFixture, _ tree: AccessibleTree) throws {
      try fixture.screen.keyboard.press("h", [.control])
      try tree.wait(for: "Step 5 of 5")
    }

    /// The app with that drawing, the bar open at its last step.
    private func lookingBack() async throws -> (AppFixture, AccessibleTree) {
      let fixture = try AppFixture(size: Self.size)
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      try begin(fixture, tree)
      return (fixture, tree)
    }

    @Test func `each moment shows as it was, by the keyboard, and Escape returns to now`()
      async throws
    {
      let fixture = try AppFixture(size: Self.size)
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      let now = try shown(on: fixture)
      #expect(now == [true, false, true, true])
      let before = try await DocumentStore.inspect(fixture.path)
      try begin(fixture, tree)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("Left")
      try tree.wait(for: "Step 4 of 5")
      try expect([true, true, true, true], on: fixture)
      try keyboard.press("Left")
      try keyboard.press("Left")
      try tree.wait(for: "Step 2 of 5")
      try expect([true, true, false, false], on: fixture)
      try keyboard.press("Home")
      try tree.wait(for: "Before the first step")
      try expect([false, false, false, false], on: fixture)
      try keyboard.press("Escape")
      try tree.wait(forNo: "Before the first step")
      try expect(now, on: fixture)
      let after = try await DocumentStore.inspect(fixture.path)
      #expect(after.undoDepth == before.undoDepth && after.strokes == before.strokes)
      // The paper has the keyboard again, and takes ink.
      try keyboard.press("z", [.control])
      _ = try await fixture.kept(4)
      // The way back to a drawing that is out of view goes where the past has none, and is there again now.
      let wayBack = "Back to the Drawing"
      for _ in 0..<3 { try keyboard.press("Page_Down") }
      try tree.wait(for: wayBack)
      try keyboard.press("h", [.control])
      try tree.wait(for: "Moment of the history")
      try keyboard.press("Home")
      try tree.wait(for: "Before the first step")
      try tree.wait(forNo: wayBack)
      try keyboard.press("Escape")
      try tree.wait(for: wayBack)
      try fixture.done()
    }

    @Test func `it opens where all steps were undone, and says where there never was a step`()
      async throws
    {
      let fixture = try AppFixture(size: Self.size)
      let tree = try AccessibleTree(fixture.screen)
      let keyboard = fixture.screen.keyboard
      let refusal = "There is no history to look back through yet."
      try keyboard.press("h", [.control])
      try tree.wait(for: refusal)
      // It goes by itself.
      try await draw(on: fixture)
      try tree.wait(forNo: refusal)
      for _ in 0..<5 { try keyboard.press("z", [.control]) }
      _ = try await fixture.kept(0)
      try keyboard.press("h", [.control])
      try tree.wait(for: "Before the first step")
      let said = try tree.texts()
      #expect(!said.contains { $0.contains(refusal) })
      try expect([false, false, false, false], on: fixture)
      try keyboard.press("Escape")
      try tree.wait(forNo: "Before the first step")
      // What was undone is still there to be done again.
      for _ in 0..<5 { try keyboard.press("z", [.control, .shift]) }
      _ = try await fixture.kept(3)
      try expect([true, false, true, true], on: fixture)
      try fixture.done()
    }

    @Test func `a moment that was restored is told of, with a button that takes that back`()
      async throws
    {
      let (fixture, tree) = try await lookingBack()
      for _ in 0..<3 { try fixture.screen.keyboard.press("Left") }
      try tree.wait(for: "Step 2 of 5")
      try expect([true, true, false, false], on: fixture)
      try tree.press("Restore This Moment")
      let told = "The drawing is as it was at that moment again."
      try tree.wait(for: told)
      _ = try await fixture.kept(2)
      let undo = try tree.box(tree.wait(for: "Undo", isWhole: true)).center
      fixture.screen.mouse.click(at: fixture.window.point(undo.x, undo.y))
      try tree.wait(forNo: told)
      _ = try await fixture.kept(3)
      try expect([true, false, true, true], on: fixture)
      // Nothing is said where nothing was restored.
      try begin(fixture, tree)
      try tree.press("Restore This Moment")
      try tree.wait(forNo: "Step 5 of 5")
      try fixture.screen.waitUntilStill()
      let said = try tree.texts()
      #expect(!said.contains { $0.contains(told) })
      try fixture.done()
    }

    @Test(arguments: [Pointing.mouse, .finger, .pen])
    func `the slider is dragged by any hand`(hand: Pointing) async throws {
      let (fixture, tree) = try await lookingBack()
      try fixture.screen.waitUntilStill()
      let slider = try tree.box(tree.wait(for: "Moment of the history"))
      let corner = Vector(Double(fixture.window.frame.x), Double(fixture.window.frame.y))
      let y = slider.center.y
      try hand.drag(
        Point(slider.maxX - 12, y) + corner, to: Point(slider.minX + 10, y) + corner, on: fixture)
      if hand == .pen { fixture.pen.proximityOut() }
      try tree.wait(for: "Before the first step")
      try expect([false, false, false, false], on: fixture)
      try hand.press(tree.position(of: "Done", in: fixture.window), on: fixture)
      if hand == .pen { fixture.pen.proximityOut() }
      try tree.wait(forNo: "Before the first step")
      try expect([true, false, true, true], on: fixture)
      try fixture.done()
    }

    @Test func `a stroke in the past is refused, and that is said with a way back`() async throws {
      let (fixture, tree) = try await lookingBack()
      for _ in 0..<3 { try fixture.screen.keyboard.press("Left") }
      try tree.wait(for: "Step 2 of 5")
      fixture.pen.stroke([fixture.at(100, 220), fixture.at(300, 220)])
      fixture.pen.proximityOut()
      try tree.wait(for: "This is the drawing as it was.")
      try expect([true, true, false, false], on: fixture)
      try tree.press("Return to Now")
      try tree.wait(forNo: "Step 2 of 5")
      try tree.wait(forNo: "This is the drawing as it was.")
      _ = try await fixture.kept(3)
      fixture.pen.stroke([fixture.at(100, 340), fixture.at(300, 340)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(4)
      try fixture.done()
    }

    @Test func `at the present one draws on, and the bar goes`() async throws {
      let (fixture, tree) = try await lookingBack()
      try fixture.screen.keyboard.press("Left")
      try tree.wait(for: "Step 4 of 5")
      try fixture.screen.keyboard.press("Right")
      try tree.wait(for: "Step 5 of 5")
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke([fixture.at(100, 340), fixture.at(300, 340)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(4)
      try tree.wait(forNo: "Step 5 of 5")
      try fixture.done()
    }

    @Test func `undo and redo rest while one looks back, at the present too, and act afterwards`()
      async throws
    {
      let fixture = try AppFixture(size: Self.size)
      let tree = try AccessibleTree(fixture.screen)
      let (keyboard, touch) = (fixture.screen.keyboard, fixture.screen.touch)
      try await draw(on: fixture)
      // So that there is a step to redo.
      try keyboard.press("z", [.control])
      _ = try await fixture.kept(4)
      /// Whether each button of undo and redo can be pressed.
      func buttons() throws -> [Bool] {
        try fixture.screen.waitUntilStill()
        return try tree.whileItChanges {
          try tree.widgets().filter {
            try ["Undo", "Redo", "Nothing to"].contains(where: $0.name.hasPrefix)
              && tree.role($0) == AccessibleRole.button.rawValue
          }.map { try tree.has(.sensitive, $0) }
        }
      }
      #expect(try buttons() == [true, true])
      try keyboard.press("h", [.control])
      try tree.wait(for: "Step 4 of 4")
      for moment in ["Step 4 of 4", "Step 3 of 4"] {
        try tree.wait(for: moment)
        #expect(try buttons() == [false, false], "\(moment)")
        try keyboard.press("z", [.control])
        try keyboard.press("z", [.control, .shift])
        // A hand beside a pen that has just written is none that taps.
        pause(0.6)
        for fingers in [2, 3] { touch.tap(fingers: fingers, at: fixture.at(400, 200)) }
        try fixture.screen.waitUntilStill(for: 0.7)
        // The bar would go with a step.
        try tree.wait(for: moment)
        let kept = try await DocumentStore.inspect(fixture.path)
        #expect(kept.strokes == 4 && kept.redoDepth == 1, "\(moment)")
        if moment == "Step 4 of 4" { try keyboard.press("Left") }
      }
      try keyboard.press("Escape")
      try tree.wait(forNo: "Step 3 of 4")
      #expect(try buttons() == [true, true])
      touch.tap(fingers: 3, at: fixture.at(400, 200))
      _ = try await fixture.kept(3)
      try keyboard.press("z", [.control])
      _ = try await fixture.kept(4)
      try fixture.done()
    }

    @Test func `what was erased is copied in the past and pasted into now`() async throws {
      let (fixture, tree) = try await lookingBack()
      try fixture.screen.keyboard.press("Left")
      try tree.wait(for: "Step 4 of 5")
      // A line around the second one with the selection tool.
      try fixture.screen.keyboard.press("s")
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke(
        [(80, 135), (320, 135), (320, 185), (80, 185), (80, 135)].map { fixture.at($0.0, $0.1) })
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("c", [.control])
      try fixture.screen.waitUntilStill()
      try tree.press("Done")
      try tree.wait(forNo: "Step 4 of 5")
      try fixture.screen.keyboard.press("v", [.control])
      _ = try await fixture.kept(4)
      try fixture.done()
    }

    @Test func `it plays to now, a moment is saved as a copy and restored as one step`()
      async throws
    {
      let (fixture, tree) = try await lookingBack()
      let corner = fixture.at(120, 90)
      fixture.screen.watch(PixelBox(x: Int(corner.x), y: Int(corner.y), width: 60, height: 200))
      let play = try #require(try tree.widgets().first { $0.name == "Play" })
      let middle = try tree.box(play).center
      fixture.screen.mouse.click(at: fixture.window.point(middle.x, middle.y))
      fixture.screen.mouse.leave()
      // Five steps take 1.25 s.
      pause(2)
      try tree.wait(for: "Step 5 of 5")
      try fixture.screen.waitUntilStill()
      // Nothing, one line after the other, and three at the end.
      let inked = Set(
        fixture.screen.captures.map { ($0.picture.pixels { $0.luma < 0.5 }.count + 60) / 120 })
      #expect(inked.count >= 4, "\(inked)")
      fixture.screen.watch(nil)
      for _ in 0..<3 { try fixture.screen.keyboard.press("Left") }
      try tree.wait(for: "Step 2 of 5")
      try tree.press("Save a Copy of This Moment")
      _ = try fixture.screen.waitForWindow { $0.title == "Save a Copy of This Moment" }
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Return")
      try tree.wait(for: "holds what showed at that moment")
      try fixture.screen.waitForWindows(1)
      let home = fixture.screen.folder.home
      let name = try #require(
        FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
          .first { $0.hasSuffix("(copy).plumbago") })
      let copy = try await DocumentStore.inspect(home + "/" + name)
      #expect(copy.strokes == 2 && copy.undoDepth == 0)
      try tree.press("Restore This Moment")
      try tree.wait(forNo: "Step 2 of 5")
      _ = try await fixture.kept(2)
      try expect([true, true, false, false], on: fixture)
      #expect(try await DocumentStore.inspect(fixture.path).undoDepth == 6)
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(3)
      try expect([true, false, true, true], on: fixture)
      try fixture.done()
    }

    @Test func `on a narrow screen all of the bar is on the screen`() async throws {
      let fixture = try AppFixture(size: PixelSize(width: 400, height: 700))
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.stroke([fixture.at(100, 120), fixture.at(250, 120)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("h", [.control])
      try tree.wait(for: "Step 1 of 1")
      try fixture.screen.waitUntilStill()
      for name in [
        "Play", "Moment of the history", "Save a Copy of This Moment", "Restore This Moment",
        "Done",
      ] {
        let box = try tree.box(tree.wait(for: name))
        #expect(box.minX >= 0 && box.maxX <= 400 && box.maxY <= 700, "\(name) is at \(box)")
      }
      try tree.press("Done")
      try fixture.done()
    }
  }
}
