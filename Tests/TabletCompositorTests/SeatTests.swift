import CWaylandServer
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// What a client hears of the mouse, the keyboard and fingers.
  @Suite struct SeatTests {
    private func setUp() throws -> (Screen, TestClient, TestClient.TestWindow) {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      let client = try TestClient(screen)
      return (screen, client, client.window(400, 300, 0xFFFF_FFFF))
    }

    // MARK: Mouse

    @Test func `the pointer enters, moves, presses and leaves`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      let pointer = client.pointer()
      client.roundtrip()
      client.forget()
      screen.mouse.move(to: Point(10.5, 20))
      screen.mouse.move(to: Point(11, 21))
      screen.mouse.click(at: Point(11, 21), .right)
      screen.mouse.move(to: Point(500, 400))
      client.roundtrip()
      #expect(
        client.events.filter { $0.object == pointer }.map(\.name) == [
          "enter", "frame", "motion", "frame", "motion", "frame", "button", "frame", "button",
          "frame", "leave", "frame",
        ])
      let enter = try #require(client.events("enter").first)
      #expect(enter.object(1) == window.surface)
      #expect(enter.number(2) == 10.5 && enter.number(3) == 20)
      #expect(
        client.events("button").map { [$0.int(2), $0.int(3)] } == [[0x111, 1], [0x111, 0]])
    }

    @Test func `a pressed button keeps the pointer with its surface`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      _ = client.pointer()
      client.roundtrip()
      screen.mouse.move(to: Point(10, 10))
      screen.mouse.down()
      screen.mouse.move(to: Point(600, 470))
      client.roundtrip()
      #expect(client.events("leave").isEmpty)
      #expect(client.events("motion").last?.number(1) == 600)
      screen.mouse.up()
      client.roundtrip()
      #expect(client.events("leave").count == 1)
    }

    @Test func `a wheel turns by notches, fingers scroll smoothly and stop`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      _ = client.pointer()
      screen.mouse.move(to: Point(10, 10))
      client.roundtrip()
      client.forget()
      screen.mouse.scroll(-2, horizontal: 1)
      client.roundtrip()
      #expect(client.events("axis_source").map { $0.int(0) } == [0, 0])
      #expect(
        client.events("axis_discrete").map { [$0.int(0), $0.int(1)] } == [
          [0, -1], [1, 1], [0, -1],
        ])
      client.forget()
      screen.touchpad.scroll(by: Vector(0, 60), duration: 0.1)
      client.roundtrip()
      let sum = client.events("axis").reduce(0) { $0 + $1.number(2) }
      #expect(abs(sum - 60) < 0.5)
      #expect(client.events("axis_discrete").isEmpty)
      #expect(client.events("axis_stop").count == 2)
    }

    @Test func `input goes to the topmost surface that takes it there`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      _ = client.pointer()
      _ = client.touch()
      let (sub, _) = client.subsurface(of: window.surface, at: 100, 100)
      client.show(client.buffer(50, 50, 0xFF00_0000), on: sub)
      wl_surface_commit(window.surface)
      client.roundtrip()
      screen.mouse.move(to: Point(110, 110))
      client.roundtrip()
      #expect(client.events("enter").last?.object(1) == sub)
      #expect(client.events("enter").last?.number(2) == 10)
      // Without an input region the subsurface is only to be looked at.
      wl_surface_set_input_region(sub, client.region(0, 0, 0, 0))
      wl_surface_commit(sub)
      wl_surface_commit(window.surface)
      client.roundtrip()
      screen.mouse.move(to: Point(111, 110))
      client.roundtrip()
      #expect(client.events("enter").last?.object(1) == window.surface)
      screen.touch.down(0, at: Point(110, 110))
      client.roundtrip()
      #expect(client.events("down").last?.object(2) == window.surface)
    }

    @Test func `the cursor is the one that the program under it asked for`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      let pointer = client.pointer()
      client.roundtrip()
      screen.mouse.move(to: Point(10, 10))
      client.roundtrip()
      #expect(screen.mouse.cursor == nil)
      let serial = UInt32(try #require(client.events("enter").last).int(0))
      let picture = client.surface()
      wl_pointer_set_cursor(pointer, serial, picture, 3, 4)
      client.show(client.buffer(8, 8, 0xFF11_2233), on: picture)
      client.roundtrip()
      let cursor = try #require(screen.mouse.cursor)
      #expect(cursor.hotspotX == 3 && cursor.hotspotY == 4)
      #expect(cursor.picture?[7, 7] == Pixel(0x112233) && cursor.picture?.width == 8)
      // It is no part of the picture of the screen.
      #expect(screen.pixel(at: Point(10, 10)) == .white)
      wl_pointer_set_cursor(pointer, serial, nil, 0, 0)
      client.roundtrip()
      #expect(screen.mouse.cursor.map { $0.picture == nil } == true)
      screen.mouse.move(to: Point(600, 400))
      #expect(screen.mouse.cursor == nil)
      withExtendedLifetime(window) {}
    }

    @Test func `what was sent is remembered with its time and position`() throws {
      let (screen, _, _) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(1, 2))
      screen.pen.move(to: Point(3, 4))
      screen.pen.up()
      screen.touch.down(0, at: Point(5, 6))
      screen.touch.cancel()
      screen.mouse.move(to: Point(7, 8))
      screen.mouse.down()
      try screen.keyboard.press("a")
      let sent = screen.sentEvents
      #expect(
        sent.map(\.device) == [
          .tool, .tool, .tool, .tool, .finger, .finger, .mouse, .mouse, .key, .key,
        ])
      #expect(
        sent.map(\.action) == [
          .move, .down, .move, .up, .down, .cancel, .move, .down, .down, .up,
        ])
      #expect(sent[2].x == 3 && sent[2].y == 4)
      #expect(sent.map(\.time) == sent.map(\.time).sorted())
      screen.clearLog()
      #expect(screen.sentEvents.isEmpty)
    }

    // MARK: Gestures of a touchpad

    @Test func `touchpad gestures reach the surface under the pointer`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      let pointer = client.pointer()
      let gestures = try client.bind(cwayland_zwp_pointer_gestures_v1())
      client.listen(zwp_pointer_gestures_v1_get_swipe_gesture(gestures, pointer)!)
      client.listen(zwp_pointer_gestures_v1_get_pinch_gesture(gestures, pointer)!)
      client.listen(zwp_pointer_gestures_v1_get_hold_gesture(gestures, pointer)!)
      screen.mouse.move(to: Point(10, 10))
      client.roundtrip()
      screen.touchpad.swipe(fingers: 4, by: Vector(80, 0), duration: 0.05)
      screen.touchpad.pinch(scale: 2, rotate: .pi / 2, duration: 0.05)
      screen.touchpad.hold(fingers: 3, duration: 0.01, cancelled: true)
      client.roundtrip()
      let swipe = client.events.filter { $0.interface == "zwp_pointer_gesture_swipe_v1" }
      #expect(swipe.first?.object(2) == window.surface && swipe.first?.int(3) == 4)
      #expect(abs(swipe.filter { $0.name == "update" }.reduce(0) { $0 + $1.number(1) } - 80) < 0.5)
      let pinch = client.events.filter { $0.interface == "zwp_pointer_gesture_pinch_v1" }
      #expect(pinch.last { $0.name == "update" }?.number(3) == 2)
      #expect(abs(pinch.filter { $0.name == "update" }.reduce(0) { $0 + $1.number(4) } - 90) < 0.5)
      #expect(pinch.last?.name == "end" && pinch.last?.int(2) == 0)
      let hold = client.events.filter { $0.interface == "zwp_pointer_gesture_hold_v1" }
      #expect(hold.map(\.name) == ["begin", "end"] && hold.last?.int(2) == 1)
    }

    // MARK: Fingers

    @Test func `fingers come down, move and lift together in one frame`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      let touch = client.touch()
      client.roundtrip()
      client.forget()
      screen.touch.down([(0, Point(10, 10)), (1, Point(50, 10))])
      screen.touch.move([(0, Point(10, 20)), (1, Point(50, 20))])
      screen.touch.up([0, 1])
      client.roundtrip()
      let heard = client.events.filter { $0.object == touch }
      #expect(
        heard.map(\.name) == [
          "down", "down", "frame", "motion", "motion", "frame", "up", "up", "frame",
        ])
      #expect(heard[1].object(2) == window.surface && heard[1].int(3) == 1)
      #expect(heard[1].number(4) == 50)
    }

    @Test func `a cancelled touch is over`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let touch = client.touch()
      client.roundtrip()
      screen.touch.down([(0, Point(10, 10)), (1, Point(50, 10)), (2, Point(90, 10))])
      screen.touch.cancel()
      client.roundtrip()
      #expect(client.events.filter { $0.object == touch }.last?.name == "cancel")
      client.forget()
      screen.touch.move(0, to: Point(20, 20))
      screen.touch.up(0)
      client.roundtrip()
      #expect(client.events.isEmpty)
      screen.touch.down(0, at: Point(1, 1))
      client.roundtrip()
      #expect(client.events("down").count == 1)
    }

    @Test func `three fingers swipe and two pinch as far as they are told`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      _ = client.touch()
      client.roundtrip()
      screen.touch.swipe(fingers: 3, from: Point(200, 200), by: Vector(-100, 20), duration: 0.1)
      client.roundtrip()
      #expect(client.events("down").map { $0.number(4) } == [140, 200, 260])
      #expect(client.events("motion").suffix(3).map { $0.number(2) } == [40, 100, 160])
      client.forget()
      screen.touch.pinch(
        center: Point(200, 150), from: 50, to: 100, rotate: .pi / 2, duration: 0.1)
      client.roundtrip()
      let down = client.events("down")
      #expect(down.map { $0.number(4) } == [250, 150] && down.map { $0.number(5) } == [150, 150])
      let last = client.events("motion").suffix(2)
      #expect(last.allSatisfy { abs($0.number(2) - 200) < 0.01 })
      #expect(last.map { ($0.number(3) * 100).rounded() / 100 } == [250, 50])
    }

    // MARK: Keyboard

    @Test func `keys come with the modifiers that are held`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let keyboard = client.keyboard()
      client.roundtrip()
      #expect(client.events("keymap").last.map { $0.int(2) > 1000 } == true)
      client.forget()
      try screen.keyboard.press("z", [.control, .shift])
      client.roundtrip()
      let heard = client.events.filter { $0.object == keyboard }
      #expect(
        heard.filter { $0.name == "key" }.map { [$0.int(2), $0.int(3)] } == [
          [29, 1], [42, 1], [44, 1], [44, 0], [42, 0], [29, 0],
        ])
      // Control is bit 2, Shift is bit 0.
      #expect(heard.filter { $0.name == "modifiers" }.map { $0.int(1) } == [4, 5, 4, 0])
    }

    @Test func `a character that needs Shift gets it, and one of another layout its layout`() throws
    {
      let screen = try Screen(keyboardLayout: "us,ru")
      defer { screen.close() }
      let client = try TestClient(screen)
      _ = client.window(100, 100, 0xFFFF_FFFF)
      _ = client.keyboard()
      client.roundtrip()
      client.forget()
      try screen.keyboard.type("A+")
      client.roundtrip()
      #expect(client.events("key").map { $0.int(2) } == [42, 30, 30, 42, 42, 13, 13, 42])
      client.forget()
      try screen.keyboard.type("я")
      client.roundtrip()
      #expect(client.events("modifiers").last?.int(4) == 1)
      #expect(client.events("key").first?.int(2) == 44)
      #expect(throws: ScreenError.noKey("語")) { try screen.keyboard.press("語") }
    }
  }
}
