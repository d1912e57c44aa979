import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is a contact, and what is none.
  @Suite struct ContactTests {
    @Test func `S3 the eraser end takes away what it touches, and undo brings it back`()
      async throws
    {
      let fixture = try AppFixture()
      let bare = try fixture.paper()
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.proximityOut()
      let one = try fixture.paper()
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, 200) })
      fixture.pen.proximityOut()
      let both = try fixture.paper()
      #expect(one != bare && both != one)
      // Straight through the lower line, far from the upper one.
      fixture.screen.eraser.stroke((0...20).map { fixture.at(200, 150 + Double($0) * 5) })
      fixture.screen.eraser.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
      #expect(try fixture.paper() == one)
      try fixture.screen.keyboard.press("z", [.control])
      #expect(try await fixture.kept(2).count == 2)
      #expect(try fixture.paper() == both)
      // Past everything: nothing happens, and no step of history comes of it.
      fixture.screen.eraser.stroke((0...20).map { fixture.at(400, 250 + Double($0) * 5) })
      fixture.screen.eraser.proximityOut()
      #expect(try fixture.paper() == both)
      #expect(await Kept.info(fixture.path)?.redoDepth == 1)
      try fixture.done()
    }

    @Test func `buttons on the barrel neither draw nor end a stroke`() async throws {
      // None erases while it is held.
      let fixture = try AppFixture(preferences: [
        .penButtons: "lower=nothing,nothing upper=nothing,nothing"
      ])
      let pen = fixture.pen
      let bare = try fixture.paper()
      for button in [Pen.Button.lower, .upper, .third] {
        pen.hover(at: fixture.at(100, 100))
        pen.setButton(button, pressed: true)
        for i in 1...10 { pen.move(to: fixture.at(100 + Double(i) * 5, 100), force: 0) }
        pen.setButton(button, pressed: false)
      }
      #expect(try fixture.paper() == bare)
      #expect(await Kept.info(fixture.path) == nil)

      // Pressed and let go within a stroke.
      pen.down(at: fixture.at(100, 200), force: 0.6)
      for i in 1...30 {
        if i == 10 { pen.setButton(.lower, pressed: true) }
        if i == 20 { pen.setButton(.lower, pressed: false) }
        pen.move(to: fixture.at(100 + Double(i) * 5, 200))
      }
      pen.up()
      #expect(try await fixture.kept(1)[0].samples.count == 31)

      // Down from before the stroke until after it.
      pen.hover(at: fixture.at(100, 300))
      pen.setButton(.upper, pressed: true)
      pen.stroke((0...30).map { fixture.at(100 + Double($0) * 5, 300) })
      pen.setButton(.upper, pressed: false)
      pen.hover(at: fixture.at(300, 320))
      #expect(try await fixture.kept(2)[1].samples.count == 31)

      // Pressed within a stroke and down beyond its end, and the stroke after it.
      pen.down(at: fixture.at(100, 400))
      pen.setButton(.lower, pressed: true)
      pen.move(along: (1...30).map { fixture.at(100 + Double($0) * 5, 400) })
      pen.up()
      for i in 1...10 { pen.move(to: fixture.at(250, 400 + Double(i) * 2), force: 0) }
      pen.setButton(.lower, pressed: false)
      pen.stroke((0...30).map { fixture.at(400 + Double($0) * 5, 400) })
      let strokes = try await fixture.kept(4)
      #expect(strokes[2].samples.count == 31)
      #expect(strokes[3].samples.count == 31)
      try fixture.done()
    }

    @Test func `S26 hovering never draws and presses nothing`() async throws {
      let fixture = try AppFixture()
      let before = try fixture.findCanvas()
      var random = SeededGenerator(seed: 26)
      for _ in 0..<600 {
        let p = Point(
          .random(in: 1..<Double(fixture.window.frame.width - 1), using: &random),
          .random(in: 1..<599, using: &random))
        fixture.pen.hover(at: p, distance: .random(in: 0...1, using: &random))
      }
      fixture.pen.hover(at: fixture.undoButton)
      fixture.pen.hover(at: fixture.at(300, 300))
      fixture.pen.proximityOut()
      // A tooltip may come where the pen rested; it goes with it.
      try fixture.screen.waitForPopups(0)
      #expect(try fixture.findCanvas().difference(from: before).isEmpty)
      #expect(await Kept.info(fixture.path) == nil)
      try fixture.done()
    }

    @Test func `S11 and S91 a pen that says pressure and never touch draws`() async throws {
      let fixture = try AppFixture()
      let pen = fixture.pen
      for (row, order) in [AxisOrder.motionFirst, .axesFirst].enumerated() {
        fixture.screen.setAxisOrder(order)
        let y = 100 + 100 * Double(row)
        // GDK (4.8) merges motions between two frames and keeps no history of those without a
        // button, so this pen is a slow one.
        func move(_ x: Double, _ force: Double) throws {
          pen.move(to: fixture.at(x, y), force: force)
          try fixture.screen.settle()
          pause(0.02)
        }
        pen.hover(at: fixture.at(80, y))
        for i in 0..<5 { try move(80 + Double(i) * 4, 0) }
        for i in 0...20 { try move(100 + Double(i) * 4, 0.6) }
        for i in 1...4 { try move(180 + Double(i) * 4, 0) }
        let stroke = try await fixture.kept(row + 1)[row]
        let xs = stroke.samples.map(\.position.x)
        // The first position under pressure may have to wait for its axes; every other one is kept.
        #expect((100.0...104).contains(try #require(xs.first)))
        #expect((176.0...184).contains(try #require(xs.last)))
        #expect(zip(xs, xs.dropFirst()).allSatisfy { $1 - $0 == 4 })
        #expect(stroke.samples.dropLast().allSatisfy { near($0.force, 0.6, 0.001) })
      }
      pen.proximityOut()
      try fixture.done()
    }
  }
}
