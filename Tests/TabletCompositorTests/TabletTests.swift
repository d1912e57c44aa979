import CWaylandServer
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// What a client hears of pens and pads.
  @Suite struct TabletTests {
    private let tool = "zwp_tablet_tool_v2"

    /// A screen with a window of 400 × 300 at its top left.
    private func setUp() throws -> (Screen, TestClient, TestClient.TestWindow) {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      let client = try TestClient(screen)
      try client.tabletSeat()
      let window = client.window(400, 300, 0xFFFF_FFFF)
      return (screen, client, window)
    }

    @Test func `motion comes before the axes, as Mutter sends it, or after them`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.hover(at: Point(10, 10))
      client.roundtrip()
      client.forget()
      screen.pen.move(to: Point(20, 20), force: 0)
      client.roundtrip()
      #expect(client.names(tool) == ["motion", "pressure", "distance", "tilt", "frame"])
      client.forget()
      screen.setAxisOrder(.axesFirst)
      screen.pen.move(to: Point(30, 30))
      client.roundtrip()
      #expect(client.names(tool) == ["pressure", "distance", "tilt", "motion", "frame"])
    }

    @Test func `a touching tip brings its position and axes, or waits with them`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(50, 60), force: 0.25)
      client.roundtrip()
      #expect(
        client.names(tool).suffix(6) == [
          "motion", "pressure", "distance", "tilt", "down", "frame",
        ])
      #expect(client.events("pressure").last?.int(0) == 16384)
      #expect(client.events("motion").last?.number(0) == 50)
      #expect(client.events("proximity_in").last?.object(2) == window.surface)
      screen.pen.up()
      client.roundtrip()
      #expect(client.names(tool).suffix(2) == ["up", "frame"])
      screen.setTipReport(.alone)
      client.forget()
      screen.pen.down(at: Point(50, 60), force: 0.25)
      client.roundtrip()
      #expect(client.names(tool) == ["down", "frame"])
    }

    @Test(arguments: ToolDescription.Kind.allCases)
    func `a tool tells what it is`(kind: ToolDescription.Kind) throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let description = ToolDescription(
        kind, serial: 0x1234_5678_9ABC_DEF0, hardwareID: 0x802,
        axes: Set(ToolDescription.Axis.allCases))
      let hand = screen.makeTool(description)
      hand.hover(at: Point(5, 5))
      client.roundtrip()
      let types: [ToolDescription.Kind: zwp_tablet_tool_v2_type] = [
        .pen: ZWP_TABLET_TOOL_V2_TYPE_PEN, .eraser: ZWP_TABLET_TOOL_V2_TYPE_ERASER,
        .brush: ZWP_TABLET_TOOL_V2_TYPE_BRUSH, .pencil: ZWP_TABLET_TOOL_V2_TYPE_PENCIL,
        .airbrush: ZWP_TABLET_TOOL_V2_TYPE_AIRBRUSH, .finger: ZWP_TABLET_TOOL_V2_TYPE_FINGER,
        .mouse: ZWP_TABLET_TOOL_V2_TYPE_MOUSE, .lens: ZWP_TABLET_TOOL_V2_TYPE_LENS,
      ]
      #expect(client.events("type").last?.int(0) == types[kind].map { Int($0.rawValue) })
      let serial = client.events("hardware_serial").last
      #expect(serial?.int(0) == 0x1234_5678 && serial?.int(1) == 0x9ABC_DEF0)
      #expect(client.events("hardware_id_wacom").last?.int(1) == 0x802)
      #expect(Set(client.events("capability").map { $0.int(0) }) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `every axis arrives as it was sent`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let hand = screen.makeTool(
        ToolDescription(
          .airbrush, serial: 1, hardwareID: 0x902, axes: Set(ToolDescription.Axis.allCases)))
      hand.tilt(x: -30, y: 45)
      hand.axes.rotation = 90
      hand.axes.slider = -0.5
      hand.hover(at: Point(100.5, 50.25), distance: 0.75)
      hand.wheel(degrees: 30, clicks: 2)
      client.roundtrip()
      #expect(client.events("motion").last?.values == [.number(100.5), .number(50.25)])
      #expect(client.events("distance").last?.int(0) == 49151)
      #expect(client.events("tilt").last?.values == [.number(-30), .number(45)])
      #expect(client.events("rotation").last?.number(0) == 90)
      #expect(client.events("slider").last?.int(0) == -32768)
      #expect(client.events("wheel").last?.values == [.number(30), .number(2)])
    }

    @Test func `every sample of a pen at 240 Hz arrives once and in order`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(0, 10))
      client.roundtrip()
      client.forget()
      let points = (1...120).map { Point(Double($0) * 2, 10) }
      screen.pen.move(along: points, rate: 240)
      client.roundtrip()
      #expect(client.events("motion").map { $0.number(0) } == points.map(\.x))
      let times = client.events("frame").map { $0.int(0) }
      #expect(times.count == 120)
      // 120 samples take 119 intervals: the stated times are even whatever the machine does.
      #expect(zip(times, times.dropFirst()).allSatisfy { (4...5).contains($1 - $0) })
    }

    @Test func `a stroke belongs to the surface that it began on`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let other = client.window(100, 100, 0xFF00_0000)
      screen.windows.last?.move(toX: 450, y: 0)
      screen.pen.down(at: Point(390, 50))
      screen.pen.move(to: Point(500, 50))
      client.roundtrip()
      #expect(client.events("motion").last?.number(0) == 500)
      #expect(client.events("proximity_out").isEmpty)
      screen.pen.up()
      screen.pen.hover(at: Point(501, 50))
      client.roundtrip()
      #expect(client.events("proximity_out").count == 1)
      #expect(client.events("proximity_in").last?.object(2) == other.surface)
      #expect(client.events("motion").last?.number(0) == 51)
    }

    @Test func `pulling the cable in mid-stroke lifts, leaves and removes`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(10, 10))
      screen.pen.move(to: Point(20, 20))
      client.roundtrip()
      client.forget()
      screen.unplugTablet()
      client.roundtrip()
      #expect(
        client.names(tool) == ["up", "frame", "proximity_out", "frame", "removed"])
      #expect(client.names("zwp_tablet_v2") == ["removed"])
      // What the pen does now nobody hears.
      client.forget()
      screen.pen.move(to: Point(30, 30))
      client.roundtrip()
      #expect(client.events.isEmpty)
      screen.plugTablet()
      screen.pen.hover(at: Point(30, 30))
      client.roundtrip()
      #expect(client.events("tablet_added").count == 1)
      #expect(client.events("tool_added").count == 1)
      #expect(client.events("proximity_in").count == 1)
    }

    @Test func `a cable pulled rudely says no more than that the devices are gone`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(10, 10))
      client.roundtrip()
      client.forget()
      screen.unplugTablet(politely: false)
      client.roundtrip()
      #expect(client.names(tool) == ["removed"])
      #expect(client.names("zwp_tablet_v2") == ["removed"])
    }

    @Test func `a tool that is taken away ends its stroke, and the tablet stays`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.down(at: Point(10, 10))
      client.roundtrip()
      client.forget()
      screen.pen.remove()
      client.roundtrip()
      #expect(client.names(tool) == ["up", "frame", "proximity_out", "frame", "removed"])
      #expect(client.names("zwp_tablet_v2").isEmpty)
      screen.pen.down(at: Point(10, 10))
      client.roundtrip()
      #expect(client.events("tool_added").count == 1)
      #expect(client.events("down").count == 1)
    }

    @Test func `a second pen that comes near drives the first one away`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let other = screen.makeTool(.pen, serial: 77)
      screen.pen.down(at: Point(10, 10))
      client.roundtrip()
      let first = try #require(client.events("tool_added").last?.object(0))
      client.forget()
      other.hover(at: Point(200, 200))
      client.roundtrip()
      #expect(
        client.events.filter { $0.object == first }.map(\.name)
          == ["up", "frame", "proximity_out", "frame"])
      #expect(client.events("proximity_in").count == 1)
      // Lifting what has gone already is nothing.
      client.forget()
      screen.pen.up()
      client.roundtrip()
      #expect(client.events.isEmpty)
    }

    @Test func `a tablet that sees two pens at once tells of both`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.setSeveralTools(true)
      let other = screen.makeTool(.pen, serial: 77)
      screen.pen.down(at: Point(10, 10))
      other.down(at: Point(200, 200))
      client.roundtrip()
      let tools = client.events("tool_added").compactMap { $0.object(0) }
      #expect(Set(tools).count == 2)
      screen.pen.up()
      client.roundtrip()
      #expect(client.events("up").map(\.object) == [tools[0]])
      other.move(to: Point(201, 201))
      client.roundtrip()
      #expect(client.events("motion").last?.object == tools[1])
    }

    @Test func `barrel buttons are told with their codes`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      screen.pen.hover(at: Point(10, 10))
      screen.pen.press(.lower)
      screen.pen.setButton(.upper, pressed: true)
      client.roundtrip()
      let presses = client.events("button").map { [$0.int(1), $0.int(2)] }
      #expect(presses == [[0x14B, 1], [0x14B, 0], [0x14C, 1]])
    }

    @Test func `a pad's buttons, ring and strip reach the surface that has the keyboard`() throws {
      let (screen, client, window) = try setUp()
      defer { screen.close() }
      screen.pad.plug()
      client.roundtrip()
      #expect(client.events("pad_added").count == 1)
      #expect(client.events("enter").last?.object(2) == window.surface)
      #expect(client.events("modes").last?.int(0) == 4)
      #expect(client.events("buttons").first?.words(0) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
      screen.pad.press(3)
      screen.pad.turnRing(through: [0, 45])
      screen.pad.slideStrip(through: [0.5])
      screen.pad.setMode(2)
      client.roundtrip()
      #expect(client.events("button").map { $0.int(1) } == [3, 3])
      #expect(client.events("angle").map { $0.number(0) } == [0, 45])
      #expect(client.events("position").map { $0.int(0) } == [32767])
      #expect(client.events("stop").count == 2)
      #expect(client.events("mode_switch").last?.int(2) == 2)
      screen.pad.plug(nil)
      client.roundtrip()
      #expect(client.names("zwp_tablet_pad_v2").suffix(2) == ["leave", "removed"])
    }

    @Test func `a recording is played with its tools, axes and times`() throws {
      let (screen, client, _) = try setUp()
      defer { screen.close() }
      let pen = StylusTool(.pen, serial: 5, hardwareID: 0x802)
      func record(_ phase: StylusRecording.Phase, _ x: Double, _ time: Double)
        -> StylusRecording
        .Record
      {
        StylusRecording.Record(
          phase, tool: pen,
          sample: StylusSample(
            position: Point(x, 20), time: time, force: 0.5, altitude: .pi / 4, azimuth: .pi))
      }
      let recording = StylusRecording(
        width: 100, height: 100,
        records: [
          record(.hover, 10, 3), record(.down, 10, 3.01), record(.move, 20, 3.02),
          record(.move, 30, 3.03), record(.up, 30, 3.04), record(.out, 30, 3.05),
        ])
      screen.play(
        recording, through: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 100, ty: 0))
      client.roundtrip()
      #expect(client.events("motion").map { $0.number(0) } == [120, 120, 140, 160])
      // Leaning 45° towards −x.
      #expect(client.events("tilt").last.map { abs($0.number(0) + 45) < 0.01 } == true)
      #expect(client.events("tilt").last.map { abs($0.number(1)) < 0.01 } == true)
      #expect(
        client.names(tool).suffix(4) == ["up", "frame", "proximity_out", "frame"])
      let times = client.events("frame").map { $0.int(0) }
      #expect(zip(times.prefix(5), times.dropFirst()).allSatisfy { (9...11).contains($1 - $0) })
    }
  }
}
