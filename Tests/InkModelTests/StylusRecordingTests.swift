import InkModel
import Testing

@Suite struct StylusRecordingTests {
  func recording() -> StylusRecording {
    let pen = StylusTool(.pen, serial: 0xABC, hardwareID: 0x802)
    let eraser = StylusTool(.eraser, serial: 0xABC)
    var records: [StylusRecording.Record] = []
    for (i, sample) in livelySamples(30).enumerated() {
      records.append(.init(i == 0 ? .down : i == 29 ? .up : .move, tool: pen, sample: sample))
    }
    records.append(
      .init(
        .hover, tool: eraser,
        sample: StylusSample(position: Point(1, 2.5), time: 1, distance: 0.25)))
    records.append(.init(.out, tool: eraser, sample: StylusSample(position: .zero, time: 1.5)))
    return StylusRecording(width: 800, height: 600, records: records)
  }

  @Test func `S90 a recording survives as text`() throws {
    let r = recording()
    #expect(try StylusRecording(parsing: r.text) == r)
  }

  @Test func `S92 strokes of two tools at once do not mix`() {
    let (a, b) = (StylusTool(.pen, serial: 1), StylusTool(.pen, serial: 2))
    func at(_ x: Double) -> StylusSample { StylusSample(position: Point(x, 0), time: x) }
    let r = StylusRecording(
      width: 1, height: 1,
      records: [
        .init(.down, tool: a, sample: at(0)), .init(.down, tool: b, sample: at(100)),
        .init(.move, tool: a, sample: at(1)), .init(.move, tool: b, sample: at(101)),
        .init(.up, tool: a, sample: at(2)), .init(.up, tool: b, sample: at(102)),
      ])
    #expect(r.strokes.map { $0.samples.map(\.position.x) } == [[0, 1, 2], [100, 101, 102]])
  }

  @Test func `comments and missing axes are allowed`() throws {
    let r = try StylusRecording(
      parsing: "# made by hand\nplumbago-stylus 1\ntool finger\ndown 0 1 2 # here\nup 0.5 1 2 -\n")
    #expect(r.strokes.count == 1)
    #expect(r.strokes[0].tool == .finger)
    #expect(r.records[0].sample.force == nil)
  }

  @Test(arguments: [
    ("", StylusRecordingError.Reason.notARecording, 1),
    ("hello\n", .notARecording, 1),
    ("plumbago-stylus 2\n", .newerVersion("2"), 1),
    ("plumbago-stylus 1\ndown 0 x 2\n", .malformed, 2),
    ("plumbago-stylus 1\n\nfly 0 1 2\n", .malformed, 3),
    ("plumbago-stylus 1\ntool spoon\n", .malformed, 2),
  ])
  func `text that is no recording is refused with its line`(
    text: String, reason: StylusRecordingError.Reason, line: Int
  ) {
    #expect(throws: StylusRecordingError(reason: reason, line: line)) {
      try StylusRecording(parsing: text)
    }
  }
}
