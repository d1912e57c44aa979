import InkModel
import InkTestSupport
import Testing

func stroke(_ id: Int64, at p: Point, order: OrderKey, layer: Int32 = 0) -> Element {
  Element(
    id: ElementID(id), layer: layer, order: order,
    kind: .stroke(
      Stroke(
        content: ContentID(id), ink: .standard,
        path: StrokePath([
          StrokePoint(x: Float(p.x), y: Float(p.y)), StrokePoint(x: Float(p.x) + 9, y: Float(p.y)),
        ]), seed: 0)))
}

/// Elements in order, on a diagonal.
func strokes(_ count: Int) -> [Element] {
  var order = OrderKey.first
  return (0..<count).map { i in
    order = order.next
    return stroke(Int64(i + 1), at: Point(Double(i * 10), Double(i * 10)), order: order)
  }
}

@Suite struct DrawingTests {
  @Test(arguments: [0, 1, 2, 191, 192, 193, 256, 257, 5000])
  func `however it came to be, a drawing holds its elements in painting order`(_ n: Int) throws {
    let all = strokes(n)
    var generator = SeededGenerator(seed: UInt64(n))
    let whole = Drawing(all.shuffled(using: &generator))
    whole.checkInvariants()
    var grown = Drawing()
    for e in all.shuffled(using: &generator) {
      try grown.apply(DrawingEdit(label: .draw, inserted: [e]))
    }
    grown.checkInvariants()
    #expect(whole == grown)
    #expect(Array(whole.elements) == all)
    #expect(whole.count == n)
  }

  @Test func `apply then inverse is identity, over random edits`() throws {
    var generator = SeededGenerator(seed: 42)
    var drawing = Drawing(strokes(700))
    var next: Int64 = 10_000
    for _ in 0..<200 {
      let before = drawing
      let present = Array(drawing.elements)
      let removed = Array(
        present.shuffled(using: &generator).prefix(Int.random(in: 0...40, using: &generator)))
      let inserted = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        next += 1
        let low = present[Int.random(in: 0..<(present.count - 1), using: &generator)]
        return stroke(
          next, at: Point(Double.random(in: -500...5_000, using: &generator), 12),
          order: OrderKey.between(low.order, low.order.next))
      }
      let edit = DrawingEdit(label: .erase, removed: removed, inserted: inserted)
      try drawing.apply(edit)
      drawing.checkInvariants()
      var back = drawing
      try back.apply(edit.inverse)
      back.checkInvariants()
      #expect(back == before)
    }
  }

  @Test func `an edit that does not fit changes nothing`() throws {
    var drawing = Drawing(strokes(10))
    let before = drawing
    let stranger = stroke(99, at: .zero, order: OrderKey.first.previous)
    #expect(throws: DrawingError.missing(ElementID(99))) {
      try drawing.apply(
        DrawingEdit(label: .erase, removed: [Array(before.elements)[0], stranger]))
    }
    #expect(drawing == before)
    #expect(throws: DrawingError.duplicate(ElementID(3))) {
      try drawing.apply(
        DrawingEdit(label: .draw, inserted: [stranger, Array(before.elements)[2]]))
    }
    #expect(drawing == before)
  }

  @Test func `a search by area finds what a test of every element finds`() {
    var generator = SeededGenerator(seed: 3)
    let drawing = Drawing(strokes(1_500).shuffled(using: &generator))
    for _ in 0..<100 {
      let area = Rect(
        x: Double.random(in: -100...15_000, using: &generator),
        y: Double.random(in: -100...15_000, using: &generator),
        width: Double.random(in: 1...3_000, using: &generator),
        height: Double.random(in: 1...3_000, using: &generator))
      #expect(
        drawing.elements(in: area) == drawing.elements.filter { $0.bounds.intersects(area) })
    }
  }

  @Test func `higher layers paint above lower ones whatever their order keys`() {
    let low = stroke(1, at: .zero, order: OrderKey.first.next.next, layer: 0)
    let high = stroke(2, at: .zero, order: .first, layer: 1)
    #expect(Array(Drawing([high, low]).elements) == [low, high])
  }

  @Test func `an eraser touches a stroke it crosses between two reports`() {
    let drawing = Drawing([stroke(1, at: Point(100, 100), order: .first)])
    #expect(
      drawing.elements(touchedFrom: Point(104, 0), to: Point(104, 200), radius: 0.5).count == 1)
    #expect(
      drawing.elements(touchedFrom: Point(104, 0), to: Point(104, 90), radius: 0.5).isEmpty)
    // The ink's own width counts: at half force it reaches 1 point.
    #expect(
      drawing.elements(touchedFrom: Point(104, 97), to: Point(104, 98.6), radius: 0.5).count == 1)
  }
}
