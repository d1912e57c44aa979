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
      let desk = try Desk()
      let bare = try desk.paper()
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.proximityOut()
      let one = try desk.paper()
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 5, 200) })
      desk.pen.proximityOut()
      let both = try desk.paper()
      #expect(one != bare && both != one)
      // Straight through the lower line, far from the upper one.
      desk.screen.eraser.stroke((0...20).map { desk.at(200, 150 + Double($0) * 5) })
      desk.screen.eraser.proximityOut()
      #expect(try await desk.kept(1).count == 1)
      #expect(try desk.paper() == one)
      try desk.screen.keyboard.press("z", [.control])
      #expect(try await desk.kept(2).count == 2)
      #expect(try desk.paper() == both)
      // Past everything: nothing happens, and no step of history comes of it.
      desk.screen.eraser.stroke((0...20).map { desk.at(400, 250 + Double($0) * 5) })
      desk.screen.eraser.proximityOut()
      #expect(try desk.paper() == both)
      #expect(await Kept.info(desk.path)?.redoDepth == 1)
      try desk.done()
    }

    @Test func `buttons on the barrel neither draw nor end a stroke`() async throws {
      let desk = try Desk()
      let pen = desk.pen
      let bare = try desk.paper()
      for button in [Pen.Button.lower, .upper, .third] {
        pen.hover(at: desk.at(100, 100))
        pen.setButton(button, pressed: true)
        for i in 1...10 { pen.move(to: desk.at(100 + Double(i) * 5, 100), force: 0) }
        pen.setButton(button, pressed: false)
      }
      #expect(try desk.paper() == bare)
      #expect(await Kept.info(desk.path) == nil)

      // Pressed and let go within a stroke.
      pen.down(at: desk.at(100, 200), force: 0.6)
      for i in 1...30 {
        if i == 10 { pen.setButton(.lower, pressed: true) }
        if i == 20 { pen.setButton(.lower, pressed: false) }
        pen.move(to: desk.at(100 + Double(i) * 5, 200))
      }
      pen.up()
      #expect(try await desk.kept(1)[0].samples.count == 31)

      // Held since before the stroke and until after it.
      pen.hover(at: desk.at(100, 300))
      pen.setButton(.upper, pressed: true)
      pen.stroke((0...30).map { desk.at(100 + Double($0) * 5, 300) })
      pen.setButton(.upper, pressed: false)
      pen.hover(at: desk.at(300, 320))
      #expect(try await desk.kept(2)[1].samples.count == 31)

      // Pressed within a stroke and held beyond its end, and the stroke after it.
      pen.down(at: desk.at(100, 400))
      pen.setButton(.lower, pressed: true)
      pen.move(along: (1...30).map { desk.at(100 + Double($0) * 5, 400) })
      pen.up()
      for i in 1...10 { pen.move(to: desk.at(250, 400 + Double(i) * 2), force: 0) }
      pen.setButton(.lower, pressed: false)
      pen.stroke((0...30).map { desk.at(400 + Double($0) * 5, 400) })
      let strokes = try await desk.kept(4)
      #expect(strokes[2].samples.count == 31)
      #expect(strokes[3].samples.count == 31)
      try desk.done()
    }

    @Test func `S26 hovering never draws and presses nothing`() async throws {
      let desk = try Desk()
      let before = try desk.look()
      var random = SeededGenerator(seed: 26)
      for _ in 0..<600 {
        let p = Point(.random(in: 1..<799, using: &random), .random(in: 1..<599, using: &random))
        desk.pen.hover(at: p, distance: .random(in: 0...1, using: &random))
      }
      desk.pen.hover(at: desk.undoButton)
      desk.pen.hover(at: desk.at(300, 300))
      desk.pen.proximityOut()
      // A tooltip may come where the pen rested; it goes with it.
      try desk.screen.waitForPopups(0)
      #expect(try desk.look().difference(from: before).isEmpty)
      #expect(await Kept.info(desk.path) == nil)
      try desk.done()
    }

    @Test func `S11 and S91 a pen that says pressure and never touch draws`() async throws {
      let desk = try Desk()
      let pen = desk.pen
      for (row, order) in [AxisOrder.motionFirst, .axesFirst].enumerated() {
        desk.screen.setAxisOrder(order)
        let y = 100 + 100 * Double(row)
        // GDK (4.8) merges motions between two frames and keeps no history of those without a
        // button, so this pen is a slow one.
        func move(_ x: Double, _ force: Double) throws {
          pen.move(to: desk.at(x, y), force: force)
          try desk.screen.settle()
          pause(0.02)
        }
        pen.hover(at: desk.at(80, y))
        for i in 0..<5 { try move(80 + Double(i) * 4, 0) }
        for i in 0...20 { try move(100 + Double(i) * 4, 0.6) }
        for i in 1...4 { try move(180 + Double(i) * 4, 0) }
        let stroke = try await desk.kept(row + 1)[row]
        let xs = stroke.samples.map(\.position.x)
        // The first place under pressure may have to wait for its axes; every other one is kept.
        #expect((100.0...104).contains(try #require(xs.first)))
        #expect((176.0...184).contains(try #require(xs.last)))
        #expect(zip(xs, xs.dropFirst()).allSatisfy { $1 - $0 == 4 })
        #expect(stroke.samples.dropLast().allSatisfy { near($0.force, 0.6, 0.001) })
      }
      pen.proximityOut()
      try desk.done()
    }
  }
}
