import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// The selection tool, lent for what was inserted or pasted.
@Suite struct LentToolTests {
  /// A picture in the middle of an empty drawing, selected, for which the tool was lent.
  private func bench(from tool: Tool = .brush("pen")) -> Bench {
    let b = Bench()
    b.session.picker.select(tool)
    b.session.picker.lendSelectionTool()
    b.take(b.session.insert(`Editing pictures`.whole, pointsPerUnit: 0.5))
    return b
  }

  /// Beside the picture and its handles.
  private static let beside = (0...10).map { Point(60 + Double($0) * 4, 80) }

  @Test func `lending and returning leave the picker as it was, and so do settings`() {
    for seed in 0..<100 as Range<UInt64> {
      let before = ToolPickerTests.handled(seed)
      var picker = before
      picker.lendSelectionTool()
      #expect(picker.tool == .selection)
      #expect(picker.isLent == (before.tool != .selection))
      #expect(picker.text == before.text)
      picker.lendSelectionTool()
      picker.returnTool()
      #expect(picker == before)
    }
  }

  @Test(arguments: ToolCatalog.tools)
  func `a tool that is chosen while one is lent stays`(tool: Tool) {
    var picker = ToolPicker()
    picker.lendSelectionTool()
    picker.select(tool)
    picker.returnTool()
    #expect(!picker.isLent && picker.tool == tool)
  }

  @Test func `the pen that comes down beside a picture that was inserted draws`() {
    let b = bench()
    #expect(b.selected.count == 1)
    b.draw(Self.beside)
    #expect(b.selected.isEmpty && b.session.picker.tool == .brush("pen"))
    #expect(b.all.filter { $0.picture == nil }.count == 1)
    b.draw(Self.beside.map { $0 + Vector(0, 30) })
    #expect(b.all.filter { $0.picture == nil }.count == 2)
  }

  @Test func `a tap of the pen beside it lets it go, and leaves nothing`() {
    let b = bench()
    b.tap(Self.beside[0])
    #expect(b.selected.isEmpty && b.session.picker.tool == .brush("pen"))
    #expect(b.strokes == 1 && !b.session.isBusy)
    // The next one is a dot again.
    b.tap(Self.beside[0])
    #expect(b.strokes == 2)
  }

  @Test func `the pen on the picture moves it, and the tool stays lent`() throws {
    let b = bench()
    let middle = try #require(b.session.selection).bounds.center
    let start = b.session.viewport.widgetFromCanvas(middle)
    b.drag([start, start + Vector(60, 40)])
    #expect(b.session.picker.isLent && b.selected.count == 1 && b.strokes == 1)
    let moved = try #require(b.session.selection).bounds.center
    #expect((moved - middle - Vector(60, 40)).length < 1)
  }

  @Test func `a finger that may be a palm's lets nothing go as it comes down`() {
    let b = bench()
    b.session.fingersAreProvisional = true
    let finger = ContactID(StylusTool(.finger))
    b.handle(.down(finger, tip: StylusSample(position: Self.beside[0], time: 0)))
    #expect(b.session.picker.isLent && b.selected.count == 1)
    b.handle(.cancelled(finger))
    #expect(b.session.picker.isLent && b.selected.count == 1)
  }

  @Test func `a selection tool that was chosen selects beside what is selected`() {
    let b = bench()
    b.session.picker.select(.selection)
    b.drag(Bench.loop(Rect(x: 40, y: 40, width: 60, height: 60)))
    #expect(b.session.picker.tool == .selection && b.strokes == 1)
  }
}
