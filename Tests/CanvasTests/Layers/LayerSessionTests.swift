import CCairo
import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

@Suite @MainActor struct LayerSessionTests {
  private static func layers(of b: Bench) -> [Layer] { b.session.drawing.settings.layers }
  private static func ids(_ b: Bench) -> [Int32] { layers(of: b).map(\.id) }

  /// Two strokes on each of three layers, the last one on top and current.
  private static func bench() -> Bench {
    let b = Bench()
    for i in 0..<3 {
      if i > 0 { b.take(b.session.addLayer(named: "Layer \(i)")) }
      b.line(100 + Double(i) * 100)
      b.line(120 + Double(i) * 100)
    }
    return b
  }

  @Test func `a new layer lies above the current one, is the current one, and tools draw on it`() {
    let b = Self.bench()
    #expect(Self.ids(b) == [0, 1, 2] && b.session.currentLayer.id == 2)
    #expect(b.session.drawing.elements.map(\.layer) == [0, 0, 1, 1, 2, 2])
    b.take(b.session.chooseLayer(0))
    b.take(b.session.addLayer(named: "  Sketch\nof it "))
    #expect(Self.ids(b) == [0, 3, 1, 2] && b.session.currentLayer.name == "Sketch of it")
    b.line(500)
    #expect(b.session.drawing.elements.filter { $0.layer == 3 }.count == 1)
    #expect(Array(b.session.drawing.elements).map(\.layer) == [0, 0, 3, 1, 1, 2, 2])
    b.session.drawing.checkInvariants()
  }

  @Test func `the eraser leaves other layers alone, of either kind`() {
    for kind in Eraser.Kind.allCases {
      let b = Bench()
      b.line(100)
      b.take(b.session.addLayer())
      b.line(100)
      let lower = b.session.drawing.elements.filter { $0.layer == 0 }
      b.session.picker.eraserKind = kind
      b.draw([Point(150, 60), Point(150, 140)], with: StylusTool(.eraser))
      #expect(b.session.drawing.elements.filter { $0.layer == 0 } == lower)
      #expect(b.session.history.undoLabel == .erase)
      b.take(b.session.chooseLayer(0))
      b.draw([Point(150, 60), Point(150, 140)], with: StylusTool(.eraser))
      #expect(b.session.drawing.elements.filter { $0.layer == 0 } != lower)
    }
  }

  @Test(arguments: [true, false])
  func `nothing is drawn, erased or pasted on a layer that is hidden or locked, and each is told`(
    isHidden: Bool
  ) {
    let b = Bench()
    b.line(100)
    b.take(
      isHidden
        ? b.session.setLayer(0, isHidden: true) : b.session.setLayer(0, isLocked: true))
    let before = b.session.drawing
    for tool in [StylusTool(.pen), StylusTool(.eraser), StylusTool(.mouse)] {
      let contact = ContactID(tool)
      let tip = StylusSample(position: Point(100, 100), time: 0, force: 0.5)
      #expect(b.session.handle(.down(contact, tip: tip)).refused?.id == 0)
      #expect(b.session.wet.isEmpty && !b.session.isBusy)
      let end = b.session.handle(.up(contact, settled: [tip]))
      #expect(end.ended.isEmpty && end.commands.isEmpty)
    }
    // A finger that turns out to move the view says nothing; one that lifts does.
    let finger = ContactID(.finger, sequence: 1)
    let tip = StylusSample(position: Point(100, 100), time: 0, force: 0.5)
    #expect(b.session.handle(.down(finger, tip: tip)).refused == nil)
    #expect(b.session.handle(.cancelled(finger)).refused == nil)
    _ = b.session.handle(.down(finger, tip: tip))
    #expect(b.session.handle(.up(finger, settled: [tip])).refused?.id == 0)
    let clip = InkClip(Array(before.elements), contents: [:])
    let pasted = b.session.paste(clip, at: Point(300, 300))
    #expect(pasted.refused?.id == 0 && pasted.commands.isEmpty)
    #expect(b.session.drawing == before)
    // The message's button opens it, and then all goes on.
    b.take(b.session.openLayer(0))
    #expect(b.session.closedCurrentLayer == nil)
    b.line(200)
    #expect(b.strokes == 2)
  }

