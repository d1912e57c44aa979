import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct UndoTests {
    private func line(_ fixture: AppFixture, _ y: Double) {
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 6, y) })
    }

    @Test
    func
      `S102 Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y go back and forth, and new ink drops what was undone`()
      async throws
    {
      let fixture = try AppFixture()
      let keyboard = fixture.screen.keyboard
      var papers = [try fixture.paper()]
      for i in 0..<3 {
        line(fixture, 60 + 40 * Double(i))
        fixture.pen.proximityOut()
        papers.append(try fixture.paper())
      }
      for i in [2, 1, 0] {
        try keyboard.press("z", [.control])
        #expect(try fixture.paper() == papers[i])
      }
      // Past the end: nothing happens.
      try keyboard.press("z", [.control])
      #expect(try fixture.paper() == papers[0])
      try keyboard.press("z", [.control, .shift])
      #expect(try fixture.paper() == papers[1])
      try keyboard.press("y", [.control])
      #expect(try fixture.paper() == papers[2])
      try await Kept.wait(for: "two of three steps", in: fixture.path) {
        $0.undoDepth == 2 && $0.redoDepth == 1
      }
      line(fixture, 300)
      fixture.pen.proximityOut()
      let new = try fixture.paper()
      try keyboard.press("y", [.control])
      #expect(try fixture.paper() == new)
      try await Kept.wait(for: "three steps", in: fixture.path) {
        $0.undoDepth == 3 && $0.redoDepth == 0
      }
      try fixture.done()
    }

    /// Among the tools, and in the header bar where no tools are shown.
    @Test(arguments: [true, false])
    func `S7 and S61 the buttons answer to mouse, pen and finger, and show whether they can`(
      showsTools: Bool
    ) async throws {
      let fixture = try AppFixture(profile: showsTools ? .everyday : .barePaper)
      let presses: [(String, (Point) -> Void)] = [
        (
          "mouse",
          { p in
            fixture.screen.mouse.click(at: p)
            fixture.screen.mouse.leave()
          }
        ),
        (
          "pen",
          { p in
            fixture.pen.hover(at: p)
            fixture.pen.down(at: p)
            pause(0.03)
            fixture.pen.up()
            fixture.pen.proximityOut()
          }
        ),
        (
          "finger",
          { p in
            // Later than the palm of the pen's hand would come.
            pause(0.6)
            fixture.screen.touch.tap(at: p)
          }
        ),
      ]
      func expect(undo: Bool, redo: Bool, _ situation: Comment) throws {
        try fixture.findCanvas()
        #expect(fixture.showsSensitive(fixture.undoButton) == undo, situation)
        #expect(fixture.showsSensitive(fixture.redoButton) == redo, situation)
      }
      try expect(undo: false, redo: false, "nothing drawn")
      let bare = try fixture.paper()
      line(fixture, 100)
      fixture.pen.proximityOut()
      let drawn = try fixture.paper()
      try expect(undo: true, redo: false, "drawn")
      for (name, press) in presses {
        press(fixture.undoButton)
        try expect(undo: false, redo: true, "undone by \(name)")
        #expect(try fixture.paper() == bare)
        press(fixture.redoButton)
        try expect(undo: true, redo: false, "redone by \(name)")
        #expect(try fixture.paper() == drawn)
      }
      try fixture.done()
    }

    @Test func `S102 the buttons name the step that they would undo or redo`() async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let keyboard = fixture.screen.keyboard
      try tree.wait(for: "Nothing to undo")
      line(fixture, 100)
      fixture.pen.proximityOut()
      try tree.wait(for: "Undo Stroke")
      // Everything selected, moved a step, and undone twice.
      try keyboard.press("a", [.control])
      try keyboard.press("Down", [.shift])
      try tree.wait(for: "Undo Moving")
      try keyboard.press("z", [.control])
      try tree.wait(for: "Redo Moving")
      try tree.wait(for: "Undo Stroke")
      try keyboard.press("z", [.control])
      try tree.wait(for: "Redo Stroke")
      try tree.wait(for: "Nothing to undo")
      try fixture.done()
    }

    @Test func `S102 there is no limit: 300 strokes down to nothing and back, pixel for pixel`()
      async throws
    {
      let fixture = try AppFixture()
      let bare = try fixture.paper()
      for i in 0..<300 {
        fixture.pen.down(
          at: fixture.at(30 + Double(i % 30) * 24, 40 + Double(i / 30) * 45), force: 0.8)
        fixture.pen.up()
        // A hand is slower than that: an app's socket holds only so much.
        if i % 20 == 19 { try fixture.screen.settle() }
      }
      fixture.pen.proximityOut()
      try await Kept.wait(for: "300 strokes", in: fixture.path) { $0.strokes == 300 }
      let full = try fixture.paper()
      for i in 0..<300 {
        try fixture.screen.keyboard.press("z", [.control])
        if i % 50 == 49 { try fixture.screen.settle() }
      }
      try await Kept.wait(for: "no strokes", in: fixture.path, by: fixture.app) {
        $0.undoDepth == 0 && $0.redoDepth == 300
      }
      #expect(try fixture.paper() == bare)
      #expect(!fixture.showsSensitive(fixture.undoButton))
      for i in 0..<300 {
        try fixture.screen.keyboard.press("z", [.control, .shift])
        if i % 50 == 49 { try fixture.screen.settle() }
      }
      try await Kept.wait(for: "300 strokes again", in: fixture.path, by: fixture.app) {
        $0.undoDepth == 300 && $0.redoDepth == 0 && $0.strokes == 300
      }
      #expect(try fixture.paper() == full)
      #expect(!fixture.showsSensitive(fixture.redoButton))
      try fixture.done()
    }
  }
}
