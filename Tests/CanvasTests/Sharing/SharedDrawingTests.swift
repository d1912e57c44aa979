import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Two windows with one drawing, without the windows.
private final class Pair {
  let benches: [Bench]
  /// Of both, in the order in which the file gets them.
  private(set) var told: [StoreCommand] = []

  init(_ contents: DocumentContents = .empty) {
    let first = CanvasSession(contents)
    benches = [Bench(first), Bench(CanvasSession(beside: first))]
    for bench in benches {
      bench.session.onFollowed = { [weak self, weak bench] in self?.take($0, bench) }
      bench.session.onYield = { [weak self, weak bench] in
        guard let bench else { return }
        self?.take(bench.session.yieldTurn(), bench)
      }
    }
  }

  var a: Bench { benches[0] }
  var b: Bench { benches[1] }

  func take(_ update: CanvasUpdate, _ bench: Bench?) {
    bench?.take(update)
    told += update.commands
  }

  func act(_ bench: Bench, _ command: (CanvasSession) -> CanvasUpdate) {
    take(command(bench.session), bench)
  }

  func handle(_ bench: Bench, _ input: StylusInput) { act(bench) { $0.handle(input) } }

  static func sample(_ x: Double, _ y: Double) -> StylusSample {
    StylusSample(position: Point(x, y), time: x / 240, force: 0.5)
  }

  func begin(_ bench: Bench, _ contact: ContactID, at y: Double) {
    handle(bench, .down(contact, tip: Self.sample(100, y)))
    for x in stride(from: 100.0, to: 200, by: 10) {
      handle(bench, .move(contact, settled: [Self.sample(x, y)], tip: Self.sample(x + 10, y)))
    }
  }

  func lift(_ bench: Bench, _ contact: ContactID, at y: Double) {
    handle(bench, .up(contact, settled: [Self.sample(200, y)]))
  }

  func line(_ bench: Bench, _ y: Double) {
    let contact = ContactID(StylusTool(.pen))
    begin(bench, contact, at: y)
    lift(bench, contact, at: y)
  }

  /// Whether both show the same, and can undo and redo the same.
  func expectSame(sourceLocation: SourceLocation = #_sourceLocation) {
    let (a, b) = (a.session, b.session)
    #expect(a.history.steps == b.history.steps, sourceLocation: sourceLocation)
    #expect(a.history.position == b.history.position, sourceLocation: sourceLocation)
    for session in [a, b] {
      let selected = session.selection?.elements ?? []
      #expect(session.drawing.holds(selected), sourceLocation: sourceLocation)
    }
    #expect(!a.isUnsettled || !b.isUnsettled, sourceLocation: sourceLocation)
    guard !a.isUnsettled, !b.isUnsettled else { return }
    #expect(a.drawing == b.drawing, sourceLocation: sourceLocation)
  }
}

/// One drawing in several sessions.
@Suite struct SharedDrawingTests {
  @Test func `what is drawn in one is in both, and either undoes it`() {
    let pair = Pair()
    pair.line(pair.a, 100)
    #expect(pair.b.strokes == 1 && !pair.b.damage.isEmpty)
    pair.line(pair.b, 200)
    #expect(pair.a.strokes == 2)
    pair.expectSame()
    pair.act(pair.a) { $0.undo() }
    #expect(pair.b.strokes == 1)
    pair.act(pair.b) { $0.undo() }
    #expect(pair.a.strokes == 0)
    pair.act(pair.a) { $0.redo() }
    pair.act(pair.b) { $0.redo() }
    #expect(pair.a.strokes == 2)
    pair.expectSame()
  }

  @Test func `each has a view, a tool and a selection of its own`() {
    let pair = Pair()
    pair.line(pair.a, 100)
    pair.line(pair.a, 200)
    pair.a.session.picker.select(.selection)
    pair.b.session.viewport.pan(by: Vector(50, 60))
    #expect(pair.a.session.viewport != pair.b.session.viewport)
    pair.act(pair.a) { $0.selectAll() }
    #expect(pair.b.session.selection == nil)
    // The other one's selection stays with what is left of it.
    pair.act(pair.b) { $0.undo() }
    #expect(pair.a.session.selection?.elements.count == 1)
    pair.act(pair.b) { $0.undo() }
    #expect(pair.a.session.selection == nil || pair.a.session.selection?.elements.isEmpty == true)
  }

  @Test func `a stroke that goes on in one is kept where the other begins one`() {
    let pair = Pair()
    let pen = ContactID(StylusTool(.pen))
    pair.begin(pair.a, pen, at: 100)
    pair.line(pair.b, 200)
    #expect(pair.a.strokes == 2)
    pair.expectSame()
    // Its end comes later, and finds nothing.
    pair.lift(pair.a, pen, at: 100)
    #expect(pair.a.strokes == 2)
    pair.expectSame()
  }

