import Canvas
import InkModel
import InkStore
import InkTestSupport
import Testing

/// A session over an empty document, and the file's side of it: everything it was told.
final class Bench {
  let session: CanvasSession
  var told: [StoreCommand] = []
  var damage = Rect.empty
  var appended: [Element] = []

  convenience init(_ contents: DocumentContents = .empty) { self.init(CanvasSession(contents)) }

  init(_ session: CanvasSession) {
    self.session = session
    session.viewport.width = 800
    session.viewport.height = 600
  }

  func take(_ update: CanvasUpdate) {
    told += update.commands
    appended += update.appended
    for r in update.damage { damage = damage.union(r) }
  }

  func handle(_ input: StylusInput) { take(session.handle(input)) }

  func draw(
    _ points: [Point], with tool: StylusTool = StylusTool(.pen), force: Float = 0.5
  ) {
    let contact = ContactID(tool)
    let samples = points.enumerated().map {
      StylusSample(position: $1, time: Double($0) / 240, force: force)
    }
    handle(.down(contact, tip: samples[0]))
    for (sample, tip) in zip(samples, samples.dropFirst()) {
      handle(.move(contact, settled: [sample], tip: tip))
    }
    handle(.up(contact, settled: [samples[samples.count - 1]]))
  }

  /// A horizontal line at a height.
  func line(_ y: Double) { draw((0...20).map { Point(100 + Double($0) * 5, y) }) }

  var strokes: Int { session.drawing.count }
}

@Suite struct CanvasSessionTests {
  @Test func `S11 S91 ink is there at touch-down, before any motion`() {
    let b = Bench()
    let contact = ContactID(StylusTool(.pen))
    b.handle(.down(contact, tip: StylusSample(position: Point(50, 60), time: 0, force: 0.4)))
    #expect(b.session.wet[contact]?.tail().count == 1)
  }

  @Test func `S12 down and up without motion is one dot`() throws {
    let b = Bench()
    b.draw([Point(50, 60)])
    #expect(b.strokes == 1)
    let element = try #require(Array(b.session.drawing.elements).first)
    #expect(element.stroke.path.points.count == 1)
    #expect(abs(element.bounds.center.x - 50) < 0.01)
    #expect(element.bounds.width > 1)
  }

