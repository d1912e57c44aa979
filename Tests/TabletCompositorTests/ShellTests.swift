import CWaylandServer
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// Windows, popups, and who has the keyboard.
  @Suite struct ShellTests {
    private func configureSize(_ client: TestClient, _ window: TestClient.TestWindow) -> [Int]? {
      client.events("configure", of: window.toplevel).last.map { [$0.int(0), $0.int(1)] }
    }

    private func states(_ client: TestClient, _ window: TestClient.TestWindow) -> Set<UInt32> {
      Set(client.events("configure", of: window.toplevel).last?.words(2) ?? [])
    }

    @Test func `a window chooses its size, then takes the one it is given`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.makeWindow()
      xdg_toplevel_set_title(window.toplevel, "Paper")
      xdg_toplevel_set_app_id(window.toplevel, "org.example.Paper")
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(configureSize(client, window) == [0, 0])
      #expect(screen.windows.isEmpty)
      client.acknowledge(window.xdgSurface)
      client.show(client.buffer(120, 110, 0xFFFF_FFFF), on: window.surface)
      client.roundtrip()
      let seen = try screen.waitForWindow()
      #expect(seen.title == "Paper" && seen.applicationID == "org.example.Paper")
      #expect(seen.frame == PixelBox(x: 0, y: 0, width: 120, height: 110))
      #expect(states(client, window).contains(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue))
      xdg_surface_set_window_geometry(window.xdgSurface, 10, 10, 100, 90)
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(seen.frame == PixelBox(x: 0, y: 0, width: 100, height: 90))
    }

    @Test func `resizing waits until the window has drawn its new size`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      let frame = try window.resize(to: PixelSize(width: 500, height: 333))
      #expect(frame.width == 500 && frame.height == 333)
      let full = try window.maximize()
      #expect(full == PixelBox(x: 0, y: 0, width: 640, height: 480))
      #expect(window.isMaximized)
      let restored = try window.maximize(false)
      #expect(restored.width == 500 && restored.height == 333)
      let filled = try window.fullscreen()
      #expect(filled == PixelBox(x: 0, y: 0, width: 640, height: 480))
      try window.fullscreen(false)
      screen.setScale(2)
      let shot = try screen.waitUntilStill()
      #expect(shot.width == 1280)
      #expect(window.frame.width == 500)
      try app.expectQuiet()
    }

    @Test func `the newest window has the keyboard, and gives it back when it goes`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let keyboard = client.keyboard()
      let first = client.window(200, 200, 0xFFFF_0000)
      #expect(client.events("enter", of: keyboard).last?.object(1) == first.surface)
      let dialog = client.window(50, 50, 0xFF00_FF00, parent: first)
      #expect(client.events("enter", of: keyboard).last?.object(1) == dialog.surface)
      #expect(screen.windows.last?.isDialog == true)
      // In the middle of its parent.
      #expect(screen.windows.last?.frame == PixelBox(x: 75, y: 75, width: 50, height: 50))
      client.roundtrip()
      #expect(!states(client, first).contains(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue))
      xdg_toplevel_destroy(dialog.toplevel)
      xdg_surface_destroy(dialog.xdgSurface)
      wl_surface_destroy(dialog.surface)
      client.roundtrip()
      #expect(client.events("enter", of: keyboard).last?.object(1) == first.surface)
      #expect(states(client, first).contains(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue))
      screen.withholdFocus()
      client.roundtrip()
      #expect(client.events("leave", of: keyboard).last?.object(1) == first.surface)
      #expect(!states(client, first).contains(XDG_TOPLEVEL_STATE_ACTIVATED.rawValue))
    }

    @Test func `a press raises the window under it`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let one = try TestClient(screen)
      let two = try TestClient(screen)
      _ = one.window(200, 200, 0xFFFF_0000)
      _ = two.window(100, 100, 0xFF00_FF00)
      #expect(screen.pixel(at: Point(50, 50)) == Pixel(0x00FF00))
      screen.mouse.click(at: Point(150, 150))
      #expect(screen.pixel(at: Point(50, 50)) == Pixel(0xFF0000))
      #expect(screen.windows.last?.isActive == true && screen.windows.first?.isActive == false)
      screen.windows.last?.minimize()
      #expect(screen.pixel(at: Point(50, 50)) == Pixel(0x00FF00))
      #expect(screen.pixel(at: Point(150, 150)) != Pixel(0xFF0000))
      screen.windows.last { $0.isMinimized }?.restore()
      #expect(screen.pixel(at: Point(50, 50)) == Pixel(0xFF0000))
    }

    @Test func `a window is asked to close`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, 0xFFFF_0000)
      screen.windows[0].close()
      client.roundtrip()
      #expect(client.events("close", of: window.toplevel).count == 1)
      #expect(screen.windows[0].isOpen)
    }

    // MARK: Popups

    private struct TestPopup {
      let surface: OpaquePointer
      let xdgSurface: OpaquePointer
      let popup: OpaquePointer
    }

    private func popup(
      _ client: TestClient, on parent: TestClient.TestWindow, _ width: Int, _ height: Int,
      grab: OpaquePointer? = nil, _ rules: (OpaquePointer) -> Void
    ) -> TestPopup {
      let positioner = xdg_wm_base_create_positioner(client.base)!
      xdg_positioner_set_size(positioner, Int32(width), Int32(height))
      rules(positioner)
      let surface = client.surface()
      let xdgSurface = client.listen(xdg_wm_base_get_xdg_surface(client.base, surface)!)
      let popup = client.listen(
        xdg_surface_get_popup(xdgSurface, parent.xdgSurface, positioner)!)
      if let grab { xdg_popup_grab(popup, grab, 0) }
      wl_surface_commit(surface)
      client.roundtrip()
      client.acknowledge(xdgSurface)
      client.show(client.buffer(width, height, 0xFF00_00FF), on: surface)
      client.roundtrip()
      xdg_positioner_destroy(positioner)
      return TestPopup(surface: surface, xdgSurface: xdgSurface, popup: popup)
    }

    @Test func `a popup stands at its anchor, above its window and past its edge`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(100, 100, 0xFFFF_0000)
      screen.windows[0].move(toX: 50, y: 40)
      let menu = popup(client, on: window, 60, 30) { p in
        xdg_positioner_set_anchor_rect(p, 80, 10, 10, 10)
        xdg_positioner_set_anchor(p, XDG_POSITIONER_ANCHOR_BOTTOM_LEFT.rawValue)
        xdg_positioner_set_gravity(p, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT.rawValue)
        xdg_positioner_set_offset(p, 1, 2)
      }
      #expect(
        client.events("configure", of: menu.popup).last?.values
          == [.number(81), .number(22), .number(60), .number(30)])
      #expect(screen.popups == [PixelBox(x: 131, y: 62, width: 60, height: 30)])
      #expect(screen.pixel(at: Point(131, 62)) == Pixel(0x0000FF))
      #expect(screen.pixel(at: Point(190, 91)) == Pixel(0x0000FF))
      #expect(screen.pixel(at: Point(130, 62)) == Pixel(0xFF0000))
      // It is above its window for input as well.
      _ = client.pointer()
      client.roundtrip()
      screen.mouse.move(to: Point(180, 80))
      client.roundtrip()
      #expect(client.events("enter").last?.object(1) == menu.surface)
      #expect(client.events("enter").last?.number(2) == 49)
    }

    /// Where a popup of 60 × 30 that hangs below and right of (600, 460) ends up.
    struct Constrained: Sendable {
      var adjustment: UInt32
      var box: [Int]
      init(_ adjustment: UInt32, _ box: [Int]) {
        self.adjustment = adjustment
        self.box = box
      }
    }
    static let constrained: [Constrained] = [
      Constrained(0, [600, 460, 60, 30]), Constrained(1, [580, 460, 60, 30]),
      Constrained(2, [600, 450, 60, 30]), Constrained(3, [580, 450, 60, 30]),
      Constrained(4, [530, 460, 60, 30]), Constrained(8, [600, 420, 60, 30]),
      Constrained(16, [600, 460, 40, 30]), Constrained(32, [600, 460, 60, 20]),
      Constrained(63, [530, 420, 60, 30]),
    ]

    @Test(arguments: constrained)
    func `a popup at the edge slides, flips or shrinks as it allows`(
      expected: Constrained
    ) throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(640, 480, 0xFFFF_0000)
      let menu = popup(client, on: window, 60, 30) { p in
        // Flipped it hangs above and left of (590, 450).
        xdg_positioner_set_anchor_rect(p, 590, 450, 10, 10)
        xdg_positioner_set_anchor(p, XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT.rawValue)
        xdg_positioner_set_gravity(p, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT.rawValue)
        xdg_positioner_set_constraint_adjustment(p, expected.adjustment)
      }
      let configured = client.events("configure", of: menu.popup).last
      #expect((0..<4).map { configured?.int($0) ?? -1 } == expected.box)
    }

    @Test func `a popup that asks for another position gets it, and moves once it has taken it up`()
      throws
    {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(200, 200, 0xFFFF_0000)
      let menu = popup(client, on: window, 60, 30) { p in
        xdg_positioner_set_anchor_rect(p, 0, 0, 10, 10)
      }
      let before = screen.popups
      #expect(before.count == 1)
      let positioner = xdg_wm_base_create_positioner(client.base)!
      xdg_positioner_set_size(positioner, 20, 20)
      xdg_positioner_set_anchor_rect(positioner, 100, 100, 1, 1)
      xdg_positioner_set_gravity(positioner, XDG_POSITIONER_GRAVITY_BOTTOM_RIGHT.rawValue)
      xdg_popup_reposition(menu.popup, positioner, 7)
      client.roundtrip()
      #expect(client.events("repositioned", of: menu.popup).last?.int(0) == 7)
      #expect(
        client.events("configure", of: menu.popup).last?.values
          == [.number(100), .number(100), .number(20), .number(20)])
      // A commit without it changes nothing.
      wl_surface_commit(menu.surface)
      client.roundtrip()
      #expect(screen.popups == before)
      client.acknowledge(menu.xdgSurface)
      client.roundtrip()
      #expect(screen.popups == before)
      wl_surface_commit(menu.surface)
      client.roundtrip()
      // It shows the picture that it had.
      let frame = screen.windows[0].frame
      #expect(
        screen.popups == [PixelBox(x: frame.x + 100, y: frame.y + 100, width: 60, height: 30)])
    }

    @Test func `a grabbing popup has the keyboard until a press beside the program ends it`() throws
    {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let client = try TestClient(screen)
      let keyboard = client.keyboard()
      let window = client.window(200, 200, 0xFFFF_0000)
      let menu = popup(client, on: window, 60, 30, grab: client.seat) { p in
        xdg_positioner_set_anchor_rect(p, 10, 10, 10, 10)
      }
      client.roundtrip()
      #expect(client.events("enter", of: keyboard).last?.object(1) == menu.surface)
      // A press on the same program is the program's own to judge.
      screen.mouse.click(at: Point(150, 150))
      client.roundtrip()
      #expect(client.events("popup_done").isEmpty)
      screen.mouse.click(at: Point(500, 400))
      client.roundtrip()
      #expect(client.events("popup_done", of: menu.popup).count == 1)
      #expect(screen.popupCount == 0)
      #expect(client.events("enter", of: keyboard).last?.object(1) == window.surface)
    }

    @Test func `a GTK menu opens, shows, and goes at a press outside or Escape`() throws {
      let screen = try Screen(size: PixelSize(width: 900, height: 600))
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=menu"])
      let window = try screen.waitForWindow()
      let before = try screen.waitUntilStill()
      let middle = window.frame.rect.center
      screen.mouse.click(at: middle, .right)
      try screen.waitForPopups(1)
      let opened = try screen.waitUntilStill()
      let menu = try #require(screen.popups.last)
      #expect(opened.difference(from: before).count > menu.area / 4)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      screen.mouse.click(at: middle, .right)
      try screen.waitForPopups(1)
      try screen.settle()
      screen.mouse.click(at: Point(880, 580))
      try screen.waitForPopups(0)
      try app.expectQuiet()
    }

    // MARK: Moving by hand

    @Test func `a pen or a finger on the header moves the window too`() throws {
      let screen = try Screen(size: PixelSize(width: 900, height: 600))
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      try screen.waitUntilStill()
      let path = (1...40).map { Point(60 + Double($0) * 4, 20 + Double($0) * 2) }
      screen.pen.down(at: Point(60, 20))
      screen.pen.move(along: path)
      try screen.settle()
      // Whatever the program took up of it, from then on the window goes with the tip.
      let early = window.frame
      screen.pen.move(to: Point(300, 150))
      let late = window.frame
      #expect(late.x - early.x == 300 - 220 && late.y - early.y == 150 - 100)
      screen.pen.up()
      try screen.settle()
      #expect(window.frame == late)
      screen.pen.proximityOut()

      let start = window.point(60, 20)
      screen.touch.down(0, at: start)
      for i in 1...40 {
        screen.touch.move(0, to: start + Vector(Double(i) * 4, 0))
        pause(0.008)
      }
      try screen.settle()
      let held = window.frame
      screen.touch.move(0, to: start + Vector(260, 10))
      #expect(window.frame.x - held.x == 100 && window.frame.y - held.y == 10)
      screen.touch.up(0)
      try screen.settle()
      // Nothing is stuck: the program still hears both.
      screen.mouse.click(at: window.point(100, 150))
      screen.pen.stroke([window.point(100, 150), window.point(150, 150)])
      try screen.waitUntilStill()
      try app.expectQuiet()
    }

    @Test func `a window follows the pointer that drags its header`() throws {
      let screen = try Screen(size: PixelSize(width: 900, height: 600))
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      try screen.waitUntilStill()
      screen.mouse.move(to: Point(60, 20))
      screen.mouse.down()
      screen.mouse.move(along: (1...20).map { Point(60 + Double($0) * 5, 20 + Double($0) * 2) })
      try screen.settle()
      screen.mouse.move(along: (1...20).map { Point(160 + Double($0) * 5, 60 + Double($0) * 2) })
      screen.mouse.up()
      try screen.settle()
      let frame = window.frame
      #expect(frame.x > 50 && frame.x <= 200 && frame.y > 20 && frame.y <= 80)
      try app.expectQuiet()
    }
  }
}
