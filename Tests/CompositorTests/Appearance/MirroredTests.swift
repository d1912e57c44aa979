import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// Scripts that run from right to left mirror the chrome, and neither the paper nor the way of undo.
  @Suite struct MirroredTests {
    private static let ways = [[:], Desk.rightToLeft]
    private static let narrow = PixelSize(width: 400, height: 760)

    /// Where the buttons of the window's header and of its picker are.
    private func buttons(_ desk: Desk) throws -> [String: Rect] {
      let tree = try AccessibleTree(desk.screen)
      try tree.wait(for: "Move or Fold the Tools")
      var found: [String: Rect] = [:]
      for widget in try tree.widgets() where !widget.name.isEmpty {
        guard [43, 62].contains(try tree.role(widget)) else { continue }
        found[widget.name] = try tree.box(widget)
      }
      return found
    }

    @Test(arguments: [PixelSize(width: 900, height: 720), narrow])
    func `S103 right to left, each control of the header and the picker is at the other side`(
      size: PixelSize
    ) throws {
      var sides: [[String: Rect]] = []
      for way in Self.ways {
        let desk = try Desk.withTools(size: size, environment: way)
        try desk.waitForPicker()
        sides.append(try buttons(desk))
        try desk.done()
      }
      // One of them, that closes the window, is GTK's own and translated.
      #expect(sides[0].count == sides[1].count)
      #expect(["Pen", "Eraser", "Colors", "Nothing to undo"].allSatisfy { sides[0][$0] != nil })
      let names = [
        "Move or Fold the Tools", "Pen", "Crayon", "Eraser", "Ink", "Red", "Violet", "Colors",
        "Nothing to undo", "Nothing to redo",
      ]
      // The tools of a narrow window are not moved, so they have no handle, nor room for each colour.
      for name in names where size != Self.narrow || sides[0][name] != nil {
        let (plain, mirrored) = (try #require(sides[0][name]), try #require(sides[1][name]))
        // The card's own edge is not mirrored along with what is in it.
        #expect(abs(Double(size.width) - plain.maxX - mirrored.minX) <= 2, "\(name)")
        #expect(abs(plain.minY - mirrored.minY) <= 1 && plain.width == mirrored.width, "\(name)")
        #expect(plain.center.distance(to: mirrored.center) > 4, "\(name) was in the middle")
      }
    }

    @Test func `S103 right to left, popovers open at their controls and on the screen`() throws {
      let desk = try Desk.withTools(environment: Desk.rightToLeft)
      try desk.waitForPicker()
      let tree = try AccessibleTree(desk.screen)
      let menu = try tree.place("Main Menu", in: desk.window)
      #expect(menu.x < 200)
      for (name, place) in [
        ("menu", menu), ("options", try desk.tool("pen")), ("colours", try desk.item(.colors)),
      ] {
        try Pointing.mouse.press(place, on: desk)
        try desk.screen.waitForPopups(1)
        try desk.screen.waitUntilStill()
        let box = try #require(desk.screen.popups.first)
        #expect(PixelBox(x: 0, y: 0, width: 900, height: 720).contains(box), "\(name): \(box)")
        #expect((Double(box.x)...Double(box.maxX)).contains(place.x), "\(name): \(box)")
        try desk.screen.keyboard.press("Escape")
        try desk.screen.waitForPopups(0)
      }
      try desk.done()
    }

    @Test(arguments: [Hand.left, .right])
    func `S21 S103 right to left, a hand is still the same hand: the tools stand at its other side`(
      hand: Hand
    ) throws {
      let desk = try Desk.withTools(
        profile: .fresh, preferences: [.hand: .init(hand.rawValue), .gesturesTold: true],
        environment: Desk.rightToLeft)
      let place = PickerPlacements.standard(desk.pickerLayout, hand: hand)
      try desk.waitForPicker(place)
      #expect((desk.pickerFrame(place).center.x < 450) == (hand == .right))
      try desk.done()
    }

    @Test func `S21 S103 right to left, the answer for the left hand is at the left`() throws {
      let desk = try Desk.withTools(profile: .fresh, environment: Desk.rightToLeft)
      try desk.waitForPicker()
      desk.pen.hover(at: desk.at(300, 300))
      let tree = try AccessibleTree(desk.screen)
      try tree.wait(for: "Which hand draws?")
      try desk.screen.waitUntilStill()
      let left = try tree.place("Left", in: desk.window)
      let right = try tree.place("Right", in: desk.window)
      #expect(left.x < right.x)
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S61 S103 right to left, a narrow window's arrows of undo and redo point as ever`()
      async throws
    {
      var icons: [[Picture]] = []
      for way in Self.ways {
        let desk = try Desk.withTools(size: Self.narrow, environment: way)
        try desk.waitForPicker()
        try await desk.makeUndoAndRedoPossible(at: [150.0, 200])
        icons.append(
          [desk.undoButton, desk.redoButton].map {
            desk.screen.screenshot(of: PixelBox(covering: Rect(center: $0, radius: 9)))
          })
        try Pointing.finger.press(desk.redoButton, on: desk)
        _ = try await desk.kept(2)
        try Pointing.mouse.press(desk.undoButton, on: desk)
        _ = try await desk.kept(1)
        try desk.done()
      }
      #expect(icons[0][0].difference(from: icons[0][1], tolerance: 40).count > 10)
      #expect(icons[0][0].difference(from: icons[1][0], tolerance: 8).isEmpty)
      #expect(icons[0][1].difference(from: icons[1][1], tolerance: 8).isEmpty)
    }

    /// The picture that the drawing is exported as.
    private func export(_ screen: Screen, _ tree: AccessibleTree) throws -> Data {
      try screen.keyboard.press("e", [.control])
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try tree.wait(for: "Exported to “")
      try screen.waitForWindows(1)
      let home = screen.folder.home
      let name = try #require(
        FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".png") })
      let picture = URL(filePath: home + "/" + name)
      defer { try? FileManager.default.removeItem(at: picture) }
      return try Data(contentsOf: picture)
    }

    @Test func `S86 S103 right to left, ink is where the pen was, and undo is a swipe to the left`()
      async throws
    {
      var papers: [Picture] = []
      var exports: [Data] = []
      for (way, other) in [(Self.ways[0], Self.ways[1]), (Self.ways[1], Self.ways[0])] {
        let desk = try Desk(finger: "draw", environment: way)
        let tree = try AccessibleTree(desk.screen)
        // Neither its own mirror image nor in the middle.
        let wave: [Point] = (0...30).map { i in
          desk.at(90 + Double(i) * 7, 100 + 8 * sin(Double(i) / 9))
        }
        let slope: [Point] = (0...20).map { i in
          desk.at(120 + Double(i) * 2, 180 + Double(i) * 9)
        }
        let strokes = [wave, slope]
        for stroke in strokes {
          desk.pen.stroke(stroke)
          for p in [stroke[3], stroke[15]] { try desk.waitForInk(at: p) }
        }
        desk.pen.proximityOut()
        let kept = try await desk.kept(2)
        for (stroke, drawn) in zip(kept, strokes) {
          let first = try #require(stroke.samples.first?.position)
          #expect(desk.at(first.x, first.y).distance(to: drawn[0]) < 0.02)
        }
        papers.append(try desk.paperAtRest())
        desk.screen.touch.swipe(fingers: 3, from: desk.at(500, 400), by: Vector(-170, 5))
        try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) {
          $0.strokes == 1 && $0.redoDepth == 1
        }
        desk.screen.touch.swipe(fingers: 3, from: desk.at(300, 400), by: Vector(170, 5))
        _ = try await desk.kept(2)

        exports.append(try export(desk.screen, tree))
        try desk.app.expectQuiet()
        desk.window.close()
        #expect(try desk.app.waitForExit() == .exited(0))
        // The same file in the other direction.
        let again = try desk.screen.launchApp([desk.path], environment: other)
        let window = try desk.screen.waitForWindow()
        if !window.isMaximized { try window.maximize() }
        try desk.screen.waitUntilStill(for: 1)
        papers.append(desk.screen.screenshot(of: desk.canvas))
        exports.append(try export(desk.screen, AccessibleTree(desk.screen)))
        try again.expectQuiet()
        window.close()
        #expect(try again.waitForExit() == .exited(0))
        desk.screen.close()
      }
      // One drawing is the same in both directions; two differ by what the hand's own time makes of them.
      for i in [0, 2] {
        #expect(papers[i].difference(from: papers[i + 1]).isEmpty)
        #expect(exports[i] == exports[i + 1] && exports[i].count > 500)
      }
      #expect(papers[0].difference(from: papers[2], tolerance: 128).isEmpty)
    }
  }
}