  @Test func `what selects takes what shows and is not locked`() {
    let b = Self.bench()
    b.session.picker.tool = .selection
    b.take(b.session.setLayer(0, isHidden: true))
    b.take(b.session.setLayer(1, isLocked: true))
    b.take(b.session.selectAll())
    #expect(b.session.selection?.elements.map(\.layer) == [2, 2])
    for y in [100.0, 200] {
      b.take(b.session.select(at: Point(150, y), with: .mouse))
      #expect(b.session.selection == nil)
    }
    b.take(b.session.select(at: Point(150, 300), with: .mouse))
    #expect(b.session.selection?.elements.map(\.layer) == [2])
    // A layer that is closed takes its ink out of the selection.
    b.take(b.session.setLayer(1, isLocked: false))
    b.take(b.session.selectAll())
    #expect(b.session.selection?.elements.count == 4)
    b.take(b.session.setLayer(2, isHidden: true))
    #expect(b.session.selection?.elements.map(\.layer) == [1, 1])
    #expect(b.session.hasSelectableElements)
    // No colour is picked of what does not show, and of what is locked it is.
    b.take(b.session.setLayer(1, isLocked: true))
    #expect(!b.session.hasSelectableElements)
    #expect(b.session.inkColor(at: Point(150, 100)) == nil)
    #expect(b.session.inkColor(at: Point(150, 200)) != nil)
  }

  @Test
  func `to front is within the layer, and the selection moves to another above what is there`() {
    let b = Self.bench()
    b.session.picker.tool = .selection
    b.take(b.session.select(at: Point(150, 100), with: .mouse))
    b.take(b.session.bringSelectionToFront())
    #expect(b.session.drawing.elements.map(\.layer) == [0, 0, 1, 1, 2, 2])
    #expect(b.session.selection?.elements == [Array(b.session.drawing.elements)[1]])
    let before = b.session.drawing
    b.take(b.session.moveSelection(toLayer: 1))
    #expect(b.session.history.undoLabel == .moveToLayer)
    let elements = Array(b.session.drawing.elements)
    #expect(elements.map(\.layer) == [0, 1, 1, 1, 2, 2])
    #expect(b.session.selection?.elements == [elements[3]])
    b.session.drawing.checkInvariants()
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    // Not to one that is closed, where it would vanish.
    b.take(b.session.setLayer(2, isLocked: true))
    let locked = b.session.drawing
    b.take(b.session.moveSelection(toLayer: 2))
    #expect(b.session.drawing == locked)
  }

  @Test func `where the current layer goes, the one that was chosen before it is current`() {
    let b = Self.bench()
    b.take(b.session.chooseLayer(0))
    b.take(b.session.addLayer())
    #expect(b.session.currentLayer.id == 3)
    b.take(b.session.undo())
    #expect(b.session.currentLayer.id == 0)
    b.take(b.session.redo())
    #expect(b.session.currentLayer.id == 3)
    b.take(b.session.deleteLayer(3))
    #expect(b.session.currentLayer.id == 0)
  }

  @Test func `layers stay as they are under a pen, and in a drawing that takes no change`() {
    let b = Self.bench()
    let before = b.session.drawing
    func all() -> [CanvasUpdate] {
      [
        b.session.addLayer(), b.session.renameLayer(1, to: "A"), b.session.moveLayer(0, to: 2),
        b.session.setLayer(1, isHidden: true), b.session.setLayer(1, isLocked: true),
        b.session.setLayer(1, opacity: 0.5), b.session.duplicateLayer(1, named: "B"),
        b.session.mergeLayerDown(1), b.session.deleteLayer(1),
      ]
    }
    let contact = ContactID(StylusTool(.pen))
    b.handle(.down(contact, tip: StylusSample(position: Point(5, 5), time: 0, force: 1)))
    #expect(all().allSatisfy { $0.commands.isEmpty })
    #expect(b.session.chooseLayer(0).commands.isEmpty && b.session.currentLayer.id == 2)
    b.handle(.cancelled(contact))
    b.session.isReadOnly = true
    #expect(all().allSatisfy { $0.commands.isEmpty })
    #expect(b.session.drawing == before)
    // One may still choose among them.
    _ = b.session.chooseLayer(1)
    #expect(b.session.currentLayer.id == 1)
  }

