import InkModel
import InkTestSupport
import Testing

/// Layers with the numbers 0 … n - 1, in this order.
private func layers(_ n: Int32) -> DrawingSettings {
  var order = OrderKey.first
  return DrawingSettings(
    layers: (0..<n).map { id in
      order = order.next
      return Layer(id: id, order: order)
    })
}

@Suite struct LayerTests {
  /// Strokes here and there on layers, with keys as they came.
  private static func drawing(_ seed: UInt64, on settings: DrawingSettings, count: Int = 900) throws
    -> Drawing
  {
    var generator = SeededGenerator(seed: seed)
    var drawing = Drawing(settings: settings)
    for id in 1...Int64(count) {
      let layer = try #require(settings.layers.randomElement(using: &generator)).id
      let band: LayerBand = generator.once(in: 5) ? .below : .above
      let element = stroke(
        id,
        at: Point(
          .random(in: 0...4_000, using: &generator), .random(in: 0...4_000, using: &generator)),
        order: drawing.order(for: band, in: layer), layer: layer)
      try drawing.apply(DrawingEdit(label: .draw, inserted: [drawing.settings.placed(element)]))
    }
    return drawing
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `new ink is at an end of its own layer, whatever is on the others`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var settings = layers(Int32.random(in: 1...12, using: &generator))
    settings.layers.shuffle(using: &generator)
    var drawing = try Self.drawing(seed, on: settings)
    drawing.checkInvariants()
    for (i, layer) in drawing.settings.layers.enumerated() {
      let before = drawing.elements.filter { $0.layer == layer.id }
      #expect(Array(drawing.elements(ofLayer: layer.id)) == before)
      #expect(
        drawing.bounds(ofLayer: layer.id) == before.reduce(.empty) { $0.union($1.bounds) })
      for (k, band) in [LayerBand.above, .below].enumerated() {
        let new = stroke(
          10_000 + Int64(2 * i + k), at: .zero, order: drawing.order(for: band, in: layer.id),
          layer: layer.id)
        try drawing.apply(DrawingEdit(label: .draw, inserted: [drawing.settings.placed(new)]))
        let now = drawing.elements.filter { $0.layer == layer.id }.map(\.id)
        #expect(now == (band == .above ? before.map(\.id) + [new.id] : [new.id] + before.map(\.id)))
        let id = new.id
        try drawing.apply(
          DrawingEdit(label: .erase, removed: drawing.elements.filter { $0.id == id }))
      }
    }
  }

  @Test func `to front and to back are within the layer, and keep the order of what is moved`()
    throws
  {
    let drawing = try Self.drawing(7, on: layers(4))
    let some = Array(drawing.elements).enumerated().filter { $0.offset % 7 == 3 }.map(\.element)
    for toFront in [true, false] {
      let keys = toFront ? drawing.orders(above: some) : drawing.orders(below: some)
      let moved = zip(some, keys).enumerated().map {
        $1.0.version(ElementID(20_000 + Int64($0)), order: $1.1)
      }
      var after = drawing
      try after.apply(DrawingEdit(label: .toFront, removed: some, inserted: moved))
      after.checkInvariants()
      for layer in drawing.settings.layers {
        let gone = Set(some.map(\.id))
        let rest = drawing.elements.filter { $0.layer == layer.id && !gone.contains($0.id) }
        let own = moved.filter { $0.layer == layer.id }
        #expect(
          after.elements.filter { $0.layer == layer.id }.map(\.id)
            == (toFront ? rest + own : own + rest).map(\.id))
      }
    }
  }

  @Test func `what layers look like is damage where their ink is, and nothing else is`() throws {
    var drawing = Drawing(
      [
        stroke(1, at: Point(0, 0), order: .first, layer: 0),
        stroke(2, at: Point(500, 500), order: .first, layer: 1),
      ], settings: layers(2))
    let upper = drawing.elements.map(\.bounds)[1]
    func change(_ change: (inout Layer) -> Void) throws -> Rect {
      let after = drawing.settings.changing(1, change)
      return try drawing.apply(
        DrawingEdit(
          label: .paper, settings: SettingsChange(before: drawing.settings, after: after)))
    }
    #expect(try change { $0.name = "Sketch" } == .empty)
    #expect(try change { $0.isLocked = true } == .empty)
    #expect(try change { $0.opacity = 0.5 } == upper)
    #expect(try change { $0.isHidden = true } == upper)
    // Nothing of it shows.
    #expect(try change { $0.opacity = 0.2 } == .empty)
    #expect(drawing.shownElements.map(\.id.number) == [1])
    #expect(drawing.shownBounds == drawing.elements.map(\.bounds)[0])
    #expect(try change { $0.isHidden = false } == upper)
    #expect(try change { $0.order = OrderKey.first.previous }.contains(upper))
    #expect(drawing.elements.map(\.id.number) == [2, 1])
  }

  @Test func `a layer moves to any position among the others, also between equal keys`() {
    var settings = layers(5)
    for (id, index) in [(0, 4), (4, 0), (2, 2), (1, 3), (3, 1)] as [(Int32, Int)] {
      let others = settings.layers.filter { $0.id != id }
      settings = settings.changing(id) {
        $0.order = settings.layerOrder(at: index, among: others)
      }
      var expected = others.map(\.id)
      expected.insert(id, at: index)
      #expect(settings.layers.map(\.id) == expected)
    }
    #expect(!settings.layers.map(\.id).contains(settings.newLayerID))
  }

  @Test func `a name is no text, nor is a label, whatever their characters are made of`() {
    let name = String(repeating: "e\u{301}\u{302}\u{303}", count: 100)
    // One character.
    let marks = "e" + String(repeating: "\u{301}", count: 1 << 19)
    for (given, kept) in [(name, name), (marks, ""), ("ab" + marks, "ab")] {
      var layer = Layer(id: 1, order: .first, name: given)
      var page = Page(id: 1, order: .first, size: StandardPage.a5.size, label: given)
      #expect(layer.name == kept && page.label == kept)
      (layer.name, page.label) = ("", "")
      (layer.name, page.label) = (given, given)
      #expect(layer.name == kept && page.label == kept)
    }
    let long = Layer(id: 1, order: .first, name: String(repeating: "n", count: 1 << 20))
    #expect(long.name.utf8.count == 10_000)
  }
}