  @Test func `a finished stroke is one step, told to the file with all its samples`() throws {
    let b = Bench()
    b.line(100)
    #expect(b.told.count == 1)
    guard case .commit(let step, let edit) = try #require(b.told.first) else {
      Issue.record("not a commit")
      return
    }
    #expect(step == 1)
    #expect(edit.contents.first?.samples.count == 21)
    #expect(b.appended == edit.inserted)
    #expect(b.session.history.undoLabel == .draw)
  }

  @Test func `S92 two pens at once do not mix`() throws {
    let b = Bench()
    let (p, q) = (
      ContactID(StylusTool(.pen, serial: 1)), ContactID(StylusTool(.pen, serial: 2))
    )
    func at(_ x: Double, _ y: Double) -> StylusSample {
      StylusSample(position: Point(x, y), time: x, force: 0.5)
    }
    b.handle(.down(p, tip: at(0, 10)))
    b.handle(.down(q, tip: at(0, 500)))
    for x in stride(from: 0.0, to: 50, by: 5) {
      b.handle(.move(p, settled: [at(x, 10)], tip: at(x + 5, 10)))
      b.handle(.move(q, settled: [at(x, 500)], tip: at(x + 5, 500)))
    }
    b.handle(.up(p, settled: []))
    b.handle(.up(q, settled: []))
    let boxes = b.session.drawing.elements.map(\.bounds)
    #expect(boxes.count == 2)
    #expect(boxes.allSatisfy { $0.height < 10 })
  }

  @Test func `S63 S93 a tool that vanishes in mid-stroke leaves its ink and nothing stale`() {
    let b = Bench()
    let contact = ContactID(StylusTool(.pen))
    let sample = StylusSample(position: Point(5, 5), time: 0, force: 0.5)
    b.handle(.down(contact, tip: sample))
    b.handle(.move(contact, settled: [sample], tip: nil))
    b.handle(.lost(contact))
    #expect(b.strokes == 1)
    #expect(!b.session.isBusy)
    b.handle(.move(contact, settled: [sample], tip: nil))
    b.handle(.up(contact, settled: [sample]))
    #expect(b.strokes == 1)
  }

  @Test func `a touch that the system takes over leaves no trace, nor costs the redo branch`() {
    let b = Bench()
    b.line(100)
    b.take(b.session.undo())
    let commands = b.told.count
    let finger = ContactID(.finger, sequence: 3)
    let sample = StylusSample(position: Point(5, 5), time: 0)
    b.handle(.down(finger, tip: sample))
    b.handle(.move(finger, settled: [sample], tip: nil))
    b.handle(.cancelled(finger))
    #expect(b.strokes == 0)
    #expect(b.told.count == commands)
    #expect(b.session.history.redoLabel == .draw)
  }

  @Test func `S3 the eraser end takes away what it sweeps over, as one step`() {
    let b = Bench()
    for y in stride(from: 50.0, through: 250, by: 50) { b.line(y) }
    b.told = []
    b.draw([Point(150, 80), Point(150, 220)], with: StylusTool(.eraser))
    #expect(b.strokes == 2)
    #expect(b.told.count == 1)
    #expect(b.session.history.undoLabel == .erase)
    b.take(b.session.undo())
    #expect(b.strokes == 5)
  }

  @Test func `an eraser that the system takes over gives everything back`() {
    let b = Bench()
    b.line(100)
    let before = b.session.drawing
    b.session.picker.select(.eraser)
    let finger = ContactID(.finger, sequence: 1)
    b.handle(.down(finger, tip: StylusSample(position: Point(150, 90), time: 0)))
    b.handle(
      .move(finger, settled: [StylusSample(position: Point(150, 110), time: 0.01)], tip: nil))
    #expect(b.strokes == 0)
    b.handle(.cancelled(finger))
    #expect(b.session.drawing == before)
    #expect(b.told.count == 1)
  }

  @Test func `S102 any number of steps go back and forth, and new ink drops the redo branch`() {
    let b = Bench()
    var states = [b.session.drawing]
    for i in 0..<100 {
      b.line(Double(i) * 5)
      states.append(b.session.drawing)
    }
    for i in (0..<100).reversed() {
      b.take(b.session.undo())
      #expect(b.session.drawing == states[i])
    }
    #expect(b.session.history.undoLabel == nil)
    b.take(b.session.undo())
    for i in 1...50 {
      b.take(b.session.redo())
      #expect(b.session.drawing == states[i])
    }
    b.line(300)
    #expect(b.session.history.redoLabel == nil)
    b.take(b.session.redo())
    #expect(b.strokes == 51)
  }

  @Test func `undo waits for an edit that only the file has, and new ink makes it moot`() {
    var contents = DocumentContents.empty
    let a = Bench()
    a.line(100)
    contents.elements = Array(a.session.drawing.elements)
    contents.history = HistorySummary(head: 1, steps: [.init(number: 1, label: .draw)])
    contents.nextElementID = ElementID(2)
    contents.nextContentID = ContentID(2)
    guard case .commit(_, let edit) = a.told[0] else {
      Issue.record("of another kind")
      return
    }

    let b = Bench(contents)
    #expect(b.session.wantedSteps == [1])
    b.take(b.session.undo())
    #expect(b.strokes == 1)
    b.take(b.session.provide(edit, for: 1))
    #expect(b.strokes == 0)
    #expect(b.told.count == 1)

    let c = Bench(contents)
    c.take(c.session.undo())
    c.line(200)
    c.take(c.session.provide(edit, for: 1))
    #expect(c.strokes == 2)
  }

  /// A drawing of two lines whose steps only the file has, and the steps' edits.
  private func kept() -> (contents: DocumentContents, edits: [DrawingEdit]) {
    var contents = DocumentContents.empty
    let b = Bench()
    b.line(100)
    b.line(140)
    contents.elements = Array(b.session.drawing.elements)
    contents.history = HistorySummary(
      head: 2, steps: [.init(number: 1, label: .draw), .init(number: 2, label: .draw)])
    contents.nextElementID = ElementID(3)
    contents.nextContentID = ContentID(3)
    let edits = b.told.compactMap { if case .commit(_, let edit) = $0 { edit } else { nil } }
    return (contents, edits)
  }

  @Test func `an undo that a tool has overtaken is given up: the next one takes one step`() {
    let (contents, edits) = kept()
    let b = Bench(contents)
    b.take(b.session.undo())
    let finger = ContactID(.finger, sequence: 1)
    b.handle(.down(finger, tip: StylusSample(position: Point(5, 5), time: 0)))
    b.take(b.session.provide(edits[1], for: 2))
    b.handle(.cancelled(finger))
    #expect(b.strokes == 2)
    b.take(b.session.undo())
    // If two steps were asked for, this one would be taken back, too.
    b.take(b.session.provide(edits[0], for: 1))
    #expect(b.strokes == 1)
    #expect(b.session.history.position == 1)
  }

  @Test func `S32 a pen whose button erases takes ink away, whatever tool is in the hand`() {
    for tool in [Tool.brush("pen"), .selection, .eraser] {
      let b = Bench()
      b.line(100)
      _ = b.session.picker.select(tool)
      b.session.isErasing = true
      b.draw([Point(150, 60), Point(150, 140)])
      #expect(b.strokes == 0, "\(tool)")
      #expect(b.session.selection == nil)
    }
  }

  @Test func `nothing is undone under a pen that is down`() {
    let b = Bench()
    b.line(100)
    b.handle(
      .down(ContactID(StylusTool(.pen)), tip: StylusSample(position: .zero, time: 0, force: 1)))
    b.take(b.session.undo())
    #expect(b.strokes == 1)
  }

  @Test func `a read-only drawing takes no ink and no undo`() {
    let b = Bench()
    b.session.isReadOnly = true
    b.line(100)
    b.draw([Point(0, 0), Point(10, 10)], with: StylusTool(.eraser))
    #expect(b.strokes == 0)
    #expect(b.told.isEmpty)
  }

  @Test func `ink lands where the pen is at any zoom, rotation and position`() throws {
    let b = Bench()
    b.session.viewport.pan(by: Vector(-300, 120))
    b.session.viewport.zoom(to: 3, about: Point(400, 300))
    b.session.viewport.rotate(to: 0.5, about: Point(10, 20))
    b.draw([Point(222, 333)])
    let element = try #require(Array(b.session.drawing.elements).first)
    let back = b.session.viewport.widgetFromCanvas(element.bounds.center)
    #expect(back.distance(to: Point(222, 333)) < 0.01)
  }

  @Test func `S16 a nib lies on turned paper as the pen is held over it`() throws {
    let b = Bench()
    _ = b.session.picker.select(.brush("marker"))
    let turn = 1.1
    b.session.viewport.rotate(to: turn, about: Point(10, 20))
    for (azimuth, roll) in [(Float(0.4), nil), (5.9, nil), (0.4, Float(2.5))] {
      let contact = ContactID(StylusTool(.pen))
      let samples = (0..<9).map {
        StylusSample(
          position: Point(200 + 5 * Double($0), 200), time: Double($0) / 240, azimuth: azimuth,
          roll: roll)
      }
      b.handle(.down(contact, tip: samples[0]))
      b.handle(.move(contact, settled: Array(samples.dropLast()), tip: samples.last))
      b.handle(.up(contact, settled: Array(samples.suffix(1))))
      let element = try #require(Array(b.session.drawing.elements).last)
      guard case .stroke(let stroke) = element.kind else { continue }
      let facing = roll.map { $0 + StrokePoint.defaultAzimuth } ?? azimuth
      for p in stroke.path.points {
        let mark = StockBrushes.marker.mark(stroke.ink, at: p)
        // Seen on the screen the nib stands square to the pen, or as its barrel says.
        let seen = AffineTransform.rotation(turn)(mark.edge)
        #expect(abs(seen.dot(Vector(angle: Double(facing)))) < 1e-3 * seen.length)
      }
    }
  }

  @Test func `random hands leave a drawing that replaying the commands rebuilds`() throws {
    var generator = SeededGenerator(seed: 11)
    let b = Bench()
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...2: b.line(Double.random(in: 0...600, using: &generator))
      case 3:
        let x = Double.random(in: 100...200, using: &generator)
        b.draw([Point(x, 0), Point(x, 200)], with: StylusTool(.eraser))
      case 4: b.take(b.session.undo())
      case 5:
        var settings = DrawingSettings.standard
        settings.paper.spacing = Double.random(in: 5...50, using: &generator)
        b.take(b.session.change(to: settings))
      default: b.take(b.session.redo())
      }
    }
    // The file's rule, by hand: an element shows when born <= head < died.
    var steps: [Int: DrawingEdit] = [:]
    var head = 0
    for command in b.told {
      switch command {
      case .commit(let step, let edit):
        steps = steps.filter { $0.key < step }
        steps[step] = edit
        head = step
      case .moveHead(let to): head = to
      case .setMetadata, .begin: break
      }
    }
    var rebuilt = Drawing()
    for step in steps.keys.sorted() where step <= head {
      try rebuilt.apply(#require(steps[step]))
    }
    #expect(rebuilt == b.session.drawing)
    b.session.drawing.checkInvariants()
  }
}
