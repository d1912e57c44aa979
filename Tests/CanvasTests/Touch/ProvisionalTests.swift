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
    try write("Hello", b)
    return b
  }

  /// Replaces what the text says that is being edited.
  private func write(_ text: String, _ b: Bench) throws {
    var box = try #require(b.session.textEditing).box
    box.runs[0].text = text
    b.take(b.session.changeText(to: box))
  }

  /// What the texts of the drawing say.
  private func texts(_ b: Bench) -> [String] { b.all.compactMap { $0.textBox?.text } }

  private func takeEraser(_ b: Bench, _ kind: Eraser.Kind) {
    var picker = ToolPicker()
    _ = picker.select(Tool.eraser)
    picker.select(kind)
    b.session.picker = picker
  }

  /// Moves the first finger along a path.
  private func move(_ b: Bench, _ path: [Point], lifts: Bool = true) {
    let samples = path.enumerated().map { StylusSample(position: $1, time: Double($0) / 50) }
    b.handle(.down(finger(1), tip: samples[0]))
    for sample in samples { b.handle(.move(finger(1), settled: [sample], tip: nil)) }
    if lifts { b.handle(.up(finger(1), settled: [])) }
  }

  /// The next process after a crash, which has found the note of ink that was not settled.
  ///
  /// - Parameter change: Changes the note's lines before.
  private func recovered(
    after b: Bench, changing change: (inout [String]) throws -> Void = { _ in }
  ) throws -> Bench {
    var note: String?
    for case .setMetadata(.provisionalInk, let text) in b.told { note = text }
    var lines = try #require(note).split(separator: "\n").map { String($0) }
    try change(&lines)
    var contents = DocumentContents.empty
    contents.metadata[.provisionalInk] = lines.joined(separator: "\n")
    let next = bench(contents)
    next.take(next.session.recover())
    return next
  }

  /// Which lines of a note begin a stroke.
  private static func heads(of lines: [String]) -> [Int] {
    lines.indices.filter { lines[$0].hasPrefix("stroke ") }
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
    // The first of two or three fingers, with any tool; there is nothing to erase.
    for tool in ToolCatalog.tools {
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

  @Test func `what undo is called is the ink beside a text, which is newer than the text`() throws {
    let b = try writing()
    #expect(b.session.undoLabel == .text)
    let box = try #require(b.session.textEditing).box
    b.take(b.session.changeText(to: box, canUndo: true, canRedo: true))
    #expect(b.session.redoLabel == .text)
    drag(b, 1, 100)
    #expect(b.session.textEditing != nil && b.session.undoLabel == .draw)
    #expect(b.session.redoLabel == nil)
    // As undo does first.
    b.take(b.session.settleAll())
    #expect(b.session.textEditing == nil && b.session.undoLabel == .draw)
    b.take(b.session.undo())
    #expect(b.session.undoLabel == .text && b.session.redoLabel == .draw)
    // A text that is begun later is the newer one.
    drag(b, 2, 140)
    b.take(b.session.beginText(at: Point(400, 500)))
    var later = try #require(b.session.textEditing).box
    later.runs[0].text = "Later"
    b.take(b.session.changeText(to: later))
    #expect(b.session.undoLabel == .text)
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `a finger that erases ends the text beside it once it erases something, that text too`(
    kind: Eraser.Kind
  ) throws {
    let b = try writing()
    b.take(b.session.endText())
    b.line(100)
    let written = try #require(b.all.first { $0.textBox != nil })
    takeEraser(b, kind)
    // Beside everything, then over the line.
    b.take(b.session.beginText(written))
    move(b, [Point(150, 500), Point(150, 480)], lifts: false)
    #expect(b.session.textEditing != nil)
    let sample = StylusSample(position: Point(150, 90), time: 1)
    b.handle(.move(finger(1), settled: [sample], tip: nil))
    #expect(b.session.textEditing == nil)
    b.handle(.cancelled(finger(1)))
    #expect(b.strokes == 2)

    // Over the text itself, which says something else meanwhile.
    b.take(b.session.beginText(written))
    try write("Hello, world", b)
    let middle = written.bounds.center
    move(b, [Point(middle.x, 500), middle])
    #expect(b.session.textEditing == nil && b.session.undoLabel == .erase)
    b.take(b.session.settleAll())
    #expect(b.all.allSatisfy { $0.textBox == nil })
    b.take(b.session.undo())
    #expect(texts(b) == ["Hello, world"])
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `a finger erases a text that is edited where it is now, the file's or a new one`(
    kind: Eraser.Kind
  ) throws {
    let b = try writing()
    takeEraser(b, kind)
    // Beside a new one, then over it: the drawing has nothing there.
    let new = try #require(b.session.textEditing).bounds
    let below = Point(new.center.x, 500)
    move(b, [below, Point(below.x, new.maxY + 20)], lifts: false)
    #expect(b.session.textEditing != nil)
    b.handle(.cancelled(finger(1)))
    move(b, [below, new.center])
    #expect(b.session.textEditing == nil)
    b.take(b.session.settleAll())
    #expect(texts(b).isEmpty)
    b.take(b.session.undo())
    #expect(texts(b) == ["Hello"])

    // Only over what was written since.
    let written = try #require(b.all.first)
    b.take(b.session.beginText(written))
    try write("Hello to all of you out there", b)
    let now = try #require(b.session.textEditing).bounds
    let end = Point(now.maxX - 5, now.center.y)
    #expect(end.x > written.bounds.maxX + Eraser.standardSize)
    move(b, [Point(end.x, 500), end])
    #expect(b.session.textEditing == nil)
    b.take(b.session.settleAll())
    #expect(texts(b).isEmpty)
    b.take(b.session.undo())
    #expect(texts(b) == ["Hello to all of you out there"])

    // On another layer the eraser touches neither that nor what is written there.
    let there = try #require(b.all.first)
    b.take(b.session.addLayer())
    b.take(b.session.beginText(there))
    move(b, [Point(end.x, 500), end], lifts: false)
    #expect(b.session.textEditing != nil)
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
    // What an eraser takes is gone at once, here the stroke, and so is the editing; no mouse is a palm.
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

  @Test(arguments: [Instrument.Kind.ruler, .compass])
  func `after a crash a steadied stroke along an instrument still follows it`(
    kind: Instrument.Kind
  ) throws {
    let instrument = Instrument(kind, center: Point(400, 300), angle: 0.3)
    let b = try Bench.with(instrument)
    b.session.fingersAreProvisional = true
    b.session.stabilizer = Stabilizer(1)
    let path = (0...60).map { i -> Point in
      // Beside the ruler's edge, or around the circle.
      let edge = instrument.center + instrument.normal * 42
      let arm = Vector(angle: 1.5 + Double(i) / 10)
      return kind == .ruler
        ? edge + instrument.direction * (Double(i) * 4) : instrument.center + arm * 104
    }
    b.draw(path, with: StylusTool(.finger))
    let next = try recovered(after: b)
    b.take(b.session.settleAll())
    #expect(b.strokes == 1 && next.strokes == 1)
    let (drawn, found) = (try b.lastLine(), try next.lastLine())
    #expect(drawn.count == found.count && drawn.count > 20)
    for (p, q) in zip(drawn, found) { #expect(p.distance(to: q) < 0.01) }
  }

  @Test(arguments: [
    "line 1 2 3", "circle 1 2 0", "circle 1 2 nan", "circle 1e300 2 3", "arc 1 2 3", "line 1 2 0 0",
  ])
  func `a stroke whose guide cannot be read is left out, and the others are there`(
    words: String
  ) throws {
    let b = bench()
    drag(b, 1, 100)
    drag(b, 2, 140)
    for (guide, count) in [(words, 1), ("circle 150 400 260", 2)] {
      let next = try recovered(after: b) { lines in
        let heads = Self.heads(of: lines)
        try #require(heads.count == 2)
        lines[heads[0]] += " \(guide)"
      }
      #expect(next.strokes == count)
    }
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

  @Test(arguments: [("1e5", 2), ("1e6", 1), ("1e300", 1)])
  func `a note with a stroke beyond the limits of ink costs that stroke alone`(
    size: String, strokes: Int
  ) throws {
    let b = bench()
    drag(b, 1, 100)
    drag(b, 2, 140)
    let next = try recovered(after: b) { lines in
      let first = Self.heads(of: lines).first
      let head = try #require(first)
      var words = lines[head].split(separator: " ").map { String($0) }
      words[5] = size
      lines[head] = words.joined(separator: " ")
    }
    #expect(next.strokes == strokes && next.session.history.steps.count == strokes)
    // What the file would refuse when it is opened again.
    #expect(next.all.allSatisfy { $0.isWithinLimits })
  }
}
