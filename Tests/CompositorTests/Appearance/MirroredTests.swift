import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Scripts that run from right to left mirror the chrome, and neither the paper nor the direction of undo.
  @Suite struct MirroredTests {
    private static let environments = [[:], AppFixture.rightToLeft]
    private static let narrow = PixelSize(width: 400, height: 760)

    /// Where the buttons of the window's header and of its picker are.
    private func buttons(_ fixture: AppFixture) throws -> [String: Rect] {
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Move or Fold the Tools")
      var found: [String: Rect] = [:]
      for widget in try tree.widgets(ofRoles: [43, 62]) where !widget.name.isEmpty {
        found[widget.name] = try tree.box(widget)
      }
      return found
    }

    @Test(arguments: [PixelSize(width: 900, height: 720), narrow])
    func `S103 right to left, each control of the header and the picker is at the other side`(
      size: PixelSize
    ) throws {
      var sides: [[String: Rect]] = []
      for environment in Self.environments {
        let fixture = try AppFixture.withTools(size: size, environment: environment)
        try fixture.waitForPicker()
        sides.append(try buttons(fixture))
        try fixture.done()
      }
      // One of them, that closes the window, is GTK's own and translated.
      #expect(sides[0].count == sides[1].count)
      #expect(["Pen", "Eraser", "Colors", "Nothing to undo"].allSatisfy { sides[0][$0] != nil })
      let names = [
        "Move or Fold the Tools", "Pen", "Crayon", "Eraser", "Ink", "Red", "Violet", "Colors",
        "Nothing to undo", "Nothing to redo",
      ]
      // The tools of a narrow window are not moved, so they have no handle, nor room for each colour.
      let moved = names.count { sides[0][$0]?.center != sides[1][$0]?.center }
      #expect(moved >= 6)
      for name in names where size != Self.narrow || sides[0][name] != nil {
        let (plain, mirrored) = (try #require(sides[0][name]), try #require(sides[1][name]))
        // The card's own edge is not mirrored along with what is in it.
        #expect(abs(Double(size.width) - plain.maxX - mirrored.minX) <= 2, "\(name)")
        #expect(abs(plain.minY - mirrored.minY) <= 1 && plain.width == mirrored.width, "\(name)")
        // What is in the middle of a row of an odd number stays there.
        let isMiddle = abs(plain.center.x - Double(size.width) / 2) < 2
        #expect(isMiddle || plain.center.distance(to: mirrored.center) > 4, "\(name)")
      }
    }

    @Test func `S103 right to left, popovers open at their controls and on the screen`() throws {
      let fixture = try AppFixture.withTools(environment: AppFixture.rightToLeft)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      let menu = try tree.position(of: "Main Menu", in: fixture.window)
      #expect(menu.x < 200)
      for (name, position) in [
        ("menu", menu), ("options", try fixture.tool("pen")),
        ("colours", try fixture.item(.colors)),
      ] {
        try Pointing.mouse.press(position, on: fixture)
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let box = try #require(fixture.screen.popups.first)
        #expect(PixelBox(x: 0, y: 0, width: 900, height: 720).contains(box), "\(name): \(box)")
        #expect((Double(box.x)...Double(box.maxX)).contains(position.x), "\(name): \(box)")
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
      }
      try fixture.done()
    }

    @Test(arguments: [Hand.left, .right])
    func `S21 S103 right to left, a hand is still the same hand: the tools stand at its other side`(
      hand: Hand
    ) throws {
      let fixture = try AppFixture.withTools(
        profile: .fresh, preferences: [.hand: .init(hand.rawValue), .gesturesTold: true],
        environment: AppFixture.rightToLeft)
      let placement = PickerPlacements.standard(fixture.pickerLayout, hand: hand)
      try fixture.waitForPicker(placement)
      #expect((fixture.pickerFrame(placement).center.x < 450) == (hand == .right))
      try fixture.done()
    }

    @Test func `S21 S103 right to left, the answer for the left hand is at the left`() throws {
      let fixture = try AppFixture.withTools(profile: .fresh, environment: AppFixture.rightToLeft)
      try fixture.waitForPicker()
      fixture.pen.hover(at: fixture.at(300, 300))
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Which hand draws?")
      try fixture.screen.waitUntilStill()
      let left = try tree.position(of: "Left", in: fixture.window)
      let right = try tree.position(of: "Right", in: fixture.window)
      #expect(left.x < right.x)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S61 S103 right to left, a narrow window's arrows of undo and redo point as ever`()
      async throws
    {
      var icons: [[Picture]] = []
      for environment in Self.environments {
        let fixture = try AppFixture.withTools(size: Self.narrow, environment: environment)
        try fixture.waitForPicker()
        try await fixture.makeUndoAndRedoPossible(at: [150.0, 200])
        icons.append(
          [fixture.undoButton, fixture.redoButton].map {
            fixture.screen.screenshot(of: PixelBox(covering: Rect(center: $0, radius: 9)))
          })
        try Pointing.finger.press(fixture.redoButton, on: fixture)
        _ = try await fixture.kept(2)
        try Pointing.mouse.press(fixture.undoButton, on: fixture)
        _ = try await fixture.kept(1)
        try fixture.done()
      }
      #expect(icons[0][0].difference(from: icons[0][1], tolerance: 40).count > 10)
      #expect(icons[0][0].difference(from: icons[1][0], tolerance: 8).isEmpty)
      #expect(icons[0][1].difference(from: icons[1][1], tolerance: 8).isEmpty)
    }

    /// The picture that the drawing is exported as.
    private func export(_ screen: Screen, _ tree: AccessibleTree) throws -> Data {
      try screen.keyboard.press("e", [.control])
      for title in ["Export", "Export the Drawing"] {
        _ = try screen.waitForWindow { $0.title == title }
        try screen.waitUntilStill()
        try screen.keyboard.press("Return")
      }
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
      for (environment, other) in [
        (Self.environments[0], Self.environments[1]), (Self.environments[1], Self.environments[0]),
      ] {
        let fixture = try AppFixture(finger: "draw", environment: environment)
        let tree = try AccessibleTree(fixture.screen)
        // Neither its own mirror image nor in the middle.
        let wave: [Point] = (0...30).map { i in
          fixture.at(90 + Double(i) * 7, 100 + 8 * sin(Double(i) / 9))
        }
        let slope: [Point] = (0...20).map { i in
          fixture.at(120 + Double(i) * 2, 180 + Double(i) * 9)
        }
        let strokes = [wave, slope]
        for stroke in strokes {
          fixture.pen.stroke(stroke)
          for p in [stroke[3], stroke[15]] { try fixture.waitForInk(at: p) }
        }
        fixture.pen.proximityOut()
        let kept = try await fixture.kept(2)
        for (stroke, drawn) in zip(kept, strokes) {
          let first = try #require(stroke.samples.first?.position)
          #expect(fixture.at(first.x, first.y).distance(to: drawn[0]) < 0.02)
        }
        papers.append(try fixture.paperAtRest())
        fixture.screen.touch.swipe(fingers: 3, from: fixture.at(500, 400), by: Vector(-170, 5))
        try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) {
          $0.strokes == 1 && $0.redoDepth == 1
        }
        fixture.screen.touch.swipe(fingers: 3, from: fixture.at(300, 400), by: Vector(170, 5))
        _ = try await fixture.kept(2)

        exports.append(try export(fixture.screen, tree))
        try fixture.app.expectQuiet()
        fixture.window.close()
        #expect(try fixture.app.waitForExit() == .exited(0))
        // The same file in the other direction.
        let again = try fixture.screen.launchApp([fixture.path], environment: other)
        let window = try fixture.screen.waitForWindow()
        if !window.isMaximized { try window.maximize() }
        try fixture.screen.waitUntilStill(for: 1)
        papers.append(fixture.screen.screenshot(of: fixture.canvas))
        exports.append(try export(fixture.screen, AccessibleTree(fixture.screen)))
        try again.expectQuiet()
        window.close()
        #expect(try again.waitForExit() == .exited(0))
        fixture.screen.close()
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
