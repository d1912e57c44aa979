import Exchange
import Glibc
import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// A picture on the canvas, from its coming to its last change.
@Suite struct `Editing pictures` {
  private static let blob: BlobID = {
    guard let id = BlobID([UInt8](repeating: 7, count: 32)) else { preconditionFailure("32 bytes") }
    return id
  }()

  static let whole = PlacedPicture(blob: blob, width: 400, height: 300)

  /// Turned, scaled and mirrored, too.
  static let placements: [AffineTransform] = [
    .translation(Vector(100, 100)),
    .translation(Vector(300, 150)) * .rotation(0.4) * .scale(0.7),
    // Mirrored.
    .translation(Vector(600, 100)) * AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0),
    .translation(Vector(200, 500)) * .rotation(-1.2)
      * AffineTransform(a: 0.8, b: 0, c: 0, d: -0.8, tx: 0, ty: 0),
  ]

  /// A picture of 400 by 300 at (100, 100), and a line below it on the screen.
  func bench(
    _ picture: PlacedPicture = whole,
    at transform: AffineTransform = .translation(Vector(100, 100))
  ) -> Bench {
    var contents = DocumentContents.empty
    contents.elements = [
      Element(
        id: ElementID(1), order: .first, canvasFromElement: transform, kind: .other(picture))
    ]
    contents.nextElementID = ElementID(2)
    let b = Bench(contents)
    b.ink(from: Point(100, 550), to: Point(300, 550))
    b.session.picker.select(.selection)
    b.take(b.session.select([b.all[0]]))
    b.told = []
    b.damage = .empty
    return b
  }

  func picture(_ b: Bench) throws -> PlacedPicture {
    try #require(b.all.compactMap(\.picture).first)
  }

  func element(_ b: Bench) throws -> Element {
    try #require(b.all.first { $0.picture != nil })
  }

  func steps(_ b: Bench) -> [EditLabel] {
    b.told.compactMap { if case .commit(_, let edit) = $0 { edit.label } else { nil } }
  }

  /// Undo brings back exactly what was, redo what came, and both leave the picture selected.
  func checkUndo(_ b: Bench, _ before: Drawing) throws {
    let after = b.session.drawing
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    #expect(b.selected == [try element(b).id])
    b.take(b.session.redo())
    #expect(b.session.drawing == after)
    #expect(b.selected == [try element(b).id])
    b.session.drawing.checkInvariants()
  }

  // MARK: Inserting

  @Test func `it comes in its own size into the middle of the view, and is selected`() throws {
    let b = bench()
    b.take(b.session.insert(Self.whole, pointsPerUnit: 0.75))
    let new = try #require(b.all.last)
    // 400 by 300 pixels at 96 to the inch are 300 by 225 points.
    #expect(new.bounds == Rect(x: 250, y: 187.5, width: 300, height: 225))
    #expect(b.selected == [new.id] && steps(b) == [.insertPicture])
    b.take(b.session.undo())
    #expect(b.all.count == 2)
  }

  @Test func `a large one lies in the part of the view that nothing lies over`() throws {
    let b = bench()
    let room = Rect(x: 150, y: 0, width: 650, height: 600)
    let huge = PlacedPicture(blob: Self.blob, width: 60_000, height: 20_000)
    b.take(b.session.insert(huge, pointsPerUnit: 1, in: room))
    let box = try #require(b.all.last?.bounds)
    #expect(room.contains(box) && abs(box.width - (650 - 48)) < 1e-6 && box.center == room.center)
  }

  /// Pasted in the middle, and dropped at the edges and below the tools.
  @Test(arguments: [Point(640, 371), Point(1270, 735), Point(5, 20)])
  func `S60 a large one has its handles, and the bar of the selection, in the part that is free`(
    position: Point
  ) throws {
    let b = bench()
    (b.session.viewport.width, b.session.viewport.height) = (1280, 742)
    // Tools stand at the upper edge.
    let tools = Rect(x: 0, y: 0, width: 1280, height: 104)
    let free = Rect(x: 0, y: 104, width: 1280, height: 638)
    for (width, height) in [(1500.0, 1500.0), (6000, 1500), (300, 400)] {
      let large = PlacedPicture(blob: Self.blob, width: width, height: height)
      let room = SelectionBarLayout.roomForSelected(in: free)
      b.take(b.session.insert(large, at: position, pointsPerUnit: 1, in: room))
      let frame = try #require(b.session.selection?.frame)
      let handles = SelectionHandles(frame, in: b.session.viewport).bounds
      #expect(free.outset(by: -7).contains(handles), "\(handles)")
      let bar = SelectionBarLayout.frame(
        width: 256, height: 50, selection: handles.outset(by: SelectionBarLayout.clearance),
        ink: [handles], in: b.session.viewport.clearBounds, taken: [tools])
      #expect(free.contains(bar) && !bar.intersects(handles), "\(bar) at \(handles)")
    }
  }

  @Test func `what is dropped lies where it was let go`() throws {
    let b = bench()
    b.session.viewport.zoom(to: 2, about: .zero)
    b.take(b.session.insert(Self.whole, at: Point(300, 200), pointsPerUnit: 0.5))
    let box = try #require(b.all.last?.bounds)
    #expect(box.center == Point(150, 100) && abs(box.width - 200) < 1e-9)
  }

  @Test(arguments: [(0, 1), (0.7, 1), (.pi / 2, 3), (0, 0.2)] as [(Double, Double)])
  func `a picture larger than the view comes as large as the view has room for`(
    turn: Double, scale: Double
  ) throws {
    let b = bench()
    b.session.viewport.rotate(to: turn, about: b.session.viewport.center)
    b.session.viewport.zoom(to: scale, about: b.session.viewport.center)
    let huge = PlacedPicture(blob: Self.blob, width: 60_000, height: 20_000)
    b.take(b.session.insert(huge, pointsPerUnit: 1))
    let new = try #require(b.all.last)
    let shown = b.session.viewport.widgetFromCanvas(Quad(new.picture!.crop), new)
    let room = b.session.viewport.clearBounds
    #expect(room.outset(by: 1e-6).contains(shown))
    // And no smaller: one of the two directions has only the margin left.
    #expect(
      abs(shown.width - (room.width - 48)) < 1e-6 || abs(shown.height - (room.height - 48)) < 1e-6)
    // Its sides keep their ratio.
    #expect(abs(new.bounds.width / new.bounds.height - 3) < 1e-9)
  }

  @Test func `onto a page it comes within the page`() throws {
    var contents = DocumentContents.empty
    contents.settings.layout = .pages(PageSize(width: 200, height: 300), count: 2)
    let b = Bench(contents)
    b.session.picker.select(.selection)
    let page = try #require(contents.settings.layout.frame(0))
    for (x, y) in [(10.0, 10.0), (190, 290), (100, 150)] {
      b.take(b.session.insert(Self.whole, at: Point(x, y), pointsPerUnit: 0.75))
      let box = try #require(b.all.last?.bounds)
      #expect(page.outset(by: 1e-9).contains(box) && abs(box.width - 200) < 1e-9)
    }
    // Beside the pages there is no page to keep within.
    b.take(b.session.insert(Self.whole, at: Point(500, 100), pointsPerUnit: 0.75))
    #expect(try #require(b.all.last).bounds.center == Point(500, 100))
  }

  // MARK: Mirroring

  @Test(arguments: placements)
  func `it is mirrored where it lies, and twice is as before`(_ transform: AffineTransform) throws {
    for flip in [CanvasSession.Flip.horizontal, .vertical] {
      var part = Self.whole
      part.crop = Rect(x: 40, y: 30, width: 200, height: 200)
      let b = bench(part, at: transform)
      let before = b.session.drawing
      let frame = try #require(b.session.selection?.frame)
      let old = try element(b)
      b.take(b.session.flipPicture(flip))
      let new = try element(b)
      // A mirror changes the sense of turning.
      #expect(new.canvasFromElement.determinant * old.canvasFromElement.determinant < 0)
      // Each corner of what shows is where its neighbour was, and the frame stays.
      let was = part.crop.corners.map { old.canvasFromElement($0) }
      let isNow = part.crop.corners.map { new.canvasFromElement($0) }
      for p in isNow { #expect(was.contains { $0.distance(to: p) < 1e-9 }) }
      #expect(!zip(was, isNow).contains { $0.distance(to: $1) < 1e-9 })
      // Seen in the frame: left and right change places, or above and below.
      let inFrame = AffineTransform.rotation(-frame.rotation)
      for (a, z) in zip(was, isNow) {
        let (p, q) = (inFrame(a - frame.center), inFrame(z - frame.center))
        let mirrored = flip == .horizontal ? Vector(-p.dx, p.dy) : Vector(p.dx, -p.dy)
        #expect((mirrored - q).length < 1e-6)
      }
      try checkUndo(b, before)
      b.take(b.session.flipPicture(flip))
      let again = try element(b)
      for corner in part.crop.corners {
        #expect(again.canvasFromElement(corner).distance(to: old.canvasFromElement(corner)) < 1e-9)
      }
      #expect(steps(b) == [.flip, .flip])
    }
  }

  // MARK: Opacity

  @Test func `an opacity is tried out as often as wanted and kept as one step`() throws {
    let b = bench()
    let before = b.session.drawing
    for percent in stride(from: 90.0, through: 40, by: -10) {
      b.take(b.session.tryOpacity(percent / 100))
      #expect(b.session.drawing == before)
      let shown = try #require(b.session.shownDrawing.elements.compactMap(\.picture).first)
      #expect(shown.opacity == percent / 100)
    }
    b.take(b.session.endPictureTrial(keeping: true))
    #expect(try picture(b).opacity == 0.4 && steps(b) == [.opacity])
    try checkUndo(b, before)
    for wrong in [Double.nan, .infinity, -.infinity] {
      b.take(b.session.tryOpacity(wrong))
      #expect(!b.session.isTryingPicture)
    }
    b.take(b.session.tryOpacity(7))
    b.take(b.session.endPictureTrial(keeping: true))
    #expect(try picture(b).opacity == 1)
  }

  // MARK: Other bytes, words

  @Test func `another picture takes its place and its width`() throws {
    let other = try #require(BlobID([UInt8](repeating: 9, count: 32)))
    for transform in Self.placements {
      var part = Self.whole
      part.crop = Rect(x: 100, y: 0, width: 200, height: 300)
      part.opacity = 0.5
      part.alternativeText = "A hill"
      let b = bench(part, at: transform)
      let before = b.session.drawing
      let old = try element(b)
      b.take(b.session.replacePicture(other, width: 1000, height: 500))
      let new = try element(b)
      let value = try picture(b)
      #expect(value.blob == other && value.crop == Rect(x: 0, y: 0, width: 1000, height: 500))
      #expect(value.opacity == 0.5 && value.alternativeText == "A hill")
      let width = new.canvasFromElement(Vector(1000, 0)).length
      #expect(abs(width - old.canvasFromElement(Vector(200, 0)).length) < 1e-9)
      let middle = new.canvasFromElement(value.crop.center)
      #expect(middle.distance(to: old.canvasFromElement(part.crop.center)) < 1e-9)
      #expect(steps(b) == [.replacePicture])
      try checkUndo(b, before)
    }
    let b = bench()
    b.take(b.session.replacePicture(other, width: .nan, height: 5))
    b.take(b.session.replacePicture(other, width: 5, height: 0))
    #expect(b.told.isEmpty)
  }

  @Test func `its lines take its place as ink, on its layer, in one step`() throws {
    for transform in Self.placements {
      let b = bench(at: transform)
      let before = b.session.drawing
      let old = try element(b)
      let strokes = [Color.black, Color.white].map { color in
        LineInk.stroke(
          [Point(10, 20), Point(200, 20)], widths: [4], color: color, seed: 1)
      }
      b.take(b.session.convertPicture(to: strokes))
      let ink = b.all.filter {
        $0.layer == old.layer && $0.kind.inkStroke?.ink.size == strokes[0].ink.size
      }
      #expect(ink.count == 2 && b.all.count == before.count + 1)
      #expect(b.all.allSatisfy { $0.picture == nil })
      // What was drawn over the picture lies over its ink.
      let index = try #require(before.elements.map(\.id).firstIndex(of: old.id))
      #expect(b.all.map(\.id)[index..<index + 2].elementsEqual(ink.map(\.id)))
      #expect(ink.map { $0.kind.inkStroke?.ink.color } == [.black, .white])
      #expect(Set(ink.compactMap { $0.kind.inkStroke?.content }).count == 2)
      #expect(ink.allSatisfy { $0.canvasFromElement == old.canvasFromElement })
      #expect(Set(b.selected) == Set(ink.map(\.id)))
      #expect(steps(b) == [.convertToInk])
      let after = b.session.drawing
      b.take(b.session.undo())
      #expect(b.session.drawing == before)
      b.take(b.session.redo())
      #expect(b.session.drawing == after)
      b.session.drawing.checkInvariants()
    }
    let b = bench()
    b.take(b.session.convertPicture(to: []))
    let far = LineInk.stroke(
      [Point(0, 0), Point(1e30, 0)], widths: [4], color: .black, seed: 1)
    b.take(b.session.convertPicture(to: [far]))
    #expect(b.told.isEmpty)
  }

  @Test func `what is seen in it is said in a step, and too many words are not taken`() throws {
    let b = bench()
    let before = b.session.drawing
    b.take(b.session.setAlternativeText("A cat, 猫"))
    #expect(try picture(b).alternativeText == "A cat, 猫" && steps(b) == [.alternativeText])
    try checkUndo(b, before)
    b.told = []
    b.take(b.session.setAlternativeText("A cat, 猫"))
    b.take(b.session.setAlternativeText(String(repeating: "x", count: 2 << 20)))
    #expect(b.told.isEmpty)
  }

  // MARK: When

  @Test func `only one picture alone, of a drawing that takes changes, is changed`() throws {
    func tryAll(_ b: Bench, _ what: String) throws {
      let before = b.session.drawing
      let other = try #require(BlobID([UInt8](repeating: 9, count: 32)))
      b.told = []
      for change in [
        { $0.beginCrop() }, { $0.tryOpacity(0.5) }, { $0.flipPicture(.horizontal) },
        { $0.setAlternativeText("x") },
        {
          $0.convertPicture(to: [
            LineInk.stroke([Point(0, 0), Point(9, 9)], widths: [1], color: .black, seed: 1)
          ])
        }, { $0.replacePicture(other, width: 5, height: 5) },
      ] as [(CanvasSession) -> CanvasUpdate] {
        b.take(change(b.session))
        #expect(!b.session.isTryingPicture && b.session.drawing == before, "\(what)")
      }
      #expect(b.told.isEmpty, "\(what)")
    }
    var b = bench()
    b.take(b.session.clearSelection())
    try tryAll(b, "nothing is selected")
    b = bench()
    b.take(b.session.selectAll())
    try tryAll(b, "ink is selected, too")
    b = bench()
    b.take(b.session.select([b.all[1]]))
    try tryAll(b, "ink is selected")
    b = bench()
    b.session.isReadOnly = true
    try tryAll(b, "it is read-only")
    b.take(b.session.insert(Self.whole, pointsPerUnit: 1))
    #expect(b.all.count == 2)
    // While one thing is tried out, nothing else changes it.
    b = bench()
    b.take(b.session.beginCrop())
    let before = b.session.drawing
    for change in [
      { $0.nudgeSelection(by: Vector(9, 9)) }, { $0.deleteSelection() },
      { $0.duplicateSelection() }, { $0.flipPicture(.vertical) }, { $0.tryOpacity(0.2) },
      { $0.bringSelectionToFront() },
    ] as [(CanvasSession) -> CanvasUpdate] {
      b.take(change(b.session))
      #expect(b.session.drawing == before && b.session.crop != nil)
    }
    #expect(!b.session.beginSelectionMotion())
  }

  @Test func `S70 two fingers take a picture that they are on, unless it fills the view`() throws {
    let on = (Point(200, 200), Point(300, 250))
    var b = bench()
    b.take(b.session.clearSelection())
    b.take(b.session.selectPicture(under: on.0, on.1))
    #expect(b.selected == [ElementID(1)])
    // One beside it, on ink, with another tool, closer than the view shows: the view's.
    func isRefused(_ change: (Bench) -> Void, _ fingers: (Point, Point)) -> Bool {
      let b = bench()
      b.take(b.session.clearSelection())
      change(b)
      b.take(b.session.selectPicture(under: fingers.0, fingers.1))
      return b.session.selection == nil
    }
    #expect(isRefused({ _ in }, (Point(200, 200), Point(600, 200))))
    #expect(isRefused({ _ in }, (Point(650, 300), Point(700, 300))))
    #expect(isRefused({ $0.session.picker.select(.brush("pen")) }, on))
    #expect(isRefused({ $0.session.isReadOnly = true }, on))
    #expect(
      isRefused({ $0.session.viewport.zoom(to: 4, about: Point(250, 225)) }, on))
    b = bench()
    b.take(b.session.beginCrop())
    b.take(b.session.selectPicture(under: on.0, on.1))
    #expect(b.session.crop != nil)
  }

  // MARK: The selection's own

  @Test func `its frame lies along its sides, and the commands on selections suit it`() throws {
    for angle in stride(from: -3.0, through: 3, by: 0.5) {
      let b = bench(at: .translation(Vector(400, 300)) * .rotation(angle) * .scale(0.5))
      let frame = try #require(b.session.selection?.frame)
      let sides = [frame.width, frame.height].sorted()
      #expect(abs(sides[0] - 150) < 1e-6 && abs(sides[1] - 200) < 1e-6)
      // Turned by an eighth of a circle at the most, so that above is above.
      #expect(abs(frame.rotation) <= .pi / 4 + 1e-9)
    }
    let b = bench()
    for (label, change) in [
      (.move, { $0.nudgeSelection(by: Vector(10, 0)) }),
      (.transform, { $0.transformSelection(scale: 0.5) }),
      (.transform, { $0.transformSelection(turn: 1) }),
      (.toFront, { $0.bringSelectionToFront() }), (.toBack, { $0.sendSelectionToBack() }),
    ] as [(EditLabel, (CanvasSession) -> CanvasUpdate)] {
      b.told = []
      let before = b.session.drawing
      b.take(change(b.session))
      #expect(steps(b) == [label])
      #expect(try picture(b) == Self.whole)
      try checkUndo(b, before)
    }
    b.take(b.session.duplicateSelection())
    #expect(b.all.compactMap(\.picture).count == 2)
  }

  @Test func `a loop takes it by half or more of what shows, and a tap on that selects it`() {
    var part = Self.whole
    // It shows from 100 to 200 on both axes.
    part.crop = Rect(x: 0, y: 0, width: 100, height: 100)
    for (edge, isTaken) in [(205.0, true), (155, true), (145, false)] {
      let b = bench(part)
      b.take(b.session.clearSelection())
      b.drag(Bench.loop(Rect(minX: 90, minY: 90, maxX: edge, maxY: 210)))
      #expect(b.selected == (isTaken ? [ElementID(1)] : []), "to \(edge)")
    }
    let b = bench(part)
    b.take(b.session.clearSelection())
    b.tap(Point(300, 300))
    #expect(b.selected.isEmpty)
    b.tap(Point(150, 150))
    #expect(b.selected == [ElementID(1)])
  }
}

extension AffineTransform {
  /// The bounds of a part of an element, on its way over the canvas.
  fileprivate func callAsFunction(_ part: Quad, _ element: Element) -> Rect {
    part.mapped(by: self * element.canvasFromElement).bounds
  }
}