  /// One command on layers, or a stroke.
  private static func act(_ b: Bench, _ random: inout SeededGenerator) {
    let session = b.session
    guard let id = ids(b).randomElement(using: &random) else { return }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: b.take(session.addLayer(named: "N\(id)"))
    case 2: b.take(session.renameLayer(id, to: "R\(Int.random(in: 0...9, using: &random))"))
    case 3: b.take(session.moveLayer(id, to: Int.random(in: 0...4, using: &random)))
    case 4: b.take(session.setLayer(id, isHidden: random.once(in: 2)))
    case 5: b.take(session.setLayer(id, isLocked: random.once(in: 2)))
    case 6: b.take(session.setLayer(id, opacity: .random(in: 0...1, using: &random)))
    case 7: b.take(session.duplicateLayer(id, named: "D"))
    case 8: b.take(session.mergeLayerDown(id))
    case 9: b.take(session.deleteLayer(id))
    case 10:
      session.picker.tool = .selection
      b.take(session.selectAll())
      b.take(session.moveSelection(toLayer: id))
      b.take(session.clearSelection())
      session.picker.tool = .brush("pen")
    default:
      b.take(session.chooseLayer(id))
      session.picker.tool = .brush(random.once(in: 4) ? "highlighter" : "pen")
      b.line(.random(in: 20...500, using: &random))
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `undo gives back exactly what was there, step by step, and redo what came`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let b = Bench()
    b.line(100)
    var states = [Drawing(), b.session.drawing]
    for _ in 0..<60 {
      let steps = b.session.history.position
      let before = b.session.drawing
      Self.act(b, &random)
      b.session.drawing.checkInvariants()
      switch b.session.history.position - steps {
      case 0: #expect(b.session.drawing == before)
      case 1: states.append(b.session.drawing)
      default: Issue.record("more than one step")
      }
    }
    #expect(states.count > 25)
    for state in states.dropLast().reversed() {
      b.take(b.session.undo())
      #expect(b.session.drawing == state)
    }
    for state in states.dropFirst() {
      b.take(b.session.redo())
      #expect(b.session.drawing == state)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `no command but deleting a layer loses a stroke, and that one only what is on it`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let b = Self.bench()
    for _ in 0..<80 {
      let before = b.session.drawing
      let position = b.session.history.position
      Self.act(b, &random)
      guard b.session.history.position > position else { continue }
      // A stroke is known by its path, whichever version of it is there.
      func paths(_ elements: some Sequence<Element>) -> Set<StrokePath> {
        Set(elements.map(\.stroke.path))
      }
      let lost = paths(before.elements).subtracting(paths(b.session.drawing.elements))
      if b.session.history.undoLabel == .deleteLayer {
        let gone = Set(before.settings.layers.map(\.id)).subtracting(Self.ids(b))
        #expect(gone.count == 1)
        #expect(lost.isSubset(of: paths(before.elements.filter { gone.contains($0.layer) })))
      } else {
        #expect(lost.isEmpty, "\(String(describing: b.session.history.undoLabel))")
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `tiles that follow each update show what painting all anew shows`(seed: UInt64) async throws
  {
    var random = SeededGenerator(seed: seed)
    let b = Bench()
    var cache = TileCache(budget: 64 << 20)
    let grid = TileGrid(paper: .light, scale: 0.5)
    let keys = grid.keys(covering: Rect(x: 0, y: 0, width: 800, height: 600))
    var (version, known) = (0, (0, Rect.empty))
    for _ in 0..<40 {
      known = (b.appended.count, .empty)
      b.damage = .empty
      Self.act(b, &random)
      version += 1
      for element in b.appended[known.0...] { cache.append(element, version: version) }
      version += 1
      cache.invalidate(b.damage, version: version)
      for request in cache.requests(visible: keys, margin: [], version: version) {
        if let image = try TileRenderer.paint(
          request, of: b.session.drawing, with: ElementPainter(paper: .light))
        {
          cache.insert(image)
        }
      }
      for key in keys {
        let shown = try #require(cache.image(for: key))
        let anew = try #require(
          try TileRenderer.paint(
            TileRequest(key: key, version: version), of: b.session.drawing,
            with: ElementPainter(paper: .light)))
        #expect(Self.difference(shown, anew) <= 2)
      }
    }
  }

  /// The greatest difference of a channel of a pixel, 0 … 255.
  private static func difference(_ a: TileImage, _ b: TileImage) -> Int {
    let side = TileGrid.side
    let bytes = [a, b].map { image -> [UInt8] in
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(side), Int32(side))
      let cr = cairo_create(surface)
      defer {
        cairo_destroy(cr)
        cairo_surface_destroy(surface)
      }
      image.paint(on: cr!, x: 0, y: 0)
      cairo_surface_flush(surface)
      return Array(
        UnsafeBufferPointer(start: cairo_image_surface_get_data(surface), count: side * side * 4))
    }
    return zip(bytes[0], bytes[1]).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test func `the current layer and all of them are as they were after a restart`() async throws {
    let folder = try TestFolder()
    let path = folder["a.plumbago"]
    let keeper = DocumentKeeper(creatingAt: path, folders: folder.folders, settings: .standard)
    let b = Self.bench()
    b.take(b.session.setLayer(2, opacity: 0.35))
    b.take(b.session.setLayer(0, isHidden: true))
    b.take(b.session.setLayer(1, isLocked: true))
    b.take(b.session.moveLayer(2, to: 0))
    b.take(b.session.chooseLayer(2))
    keeper.keep(b.told)
    #expect(await keeper.flush())
    await keeper.close()
    let store = try await DocumentStore.open(path, mode: .readOnly)
    try await store.verify()
    let again = CanvasSession(try await store.load())
    try await store.close()
    #expect(again.drawing == b.session.drawing)
    #expect(again.currentLayer == b.session.currentLayer && again.currentLayer.id == 2)
    #expect(again.drawing.settings.layers.map(\.id) == [2, 0, 1])
  }

  @Test func `where no layer was chosen, the topmost that can be drawn on is current`() {
    let low = Layer.first
    let locked = Layer(id: 1, order: low.order.next, isLocked: true)
    let hidden = Layer(id: 2, order: locked.order.next, isHidden: true)
    func current(_ layers: [Layer], chosen: String? = nil) -> Int32 {
      let metadata = DocumentMetadata(chosen.map { [.currentLayer: $0] } ?? [:])
      let contents = DocumentContents(
        settings: DrawingSettings(layers: layers), metadata: metadata)
      return CanvasSession(contents).currentLayer.id
    }
    #expect(current([low, locked, hidden]) == 0)
    #expect(current([locked, hidden]) == 2, "None can be drawn on.")
    #expect(current([low, locked, hidden], chosen: "1") == 1)
    #expect(current([low, locked, hidden], chosen: "7") == 0, "There is no such layer.")
  }

  @Test func `a layer that is current though none was chosen stays it as others are unlocked`() {
    let low = Layer.first
    let locked = Layer(id: 1, order: low.order.next, isLocked: true)
    let b = Bench(DocumentContents(settings: DrawingSettings(layers: [low, locked])))
    let update = b.session.setLayer(1, isLocked: false)
    #expect(b.session.currentLayer.id == 0)
    // At the next opening, too.
    #expect(update.commands.contains { $0 == .setMetadata(.currentLayer, "0") })
    #expect(b.session.setLayer(0, isHidden: true).commands.count == 1)
    #expect(b.session.currentLayer.id == 0)
  }

  @Test func `wet ink on a faint layer is as faint as it will be dry, once`() throws {
    let b = Bench()
    b.take(b.session.setLayer(0, opacity: 0.5))
    let ink = Ink.standard
    #expect(b.session.ink(ink, shownOn: b.session.currentLayer).color.alpha == 128)
    b.line(100)
    // The ink itself is kept as it was chosen.
    #expect(b.session.drawing.elements.map(\.stroke.ink.color.alpha) == [ink.color.alpha])
  }
}
