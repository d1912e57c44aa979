import Glibc
import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

extension Bench {
  /// A drawing with ink all over the view, and the tool that selects in the hand.
  static func selecting(_ kind: SelectionKind = .lasso) -> Bench {
    let bench = Bench()
    bench.session.picker.select(kind)
    return bench
  }

  /// Draws with the pen, whatever is in the hand.
  func ink(_ points: [Point]) {
    let picker = session.picker
    session.picker.select(.brush("pen"))
    draw(points)
    session.picker = picker
  }

  /// A line on the screen from `a` to `b`.
  func ink(from a: Point, to b: Point) { ink((0...20).map { a.lerp(to: b, Double($0) / 20) }) }

  func drag(_ points: [Point], with tool: StylusTool = StylusTool(.pen)) {
    // In steps of a few points, as tablets tell them.
    var path = [points[0]]
    for (p, q) in zip(points, points.dropFirst()) {
      let n = max(Int(p.distance(to: q) / 8), 1)
      path += (1...n).map { p.lerp(to: q, Double($0) / Double(n)) }
    }
    draw(path, with: tool)
  }

  func tap(_ p: Point, with tool: StylusTool = StylusTool(.pen)) { draw([p], with: tool) }

  var selected: Set<ElementID> { session.selection?.ids ?? [] }
  var all: [Element] { Array(session.drawing.elements) }

  /// A box around part of the screen, as one draws it.
  static func loop(_ r: Rect) -> [Point] { r.corners + [r.corners[0]] }
}

@Suite struct SelectionTests {
  // MARK: Lines

  @Test
  func `a second tap on ink asks for the line that it is in, and a late one does not`() {
    let b = Bench.selecting()
    let clock = b.setClock()
    b.ink(from: Point(100, 100), to: Point(160, 100))
    b.ink(from: Point(170, 100), to: Point(230, 100))
    b.ink(from: Point(100, 300), to: Point(160, 300))
    func tap(_ x: Double, _ y: Double = 100) -> Element? {
      let update = b.session.select(at: Point(x, y), with: .pen)
      b.take(update)
      clock.now += 0.2
      return update.wantedLine?.element
    }
    #expect(tap(150) == nil)
    #expect(b.selected == [b.all[0].id])
    // Another stroke of the word may lie below the second tap.
    #expect(tap(180) == b.all[1])
    #expect(b.session.elements(onPageOf: b.all[1]) == b.all)
    clock.now += 1
    #expect(tap(150) == nil)
    clock.now += 1
    #expect(tap(150) == nil)
    // Nor does one far from the first.
    #expect(tap(130, 300) == nil)
    #expect(b.selected == [b.all[2].id])
  }

  // MARK: Choosing

  private static let views: [(turn: Double, scale: Double)] = [
    (0, 1), (0.4, 0.3), (-2, 7), (.pi / 2, 1), (0, 0.5),
  ]

  @Test(arguments: SelectionKind.allCases, Self.views)
  func `a loop takes the strokes that lie in it by half or more, at any turn and scale`(
    _ kind: SelectionKind, view: (turn: Double, scale: Double)
  ) {
    let (turn, scale) = view
    let b = Bench.selecting(kind)
    b.session.viewport.rotate(to: turn, about: b.session.viewport.center)
    b.session.viewport.zoom(to: scale, about: b.session.viewport.center)
    // Along the screen: wholly in, by three quarters, by a quarter, not at all.
    for (x, y) in [(220.0, 200.0), (175, 240), (125, 280), (20, 320)] {
      b.ink(from: Point(x, y), to: Point(x + 100, y))
    }
    let r = Rect(x: 200, y: 150, width: 300, height: 300)
    b.drag(kind == .box ? [Point(r.minX, r.minY), Point(r.maxX, r.maxY)] : Bench.loop(r))
    #expect(b.selected == Set(b.all.prefix(2).map(\.id)))
  }

