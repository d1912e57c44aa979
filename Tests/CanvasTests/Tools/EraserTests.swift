import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas
@testable import InkModel

@Suite struct `Erasers` {
  /// A page of wavy lines, and an eraser of a kind.
  private func bench(_ kind: Eraser.Kind, size: Double = 18, lines: Int = 12) -> Bench {
    let b = Bench()
    for i in 0..<lines {
      b.draw(
        (0...40).map { Point(40 + Double($0) * 8, 40 + Double(i) * 20 + Double($0 % 4)) })
    }
    b.session.picker.eraserKind = kind
    b.session.picker.eraserSizes[kind] = size
    return b
  }

  private func sweep(_ generator: inout SeededGenerator, count: Int = 40) -> [StylusSample] {
    var p = Point(200, 20)
    return (0..<count).map { i in
      p =
        p
        + Vector(
          Double.random(in: -12...12, using: &generator),
          Double.random(in: -4...14, using: &generator))
      return StylusSample(position: p, time: Double(i) / 240)
    }
  }

  /// Sweeps, the samples in batches of these sizes.
  private func erase(_ b: Bench, _ samples: [StylusSample], batches: [Int]) {
    let contact = ContactID(StylusTool(.eraser))
    b.handle(.down(contact, tip: samples[0]))
    var rest = samples[1...]
    for size in batches where !rest.isEmpty {
      b.handle(.move(contact, settled: Array(rest.prefix(size)), tip: nil))
      rest = rest.dropFirst(size)
    }
    b.handle(.up(contact, settled: Array(rest)))
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `S3 S102 a sweep is one step, and undo brings back exactly what was`(kind: Eraser.Kind)
    throws
  {
    let b = bench(kind)
    let before = b.session.drawing
    b.told = []
    var generator = SeededGenerator(seed: 4)
    erase(b, sweep(&generator), batches: [3, 5, 1, 7])
    let after = b.session.drawing
    #expect(after != before)
    #expect(b.told.count == 1)
    #expect(b.session.history.undoLabel == .erase)
    after.checkInvariants()
    if kind != .stroke {
      #expect(after.count > before.count)
      // Everything that is left is a piece of what was there, and knows it.
      let contents = Set(before.elements.map(\.stroke.content))
      #expect(after.elements.allSatisfy { contents.contains($0.stroke.content) })
    }
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    b.take(b.session.redo())
    #expect(b.session.drawing == after)
  }

  /// What is left on the page; the seeds of its strokes are by chance.
  private func words(_ b: Bench) -> [String] {
    b.session.drawing.elements.map {
      "\($0.id) \($0.stroke.content) \($0.stroke.spans) \($0.stroke.trails)"
    }
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `S3 how a sweep's samples were batched changes nothing`(kind: Eraser.Kind) {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<10 {
      let samples = sweep(&generator)
      let whole = bench(kind)
      erase(whole, samples, batches: [])
      for sizes in [[1], [2, 3], [40]] {
        let b = bench(kind)
        erase(b, samples, batches: Array(repeating: sizes, count: 40).flatMap(\.self))
        #expect(words(b) == words(whole))
      }
    }
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `an eraser of any kind that the system takes over gives everything back`(kind: Eraser.Kind) {
    let b = bench(kind)
    let before = b.session.drawing
    let told = b.told.count
    b.session.picker.select(.eraser)
    let finger = ContactID(.finger, sequence: 1)
    var generator = SeededGenerator(seed: 9)
    let samples = sweep(&generator)
    b.handle(.down(finger, tip: samples[0]))
    b.handle(.move(finger, settled: samples, tip: nil))
    #expect(b.session.drawing != before)
    b.handle(.cancelled(finger))
    #expect(b.session.drawing == before)
    #expect(b.told.count == told)
  }

  @Test func `S3 the eraser end erases with the eraser chosen last, and the tool stays`() {
    let b = bench(.part)
    b.session.picker.select(.part)
    b.session.picker.setSize(30)
    b.session.picker.togglePrevious()
    let tool = b.session.picker.tool
    #expect(tool != .eraser)
    let n = b.session.drawing.count
    b.draw([Point(200, 20), Point(200, 400)], with: StylusTool(.eraser))
    #expect(b.session.drawing.count == 2 * n)
    for element in b.session.drawing.elements {
      // 30 points broad, and half a mark on either side.
      #expect(abs(element.bounds.center.x - 200) > 15)
    }
    #expect(b.session.picker.tool == tool)
    b.line(300)
    #expect(b.session.drawing.count == 2 * n + 1)
  }

  @Test func `an eraser is as broad under the hand at any zoom and turn`() {
    for (scale, turn) in [(0.2, 0.0), (1, 1), (8, 2), (64, 0)] {
      let b = Bench()
      b.session.viewport.zoom(to: scale, about: b.session.viewport.center)
      b.session.viewport.rotate(to: turn, about: b.session.viewport.center)
      b.draw((0...60).map { Point(100 + Double($0) * 10, 300) })
      b.session.picker.eraserKind = .part
      b.draw([Point(400, 300)], with: StylusTool(.eraser))
      let ends = b.session.drawing.elements.map { element in
        element.stroke.shownPoints.joined().map {
          b.session.viewport.widgetFromCanvas($0.position).distance(to: Point(400, 300))
        }.min() ?? 0
      }
      #expect(ends.count == 2)
      let room = 9 + 1 * scale
      #expect(ends.allSatisfy { abs($0 - room) < 0.02 * scale + 0.01 })
    }
  }

  @Test func `two erasers at once share a stroke without a quarrel`() {
    let b = bench(.part)
    let before = b.session.drawing
    let (p, q) = (
      ContactID(StylusTool(.eraser, serial: 1)), ContactID(StylusTool(.eraser, serial: 2))
    )
    func at(_ x: Double, _ y: Double) -> StylusSample {
      StylusSample(position: Point(x, y), time: y)
    }
    b.handle(.down(p, tip: at(100, 20)))
    b.handle(.down(q, tip: at(250, 300)))
    for y in stride(from: 20.0, to: 300, by: 7) {
      b.handle(.move(p, settled: [at(100, y)], tip: nil))
      b.handle(.move(q, settled: [at(250, 320 - y)], tip: nil))
    }
    b.handle(.up(p, settled: []))
    #expect(b.session.drawing.count > before.count)
    b.handle(.cancelled(q))
    b.session.drawing.checkInvariants()
    let steps = b.session.history.steps.count
    while b.session.history.undoLabel == .erase { b.take(b.session.undo()) }
    #expect(b.session.drawing == before)
    #expect(steps == 13)
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `a sweep over 5000 strokes tests what is near and copies what it changes`(
    kind: Eraser.Kind
  ) {
    // 50 columns of 100 short lines.
    let elements: [Element] = (0..<5000).map { i in
      let (x, y) = (Float(i / 100 * 16), Float(i % 100 * 6))
      let points: [StrokePoint] = (0...20).map { StrokePoint(x: x + Float($0) / 2, y: y) }
      return ErasedInk.element(StrokePath(points), id: Int64(i + 1))
    }
    let b = Bench(
      DocumentContents(
        elements: elements, nextElementID: ElementID(5001), nextContentID: ContentID(5001)))
    b.session.picker.eraserKind = kind
    let contact = ContactID(StylusTool(.eraser))
    func at(_ x: Double, _ y: Double) -> StylusSample {
      StylusSample(position: Point(x, y), time: 0)
    }
    b.handle(.down(contact, tip: at(0, 0)))
    var (visits, copied) = (0, 0)
    for step in 1...400 {
      let sample = at(Double(step) * 2, step % 2 == 0 ? 0 : 594)
      let before = b.session.eraserVisits
      let chunks = b.session.drawing.chunks
      b.handle(.move(contact, settled: [sample], tip: nil))
      visits = max(visits, b.session.eraserVisits - before)
      let now = Set(b.session.drawing.chunks.map(\.storage))
      copied = max(copied, chunks.count { !now.contains($0.storage) })
    }
    b.handle(.up(contact, settled: []))
    if kind == .stroke { #expect(b.session.drawing.isEmpty) }
    #expect(b.session.history.steps.count == 1)
    // The disc and its path are within three columns, which lie in five chunks at most.
    #expect(visits <= 300 * (kind == .stroke ? 1 : 3), "\(visits)")
    #expect(copied <= 8, "\(copied)")
    b.take(b.session.undo())
    #expect(b.session.drawing == Drawing(elements))
  }
}

extension Drawing.Chunk {
  /// Who the chunk's elements are, as long as they live.
  fileprivate var storage: UInt {
    elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
