import InkModel
import Testing

@testable import Canvas

/// The part of a picture that shows.
extension `Editing pictures` {
  @Test(arguments: placements, [(0.0, 1.0), (0.5, 0.6)])
  func `a dragged handle takes its edges to the tip, and what shows stays in place`(
    _ transform: AffineTransform, view: (turn: Double, scale: Double)
  ) throws {
    for handle in 0..<PictureCrop.handleCount {
      let b = bench(at: transform)
      b.session.viewport.rotate(to: view.turn, about: b.session.viewport.center)
      b.session.viewport.zoom(to: view.scale, about: b.session.viewport.center)
      let before = b.session.drawing
      b.take(b.session.beginCrop())
      let crop = try #require(b.session.crop)
      let start = try #require(crop.handles(in: b.session.viewport)[handle])
      // A quarter of the picture inwards, in its own space.
      let inward = [
        Vector(100, 75), Vector(0, 75), Vector(-100, 75), Vector(-100, 0), Vector(-100, -75),
        Vector(0, -75), Vector(100, -75), Vector(100, 0),
      ][handle]
      let t = b.session.viewport.widgetFromCanvas * transform
      b.drag([start, start + t(inward)])
      // Nothing is a step before it is kept.
      #expect(b.session.drawing == before && steps(b).isEmpty)
      b.take(b.session.endPictureTrial(keeping: true))
      let expected = [
        Rect(x: 100, y: 75, width: 300, height: 225), Rect(x: 0, y: 75, width: 400, height: 225),
        Rect(x: 0, y: 75, width: 300, height: 225), Rect(x: 0, y: 0, width: 300, height: 300),
        Rect(x: 0, y: 0, width: 300, height: 225), Rect(x: 0, y: 0, width: 400, height: 225),
        Rect(x: 100, y: 0, width: 300, height: 225), Rect(x: 100, y: 0, width: 300, height: 300),
      ][handle]
      let found = try picture(b).crop
      for (a, e) in zip(found.corners, expected.corners) { #expect(a.distance(to: e) < 1e-6) }
      // Each of its points is where it was.
      #expect(try element(b).canvasFromElement == transform)
      #expect(steps(b) == [.crop])
      try checkUndo(b, before)
    }
  }

  @Test func `no drag leaves the picture, or leaves nothing of it`() throws {
    for handle in 0..<PictureCrop.handleCount {
      for offset in [Vector(9000, 9000), Vector(-9000, -9000), Vector(9000, -9000)] {
        let b = bench()
        b.take(b.session.beginCrop())
        let start = try #require(b.session.crop?.handles(in: b.session.viewport)[handle])
        b.drag([start, start + offset])
        let rect = try #require(b.session.crop?.rect)
        #expect(!rect.isEmpty && Rect(x: 0, y: 0, width: 400, height: 300).contains(rect))
        b.take(b.session.endPictureTrial(keeping: true))
        #expect(try picture(b).isWithinLimits)
      }
    }
  }

  @Test func `while it is cropped all of it shows, and the drawing is as before`() throws {
    var part = Self.whole
    part.crop = Rect(x: 50, y: 60, width: 100, height: 100)
    let b = bench(part)
    let before = b.session.drawing
    b.take(b.session.beginCrop())
    #expect(b.session.drawing == before && b.told.isEmpty)
    let shown = try #require(b.session.shownDrawing.elements.compactMap(\.picture).first)
    #expect(shown.crop == Rect(x: 0, y: 0, width: 400, height: 300))
    #expect(b.damage.contains(Rect(x: 100, y: 100, width: 400, height: 300)))
    b.session.shownDrawing.checkInvariants()
    // What showed is still chosen, and leaving it makes no step.
    #expect(b.session.crop?.rect == part.crop)
    b.damage = .empty
    b.take(b.session.endPictureTrial(keeping: true))
    #expect(b.session.drawing == before && b.told.isEmpty)
    #expect(b.session.shownDrawing == before)
    #expect(b.damage.contains(Rect(x: 100, y: 100, width: 400, height: 300)))
  }

  @Test func `the part is dragged over the picture from inside, and stays as large`() throws {
    var part = Self.whole
    part.crop = Rect(x: 100, y: 100, width: 200, height: 100)
    let b = bench(part)
    b.take(b.session.beginCrop())
    b.drag([Point(300, 250), Point(330, 240)])
    #expect(b.session.crop?.rect == Rect(x: 130, y: 90, width: 200, height: 100))
    b.drag([Point(300, 250), Point(790, 590)])
    #expect(b.session.crop?.rect == Rect(x: 200, y: 200, width: 200, height: 100))
  }

  @Test func `a tap beside it keeps it, one on it does nothing, and leaving it changes nothing`()
    throws
  {
    for tool in [StylusTool(.pen), StylusTool(.mouse)] {
      let b = bench()
      let before = b.session.drawing
      b.take(b.session.beginCrop())
      b.drag([Point(500, 250), Point(400, 250)], with: tool)
      b.tap(Point(200, 200), with: tool)
      #expect(b.session.crop != nil)
      b.tap(Point(700, 500), with: tool)
      #expect(b.session.crop == nil && steps(b) == [.crop])
      #expect(try picture(b).crop.width == 300)
      try checkUndo(b, before)
    }
    let b = bench()
    let before = b.session.drawing
    b.take(b.session.beginCrop())
    b.drag([Point(500, 250), Point(400, 250)])
    b.take(b.session.endPictureTrial(keeping: false))
    #expect(b.session.drawing == before && b.told.isEmpty && b.selected == [ElementID(1)])
  }

  @Test func `a finger holds the handles and the part, and its tap beside them keeps the crop`()
    throws
  {
    let b = bench()
    b.take(b.session.beginCrop())
    // The right edge is at 500, a finger reaches 22.
    #expect(b.session.isSelectionHeld(at: Point(520, 250)))
    #expect(b.session.isSelectionHeld(at: Point(300, 250)))
    #expect(!b.session.isSelectionHeld(at: Point(540, 250)))
    b.drag([Point(515, 250), Point(415, 250)], with: StylusTool(.finger))
    #expect(b.session.crop?.rect.width == 300)
    b.take(b.session.select(at: Point(700, 500), with: .finger))
    #expect(b.session.crop == nil)
    #expect(try picture(b).crop.width == 300)
  }

  @Test func `the keyboard alone crops`() throws {
    let b = bench()
    b.take(b.session.beginCrop())
    // The handle to begin with is the lower right corner.
    b.take(b.session.nudgeCrop(by: Vector(-10, -20)))
    #expect(b.session.crop?.rect == Rect(x: 0, y: 0, width: 390, height: 280))
    for _ in 0..<3 { b.take(b.session.chooseCropHandle()) }
    // From there the third clockwise is the left side.
    b.take(b.session.nudgeCrop(by: Vector(30, 99)))
    #expect(b.session.crop?.rect == Rect(x: 30, y: 0, width: 360, height: 280))
    b.take(b.session.chooseCropHandle(backwards: true))
    b.take(b.session.nudgeCrop(by: Vector(0, -5)))
    #expect(b.session.crop?.rect == Rect(x: 30, y: 0, width: 360, height: 275))
    b.take(b.session.resetCrop())
    #expect(b.session.crop?.rect == Rect(x: 0, y: 0, width: 400, height: 300))
  }

  @Test func `what else is chosen meanwhile keeps the crop first`() throws {
    func cropped() -> Bench {
      let b = bench()
      b.take(b.session.beginCrop())
      b.drag([Point(500, 250), Point(400, 250)])
      return b
    }
    // A line with the pen.
    var b = cropped()
    b.session.picker.select(.brush("pen"))
    b.line(580)
    #expect(steps(b) == [.crop, .draw])
    // All is selected, the picture as it is now.
    b = cropped()
    b.take(b.session.selectAll())
    #expect(b.selected == Set(b.all.map(\.id)) && steps(b) == [.crop])
    b = cropped()
    b.take(b.session.clearSelection())
    #expect(b.session.selection == nil && steps(b) == [.crop])
    // Undo takes back what is not kept yet, and no step before it.
    b = cropped()
    let count = b.all.count
    b.take(b.session.undo())
    #expect(b.session.crop == nil && steps(b).isEmpty && b.all.count == count)
    #expect(try picture(b).crop.width == 400)
  }

  @Test func `a change of the drawing from elsewhere ends it without a step`() throws {
    let b = bench()
    b.take(b.session.beginCrop())
    var settings = b.session.drawing.settings
    settings.paper.pattern = .grid
    b.take(b.session.change(to: settings))
    #expect(b.session.crop == nil && steps(b) == [.paper])
    #expect(b.session.shownDrawing == b.session.drawing)
  }
}
