import CardElement
import InkModel
import InkTestSupport
import Testing

/// What the model asks of an element is answered by whatever kind it is: here one that it never heard of.
@Suite struct `Elements of any kind` {
  private let card = Card(Rect(x: 10, y: 20, width: 30, height: 40), fill: .ink)
  private let quarter = AffineTransform.translation(Vector(100, 0)) * .rotation(.pi / 2)

  private func disc(_ x: Double, _ y: Double, radius: Double = 2) -> SweptDisc {
    SweptDisc(from: Point(x, y), to: Point(x, y), radius: radius)
  }

  @Test func `an element is where its transform puts its value`() throws {
    // 10…40 × 20…60, a quarter turned: x is 100 - y, y is x.
    let element = card.element(1, canvasFromElement: quarter)
    let box = element.bounds
    #expect(abs(box.minX - 40) < 1e-9 && abs(box.maxX - 80) < 1e-9)
    #expect(abs(box.minY - 10) < 1e-9 && abs(box.maxY - 40) < 1e-9)
    let back = try #require(element.bounds(after: quarter.inverse!))
    #expect(abs(back.width - 30) < 1e-9 && abs(back.height - 40) < 1e-9)
    #expect(Card(.empty, fill: .ink).element(2).bounds(after: quarter) == nil)
  }

  @Test func `an eraser touches it on its area and within its radius, however it is turned`() {
    let element = card.element(1, canvasFromElement: .rotation(.pi / 4))
    // The middle, 25, 40, is at -10.6, 46.0 then; the corner 10, 20 at -7.07, 21.2.
    #expect(element.isTouched(by: disc(-10.6, 46)))
    #expect(element.isTouched(by: disc(-7.07, 19.5)))
    #expect(!element.isTouched(by: disc(-7.07, 18.5)))
    // Within its box, but beside it.
    #expect(!element.isTouched(by: disc(-33, 24)))
    // A sweep across it that begins and ends outside.
    #expect(element.isTouched(by: SweptDisc(from: Point(-60, 46), to: Point(60, 46), radius: 1)))
    let mirrored = card.element(1, canvasFromElement: .init(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0))
    #expect(mirrored.isTouched(by: disc(-25, 40)) && !mirrored.isTouched(by: disc(25, 40)))
  }

  @Test func `erasers that take parts of ink leave it alone`() {
    let element = card.element(1)
    let (cut, rubbed, settled) = (
      element.cut(by: disc(25, 40)), element.rubbed(by: disc(25, 40)), element.settled()
    )
    #expect(cut == nil && rubbed == nil && settled == nil)
  }

  @Test func `thin ink gets a least width on the canvas, and what is wider stays as it is`() {
    func line(_ id: Int64, size: Double, _ t: AffineTransform = .identity) -> Element {
      var ink = Ink.standard
      ink.size = size
      let shape = Shape(.line(.zero, Point(100, 0)), ink: ink, seed: 1)
      return Element(
        id: ElementID(id), order: .first, canvasFromElement: t, kind: .other(shape))
    }
    let drawing = Drawing([line(1, size: 2), line(2, size: 2, .scale(2)), line(3, size: 30)])
    let wide = drawing.inked(atLeast: 20)
    let sizes = wide.elements.map { ($0.kind.otherValue as? Shape)?.ink.size ?? 0 }
    #expect(sizes == [20, 10, 30])
    let same = drawing.inked(atLeast: 2)
    #expect(same == drawing)
    // What no file holds is shown nowhere.
    let huge = drawing.inked(atLeast: 1e7)
    #expect(huge == drawing)
    let cards = Drawing([card.element(1)])
    let cardsAgain = cards.inked(atLeast: 20)
    #expect(cardsAgain == cards)
  }

  @Test func `what was rubbed out of thin ink stays so where the ink is wider`() {
    let path = StrokePath([StrokePoint(x: 0, y: 0), StrokePoint(x: 100, y: 0)])
    let trail = EraserTrail(
      positions: [Point(25, 0)], radius: 2.5, elementFromTrail: .scale(2))
    let stroke = Stroke(
      content: ContentID(1), ink: .standard, path: path, seed: 1, trails: [trail])
    let wide = stroke.inked(atLeast: 20)
    // 9 points more on either side, in the trail's unit of 2.
    #expect(wide.ink.size == 20 && wide.trails.first?.radius == 7)
  }

  @Test func `versions of one thing are known by what does not change`() {
    let element = card.element(1)
    let red = element.version(ElementID(2), moved: .scale(2), color: Color(rgba: 0xFF00_00FF))
    #expect(red.card == Card(card.bounds, fill: Color(rgba: 0xFF00_00FF)))
    #expect(red.canvasFromElement == .scale(2) && red.color == Color(rgba: 0xFF00_00FF))
    #expect(red.isVersion(of: element) && red != element && red.band == .above)
    let other = Card(Rect(x: 0, y: 0, width: 1, height: 1), fill: .ink).element(3)
    #expect(!other.isVersion(of: element))
    let stroke = ErasedInk.word()
    #expect(!stroke.isVersion(of: element) && !element.isVersion(of: stroke))
    #expect(element.kind != stroke.kind && Set([element.kind, card.element(9).kind]).count == 1)
  }

  @Test func `a drawing takes it like ink, and back`() throws {
    var drawing = Drawing([ErasedInk.word(id: 1)])
    let before = drawing
    let element = card.element(2, order: drawing.order(for: .above))
    let edit = DrawingEdit(label: .paste, inserted: [element])
    try drawing.apply(edit)
    drawing.checkInvariants()
    #expect(drawing.elements(in: Rect(x: 20, y: 30, width: 1, height: 1)) == [element])
    #expect(edit.damage == card.bounds)
    let hit = drawing.elements(touchedFrom: Point(25, 40), to: Point(25, 40), radius: 1)
    #expect(hit.map(\.id) == [ElementID(2)])
    try drawing.apply(edit.inverse)
    #expect(drawing == before)
  }

  /// A hundred thousand of them are in memory at once.
  @Test func `other kinds cost a stroke nothing`() {
    #expect(MemoryLayout<Element.Kind>.size == MemoryLayout<Stroke>.size)
    #expect(MemoryLayout<Element>.stride == 232)
  }
}
