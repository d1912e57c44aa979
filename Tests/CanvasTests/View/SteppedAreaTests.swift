import Canvas
import InkModel
import InkStore
import Testing

/// Undo and redo of what is out of view show it.
///
/// A bench's view is 800 by 600 widget points.
@Suite struct SteppedAreaTests {
  private typealias Step = (CanvasSession) -> CanvasUpdate
  private static var undoAndRedo: [Step] { [{ $0.undo() }, { $0.redo() }] }

  /// Points at which nothing of a short line is in view.
  private static let outside = [
    Point(-5000, 300), Point(3000, 300), Point(400, -900), Point(400, 2000), Point(2000, 2000),
  ]

  /// A bench with a line of 100 points, and its bounds.
  private func benchWithLine() throws -> (bench: Bench, ink: Rect) {
    let b = Bench()
    b.line(300)
    return (b, try #require(Array(b.session.drawing.elements).first).bounds)
  }

  @Test(arguments: [0.0, 0.6, -2.5])
  func `ink out of view that is undone or redone is shown, at the scale and turn of before`(
    turn: Double
  ) throws {
    let (b, ink) = try benchWithLine()
    b.session.viewport.rotate(to: turn, about: Point(400, 300))
    for place in Self.outside {
      for step in Self.undoAndRedo {
        b.session.viewport.hold(ink.center, at: place)
        let before = b.session.viewport
        let stepped = try #require(step(b.session).stepped)
        let view = try #require(before.showing(stepped), "\(place)")
        #expect(view.clearBounds.contains(view.widgetFromCanvas(ink)), "\(place)")
        #expect(view.scale == before.scale && view.rotation == before.rotation)
        #expect(view.showing(stepped) == nil)
      }
    }
  }

  @Test func `it is shown beside the tools`() throws {
    let (b, ink) = try benchWithLine()
    let room = Rect(minX: 90, minY: 0, maxX: 800, maxY: 450)
    b.session.viewport.coveredBelow = 150
    for place in Self.outside + [Point(400, 525)] {
      b.session.viewport.hold(ink.center, at: place)
      let before = b.session.viewport
      for step in Self.undoAndRedo {
        let stepped = try #require(step(b.session).stepped)
        let view = try #require(before.showing(stepped, in: room), "\(place)")
        #expect(room.contains(view.widgetFromCanvas(ink)), "\(place)")
      }
    }
  }

  @Test func `a view that shows a part of it stays`() throws {
    let (b, ink) = try benchWithLine()
    for place in [Point(0, 300), Point(799, 300), Point(400, 1), Point(400, 599)] {
      b.session.viewport.hold(ink.center, at: place)
      for step in Self.undoAndRedo {
        let stepped = try #require(step(b.session).stepped)
        #expect(b.session.viewport.showing(stepped) == nil, "\(place)")
      }
    }
  }

  @Test func `of several elements one in view is enough`() throws {
    let (b, ink) = try benchWithLine()
    b.session.viewport.pan(by: Vector(-5000, 0))
    b.line(300)
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    b.take(b.session.deleteSelection())
    #expect(b.strokes == 0)
    for place in [ink.center, ink.center + Vector(5000, 0)] {
      b.session.viewport.hold(place, at: Point(400, 300))
      for step in Self.undoAndRedo {
        let stepped = try #require(step(b.session).stepped)
        #expect(b.session.viewport.showing(stepped) == nil)
      }
    }
  }

  @Test func `what is larger than the view is shown smaller, whole`() throws {
    let b = Bench()
    b.session.viewport.zoom(to: 0.25, about: .zero)
    b.draw([Point(100, 100), Point(400, 300), Point(700, 500)])
    let ink = try #require(Array(b.session.drawing.elements).first).bounds
    b.session.viewport.zoom(to: 1, about: .zero)
    b.session.viewport.hold(ink.center, at: Point(-5000, 300))
    let before = b.session.viewport
    let stepped = try #require(b.session.undo().stepped)
    let view = try #require(before.showing(stepped))
    #expect(view.clearBounds.contains(view.widgetFromCanvas(ink)))
    #expect(view.scale < before.scale)
  }

  @Test func `of two steps at once the last is shown`() throws {
    let (b, ink) = try benchWithLine()
    b.session.viewport.pan(by: Vector(-5000, 0))
    b.line(300)
    b.session.viewport.pan(by: Vector(0, -5000))
    var update = b.session.undo()
    update.merge(b.session.undo())
    let stepped = try #require(update.stepped)
    let view = try #require(b.session.viewport.showing(stepped))
    #expect(view.clearBounds.contains(view.widgetFromCanvas(ink)))
  }

  @Test func `a change of the pages, which the view follows by itself, is no such step`() throws {
    let (b, _) = try benchWithLine()
    var settings = b.session.settings
    settings.layout = .pages(StandardPage.a4.size, count: 2)
    let done = b.session.change(to: settings)
    #expect(done.historyChanged && done.stepped == nil)
    for step in Self.undoAndRedo {
      let update = step(b.session)
      #expect(update.historyChanged && update.stepped == nil)
    }
  }
}
