import CWaylandServer
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// What clients commit and what the screen then shows.
  @Suite struct SurfaceTests {
    private let red: UInt32 = 0xFFFF_0000
    private let green: UInt32 = 0xFF00_FF00
    private let blue: UInt32 = 0xFF00_00FF

    private func at(_ screen: Screen, _ x: Double, _ y: Double) -> Pixel {
      screen.pixel(at: Point(x, y))
    }

    @Test func `a window shows exactly the pixels of its buffer`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let pattern = client.buffer(60, 40, 0) { x, y in 0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y)
      }
      client.show(pattern, on: window.surface)
      client.roundtrip()
      let picture = screen.screenshot()
      for y in 0..<40 {
        for x in 0..<60 {
          #expect(picture[x, y] == Pixel(red: UInt8(x * 4), green: 0, blue: UInt8(y)))
        }
      }
      #expect(picture[60, 39] == picture[99, 79])
    }

    @Test func `what was not declared as damage is not shown`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let buffer = client.buffer(60, 40, green)
      wl_surface_attach(window.surface, buffer.proxy, 0, 0)
      wl_surface_damage_buffer(window.surface, 10, 5, 20, 10)
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 9, 5) == Pixel(red))
      #expect(at(screen, 10, 5) == Pixel(green))
      #expect(at(screen, 29, 14) == Pixel(green))
      #expect(at(screen, 30, 15) == Pixel(red))
      let commit = try #require(screen.commits.last)
      #expect(commit.damage == [PixelBox(x: 10, y: 5, width: 20, height: 10)])
      #expect(commit.changed == PixelBox(x: 10, y: 5, width: 20, height: 10))
      #expect(commit.damagedArea == 200 && commit.role == "toplevel")
    }

    @Test func `the log tells declared damage from pixels that really changed`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      screen.clearLog()
      let buffer = client.buffer(60, 40, red)
      buffer.fill(PixelBox(x: 7, y: 9, width: 3, height: 2), blue)
      client.show(buffer, on: window.surface)
      client.roundtrip()
      let commit = try #require(screen.commits.last)
      #expect(commit.damage == [PixelBox(x: 0, y: 0, width: 60, height: 40)])
      #expect(commit.changed == PixelBox(x: 7, y: 9, width: 3, height: 2))
      // Committed again, nothing changes.
      client.show(
        client.buffer(60, 40, red) { x, y in
          (7..<10).contains(x) && (9..<11).contains(y) ? 0xFF00_00FF : 0xFFFF_0000
        }, on: window.surface)
      client.roundtrip()
      #expect(screen.commits.last?.changed.isEmpty == true)
      #expect(screen.commits.count == 2)
    }

    @Test func `a buffer of scale 2 is crisp at scale 2 and halved at scale 1`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40), scale: 2)
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      let checks = client.buffer(40, 40, 0) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
      client.show(checks, on: window.surface, scale: 2)
      client.roundtrip()
      let picture = screen.screenshot()
      #expect(picture.width == 100 && picture.height == 80)
      for y in 0..<40 {
        for x in 0..<40 { #expect(picture[x, y] == ((x + y) % 2 == 0 ? .white : .black)) }
      }
      #expect(screen.windows[0].frame == PixelBox(x: 0, y: 0, width: 20, height: 20))
      #expect(screen.commits.last?.damage == [PixelBox(x: 0, y: 0, width: 20, height: 20)])
      screen.setScale(1)
      let small = screen.screenshot()
      #expect(small.width == 50)
      #expect((100...155).contains(small[10, 10].red))
    }

    @Test func `a buffer of scale 1 is doubled at scale 2`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40), scale: 2)
      defer { screen.close() }
      let client = try TestClient(screen)
      _ = client.window(20, 20, green)
      let picture = screen.screenshot()
      #expect(picture[39, 39] == Pixel(green))
      #expect(picture[40, 40] != Pixel(green))
    }

    @Test func `between two scales a program draws at the next whole one and is scaled down`()
      throws
    {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let output = try client.bind(cwayland_wl_output())
      let window = client.window(40, 40, red)
      screen.setFractionalScale(1.5)
      client.roundtrip()
      #expect(client.events("scale", of: output).last?.int(0) == 2)
      #expect(client.events("mode", of: output).last?.int(1) == 150)
      client.show(client.buffer(80, 80, blue), on: window.surface, scale: 2)
      client.roundtrip()
      let picture = screen.screenshot()
      #expect(picture.width == 150 && picture.height == 120)
      #expect(picture[59, 59] == Pixel(blue) && picture[60, 60] != Pixel(blue))
      #expect(picture[30, 30] == Pixel(blue))
      #expect(screen.scale == 2 && screen.density == 1.5)
      screen.setScale(1)
      #expect(screen.screenshot().width == 100)
    }

    @Test func `damage in surface coordinates counts scaled pixels`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40), scale: 2)
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      client.show(client.buffer(40, 40, red), on: window.surface, scale: 2)
      let buffer = client.buffer(40, 40, blue)
      wl_surface_attach(window.surface, buffer.proxy, 0, 0)
      wl_surface_damage(window.surface, 5, 5, 5, 5)
      wl_surface_commit(window.surface)
      client.roundtrip()
      let picture = screen.screenshot()
      #expect(picture[9, 9] == Pixel(red) && picture[10, 10] == Pixel(blue))
      #expect(picture[19, 19] == Pixel(blue) && picture[20, 20] == Pixel(red))
      #expect(screen.commits.last?.damage == [PixelBox(x: 5, y: 5, width: 5, height: 5)])
    }

    @Test func `buffers are given back and frames are called for at the refresh`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40), refresh: 100)
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      client.forget()
      screen.clearLog()
      var callbacks = 0
      let buffer = client.buffer(20, 20, blue)
      for _ in 0..<10 {
        let callback = client.listen(wl_surface_frame(window.surface)!)
        client.show(buffer, on: window.surface)
        #expect(client.wait { !client.events("done", of: callback).isEmpty })
        callbacks += 1
      }
      #expect(client.events("release", of: buffer.proxy).count == 10)
      // No callback without a refresh of its own.
      #expect(screen.refreshTimes.count >= callbacks)
      // A commit that asks for no frame gets none.
      client.forget()
      client.show(buffer, on: window.surface)
      client.roundtrip()
      #expect(client.events("done").filter { $0.interface == "wl_callback" }.isEmpty)
    }

    @Test func `buffers come back at once, at the refresh, or when another takes their place`()
      throws
    {
      let screen = try Screen(size: PixelSize(width: 50, height: 40))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      func released(_ buffer: TestClient.Buffer) -> Int {
        client.events("release", of: buffer.proxy).count
      }
      let (one, two) = (client.buffer(20, 20, green), client.buffer(20, 20, blue))
      client.show(one, on: window.surface)
      client.roundtrip()
      #expect(released(one) == 1)
      screen.setBufferRelease(.whenReplaced)
      client.show(one, on: window.surface)
      client.show(one, on: window.surface)
      let refreshes = screen.refreshTimes.count
      #expect(client.wait { screen.refreshTimes.count > refreshes + 1 })
      client.roundtrip()
      #expect(released(one) == 1)
      client.show(two, on: window.surface)
      client.roundtrip()
      #expect(released(one) == 2 && released(two) == 0)
      screen.setBufferRelease(.atRefresh)
      client.show(one, on: window.surface)
      #expect(client.wait { released(one) == 3 })
    }

    @Test func `a window out of sight is not asked for frames`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      screen.windows[0].minimize()
      let callback = client.listen(wl_surface_frame(window.surface)!)
      client.show(client.buffer(20, 20, blue), on: window.surface)
      let refreshes = screen.refreshTimes.count
      #expect(client.wait { screen.refreshTimes.count > refreshes + 2 })
      client.roundtrip()
      #expect(client.events("done", of: callback).isEmpty)
      screen.windows[0].restore()
      #expect(client.wait { !client.events("done", of: callback).isEmpty })
    }

    @Test func `what was shown is told with the refresh`() throws {
      let screen = try Screen(size: PixelSize(width: 50, height: 40), refresh: 50)
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(20, 20, red)
      let presentation = try client.bind(cwayland_wp_presentation())
      let feedback = client.listen(wp_presentation_feedback(presentation, window.surface)!)
      client.show(client.buffer(20, 20, blue), on: window.surface)
      #expect(client.wait { !client.events("presented", of: feedback).isEmpty })
      #expect(client.events("presented").last?.int(3) == 20_000_000)
    }

    // MARK: Subsurfaces

    @Test func `a synchronised subsurface waits for its parent, a desynchronised one does not`()
      throws
    {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let (sub, role) = client.subsurface(of: window.surface, at: 10, 10)
      client.show(client.buffer(10, 10, green), on: sub)
      client.roundtrip()
      #expect(at(screen, 12, 12) == Pixel(red))
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 12, 12) == Pixel(green))
      client.show(client.buffer(10, 10, blue), on: sub)
      client.roundtrip()
      #expect(at(screen, 12, 12) == Pixel(green))
      // Letting it go shows what it kept back.
      wl_subsurface_set_desync(role)
      client.roundtrip()
      #expect(at(screen, 12, 12) == Pixel(blue))
      client.show(client.buffer(10, 10, green), on: sub)
      client.roundtrip()
      #expect(at(screen, 12, 12) == Pixel(green))
      #expect(screen.commits.last?.role == "subsurface")
      #expect(screen.commits.last?.screenDamage == [PixelBox(x: 10, y: 10, width: 10, height: 10)])
    }

    @Test func `a new subsurface is there from its parent's next commit on`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let (sub, role) = client.subsurface(of: window.surface, at: 0, 0)
      wl_subsurface_set_desync(role)
      client.show(client.buffer(10, 10, green), on: sub)
      client.roundtrip()
      #expect(at(screen, 2, 2) == Pixel(red))
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 2, 2) == Pixel(green))
    }

    @Test func `a parent and its synchronised subsurfaces change in one moment`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let (sub, role) = client.subsurface(of: window.surface, at: 0, 0)
      wl_subsurface_set_desync(role)
      client.show(client.buffer(10, 10, green), on: sub)
      wl_surface_commit(window.surface)
      client.roundtrip()
      screen.clearLog()
      screen.watch(PixelBox(x: 0, y: 0, width: 20, height: 4))
      // Ink goes from the one to the other: nobody may see it on both, or on neither.
      wl_subsurface_set_sync(role)
      wl_surface_attach(sub, nil, 0, 0)
      wl_surface_commit(sub)
      client.show(client.buffer(60, 40, blue), on: window.surface)
      wl_subsurface_set_desync(role)
      client.roundtrip()
      #expect(screen.captures.allSatisfy { $0.picture[2, 2] == Pixel(blue) })
      #expect(screen.captures.allSatisfy { $0.picture[15, 2] == Pixel(blue) })
      #expect(!screen.captures.isEmpty)
    }

    @Test func `a subsurface's position and order wait for its parent`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let (below, belowRole) = client.subsurface(of: window.surface, at: 0, 0)
      let (above, aboveRole) = client.subsurface(of: window.surface, at: 5, 5)
      for (surface, role, color) in [(below, belowRole, green), (above, aboveRole, blue)] {
        wl_subsurface_set_desync(role)
        client.show(client.buffer(20, 20, color), on: surface)
      }
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 2, 2) == Pixel(green) && at(screen, 10, 10) == Pixel(blue))
      wl_subsurface_set_position(aboveRole, 30, 10)
      wl_surface_commit(above)
      client.roundtrip()
      #expect(at(screen, 10, 10) == Pixel(blue))
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 10, 10) == Pixel(green) && at(screen, 31, 11) == Pixel(blue))
      wl_subsurface_place_below(belowRole, window.surface)
      client.roundtrip()
      #expect(at(screen, 10, 10) == Pixel(green))
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 10, 10) == Pixel(red))
      wl_subsurface_place_above(belowRole, above)
      wl_subsurface_set_position(belowRole, 30, 10)
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 31, 11) == Pixel(green))
    }

    @Test func `a subsurface below a synchronised one is synchronised too`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let (middle, _) = client.subsurface(of: window.surface, at: 0, 0)
      client.show(client.buffer(30, 30, green), on: middle)
      let (leaf, leafRole) = client.subsurface(of: middle, at: 5, 5)
      wl_subsurface_set_desync(leafRole)
      client.show(client.buffer(10, 10, blue), on: leaf)
      wl_surface_commit(middle)
      client.roundtrip()
      #expect(at(screen, 6, 6) == Pixel(red))
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 6, 6) == Pixel(blue))
    }

    @Test func `half transparent ink on a subsurface is blended over its parent`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, 0xFFFF_FFFF)
      let (sub, _) = client.subsurface(of: window.surface, at: 0, 0)
      client.show(client.buffer(10, 10, 0x8000_0000), on: sub)
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 5, 5).distance(to: Pixel(0x7F7F7F)) <= 1)
      wl_surface_attach(sub, nil, 0, 0)
      wl_surface_commit(sub)
      wl_surface_commit(window.surface)
      client.roundtrip()
      #expect(at(screen, 5, 5) == .white)
    }

    @Test func `a viewport crops and stretches`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      let viewporter = try client.bind(cwayland_wp_viewporter())
      let viewport = wp_viewporter_get_viewport(viewporter, window.surface)!
      let halves = client.buffer(20, 20, 0) { x, _ in x < 10 ? 0xFF00_FF00 : 0xFF00_00FF }
      wp_viewport_set_source(
        viewport, wl_fixed_from_double(10), wl_fixed_from_double(0), wl_fixed_from_double(10),
        wl_fixed_from_double(20))
      wp_viewport_set_destination(viewport, 50, 40)
      client.show(halves, on: window.surface)
      client.roundtrip()
      #expect(screen.windows[0].frame == PixelBox(x: 0, y: 0, width: 50, height: 40))
      #expect(at(screen, 2, 2) == Pixel(blue) && at(screen, 48, 38) == Pixel(blue))
      #expect(at(screen, 51, 2) != Pixel(blue))
      #expect(screen.commits.last?.changed == PixelBox(x: 0, y: 0, width: 50, height: 40))
    }

    // MARK: Watching

    @Test func `a watched part is captured after each commit that changes it`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, red)
      screen.watch(PixelBox(x: 0, y: 0, width: 4, height: 4))
      for color in [green, blue, blue, red] {
        client.show(client.buffer(60, 40, color), on: window.surface)
      }
      client.roundtrip()
      #expect(screen.captures.map { $0.picture[1, 1] } == [Pixel(green), Pixel(blue), Pixel(red)])
      let times = screen.captures.map(\.time)
      #expect(times == times.sorted())
    }

    @Test func `ink is answered by the first commit that changes the pixel under the pen`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, 0xFFFF_FFFF)
      screen.followInk()
      screen.pen.down(at: Point(10, 10))
      screen.pen.move(to: Point(20, 10))
      screen.pen.move(to: Point(30, 10))
      let buffer = client.buffer(60, 40, 0xFFFF_FFFF)
      func ink(_ x: Int, _ width: Int) {
        buffer.fill(PixelBox(x: x, y: 9, width: width, height: 3), 0xFF00_0000)
        client.show(buffer, on: window.surface)
        client.roundtrip()
      }
      ink(0, 5)
      #expect(!screen.inkResponses.isEmpty)
      #expect(screen.inkResponses.allSatisfy { $0.committed == nil })
      ink(5, 18)
      let commit = screen.commits.last?.time
      let responses = screen.inkResponses
      #expect(responses.map(\.x) == [10, 20, 30])
      #expect(responses.map(\.committed) == [commit, commit, nil])
      #expect(responses[0].latency.map { $0 > 0 } == true)
      // The refresh after it shows it.
      #expect(client.wait { screen.inkResponses[1].shown != nil })
      #expect(screen.inkResponses[1].shown.map { $0 >= (commit ?? .infinity) } == true)
      #expect(screen.inkResponses[2].shown == nil)
    }

    @Test func `ink that is there before the pen took no time`() throws {
      let screen = try Screen(size: PixelSize(width: 100, height: 80))
      defer { screen.close() }
      let client = try TestClient(screen)
      let window = client.window(60, 40, 0xFFFF_FFFF)
      screen.followInk(within: 1)
      screen.pen.down(at: Point(10, 10))
      let buffer = client.buffer(60, 40, 0xFFFF_FFFF)
      buffer.fill(PixelBox(x: 9, y: 9, width: 13, height: 3), 0xFF00_0000)
      client.show(buffer, on: window.surface)
      client.roundtrip()
      screen.pen.move(to: Point(20, 10))
      screen.pen.move(to: Point(30, 10))
      let responses = screen.inkResponses
      #expect(responses[0].latency.map { $0 > 0 } == true)
      #expect(responses[1].latency == 0)
      #expect(responses[2].latency == nil)
      #expect(client.wait { screen.inkResponses[1].shown != nil })
      // Its going is no answer to anything.
      buffer.fill(PixelBox(x: 0, y: 0, width: 60, height: 40), 0xFFFF_FFFF)
      client.show(buffer, on: window.surface)
      client.roundtrip()
      #expect(screen.inkResponses[1].latency == 0)
      #expect(screen.inkResponses[2].latency == nil)
    }
  }
}
