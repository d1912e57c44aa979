import Canvas
import InkModel
import InkTestSupport
import Testing

/// Recordings of gestures as text: what comes back, and what is refused.
@Suite struct GestureRecordingTests {
  private static let tap = Gesture(.screen, 1, .tap, .select)

  private func error(of text: String) -> GestureRecordingError? {
    do throws(GestureRecordingError) {
      _ = try GestureRecording(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  private func error(ofEvents events: String) -> GestureRecordingError? {
    error(
      of: #"{"format": "plumbago-gestures", "version": 1}"# + "\n"
        + #"{"fingers": 1, "movement": "tap", "events": \#(events)}"#)
  }

  @Test func `each movement on the screen is asked for once`() {
    let movements = GestureRecording.asked.map { "\($0.fingers) \($0.movement.rawValue)" }
    #expect(
      movements.sorted() == [
        "1 doubleTap", "1 drag", "1 hold", "1 tap", "2 pinch", "2 tap", "3 pinchIn", "3 pinchOut",
        "3 swipeLeft", "3 swipeRight", "3 tap",
      ])
  }

  @Test func `a text is read as its description says, whatever else stands in it`() throws {
    let text = """
      {"version": 1, "format": "plumbago-gestures", "hand": "Ana \\"left\\"", "screen": [344, 194.5], "x": [[]]}\r

      {"events": [["began",7,0,310.5,-220],["moved",7,16.7,311,220], ["ended", 7, 84.1]], "movement": "tap", "fingers": 1}
      """
    let recording = try GestureRecording(parsing: text)
    #expect(recording.hand == "Ana \"left\"")
    #expect(recording.screen == GestureRecording.Size(width: 344, height: 194.5))
    let events: [GestureRecording.Event] = [
      .init(.began, 7, 0, at: Point(310.5, -220)), .init(.moved, 7, 16.7, at: Point(311, 220)),
      .init(.ended, 7, 84.1),
    ]
    #expect(recording.takes == [.init(Self.tap, events)])
    let again = try GestureRecording(parsing: recording.text)
    #expect(again == recording)
    let touches = recording.takes[0].touches(from: 5)
    let id = TouchID(7)
    #expect(touches.first == .began(id, TouchPoint(Point(310.5, -220), time: 5)))
    #expect(touches.last == .ended(id, time: 5 + 84.1 / 1000))
  }

  @Test func `a recording without a name and a screen is one, too, and a long name is cut`() throws
  {
    let bare = try GestureRecording(parsing: #"{"format": "plumbago-gestures", "version": 1}"#)
    #expect(bare == GestureRecording())
    let named = GestureRecording(hand: String(repeating: "é", count: 300))
    #expect(named.hand.count == GestureRecording.longestName)
    let again = try GestureRecording(parsing: named.text)
    #expect(again == named)
  }

  @Test(
    arguments: [
      ("", .notARecording, 1),
      ("\n\nplumbago-stylus 1\n", .notARecording, 3),
      ("{}", .notARecording, 1),
      (#"{"format": "plumbago-gestures"}"#, .malformed, 1),
      (#"{"format": "plumbago-gestures", "version": 2}"#, .otherVersion(2), 1),
      (#"{"format": "plumbago-gestures", "version": 1, "screen": [0, 10]}"#, .malformed, 1),
      (#"{"format": "plumbago-gestures", "version": 1, "screen": [1e999, 10]}"#, .malformed, 1),
      (#"{"format": "plumbago-gestures", "version": 1, "hand": 7}"#, .malformed, 1),
      (#"{"format": "plumbago-gestures", "version": 1} x"#, .malformed, 1),
    ] as [(String, GestureRecordingError.Reason, Int)])
  func `what does not begin as a recording is refused`(
    text: String, reason: GestureRecordingError.Reason, line: Int
  ) {
    #expect(error(of: text) == GestureRecordingError(reason, line: line))
  }

  @Test(
    arguments: [
      ("7", .malformed), ("{}", .malformed), ("{", .malformed),
      (#"{"fingers": 1, "movement": "tap"}"#, .malformed),
      (#"{"fingers": 1, "movement": "wave", "events": []}"#, .unknownGesture("wave")),
      // Three fingers tap; four do not.
      (#"{"fingers": 4, "movement": "tap", "events": []}"#, .unknownGesture("tap")),
      (#"{"fingers": 1.5, "movement": "tap", "events": []}"#, .unknownGesture("tap")),
    ] as [(String, GestureRecordingError.Reason)])
  func `a line that is no gesture is refused`(line: String, reason: GestureRecordingError.Reason) {
    let text = #"{"format": "plumbago-gestures", "version": 1}"# + "\n\n\(line)\n"
    #expect(error(of: text) == GestureRecordingError(reason, line: 3))
  }

  @Test(arguments: [
    "[]",
    // Never lifted, never down, down or lifted twice.
    #"[["began", 1, 0, 5, 5]]"#, #"[["moved", 1, 0, 5, 5]]"#, #"[["ended", 1, 0]]"#,
    #"[["began", 1, 0, 5, 5], ["began", 1, 1, 5, 5], ["ended", 1, 2]]"#,
    #"[["began", 1, 0, 5, 5], ["ended", 1, 2], ["ended", 1, 3]]"#,
    #"[["began", 1, 0, 5, 5], ["ended", 1, 2], ["began", 1, 3, 5, 5], ["ended", 1, 4]]"#,
    // Times that go back, or too far; too far away.
    #"[["began", 1, 9, 5, 5], ["ended", 1, 8]]"#, #"[["began", 1, -1, 5, 5], ["ended", 1, 8]]"#,
    #"[["began", 1, 0, 5, 5], ["ended", 1, 30001]]"#,
    #"[["began", 1, 0, 5, 100001], ["ended", 1, 2]]"#,
    #"[["began", 1, 0, -100001, 5], ["ended", 1, 2]]"#,
  ])
  func `events that no fingers can make are refused`(events: String) {
    #expect(error(ofEvents: events) == GestureRecordingError(.impossible, line: 2))
  }

  @Test(arguments: [
    #"[["began", 1, 0, 5, NaN], ["ended", 1, 2]]"#,
    #"[["began", 1, 0, 5, 1e999], ["ended", 1, 2]]"#,
    #"[["began", 1, 1e999, 5, 5], ["ended", 1, 2]]"#,
    #"[["began", -1, 0, 5, 5], ["ended", -1, 2]]"#,
    #"[["began", 1.5, 0, 5, 5], ["ended", 1.5, 2]]"#, #"[["began", 1, 0, 5], ["ended", 1, 2]]"#,
    #"[["began", 1, 0, 5, 5], ["ended", 1, 2, 5, 5]]"#, #"[["cancelled", 1, 0]]"#, "[[]]",
    #"{"began": 1}"#, "7", #"[["began", 1, 0, 5, 5], ["ended", 1, 2]"#,
  ])
  func `events that are none are refused`(events: String) {
    #expect(error(ofEvents: events) == GestureRecordingError(.malformed, line: 2))
  }

  @Test func `bytes, gestures, events and nesting have limits`() {
    let header = #"{"format": "plumbago-gestures", "version": 1}"# + "\n"
    func gesture(_ events: String) -> String {
      #"{"fingers": 1, "movement": "tap", "events": [\#(events)]}"# + "\n"
    }
    let move = #"["moved", 1, 1, 5, 5], "#
    func moves(_ count: Int) -> String {
      gesture(
        #"["began", 1, 0, 5, 5], "# + String(repeating: move, count: count) + #"["ended", 1, 2]"#)
    }
    let most = GestureRecording.mostEvents
    #expect(error(of: header + moves(most - 2)) == nil)
    #expect(error(of: header + moves(most - 1))?.reason == .tooMuch)
    let short = gesture(#"["began", 1, 0, 5, 5], ["ended", 1, 2]"#)
    let many = header + String(repeating: short, count: GestureRecording.mostTakes)
    #expect(error(of: many) == nil)
    let tooMany = GestureRecordingError(.tooMuch, line: GestureRecording.mostTakes + 2)
    #expect(error(of: many + short) == tooMany)
    let long = header + String(repeating: " ", count: GestureRecording.mostBytes)
    #expect(error(of: long) == GestureRecordingError(.tooMuch, line: 1))
    let deep = header + String(repeating: "[", count: 100_000)
    #expect(error(of: deep)?.reason == .malformed)
    let deepMember = header + "{\"x\":" + String(repeating: "[", count: 100_000)
    #expect(error(of: deepMember)?.reason == .malformed)
  }

  @Test func `whatever bytes a recording has, it is refused or comes back as it was read`() {
    var random = SeededGenerator(seed: 9)
    let good = Array(
      (#"{"format": "plumbago-gestures", "version": 1, "hand": "é", "screen": [3, 4]}"# + "\n"
        + #"{"fingers": 1, "movement": "tap", "events": [["began", 1, 0, 5, 5], ["ended", 1, 2]]}"#)
        .utf8)
    var read = 0
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let i = Int.random(in: bytes.indices, using: &random)
        bytes[i] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...2, using: &random))
      let text = String(decoding: bytes, as: UTF8.self)
      guard let recording = try? GestureRecording(parsing: text) else { continue }
      read += 1
      let again = try? GestureRecording(parsing: recording.text)
      #expect(again == recording, "\(text)")
    }
    // Some change only a name or a number.
    #expect(read > 5 && read < 2900)
  }
}