  @Test func `what one is erasing the other may delete`() {
    let pair = Pair()
    for y in [100.0, 110, 120] { pair.line(pair.a, y) }
    let eraser = ContactID(StylusTool(.eraser))
    pair.a.session.picker.eraserKind = .part
    pair.handle(pair.a, .down(eraser, tip: Pair.sample(150, 90)))
    for y in stride(from: 90.0, to: 130, by: 5) {
      pair.handle(
        pair.a, .move(eraser, settled: [Pair.sample(150, y)], tip: Pair.sample(150, y + 5)))
    }
    pair.b.session.picker.select(.selection)
    pair.act(pair.b) { $0.undo() }
    pair.expectSame()
    pair.act(pair.b) { $0.selectAll() }
    pair.act(pair.b) { $0.deleteSelection() }
    pair.handle(pair.a, .up(eraser, settled: [Pair.sample(150, 130)]))
    #expect(pair.a.strokes == 0)
    pair.expectSame()
  }

  @Test func `a moment of the past that one shows goes as the other makes a step`() {
    let pair = Pair()
    pair.line(pair.a, 100)
    let past = Drawing()
    pair.act(pair.a) { $0.look(at: past) }
    #expect(pair.a.session.isLookingBack)
    // Looking, panning and selecting elsewhere leave it.
    pair.b.session.picker.select(.selection)
    pair.act(pair.b) { $0.selectAll() }
    #expect(pair.a.session.isLookingBack)
    pair.line(pair.b, 200)
    pair.b.session.picker.select(.brush("pen"))
    pair.line(pair.b, 300)
    #expect(!pair.a.session.isLookingBack)
    pair.expectSame()
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `two random hands leave one drawing, which the file has`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let pair = Pair()
    var open: [[(contact: ContactID, y: Double)]] = [[], []]
    for _ in 0..<300 {
      let i = Int.random(in: 0...1, using: &random)
      let bench = pair.benches[i]
      let y = Double.random(in: 20...580, using: &random)
      switch Int.random(in: 0..<17, using: &random) {
      case 0, 1, 2:
        bench.session.picker.select(.brush("pen"))
        pair.line(bench, y)
      case 3, 4:
        guard open[i].isEmpty else { continue }
        let contact = ContactID(
          StylusTool([.pen, .eraser, .finger].randomElement(using: &random) ?? .pen))
        bench.session.fingersAreProvisional = Bool.random(using: &random)
        bench.session.picker.eraserKind =
          Eraser.Kind.allCases.randomElement(using: &random) ?? .stroke
        pair.begin(bench, contact, at: y)
        open[i].append((contact, y))
      case 5, 6:
        guard let last = open[i].popLast() else { continue }
        pair.lift(bench, last.contact, at: last.y)
      case 7, 8: pair.act(bench) { $0.undo() }
      case 9: pair.act(bench) { $0.redo() }
      case 10:
        pair.act(bench) { $0.selectAll() }
        pair.act(bench) { $0.nudgeSelection(by: Vector(3, 2)) }
      case 11: pair.act(bench) { $0.duplicateSelection() }
      case 12:
        pair.act(bench) { $0.beginText(at: Point(300, y)) }
        let run = TextRun("Words", family: "Sans", size: 12)
        pair.act(bench) { $0.changeText(to: TextBox([run], extent: .empty).measured) }
      case 13:
        let texts = bench.session.drawing.elements.filter { $0.textBox != nil }
        guard let text = texts.randomElement(using: &random) else { continue }
        pair.act(bench) { $0.beginText(text) }
        let run = TextRun("Other words \(y)", family: "Sans", size: 12)
        pair.act(bench) { $0.changeText(to: TextBox([run], extent: .empty).measured) }
      case 14:
        guard bench.session.beginSelectionMotion() else { continue }
        pair.act(bench) { $0.moveSelection(through: .translation(Vector(4, 5))) }
        if Bool.random(using: &random) {
          pair.act(bench) { $0.endSelectionMotion(keeping: true) }
        }
      case 15:
        let all = bench.session.drawing.elements.filter { $0.kind.inkStroke != nil }
        guard let stroke = all.randomElement(using: &random) else { continue }
        let word = ConvertedText(
          "word", in: stroke.bounds, angle: 0, of: [stroke.id], family: "Sans", color: .black)
        pair.act(bench) { $0.convert([word]) }
      default: pair.act(bench) { $0.deleteSelection() }
      }
      pair.expectSame()
    }
    for bench in pair.benches { pair.act(bench) { $0.yieldTurn() } }
    pair.expectSame()
    #expect(!pair.a.session.isUnsettled && !pair.b.session.isUnsettled)
    pair.a.session.drawing.checkInvariants()
    let folder = try TestFolder()
    let store = try await DocumentStore.open(folder["a.plumbago"], mode: .readWrite)
    try await store.perform(pair.told)
    let contents = try await store.load()
    try await store.close()
    #expect(contents.drawing == pair.a.session.drawing)
    #expect(contents.history.steps == pair.a.session.history.steps)
  }
}