  @Test
  func `a loop drawn in either direction, and one that crosses itself, takes all it goes round`() {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(120, 100))
    b.ink(from: Point(300, 100), to: Point(320, 100))
    let eight = [
      Point(80, 80), Point(80, 120), Point(200, 100), Point(340, 80), Point(340, 120),
      Point(200, 100), Point(80, 80),
    ]
    b.drag(eight)
    #expect(b.selected.count == 2)
    b.tap(Point(600, 500))
    #expect(b.selected.isEmpty)
    b.drag(eight.reversed())
    #expect(b.selected.count == 2)
  }

  @Test func `what was rubbed out of a stroke does not count`() {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(300, 100))
    b.session.picker.eraserKind = .area
    // All but the right quarter.
    b.drag([Point(90, 100), Point(245, 100)], with: StylusTool(.eraser))
    b.drag(Bench.loop(Rect(x: 240, y: 60, width: 100, height: 80)))
    #expect(b.selected.count == 1)
  }

  @Test(arguments: [StylusTool(.pen), .mouse, .finger])
  func `S74 a tap on ink selects it, one beside clears, with Shift it adds and takes away`(
    tool: StylusTool
  ) {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(200, 100))
    b.ink(from: Point(100, 300), to: Point(200, 300))
    let (first, second) = (b.all[0].id, b.all[1].id)
    b.tap(Point(150, 102), with: tool)
    #expect(b.selected == [first])
    b.tap(Point(150, 298), with: tool)
    #expect(b.selected == [second])
    b.session.selectionModifiers = .shift
    b.tap(Point(150, 102), with: tool)
    #expect(b.selected == [first, second])
    b.tap(Point(150, 102), with: tool)
    #expect(b.selected == [second])
    b.session.selectionModifiers = []
    b.tap(Point(500, 500), with: tool)
    #expect(b.selected.isEmpty)
    // Without keys: the tool is set to add.
    b.session.picker.setAddsToSelection(true)
    b.tap(Point(150, 102), with: tool)
    b.tap(Point(150, 298), with: tool)
    #expect(b.selected.count == 2)
    #expect(b.told.count == 2)
  }

  @Test func `the topmost of crossing strokes is the one that is tapped`() {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(300, 300))
    b.ink(from: Point(100, 300), to: Point(300, 100))
    b.tap(Point(200, 200))
    #expect(b.selected == [b.all[1].id])
  }

  @Test func `all, none, and one after the other by key`() {
    let b = Bench.selecting()
    for y in [100.0, 200, 300] { b.ink(from: Point(100, y), to: Point(200, y)) }
    b.take(b.session.selectAll())
    #expect(b.selected.count == 3)
    b.take(b.session.clearSelection())
    #expect(b.selected.isEmpty)
    for i in 0..<3 {
      b.take(b.session.selectNext())
      #expect(b.selected == [b.all[i].id])
    }
    // At the end it stays.
    #expect(!b.session.selectNext().selectionChanged)
    b.take(b.session.selectNext(backwards: true))
    #expect(b.selected == [b.all[1].id])
  }

  @Test func `the frame holds all ink of what it is around, however it is turned`() throws {
    var g = SeededGenerator(seed: 3)
    for seed in 0..<40 {
      let element = ErasedInk.word(
        ink: Ink(
          brush: ["pen", "marker", "brush"][seed % 3], brushVersion: 1, color: .ink, size: 5),
        transform: .rotation(.random(in: 0...6, using: &g))
          * .scale(.random(in: 0.2...4, using: &g)))
      let turn = Double.random(in: -3...3, using: &g)
      let frame = SelectionFrame(around: [element], rotation: turn)
      let back = try #require(frame.canvasFromFrame.inverse)
      guard case .stroke(let stroke) = element.kind else { continue }
      var hand = BrushHand(stroke.ink, along: stroke.path)
      for point in stroke.path.points {
        let reach = hand.mark(point).reach * element.canvasFromElement.meanScale
        let p = back(element.canvasFromElement(point.position))
        #expect(abs(p.x) + reach <= frame.width / 2 + 1e-6)
        #expect(abs(p.y) + reach <= frame.height / 2 + 1e-6)
      }
    }
  }

  // MARK: Motions

  /// A bench with one selected stroke and others around.
  private func chosen(turn: Double = 0, scale: Double = 1) -> Bench {
    let b = Bench.selecting()
    b.session.viewport.rotate(to: turn, about: b.session.viewport.center)
    b.session.viewport.zoom(to: scale, about: b.session.viewport.center)
    b.ink(from: Point(50, 500), to: Point(80, 520))
    b.ink(
      (0...60).map {
        let a = Double($0) / 60 * 1.7 * .pi
        return Point(360 - 55 * cos(a), 250 - 45 * sin(a))
      })
    b.ink(from: Point(600, 500), to: Point(640, 520))
    b.tap(Point(360, 205))
    #expect(b.selected.count == 1)
    return b
  }

  private func handles(_ b: Bench) throws -> SelectionHandles {
    SelectionHandles(try #require(b.session.selection).frame, in: b.session.viewport)
  }

  private func middle(_ b: Bench) -> Point { Point(360, 250) }

  /// Where a point of the selected stroke is on the screen.
  private func positions(_ b: Bench) throws -> [Point] {
    let element = try #require(b.session.selection?.elements.first)
    guard case .stroke(let stroke) = element.kind else { return [] }
    return stroke.path.points.map {
      b.session.viewport.widgetFromCanvas(element.canvasFromElement($0.position))
    }
  }

  @Test(arguments: [0, 0.7], [0.5, 1, 3])
  func `S19 S76 a drag inside moves what is selected by just that, as one step that undoes`(
    turn: Double, scale: Double
  ) throws {
    let b = chosen(turn: turn, scale: scale)
    let before = try positions(b)
    let drawing = b.session.drawing
    b.told = []
    b.drag([middle(b), Point(500, 400)])
    for (p, q) in zip(before, try positions(b)) {
      #expect((q - p - Vector(140, 150)).length < 1e-6)
    }
    #expect(b.told.count == 1)
    #expect(b.session.history.undoLabel == .move)
    #expect(b.session.drawing.count == 3)
    let after = b.session.drawing
    b.take(b.session.undo())
    #expect(b.session.drawing == drawing)
    // What is selected goes back with its ink.
    #expect(b.selected == [drawing.elements.map(\.id)[1]])
    b.take(b.session.redo())
    #expect(b.session.drawing == after)
    #expect(b.selected == Set(after.elements.map(\.id)).subtracting(drawing.elements.map(\.id)))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a corner scales evenly about the opposite one, widths too; Shift about the middle`(
    corner: Int
  ) throws {
    let b = chosen()
    let frame = try #require(b.session.selection?.frame)
    let (from, across) = (
      try handles(b).corners[corner], frame.corners[(corner + 2) % 4]
    )
    let offset = frame.corners[corner] - across
    b.drag([from, from + offset])
    let new = try #require(b.session.selection)
    #expect(abs(new.frame.width - 2 * frame.width) < 1e-6)
    #expect(new.frame.corners[(corner + 2) % 4].distance(to: across) < 1e-6 + 1)
    #expect(abs(new.elements[0].canvasFromElement.meanScale - 2) < 1e-9)
    #expect(new.elements[0].canvasFromElement.b == 0)
    b.take(b.session.undo())
    b.session.selectionModifiers = .shift
    b.drag([from, from + offset * 0.5])
    let centred = try #require(b.session.selection)
    #expect(centred.frame.center.distance(to: frame.center) < 1)
    #expect(abs(centred.frame.width - 2 * frame.width) < 1e-6)
  }

  @Test func `S79 the handle turns about the middle, catches at right angles, with Shift at 15°`()
    throws
  {
    let b = chosen()
    let frame = try #require(b.session.selection?.frame)
    let center = b.session.viewport.widgetFromCanvas(frame.center)
    func turned(_ angle: Double) throws -> Double {
      let from = try handles(b).turn
      let arm = AffineTransform.rotation(angle)(from - center)
      b.drag([from, center + arm])
      let element = try #require(b.session.selection?.elements.first)
      let t = element.canvasFromElement
      b.take(b.session.undo())
      return atan2(t.b, t.a)
    }
    #expect(abs(try turned(0.5) - 0.5) < 1e-6)
    #expect(abs(try turned(.pi / 2 + 0.04) - .pi / 2) < 1e-9)
    #expect(abs(try turned(.pi / 2 + 0.07) - .pi / 2 - 0.07) < 1e-6)
    b.session.selectionModifiers = .shift
    #expect(abs(try turned(0.5) - .pi / 6) < 1e-9)
  }

  @Test(arguments: [0, 0.7])
  func `the angle of a selection on the screen is told while its handle turns it, as it settles`(
    turn: Double
  ) throws {
    let b = chosen(turn: turn)
    let pen = ContactID(StylusTool(.pen))
    /// Drags a handle around the middle: the degrees of the tip, and those that are told then.
    func drag(_ from: Point, through steps: [(tip: Double, told: Double?)]) throws {
      let frame = try #require(b.session.selection?.frame)
      let center = b.session.viewport.widgetFromCanvas(frame.center)
      b.handle(.down(pen, tip: StylusSample(position: from, time: 0)))
      #expect(b.session.selectionTurn == nil)
      for (i, step) in steps.enumerated() {
        let arm = AffineTransform.rotation(step.tip * .pi / 180)(from - center)
        let sample = StylusSample(position: center + arm, time: Double(i + 1))
        b.handle(.move(pen, settled: [sample], tip: nil))
        let told = b.session.selectionTurn.map { $0 * 180 / .pi }
        guard let wanted = step.told else {
          #expect(told == nil)
          continue
        }
        let angle = try #require(told)
        #expect(abs(angle) < 180.001)
        let off = (angle - wanted).remainder(dividingBy: 360)
        #expect(abs(off) < 1e-6, "\(step.tip)°")
      }
      b.handle(.up(pen, settled: []))
      #expect(b.session.selectionTurn == nil)
    }
    // Near right angles it catches these.
    try drag(
      handles(b).turn,
      through: [(20, 20), (60, 60), (91, 90), (178, 180), (200, -160), (-40, -40), (20, 20)])
    // From upright, not from where the drag began.
    b.session.selectionModifiers = .shift
    try drag(handles(b).turn, through: [(20, 45), (12, 30)])
    b.session.selectionModifiers = []
    try drag(handles(b).corners[1], through: [(20, nil)])
  }

  @Test func `where tools lie above a selection, the handle that turns it is below`() throws {
    let b = chosen()
    let frame = try #require(b.session.selection?.frame)
    let center = b.session.viewport.widgetFromCanvas(frame.center)
    #expect(b.session.handles(of: frame).turn.y < center.y)
    b.session.toolsFrame = Rect(x: 200, y: 0, width: 320, height: 180)
    let below = b.session.handles(of: frame).turn
    #expect(below.y > center.y)
    #expect(abs(below.x - center.x) < 1e-6)
    b.drag([below, center + AffineTransform.rotation(0.5)(below - center)])
    let t = try #require(b.session.selection?.elements.first).canvasFromElement
    #expect(abs(atan2(t.b, t.a) - 0.5) < 1e-6)
  }

  @Test func `the handle that turns keeps its side while it is dragged, and then chooses again`()
    throws
  {
    let b = chosen()
    // Near the lower edge of the view, which is at 600: below the selection there is no room.
    b.session.viewport.pan(by: Vector(0, 260))
    let frame = try #require(b.session.selection?.frame)
    let center = b.session.viewport.widgetFromCanvas(frame.center)
    let from = b.session.handles(of: frame).turn
    #expect(from.y < center.y)
    let pen = ContactID(StylusTool(.pen))
    b.handle(.down(pen, tip: StylusSample(position: from, time: 0)))
    // To straight down, more or less; none of these is near a right angle, which would catch it.
    for degrees in [20.0, 60, 100, 130, 160, 200] {
      let tip = center + AffineTransform.rotation(degrees * .pi / 180)(from - center)
      b.handle(.move(pen, settled: [StylusSample(position: tip, time: degrees)], tip: nil))
      let shown = try #require(b.session.shownSelectionFrame)
      let handle = b.session.handles(of: shown).turn
      #expect(handle.distance(to: tip) < 1e-6, "\(degrees)°")
    }
    b.handle(.up(pen, settled: []))
    let turned = try #require(b.session.selection?.frame)
    let handle = b.session.handles(of: turned).turn
    #expect(handle.y < center.y)
    #expect(b.session.viewport.clearBounds.contains(handle))
  }

  @Test func `a drag that is cancelled, and one whose tool vanishes, keep their word`() throws {
    let b = chosen()
    let drawing = b.session.drawing
    b.told = []
    let pen = ContactID(StylusTool(.pen))
    func sample(_ p: Point) -> StylusSample { StylusSample(position: p, time: 0) }
    b.handle(.down(pen, tip: sample(middle(b))))
    b.handle(.move(pen, settled: [sample(Point(500, 400))], tip: nil))
    #expect(b.session.isMovingSelection && b.session.isBusy)
    // Nothing of it is in the drawing before it is let go.
    #expect(b.session.drawing == drawing)
    b.handle(.cancelled(pen))
    #expect(!b.session.isMovingSelection && !b.session.isBusy)
    #expect(b.session.drawing == drawing && b.told.isEmpty)
    b.handle(.down(pen, tip: sample(middle(b))))
    b.handle(.move(pen, settled: [sample(Point(500, 400))], tip: nil))
    b.take(b.session.cancelSelecting())
    b.handle(.up(pen, settled: []))
    #expect(b.session.drawing == drawing && b.told.isEmpty)
  }

  @Test func `S66 S79 two fingers move, scale and turn the selection, or leave it as it was`()
    throws
  {
    let b = chosen()
    let drawing = b.session.drawing
    let frame = try #require(b.session.selection?.frame)
    #expect(b.session.isOnSelection(middle(b)))
    #expect(!b.session.isOnSelection(Point(700, 100)))
    #expect(b.session.beginSelectionMotion())
    let motion = AffineTransform.similarity(about: frame.center, scale: 1.5, angle: 0.3)
    b.take(b.session.moveSelection(through: motion))
    b.take(b.session.endSelectionMotion(keeping: false))
    #expect(b.session.drawing == drawing)
    #expect(b.session.beginSelectionMotion())
    b.take(b.session.moveSelection(through: motion))
    b.take(b.session.endSelectionMotion(keeping: true))
    let t = try #require(b.session.selection?.elements.first).canvasFromElement
    #expect(abs(t.meanScale - 1.5) < 1e-9)
    #expect(abs(atan2(t.b, t.a) - 0.3) < 1e-9)
    b.take(b.session.undo())
    #expect(b.session.drawing == drawing)
  }

  // MARK: Laws

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `whatever is done to selections, undo is its inverse and every order is kept`(seed: UInt64) {
    var g = SeededGenerator(seed: seed)
    let b = Bench.selecting()
    for _ in 0..<12 {
      let p = Point(.random(in: 0...800, using: &g), .random(in: 0...600, using: &g))
      b.ink(from: p, to: p + Vector(.random(in: -90...90, using: &g), 30))
    }
    var states: [Drawing] = [b.session.drawing]
    for _ in 0..<60 {
      let steps = b.session.history.position
      if b.selected.isEmpty || g.once(in: 4) {
        let some = b.all.filter { _ in g.once(in: 3) }
        b.take(b.session.select(some))
      }
      b.take(b.session.random(using: &g))
      b.session.drawing.checkInvariants()
      // What is selected is there, as it is there.
      let there = Set(b.all)
      #expect(b.session.selection?.elements.allSatisfy(there.contains) ?? true)
      if b.session.history.position > steps { states.append(b.session.drawing) }
    }
    for state in states.dropLast().reversed() {
      b.take(b.session.undo())
      #expect(b.session.drawing == state)
    }
    for state in states.dropFirst() {
      b.take(b.session.redo())
      #expect(b.session.drawing == state)
    }
  }

  @Test func `to front and to back keep the order among what is sent`() {
    let b = Bench.selecting()
    for y in 0..<6 { b.ink(from: Point(100, Double(y) * 50 + 50), to: Point(200, 60)) }
    let contents = b.contents
    b.take(b.session.select([b.all[1], b.all[3]]))
    b.take(b.session.bringSelectionToFront())
    #expect(b.contents == [0, 2, 4, 5, 1, 3].map { contents[$0] })
    b.take(b.session.sendSelectionToBack())
    #expect(b.contents == [1, 3, 0, 2, 4, 5].map { contents[$0] })
  }

  @Test func `a copy of highlighting lies below other ink, as highlighting does`() throws {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(200, 100))
    b.session.picker.select(.brush("highlighter"))
    b.draw([Point(100, 100), Point(200, 100)])
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    // Colours for both are those of ink.
    #expect(!b.session.selectionHighlights)
    b.take(b.session.duplicateSelection())
    #expect(b.all.map(\.band) == [.below, .below, .above, .above])
    #expect(b.selected == [b.all[0].id, b.all[3].id])
  }

  @Test func `a new colour leaves each stroke its opacity`() {
    let b = Bench.selecting()
    b.session.picker.select(.brush("highlighter"))
    b.draw([Point(100, 100), Point(200, 100)])
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    #expect(b.session.selectionHighlights)
    let alpha = b.all[0].color?.alpha
    b.take(b.session.recolorSelection(Color(rgba: 0xC827_3DFF)))
    #expect(b.all[0].color == Color(red: 0xC8, green: 0x27, blue: 0x3D, alpha: alpha ?? 0))
    #expect(alpha != 255)
  }

  @Test func `a drawing that cannot be changed can be selected and nothing else`() {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(200, 100))
    b.session.isReadOnly = true
    let drawing = b.session.drawing
    b.tap(Point(150, 100))
    #expect(b.selected.count == 1)
    b.told = []
    b.drag([Point(150, 100), Point(300, 300)])
    var g = SeededGenerator(seed: 1)
    for _ in 0..<50 { b.take(b.session.random(using: &g)) }
    #expect(b.session.drawing == drawing && b.told.isEmpty)
  }

  @Test func `another tool has nothing selected, and what an eraser leaves stays selected`() {
    let b = Bench.selecting()
    b.ink(from: Point(100, 100), to: Point(300, 100))
    b.ink(from: Point(100, 200), to: Point(300, 200))
    b.tap(Point(150, 100))
    b.session.picker.eraserKind = .part
    b.drag([Point(200, 50), Point(200, 250)], with: StylusTool(.eraser))
    #expect(b.session.drawing.count == 4)
    #expect(b.selected.count == 2)
    #expect(b.session.selection?.elements.allSatisfy { $0.bounds.center.y < 150 } ?? false)
    b.take(b.session.undo())
    #expect(b.selected.count == 1)
  }
}

extension Bench {
  var contents: [ContentID] { all.compactMap(\.kind.content) }
}

extension CanvasSession {
  /// Something that can be done with a selection.
  func random(using g: inout SeededGenerator) -> CanvasUpdate {
    switch Int.random(in: 0..<9, using: &g) {
    case 0:
      nudgeSelection(
        by: Vector(.random(in: -50...50, using: &g), .random(in: -50...50, using: &g)))
    case 1: transformSelection(scale: .random(in: 0.5...2, using: &g))
    case 2: transformSelection(turn: .random(in: -3...3, using: &g))
    case 3: recolorSelection(DefaultPalette.colors.randomElement(using: &g) ?? .ink)
    case 4: bringSelectionToFront()
    case 5: sendSelectionToBack()
    case 6: drawing.count < 60 ? duplicateSelection() : CanvasUpdate()
    case 7 where drawing.count > 6: deleteSelection()
    default:
      paste(
        InkClip(selection?.elements ?? [], contents: [:]),
        at: Point(.random(in: 0...800, using: &g), .random(in: 0...600, using: &g)))
    }
  }
}
