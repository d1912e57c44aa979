import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The window that shows what a device says.
  @Suite struct InputTesterTests {
    /// Gives a recording its name in the dialog that asks for it, and reads what is saved.
    private func saved(as name: String, on screen: Screen) throws -> String {
      _ = try screen.waitForWindow { $0.title == "Save the Recording" }
      try screen.waitUntilStill()
      let path = screen.path(name)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(path)
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `S90 the input test shows each axis live and records a file that can be replayed`()
      async throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 760),
        preferences: [.hoverPreview: "pen"])
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      let tester = try fixture.openInputTest()
      let p = tester.point(150, 200)
      let pen = fixture.pen
      pen.tilt(x: 0, y: 30)
      pen.axes.rotation = 90
      for i in 0..<6 { pen.hover(at: Point(p.x + Double(i), p.y), distance: 0.25) }
      try tree.wait(for: "Hovers")
      try tree.wait(for: "Pen 50410001")
      try tree.wait(for: "0.250")
      try tree.wait(for: "30.0°")
      // Nothing presses yet.
      #expect(try !tree.texts().contains("0.000"))
      pen.setButton(.lower, pressed: true)
      try tree.wait(for: "Lower")
      pen.setButton(.lower, pressed: false)
      try screen.keyboard.press("r", [.alt])
      try tree.wait(for: "Stop and Save…")
      pen.down(at: p, force: 0.5)
      for i in 1...60 {
        pen.move(to: Point(p.x + Double(i), p.y), force: 0.75)
        pause(1.0 / 120)
      }
      try tree.wait(for: "Touches")
      try tree.wait(for: "0.750")
      pen.up()
      for i in 0..<6 { pen.hover(at: Point(p.x + Double(i), p.y), distance: 0.25) }
      try tree.wait(for: "Hovers")
      try tree.wait(forNo: "0.750")
      #expect(try !tree.texts().contains("0.000"))
      pen.proximityOut()
      screen.mouse.move(to: p)
      screen.mouse.move(to: Point(p.x + 10, p.y + 10))
      try tree.wait(for: "Mouse")
      // Later than a palm would come.
      pause(1)
      screen.touch.tap(at: Point(p.x + 20, p.y + 20))
      try tree.wait(for: "Finger")
      try tree.press("Stop and Save…")
      let text = try saved(as: "test.stylus", on: screen)
      let strokes = try StylusRecording(parsing: text).strokes
      #expect(strokes.count == 2)
      #expect(strokes.first?.samples.count == 61)
      #expect(strokes.first?.tool.serial == 0x5041_0001)
      // Nothing of it is in the drawing.
      #expect(await Kept.info(fixture.path) == nil)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }

    /// What is asked for in words, and what it is in a recording.
    private static let asked = [
      "Move, spread and turn two fingers": "2 pinch", "Tap with two fingers": "2 tap",
      "Tap with three fingers": "3 tap", "Swipe left with three fingers": "3 swipeLeft",
      "Swipe right with three fingers": "3 swipeRight", "Spread three fingers": "3 pinchOut",
      "Pinch three fingers together": "3 pinchIn", "Move one finger": "1 drag",
      "Tap twice with one finger": "1 doubleTap", "Hold one finger still": "1 hold",
      "Tap with one finger": "1 tap",
    ]

    @Test func `gestures are asked for and recorded by fingers alone, and saved as a file`() throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 760))
      let (screen, touch) = (fixture.screen, fixture.screen.touch)
      let tree = try AccessibleTree(screen)
      let window = try fixture.openGestureRecorder(tree)
      func press(_ name: String) throws { touch.tap(at: try tree.position(of: name, in: window)) }
      func asked() throws -> String {
        let texts = try tree.texts()
        return try #require(texts.first { Self.asked[$0] != nil })
      }
      try tree.wait(for: "0 of 110 recorded")
      let first = try asked()
      let pad = window.point(300, 150)
      touch.tap(fingers: 2, at: pad)
      try tree.wait(for: "1 of 110 recorded")
      // Nothing is forgotten without a question.
      try screen.keyboard.press("Escape")
      try tree.wait(for: "The gestures are not saved")
      try tree.press("Cancel")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      try press("Again")
      try tree.wait(for: "0 of 110 recorded")
      let again = try asked()
      #expect(again == first)
      touch.down(1, at: pad)
      touch.cancel()
      try tree.wait(for: "This could not be recorded")
      try press("Skip")
      try tree.wait(for: "0 of 109 recorded")
      let second = try asked()
      touch.tap(fingers: 2, at: pad)
      try tree.wait(for: "1 of 109 recorded")
      try press("Name of the hand")
      try screen.waitUntilStill()
      try screen.keyboard.type("Ana")
      try press("Save…")
      let recording = try GestureRecording(parsing: saved(as: "ana.jsonl", on: screen))
      #expect(recording.hand == "Ana")
      // The compositor's screen has 96 pixels to the inch, and tells whole millimetres.
      func millimetres(_ pixels: Int) -> Double { (Double(pixels) * 25.4 / 96).rounded(.down) }
      #expect(
        recording.screen
          == GestureRecording.Size(
            width: millimetres(screen.size.width), height: millimetres(screen.size.height)))
      #expect(recording.takes.count == 1)
      let take = try #require(recording.takes.first)
      let label = "\(take.gesture.fingers) \(take.gesture.movement.rawValue)"
      #expect(label == Self.asked[second])
      #expect(take.events.map(\.phase) == [.began, .began, .ended, .ended])
      let positions = take.events.compactMap(\.position)
      try #require(positions.count == 2)
      // The fingers were side by side.
      let distance = positions[0].distance(to: positions[1])
      #expect(abs(distance - 60) < 0.1)
      // What is saved may be forgotten.
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }
  }
}

extension AppFixture {
  /// Opens the input test from the menu.
  @discardableResult
  func openInputTest() throws -> Window {
    // “Test Input…” in “Pen and Hand”.
    try screen.chooseByLetters("d", "u")
    let tester = try screen.waitForWindow { $0.title == "Input Test" }
    try screen.waitForPopups(0)
    try screen.waitUntilStill()
    return tester
  }

  /// Opens the window that records gestures, and closes the input test that it is opened from.
  @discardableResult
  func openGestureRecorder(_ tree: AccessibleTree) throws -> Window {
    let tester = try openInputTest()
    try tree.press("Record Gestures…")
    let recorder = try screen.waitForWindow { $0.title == "Record Gestures" }
    tester.close()
    try screen.waitForWindows(2)
    try screen.waitUntilStill()
    return recorder
  }
}
