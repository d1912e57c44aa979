import CardElement
import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// A kind of element that only tests know, in the hands of every tool.
@Suite struct `Editing elements of any kind` {
  private static let red = Color(rgba: 0xFF00_00FF)
  private static let card = Card(Rect(x: 100, y: 100, width: 200, height: 100), fill: red)

  /// A card, and a line below it.
  private func bench(_ tool: Tool = .selection) -> Bench {
    var contents = DocumentContents.empty
    contents.elements = [Self.card.element(1)]
    contents.nextElementID = ElementID(2)
    let b = Bench(contents)
    b.ink(from: Point(100, 400), to: Point(300, 400))
    b.session.picker.select(tool)
    b.told = []
    return b
  }

  private func cards(_ b: Bench) -> [Element] { b.all.filter { $0.card != nil } }

  /// Undoes and redoes the last step, and checks what that leaves.
  private func checkUndo(_ b: Bench, _ before: Drawing) {
    let after = b.session.drawing
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    b.take(b.session.redo())
    #expect(b.session.drawing == after)
    b.session.drawing.checkInvariants()
  }

  // MARK: Selecting

  @Test func `a loop takes it by half or more of its area`() {
    // It is 100…300 wide.
    for (edge, isTaken) in [(305.0, true), (210, true), (190, false), (110, false)] {
      let b = bench()
      b.drag(Bench.loop(Rect(minX: 90, minY: 90, maxX: edge, maxY: 210)))
      #expect(b.selected == (isTaken ? [ElementID(1)] : []), "to \(edge)")
    }
  }

