import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Ink that may yet turn out to be a palm's.
@Suite struct ProvisionalTests {
  private func bench(_ contents: DocumentContents = .empty) -> Bench {
    let bench = Bench(contents)
    bench.session.fingersAreProvisional = true
    return bench
  }

  private func finger(_ number: UInt) -> ContactID { ContactID(.finger, sequence: number) }

  private func drag(_ b: Bench, _ number: UInt, _ y: Double, lifts: Bool = true) {
    let samples = (0...20).map {
      StylusSample(position: Point(100 + Double($0) * 5, y), time: Double($0) / 100)
    }
    b.handle(.down(finger(number), tip: samples[0]))
    for sample in samples { b.handle(.move(finger(number), settled: [sample], tip: nil)) }
    if lifts { b.handle(.up(finger(number), settled: [])) }
  }

  private func labels(_ commands: [StoreCommand]) -> [EditLabel] {
    commands.compactMap { if case .commit(_, let edit) = $0 { edit.label } else { nil } }
  }

  /// A bench with a new text that is being edited and says “Hello”.
  private func writing() throws -> Bench {
    let b = bench()
    b.take(b.session.beginText(at: Point(400, 300)))
    var box = try #require(b.session.textEditing).box
    box.runs[0].text = "Hello"
    b.take(b.session.changeText(to: box))
    return b
  }

  private func steps(_ commands: [StoreCommand]) -> Int {
    labels(commands).count
  }

  @Test func `a finger's stroke is shown at once and becomes a step when it is settled`() {
    let b = bench()
    drag(b, 1, 100)
    #expect(b.session.wet.count == 1 && b.session.isProvisional(finger(1)))
    #expect(!b.session.isBusy)
    #expect(b.strokes == 0 && b.session.history.steps.isEmpty && steps(b.told) == 0)
    #expect(b.session.undoLabel == .draw)
    b.take(b.session.settle(finger(1)))
    #expect(b.strokes == 1 && steps(b.told) == 1 && b.session.wet.isEmpty)
    b.take(b.session.settle(finger(1)))
    #expect(b.strokes == 1)
  }

  @Test func `withdrawn ink leaves no trace, nor costs what could be redone`() {
    let b = bench()
    b.line(300)
    b.line(340)
    b.take(b.session.undo())
    let before = (b.session.drawing, b.session.history.steps, b.session.history.position)
    drag(b, 1, 100)
    drag(b, 2, 120)
    b.handle(.cancelled(finger(1)))
    b.handle(.cancelled(finger(2)))
    #expect(b.session.drawing.elements.map(\.id) == before.0.elements.map(\.id))
    #expect(b.session.history.steps == before.1 && b.session.history.position == before.2)
    #expect(b.session.wet.isEmpty && b.session.provisional.isEmpty)
    // The note in the file is gone, too.
    guard case .setMetadata(_, nil) = b.told.last else {
      Issue.record("\(String(describing: b.told.last))")
      return
    }
    b.take(b.session.redo())
    #expect(b.strokes == 2)
  }

  @Test func `an erasure by what turns out to be a palm comes back whole`() {
    let b = bench()
    b.line(100)
    b.line(140)
    for kind in Eraser.Kind.allCases {
      var picker = ToolPicker()
      _ = picker.select(Tool.eraser)
      picker.select(kind)
      b.session.picker = picker
      let before = b.session.drawing.elements.map(\.id)
      b.handle(.down(finger(9), tip: StylusSample(position: Point(150, 90), time: 0)))
      b.handle(
        .move(
          finger(9),
          settled: [StylusSample(position: Point(150, 150), time: 0.1)], tip: nil))
      b.handle(.up(finger(9), settled: []))
      #expect(b.session.drawing.elements.map(\.id) != before)
      #expect(b.session.erasers.isEmpty && !b.session.isBusy && b.session.undoLabel == .erase)
      b.handle(.cancelled(finger(9)))
      #expect(b.session.drawing.elements.map(\.id) == before)
      #expect(b.session.history.steps.count == 2)
    }
  }

  @Test func `undo takes a finger's last stroke back without waiting for it to be settled`() {
    let b = bench()
    drag(b, 1, 100)
    drag(b, 2, 140)
    b.take(b.session.undo())
    #expect(b.strokes == 1 && b.session.history.steps.count == 2 && b.session.provisional.isEmpty)
    b.take(b.session.redo())
    #expect(b.strokes == 2)
  }

