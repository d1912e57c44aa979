import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct UndoTests {
    private func line(_ desk: Desk, _ y: Double) {
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 6, y) })
    }

    @Test
    func
      `S102 Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y go back and forth, and new ink drops what was undone`()
      async throws
    {
      let desk = try Desk()
      let keyboard = desk.screen.keyboard
      var papers = [try desk.paper()]
      for i in 0..<3 {
        line(desk, 60 + 40 * Double(i))
        desk.pen.proximityOut()
        papers.append(try desk.paper())
      }
      for i in [2, 1, 0] {
        try keyboard.press("z", [.control])
        #expect(try desk.paper() == papers[i])
      }
      // Past the end: nothing happens.
      try keyboard.press("z", [.control])
      #expect(try desk.paper() == papers[0])
      try keyboard.press("z", [.control, .shift])
      #expect(try desk.paper() == papers[1])
      try keyboard.press("y", [.control])
      #expect(try desk.paper() == papers[2])
      try await Kept.wait(for: "two of three steps", in: desk.path) {
        $0.undoDepth == 2 && $0.redoDepth == 1
      }
      line(desk, 300)
      desk.pen.proximityOut()
      let new = try desk.paper()
      try keyboard.press("y", [.control])
      #expect(try desk.paper() == new)
      try await Kept.wait(for: "three steps", in: desk.path) {
        $0.undoDepth == 3 && $0.redoDepth == 0
      }
      try desk.done()
    }

    @Test func `S7 and S61 the buttons answer to mouse, pen and finger, and show whether they can`()
      async throws
    {
      let desk = try Desk()
      let presses: [(String, (Point) -> Void)] = [
        (
          "mouse",
          { p in
            desk.screen.mouse.click(at: p)
            desk.screen.mouse.leave()
          }
        ),
        (
          "pen",
          { p in
            desk.pen.hover(at: p)
            desk.pen.down(at: p)
            pause(0.03)
            desk.pen.up()
            desk.pen.proximityOut()
          }
        ),
        ("finger", { desk.screen.touch.tap(at: $0) }),
      ]
      func expect(undo: Bool, redo: Bool, _ situation: Comment) throws {
        try desk.look()
        #expect(desk.looksSensitive(desk.undoButton) == undo, situation)
        #expect(desk.looksSensitive(desk.redoButton) == redo, situation)
      }
      try expect(undo: false, redo: false, "nothing drawn")
      let bare = try desk.paper()
      line(desk, 100)
      desk.pen.proximityOut()
      let drawn = try desk.paper()
      try expect(undo: true, redo: false, "drawn")
      for (name, press) in presses {
        press(desk.undoButton)
        try expect(undo: false, redo: true, "undone by \(name)")
        #expect(try desk.paper() == bare)
        press(desk.redoButton)
        try expect(undo: true, redo: false, "redone by \(name)")
        #expect(try desk.paper() == drawn)
      }
      try desk.done()
    }

    @Test func `S102 the buttons name the step that they would undo or redo`() async throws {
      let desk = try Desk()
      let tree = try AccessibleTree(desk.screen)
      let keyboard = desk.screen.keyboard
      try tree.wait(for: "Nothing to undo")
      line(desk, 100)
      desk.pen.proximityOut()
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
      try desk.done()
    }

    @Test func `S102 there is no limit: 300 strokes down to nothing and back, pixel for pixel`()
      async throws
    {
      let desk = try Desk()
      let bare = try desk.paper()
      for i in 0..<300 {
        desk.pen.down(at: desk.at(30 + Double(i % 30) * 24, 40 + Double(i / 30) * 45), force: 0.8)
        desk.pen.up()
        // A hand is slower than that: an app's socket holds only so much.
        if i % 20 == 19 { try desk.screen.settle() }
      }
      desk.pen.proximityOut()
      try await Kept.wait(for: "300 strokes", in: desk.path) { $0.strokes == 300 }
      let full = try desk.paper()
      for i in 0..<300 {
        try desk.screen.keyboard.press("z", [.control])
        if i % 50 == 49 { try desk.screen.settle() }
      }
      try await Kept.wait(for: "no strokes", in: desk.path, by: desk.app) {
        $0.undoDepth == 0 && $0.redoDepth == 300
      }
      #expect(try desk.paper() == bare)
      #expect(!desk.looksSensitive(desk.undoButton))
      for i in 0..<300 {
        try desk.screen.keyboard.press("z", [.control, .shift])
        if i % 50 == 49 { try desk.screen.settle() }
      }
      try await Kept.wait(for: "300 strokes again", in: desk.path, by: desk.app) {
        $0.undoDepth == 300 && $0.redoDepth == 0 && $0.strokes == 300
      }
      #expect(try desk.paper() == full)
      #expect(!desk.looksSensitive(desk.redoButton))
      try desk.done()
    }
  }
}
