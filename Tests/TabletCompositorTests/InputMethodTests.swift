import CWaylandServer
import TabletCompositor
import Testing

extension CompositorTests {
  /// What a client and the desktop's input method say to each other.
  @Suite struct InputMethodTests {
    private func setUp() throws -> (Screen, TestClient, TestClient.TestWindow, OpaquePointer) {
      let screen = try Screen(size: PixelSize(width: 640, height: 480), hasInputMethod: true)
      let client = try TestClient(screen)
      let window = client.window(400, 300, 0xFFFF_FFFF)
      let manager = try client.bind(cwayland_zwp_text_input_manager_v3())
      let input = client.listen(zwp_text_input_manager_v3_get_text_input(manager, client.seat)!)
      client.roundtrip()
      return (screen, client, window, input)
    }

    @Test func `programs are offered an input method only where the test wants one`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let client = try TestClient(screen)
      #expect(throws: (any Error).self) {
        _ = try client.bind(cwayland_zwp_text_input_manager_v3())
      }
    }

    @Test func `what a program tells of its field counts from its commit on`() throws {
      let (screen, client, _, input) = try setUp()
      defer { screen.close() }
      zwp_text_input_v3_enable(input)
      zwp_text_input_v3_set_surrounding_text(input, "née", 4, 1)
      zwp_text_input_v3_set_text_change_cause(input, 1)
      zwp_text_input_v3_set_content_type(input, 0x80, 8)
      zwp_text_input_v3_set_cursor_rectangle(input, 1, 2, 3, 4)
      client.roundtrip()
      #expect(screen.inputMethod.field == nil)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      let first = try #require(screen.inputMethod.field)
      #expect(first.surroundingText == "née" && first.cursor == 4 && first.anchor == 1)
      #expect(first.isChangedElsewhere)
      #expect(first.hints == 0x80 && first.purpose == .password)
      #expect(first.cursorRectangle == PixelBox(x: 1, y: 2, width: 3, height: 4))
      // What is not told again stays, but the cause.
      zwp_text_input_v3_set_surrounding_text(input, "née", 1, 1)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      let second = try #require(screen.inputMethod.field)
      #expect(second.surroundingText == "née" && second.cursor == 1 && second.anchor == 1)
      #expect(!second.isChangedElsewhere)
      #expect(second.hints == 0x80 && second.purpose == .password)
      #expect(second.cursorRectangle == first.cursorRectangle)
      // Another field has nothing of it.
      zwp_text_input_v3_enable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      let third = try #require(screen.inputMethod.field)
      #expect(third.surroundingText == nil && third.cursorRectangle == nil)
      #expect(third.hints == 0 && third.purpose == .normal)
      zwp_text_input_v3_disable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      #expect(screen.inputMethod.field == nil)
      #expect(screen.inputMethod.told == [first, second, third, nil])
      #expect(screen.takeComplaints().isEmpty)
    }

    @Test func `a program gets the text, with the number of its commits`() throws {
      let (screen, client, _, input) = try setUp()
      defer { screen.close() }
      zwp_text_input_v3_enable(input)
      for _ in 0..<3 { zwp_text_input_v3_commit(input) }
      client.roundtrip()
      client.forget()
      screen.inputMethod.send(preedit: "née", commit: "ab", deleting: (2, 1))
      client.roundtrip()
      let composed = try #require(client.events("preedit_string", of: input).first)
      #expect(composed.text(0) == "née" && composed.int(1) == 4 && composed.int(2) == 4)
      #expect(client.events("commit_string", of: input).first?.text(0) == "ab")
      let deleted = try #require(client.events("delete_surrounding_text", of: input).first)
      #expect(deleted.int(0) == 2 && deleted.int(1) == 1)
      #expect(client.names("zwp_text_input_v3").last == "done")
      #expect(client.events("done", of: input).map { $0.int(0) } == [3])
      client.forget()
      screen.inputMethod.send(commit: "c")
      client.roundtrip()
      #expect(client.names("zwp_text_input_v3") == ["commit_string", "done"])
    }

    @Test func `it goes with the keyboard from surface to surface`() throws {
      let (screen, client, window, input) = try setUp()
      defer { screen.close() }
      // The window had the keyboard before.
      #expect(client.events("enter", of: input).map { $0.object(0) } == [window.surface])
      zwp_text_input_v3_enable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      #expect(screen.inputMethod.field != nil)
      client.forget()
      let second = client.window(100, 100, 0xFF00_0000)
      client.roundtrip()
      #expect(client.names("zwp_text_input_v3") == ["leave", "enter"])
      #expect(client.events("leave", of: input).first?.object(0) == window.surface)
      #expect(client.events("enter", of: input).first?.object(0) == second.surface)
      #expect(screen.inputMethod.field == nil)
      client.forget()
      screen.withholdFocus()
      client.roundtrip()
      #expect(client.names("zwp_text_input_v3") == ["leave"])
      // Of no effect without the keyboard, and counted.
      zwp_text_input_v3_enable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      #expect(screen.inputMethod.field == nil)
      screen.withholdFocus(false)
      zwp_text_input_v3_enable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      screen.inputMethod.send(commit: "a")
      client.roundtrip()
      #expect(client.events("done", of: input).map { $0.int(0) } == [3])
      // Where no field takes text, that is a mistake of the test.
      zwp_text_input_v3_disable(input)
      zwp_text_input_v3_commit(input)
      client.roundtrip()
      #expect(screen.takeComplaints().isEmpty)
      screen.inputMethod.send(commit: "a")
      #expect(screen.takeComplaints().count == 1)
    }
  }
}