  @Test func `S84 a text goes on being edited beside fingers that are withdrawn`() throws {
    let b = try writing()
    let text = try #require(b.session.textEditing).id
    // The first of two or three fingers, with any tool that is no eraser.
    for tool in ToolCatalog.tools where tool != .eraser {
      b.session.picker.select(tool)
      drag(b, 1, 100, lifts: false)
      #expect(b.session.textEditing?.id == text, "\(tool)")
      b.handle(.cancelled(finger(1)))
      #expect(b.session.textEditing?.id == text, "\(tool)")
    }
    // A palm that has lifted already.
    b.session.picker.select(.brush("pen"))
    drag(b, 2, 140)
    b.handle(.cancelled(finger(2)))
    #expect(b.session.textEditing?.id == text && labels(b.told).isEmpty)
    // One that draws: the text was there first.
    drag(b, 3, 180)
    #expect(b.session.textEditing?.id == text && labels(b.told).isEmpty)
    b.take(b.session.settle(finger(3)))
    #expect(b.session.textEditing == nil && labels(b.told) == [.text, .draw])
    b.take(b.session.undo())
    #expect(b.all.map { $0.textBox?.text } == ["Hello"])
  }

  @Test func `a finger that has lifted ends the text beside it, and no text that came later`()
    throws
  {
    let b = try writing()
    let first = try #require(b.session.textEditing).id
    b.session.picker.select(.text)
    b.handle(.down(finger(1), tip: StylusSample(position: Point(100, 100), time: 0)))
    #expect(b.session.textEditing?.id == first && labels(b.told).isEmpty)
    b.handle(.up(finger(1), settled: []))
    // It was a tap of the text tool, which begins the next one.
    let second = try #require(b.session.textEditing)
    #expect(second.id != first && second.box.text.isEmpty)
    #expect(labels(b.told) == [.text])
    // A stroke ends none that is begun before it is settled.
    b.session.picker.select(.brush("pen"))
    drag(b, 2, 500)
    b.take(b.session.beginText(at: Point(100, 200)))
    let third = try #require(b.session.textEditing).id
    b.take(b.session.settle(finger(2)))
    #expect(b.session.textEditing?.id == third && third != second.id)
    #expect(labels(b.told) == [.text, .draw])
    // What an eraser takes is gone at once, and so is the editing; no mouse is a palm.
    for (tool, contact) in [
      (Tool.eraser, finger(4)), (Tool.brush("pen"), ContactID(StylusTool(.mouse))),
    ] {
      b.take(b.session.beginText(at: Point(100, 200)))
      b.session.picker.select(tool)
      b.handle(.down(contact, tip: StylusSample(position: Point(100, 500), time: 0)))
      #expect(b.session.textEditing == nil, "\(tool)")
      b.handle(.cancelled(contact))
    }
  }

  @Test func `provisional ink stays where it is on the paper while the view moves`() {
    let b = bench()
    drag(b, 1, 100)
    b.session.viewport.pan(by: Vector(300, -80))
    b.session.viewport.zoom(to: 3, about: .zero)
    b.take(b.session.settle(finger(1)))
    let bounds = b.session.drawing.bounds
    #expect(abs(bounds.center.y - 100) < 1 && abs(bounds.center.x - 150) < 1)
  }

  @Test func `a crash in the grace time loses nothing: the file's note becomes a step`() throws {
    let b = bench()
    b.line(300)
    drag(b, 1, 100)
    drag(b, 2, 140)
    var note: (MetadataKey, String)?
    for case .setMetadata(let key, let text) in b.told { note = text.map { (key, $0) } }
    let (key, text) = try #require(note)
    // As the next process finds it.
    var contents = DocumentContents.empty
    contents.metadata[key] = text
    let next = bench(contents)
    next.take(next.session.recover())
    #expect(next.strokes == 2 && next.session.history.steps.count == 2)
    b.take(b.session.settleAll())
    let (ours, theirs) = (
      b.session.drawing.elements.suffix(2).map(\.bounds),
      next.session.drawing.elements.map(\.bounds)
    )
    #expect(Array(ours) == Array(theirs))
    guard case .setMetadata(key, nil) = next.told.last else {
      Issue.record("the note stays")
      return
    }
    // Once.
    next.take(next.session.recover())
    #expect(next.strokes == 2)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a note that is damaged costs its own ink at most`(seed: UInt64) throws {
    let b = bench()
    drag(b, 1, 100)
    drag(b, 2, 140)
    var text = ""
    for case .setMetadata(_, let t?) in b.told { text = t }
    var g = SeededGenerator(seed: seed)
    var bytes = Array(text.utf8)
    for _ in 0..<4 {
      let i = Int.random(in: 0..<bytes.count, using: &g)
      switch Int.random(in: 0..<3, using: &g) {
      case 0: bytes.remove(at: i)
      case 1: bytes[i] = UInt8.random(in: 32..<127, using: &g)
      default: bytes.removeLast(min(bytes.count - 1, i / 4))
      }
    }
    var contents = DocumentContents.empty
    contents.metadata[MetadataKey(rawValue: "provisional-ink")] = String(
      decoding: bytes, as: UTF8.self)
    let next = bench(contents)
    next.take(next.session.recover())
    #expect(next.strokes <= 3)
    #expect(next.session.drawing.bounds.isEmpty || next.session.drawing.bounds.minX.isFinite)
  }
}