  @Test func `a tap on its area selects it, and its frame is as large as it is`() throws {
    let b = bench()
    b.tap(Point(200, 150))
    #expect(b.selected == [ElementID(1)])
    let frame = try #require(b.session.selection?.frame)
    #expect(frame.center == Point(200, 150) && frame.width == 200 && frame.height == 100)
    b.tap(Point(350, 150))
    #expect(b.selected.isEmpty)
    // What glows around it is its edge.
    let glow = Self.card.element(1).highlight(after: .scale(2))
    #expect(
      glow.lines == [
        [Point(200, 200), Point(600, 200), Point(600, 400), Point(200, 400), Point(200, 200)]
      ])
  }

  @Test func `what is done to the selection is done to it, one step each`() throws {
    let b = bench()
    b.take(b.session.selectAll())
    let green = Color(rgba: 0x00FF_00FF)
    let steps: [(String, (CanvasSession) -> CanvasUpdate, (Element) -> Bool)] = [
      ("moved", { $0.nudgeSelection(by: Vector(10, 20)) }, { $0.bounds.minX == 110 }),
      ("scaled", { $0.transformSelection(scale: 2) }, { abs($0.bounds.width - 400) < 1e-9 }),
      ("turned", { $0.transformSelection(turn: .pi / 2) }, { abs($0.bounds.height - 400) < 1e-9 }),
      ("recoloured", { $0.recolorSelection(green) }, { $0.color == green }),
      ("to the back", { $0.sendSelectionToBack() }, { _ in true }),
    ]
    for (what, change, holds) in steps {
      let before = b.session.drawing
      b.take(change(b.session))
      let card = try #require(cards(b).first)
      #expect(cards(b).count == 1 && holds(card), "\(what)")
      #expect(b.selected.count == 2, "\(what)")
      checkUndo(b, before)
      // Undo and redo leave it selected.
      #expect(b.selected == Set(b.all.map(\.id)), "\(what)")
    }
    let before = b.session.drawing
    b.take(b.session.duplicateSelection())
    #expect(cards(b).count == 2 && b.session.drawing.count == 4)
    checkUndo(b, before)
    b.take(b.session.selectAll())
    b.take(b.session.deleteSelection())
    #expect(b.session.drawing.isEmpty)
    b.take(b.session.undo())
    #expect(cards(b).count == 2)
  }

  @Test func `what has no colour is left out of recolouring`() {
    struct Plain: EditedElement {
      var bounds = Rect(x: 0, y: 0, width: 50, height: 50)
    }
    var contents = DocumentContents.empty
    contents.elements = [
      Element(id: ElementID(1), order: .first, kind: .other(Plain())),
      Self.card.element(2, order: OrderKey.first.next),
    ]
    contents.nextElementID = ElementID(3)
    let b = Bench(contents)
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    #expect(b.session.selectionColor == Self.red)
    b.take(b.session.recolorSelection(.white))
    #expect(b.all.map(\.id) == [ElementID(1), ElementID(3)] && b.selected.count == 2)
    b.take(b.session.select([b.all[0]]))
    b.told = []
    b.take(b.session.recolorSelection(.black))
    #expect(b.told.isEmpty)
  }

  // MARK: Erasing

  @Test(arguments: Eraser.Kind.allCases)
  func `the eraser of whole strokes takes it, the others leave it`(kind: Eraser.Kind) {
    let b = bench(.eraser)
    b.session.picker.eraserKind = kind
    let before = b.session.drawing
    b.drag([Point(200, 60), Point(200, 440)])
    if kind == .stroke {
      #expect(b.session.drawing.isEmpty)
    } else {
      #expect(cards(b).map(\.id) == [ElementID(1)] && b.session.drawing.count == 3)
    }
    checkUndo(b, before)
  }

  // MARK: Colours and pasting

  @Test func `the eyedropper takes its colour where it covers`() {
    let b = bench()
    #expect(b.session.inkColor(at: Point(200, 150)) == Self.red)
    #expect(b.session.inkColor(at: Point(200, 250)) == nil)
    // Ink above it comes first.
    b.session.picker.select(.brush("pen"))
    b.draw((0...20).map { Point(120 + Double($0) * 5, 150) })
    #expect(b.session.inkColor(at: Point(150, 150)) == b.session.picker.ink.color.opaque)
  }

  @Test func `a copy comes back by its bytes, moves aside from itself, and is one step`() throws {
    let b = bench()
    b.take(b.session.selectAll())
    let clip = try #require(
      InkClip(data: InkClip(b.all, contents: [:]).data, kinds: .withCards))
    let middle = clip.bounds.center
    let before = b.session.drawing
    // Where the originals are: aside.
    b.take(b.session.paste(clip, at: middle))
    #expect(cards(b).count == 2 && b.selected.count == 2)
    #expect(cards(b)[1].bounds.minX == 100 + CanvasSession.copyOffset.dx)
    #expect(b.told.count == 1)
    checkUndo(b, before)
    // And once more.
    b.take(b.session.paste(clip, at: middle))
    #expect(cards(b).last?.bounds.minX == 100 + 2 * CanvasSession.copyOffset.dx)
  }

  // MARK: The file, the picture, the tables

  @Test func `the file that is told of it holds what the session shows`() async throws {
    let folder = try TestFolder()
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path, kinds: .withCards)
    let b = Bench()
    b.session.picker.select(.selection)
    let clip = InkClip([Self.card.element(1), ErasedInk.word(id: 2)], contents: [:])
    for _ in 0..<3 { b.take(b.session.paste(clip, at: Point(300, 300))) }
    b.take(b.session.transformSelection(scale: 1.5, turn: 0.3))
    b.take(b.session.recolorSelection(.white))
    b.take(b.session.undo())
    b.take(b.session.undo())
    b.take(b.session.redo())
    try await store.perform(b.told)
    #expect(try await store.load().drawing == b.session.drawing)
    try await store.close()
    // Steps read from the file undo as those in memory do.
    let again = try await DocumentStore.open(path, kinds: .withCards)
    let c = Bench(try await again.load())
    c.take(c.session.undo())
    for step in c.session.wantedSteps {
      c.take(c.session.provide(try await again.edit(step: step), for: step))
    }
    b.take(b.session.undo())
    #expect(c.session.drawing == b.session.drawing)
  }

  @MainActor @Test func `the picture shows it, and shows it go`() async throws {
    let looker = Looker([Self.card.element(1)])
    looker.session.picker.select(.selection)
    await looker.open()
    #expect(looker.shows(Point(200, 150), in: looker.frame()))
    #expect(looker.shows(Point(200, 150), in: await looker.rest()))
    looker.picture.take(looker.session.selectAll())
    _ = await looker.rest()
    looker.picture.take(looker.session.nudgeSelection(by: Vector(300, 0)))
    let moved = await looker.rest()
    #expect(looker.shows(Point(550, 150), in: moved) && !looker.shows(Point(150, 150), in: moved))
    looker.picture.take(looker.session.deleteSelection())
    #expect(!looker.shows(Point(550, 150), in: await looker.rest()))
  }

  /// A kind that a file can hold can be painted and edited, too: nothing else says so.
  @Test func `every kind that files know is known on every floor`() {
    for kind in ElementKinds.withCards.all {
      #expect(
        kind is any PaintedElement.Type || kind is any InkedElement.Type, "\(kind.kindName)")
      #expect(kind is any EditedElement.Type, "\(kind.kindName)")
    }
  }
}
