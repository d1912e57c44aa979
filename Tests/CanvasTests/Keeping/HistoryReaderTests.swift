import Canvas
import InkModel
import InkStore
import InkTestSupport
import Testing

/// Undo over edits that only the file has, where the file answers late or not at all.
@MainActor @Suite struct HistoryReaderTests {
  /// What the file says to whoever reads.
  private final class File {
    var edits: [Int: DrawingEdit] = [:]
    var failing: Set<Int> = []
    var asked: [Int] = []

    struct Failure: Error {}

    func edit(_ step: Int) throws -> DrawingEdit {
      asked.append(step)
      guard !failing.contains(step), let edit = edits[step] else { throw Failure() }
      return edit
    }
  }

  /// A drawing of three lines whose steps only the file has, as it was just opened.
  private func opened() -> (b: Bench, file: File, reader: HistoryReader) {
    let a = Bench()
    for y in [100.0, 140, 180] { a.line(y) }
    var contents = DocumentContents.empty
    contents.elements = Array(a.session.drawing.elements)
    contents.history = HistorySummary(
      head: 3, steps: (1...3).map { .init(number: $0, label: .draw) })
    contents.nextElementID = ElementID(4)
    contents.nextContentID = ContentID(4)
    let file = File()
    for case .commit(let step, let edit) in a.told { file.edits[step] = edit }
    let b = Bench(contents)
    let reader = HistoryReader(b.session) { try file.edit($0) }
    reader.onUpdate = { b.take($0) }
    return (b, file, reader)
  }

  /// Does what a window does with an update.
  private func show(_ update: CanvasUpdate, _ b: Bench, _ reader: HistoryReader) async {
    b.take(update)
    if update.wantsHistory { reader.fetch() }
    await turns()
  }

  /// Lets everything happen that can.
  private func turns() async { for _ in 0..<50 { await Task.yield() } }

  @Test func `an edit whose read failed is read again by the next undo`() async {
    let (b, file, reader) = opened()
    file.failing = [3]
    reader.fetch()
    await turns()
    await show(b.session.undo(), b, reader)
    #expect(b.strokes == 3)
    file.failing = []
    await show(b.session.undo(), b, reader)
    // One step: the undo that came to nothing is no part of this one.
    #expect(b.strokes == 2 && b.session.history.position == 2)
    await show(b.session.redo(), b, reader)
    #expect(b.strokes == 3)
  }

  @Test func `an edit that cannot be read keeps no other from being read`() async {
    let (b, file, reader) = opened()
    file.failing = [3]
    reader.fetch()
    await turns()
    #expect(b.session.wantedSteps == [3])
    // And is not asked for again and again by nobody.
    #expect(file.asked.count { $0 == 3 } <= 2)
  }

  @Test func `undo pressed twice before the first edit is there takes two steps`() async {
    let (b, _, reader) = opened()
    b.take(b.session.undo())
    b.take(b.session.undo())
    reader.fetch()
    await turns()
    #expect(b.strokes == 1 && b.session.history.position == 1)
  }
}
