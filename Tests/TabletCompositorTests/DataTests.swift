import CWaylandServer
import Glibc
import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// Copy, paste, drag and drop.
  @Suite struct DataTests {
    private func device(_ client: TestClient) throws -> (manager: OpaquePointer, OpaquePointer) {
      let manager = try client.bind(cwayland_wl_data_device_manager())
      let device = client.listen(wl_data_device_manager_get_data_device(manager, client.seat)!)
      client.roundtrip()
      return (manager, device)
    }

    /// Offers a text on the client's behalf; whoever asks gets it.
    private func source(
      _ client: TestClient, _ manager: OpaquePointer, _ text: String
    ) -> OpaquePointer {
      let source = client.listen(wl_data_device_manager_create_data_source(manager)!)
      wl_data_source_offer(source, "text/plain;charset=utf-8")
      client.onEvent = { event in
        guard event.object == source, event.name == "send",
          case .descriptor(let fd) = event.values[1]
        else { return }
        _ = text.withCString { write(fd, $0, strlen($0)) }
        close(fd)
      }
      return source
    }

    private func read(_ client: TestClient, _ offer: OpaquePointer) -> String {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      wl_data_offer_receive(offer, "text/plain;charset=utf-8", ends[1])
      close(ends[1])
      client.roundtrip()
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while Glibc.read(ends[0], &byte, 1) == 1 { bytes.append(byte) }
      close(ends[0])
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a program pastes what the test copied`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let client = try TestClient(screen)
      let (_, device) = try device(client)
      screen.setClipboard(text: "Grüße")
      _ = client.window(50, 50, 0xFFFF_FFFF)
      client.roundtrip()
      let offer = try #require(client.events("selection", of: device).last?.object(0))
      #expect(client.events("offer", of: offer).first?.text(0) == "text/plain;charset=utf-8")
      #expect(read(client, offer) == "Grüße")
    }

    @Test func `the test reads what a program copied, and another program pastes it`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let one = try TestClient(screen)
      let (manager, device) = try device(one)
      let copied = source(one, manager, "from one")
      _ = one.window(50, 50, 0xFFFF_FFFF)
      wl_data_device_set_selection(device, copied, 0)
      one.roundtrip()
      #expect(screen.clipboardTypes == ["text/plain;charset=utf-8"])
      // The program has to answer while the test reads.
      let two = try TestClient(screen)
      let (_, other) = try self.device(two)
      _ = two.window(50, 50, 0xFFFF_FFFF)
      two.roundtrip()
      let offer = try #require(two.events("selection", of: other).last?.object(0))
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      wl_data_offer_receive(offer, "text/plain;charset=utf-8", ends[1])
      close(ends[1])
      two.roundtrip()
      one.roundtrip()
      var buffer = [UInt8](repeating: 0, count: 64)
      let n = Glibc.read(ends[0], &buffer, 64)
      close(ends[0])
      #expect(String(decoding: buffer.prefix(max(0, n)), as: UTF8.self) == "from one")
      // Something newer takes its place.
      screen.setClipboard(text: "newer")
      one.roundtrip()
      #expect(one.events("cancelled", of: copied).count == 1)
      #expect(try screen.clipboardText() == "newer")
    }

    @Test func `the clipboard is empty once the program that copied has gone`() throws {
      let screen = try Screen()
      defer { screen.close() }
      do {
        let client = try TestClient(screen)
        let (manager, device) = try device(client)
        _ = client.window(50, 50, 0xFFFF_FFFF)
        wl_data_device_set_selection(device, source(client, manager, "x"), 0)
        client.roundtrip()
        #expect(!screen.clipboardTypes.isEmpty)
      }
      try screen.waitForWindows(0)
      #expect(screen.clipboardTypes.isEmpty)
      #expect(try screen.clipboardText() == nil)
    }

    @Test func `GTK copies and pastes between two programs`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let one = try screen.launch("gtk4-demo", ["--run=entry_undo"])
      let first = try screen.waitForWindow()
      try screen.waitUntilStill()
      try screen.keyboard.type("carried over")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("c", [.control])
      try screen.waitForClipboard("text/plain;charset=utf-8")
      // Another program of the same kind is another process only without the session bus's help.
      let two = try screen.launch("gtk4-widget-factory")
      let second = try screen.waitForWindow { $0 != first }
      try screen.settle()
      screen.mouse.click(at: second.point(100, 250))
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("v", [.control])
      // The text comes through a pipe from the other program, after the key.
      try screen.settle()
      try screen.keyboard.type("!")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("c", [.control])
      try screen.settle()
      #expect(try screen.clipboardText() == "carried over!")
      try one.expectQuiet()
      try two.expectQuiet()
    }

    @Test func `a drag goes from one program to another`() throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let one = try TestClient(screen)
      let (manager, device) = try device(one)
      _ = one.pointer()
      let from = one.window(100, 100, 0xFFFF_0000)
      let two = try TestClient(screen)
      let (_, other) = try self.device(two)
      let to = two.window(100, 100, 0xFF00_FF00)
      screen.windows.last?.move(toX: 300, y: 0)
      screen.mouse.move(to: Point(50, 50))
      screen.mouse.down()
      one.roundtrip()
      let dragged = source(one, manager, "dragged")
      wl_data_source_set_actions(dragged, WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue)
      wl_data_device_start_drag(
        device, dragged, from.surface, nil, UInt32(one.events("button").last?.int(0) ?? 0))
      one.roundtrip()
      #expect(one.events("leave").last?.object(1) == from.surface)
      screen.mouse.move(to: Point(350, 50))
      two.roundtrip()
      let enter = try #require(two.events("enter", of: other).last)
      #expect(enter.object(1) == to.surface && enter.number(2) == 50)
      let offer = try #require(enter.object(4))
      wl_data_offer_accept(offer, UInt32(enter.int(0)), "text/plain;charset=utf-8")
      let copy = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue
      wl_data_offer_set_actions(offer, copy, copy)
      two.roundtrip()
      #expect(two.events("action", of: offer).last?.int(0) == Int(copy))
      screen.mouse.move(to: Point(360, 50))
      screen.mouse.up()
      two.roundtrip()
      #expect(two.events("motion", of: other).last?.number(1) == 60)
      #expect(two.events("drop", of: other).count == 1)
      one.roundtrip()
      #expect(one.events("dnd_drop_performed", of: dragged).count == 1)
      #expect(one.events("cancelled", of: dragged).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a pen or a finger drags by the serial of its own press, and by no other`(
      isPen: Bool
    ) throws {
      let screen = try Screen(size: PixelSize(width: 640, height: 480))
      defer { screen.close() }
      let one = try TestClient(screen)
      let (manager, device) = try device(one)
      try one.tabletSeat()
      _ = one.touch()
      let from = one.window(100, 100, 0xFFFF_0000)
      let two = try TestClient(screen)
      let (_, other) = try self.device(two)
      let to = two.window(100, 100, 0xFF00_FF00)
      screen.windows.last?.move(toX: 300, y: 0)
      if isPen {
        screen.pen.down(at: Point(50, 50))
      } else {
        screen.touch.down(0, at: Point(50, 50))
      }
      func move(to p: Point) {
        if isPen { screen.pen.move(to: p) } else { screen.touch.move(0, to: p) }
      }
      one.roundtrip()
      let press = try #require(one.events("down").last)
      let serial = UInt32(press.int(0))
      let copy = WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue
      let refused = source(one, manager, "refused")
      wl_data_device_start_drag(device, refused, from.surface, nil, serial &+ 1000)
      one.roundtrip()
      #expect(one.events("cancelled", of: refused).count == 1)

      let dragged = source(one, manager, "dragged")
      wl_data_source_set_actions(dragged, copy)
      wl_data_device_start_drag(device, dragged, from.surface, nil, serial)
      one.roundtrip()
      // It is the program's no more.
      #expect(one.events(isPen ? "proximity_out" : "cancel").count == 1)
      move(to: Point(350, 50))
      two.roundtrip()
      let enter = try #require(two.events("enter", of: other).last)
      #expect(enter.object(1) == to.surface && enter.number(2) == 50)
      let offer = try #require(enter.object(4))
      wl_data_offer_accept(offer, UInt32(enter.int(0)), "text/plain;charset=utf-8")
      wl_data_offer_set_actions(offer, copy, copy)
      two.roundtrip()
      move(to: Point(360, 50))
      if isPen { screen.pen.up() } else { screen.touch.up(0) }
      two.roundtrip()
      #expect(two.events("motion", of: other).last?.number(1) == 60)
      #expect(two.events("drop", of: other).count == 1)
      one.roundtrip()
      #expect(one.events("dnd_drop_performed", of: dragged).count == 1)
      #expect(one.events("cancelled", of: dragged).isEmpty)
    }
  }
}
