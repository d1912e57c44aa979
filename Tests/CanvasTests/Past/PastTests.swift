import InkModel
import InkStore
import Testing

@testable import Canvas

@Suite @MainActor struct PastTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A drawing of five lines of which the second is deleted, with a blank page added after that.
  private func drawing() async throws -> KeptDrawing {
    let kept = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    for i in 0..<5 { kept.line(Double(i) * 40) }
    let second = Array(kept.session.drawing.elements)[1]
    kept.take(kept.session.select([second]))
    kept.take(kept.session.deleteSelection())
    var settings = kept.session.drawing.settings
    settings.paper.pattern = .grid
    kept.take(kept.session.change(to: settings))
    #expect(await kept.keeper.flush())
    return kept
  }

  private func timeline(_ kept: KeptDrawing) async throws -> DrawingTimeline {
    try await #require(kept.keeper.store).timeline(sharing: kept.session.presentDrawing)
  }

  @Test func `the past shows, takes no ink, and lets go of the present unchanged`() async throws {
    let kept = try await drawing()
    let session = kept.session
    let now = session.drawing
    let timeline = try await timeline(kept)
    kept.take(session.prepareToLookBack())
    let update = session.look(at: timeline.drawing(at: 3))
    #expect(update.commands.isEmpty && update.settingsChanged && !update.damage.isEmpty)
    #expect(session.isLookingBack && session.isReadOnly && session.drawing.count == 3)
    #expect(session.settings.paper.pattern == .plain)
    // Neither ink nor undo, erasing or pasting.
    let contact = ContactID(StylusTool(.pen))
    let down = session.handle(.down(contact, tip: StylusSample(position: Point(10, 10), time: 0)))
    #expect(down.refusedInPast && down.commands.isEmpty)
    let up = session.handle(.up(contact, settled: []))
    #expect(up.commands.isEmpty)
    #expect(session.undo().commands.isEmpty && session.selectAll().commands.isEmpty)
    #expect(session.deleteSelection().commands.isEmpty && session.selection != nil)
    #expect(session.drawing.count == 3)
    let back = session.returnToNow()
    #expect(back.commands.isEmpty && back.settingsChanged)
    #expect(session.drawing == now && !session.isReadOnly && session.selection == nil)
    kept.line(300)
    try await kept.undo()
    #expect(session.drawing == now)
    await kept.close()
  }

  @Test func `a piece of then comes into now by copying`() async throws {
    let kept = try await drawing()
    let session = kept.session
    let timeline = try await timeline(kept)
    _ = session.prepareToLookBack()
    _ = session.look(at: timeline.drawing(at: 5))
    let second = Array(session.drawing.elements)[1]
    _ = session.select([second])
    let id = try #require(second.kind.content)
    let content = try await #require(kept.keeper.store).content(id)
    let clip = InkClip([second], contents: [id: content])
    _ = session.returnToNow()
    #expect(session.drawing.count == 4)
    kept.take(session.paste(clip, at: Point(300, 300)))
    #expect(session.drawing.count == 5)
    await kept.close()
    #expect(try await folder.strokes("a.plumbago") == 5)
  }

  @Test(arguments: 0...7)
  func `restoring a moment is one step, which undo takes back`(moment: Int) async throws {
    let kept = try await drawing()
    let session = kept.session
    let now = session.drawing
    let timeline = try await timeline(kept)
    let past = timeline.drawing(at: moment)
    _ = session.prepareToLookBack()
    _ = session.look(at: past)
    kept.take(session.restoreMoment())
    #expect(!session.isLookingBack)
    #expect(session.drawing.settings == past.settings)
    func strokes(_ drawing: Drawing) -> [ContentID?] { drawing.elements.map(\.kind.content) }
    #expect(strokes(session.drawing) == strokes(past))
    session.drawing.checkInvariants()
    #expect(await kept.keeper.flush())
    let stored = try await #require(kept.keeper.store).load()
    #expect(stored.drawing == session.drawing)
    if past != now {
      #expect(session.undoLabel == .restore)
      try await kept.undo()
      #expect(session.drawing == now)
      try await kept.redo()
      #expect(strokes(session.drawing) == strokes(past))
    }
    await kept.close()
  }

  @Test func `a file that is lost meanwhile is written anew with the present`() async throws {
    let kept = try await drawing()
    let session = kept.session
    let now = session.drawing
    let timeline = try await timeline(kept)
    _ = session.prepareToLookBack()
    _ = session.look(at: timeline.drawing(at: 1))
    let contents = try #require(session.forgetHistory())
    #expect(contents.drawing == now)
    await kept.close()
  }
}

@Suite struct HistoryPlaybackTests {
  @Test(arguments: HistoryPlayback.Pace.allCases)
  func `it goes from its start to the end, and never back`(pace: HistoryPlayback.Pace) {
    var times: [Int64] = []
    var now: Int64 = 1_000_000
    for i in 0..<500 {
      times.append(now)
      // A clock that goes back, quick strokes, and a pause of an hour.
      now += [120, 900, -5000, 60, 3_600_000][i % 5]
    }
    for start in [0, 1, 250, 499, 500] {
      let playback = HistoryPlayback(times: times, from: start, pace: pace)
      var last = playback.moment(after: -1)
      #expect(last == start)
      for tick in 0..<Int(playback.duration * 60) + 2 {
        let moment = playback.moment(after: Double(tick) / 60)
        #expect(moment >= last && moment <= 500)
        last = moment
      }
      #expect(playback.moment(after: playback.duration) == 500)
    }
  }

  @Test func `by steps a long history takes half a minute, and a short one does not hurry`() {
    let long = HistoryPlayback(times: (0..<10_000).map { Int64($0) }, from: 0, pace: .steps)
    #expect(abs(long.duration - 30) < 0.01)
    let short = HistoryPlayback(times: [1, 2, 3, 4], from: 0, pace: .steps)
    #expect(short.duration == 1)
  }

  @Test func `by time a pause is cut short, and what was quick is quick`() {
    let playback = HistoryPlayback(times: [0, 200, 10_000_000, 10_000_400], from: 0, pace: .time)
    #expect(abs(playback.duration - (0.2 + 1.5 + 0.4)) < 1e-9)
    #expect(playback.moment(after: 0) == 1 && playback.moment(after: 0.25) == 2)
  }
}
