import Canvas
import Foundation
import InkModel
import InkTestSupport
import Testing

/// Any view: any position, scale, rotation and size.
private func randomView(_ g: inout SeededGenerator) -> Viewport {
  Viewport(
    origin: Point(.random(in: -1e5...1e5, using: &g), .random(in: -1e5...1e5, using: &g)),
    scale: exp2(.random(in: -3.3...6, using: &g)), rotation: .random(in: -4...4, using: &g),
    width: .random(in: 200...3000, using: &g), height: .random(in: 200...2000, using: &g))
}

private func randomPosition(in view: Viewport, _ g: inout SeededGenerator) -> Point {
  Point(.random(in: 0...view.width, using: &g), .random(in: 0...view.height, using: &g))
}

@Suite struct ViewportTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `S77 the point under the pointer stays within a pixel through any zoom and turn`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    var view = randomView(&g)
    let anchor = randomPosition(in: view, &g)
    let fixed = view.canvasFromWidget(anchor)
    var worst = 0.0
    for _ in 0..<200 {
      switch Int.random(in: 0..<3, using: &g) {
      case 0: view.zoom(to: view.scale * exp2(.random(in: -2...2, using: &g)), about: anchor)
      case 1: view.rotate(to: .random(in: -10...10, using: &g), about: anchor)
      default: view.zoom(to: .random(in: -1...100, using: &g), about: anchor)
      }
      #expect(Viewport.scales.contains(view.scale))
      #expect(abs(view.rotation) <= .pi + 1e-12)
      worst = max(worst, view.widgetFromCanvas(fixed).distance(to: anchor))
    }
    #expect(worst < 0.01)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a position goes to the canvas and back`(seed: UInt64) {
    var g = SeededGenerator(seed: seed)
    let view = randomView(&g)
    let position = randomPosition(in: view, &g)
    #expect(view.widgetFromCanvas(view.canvasFromWidget(position)).distance(to: position) < 1e-6)
    // A move on screen is that move, however the paper is turned.
    var moved = view
    let offset = Vector(.random(in: -500...500, using: &g), .random(in: -500...500, using: &g))
    let under = view.canvasFromWidget(position)
    moved.pan(by: offset)
    #expect(moved.widgetFromCanvas(under).distance(to: position + offset) < 1e-6)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `what fits is seen whole and centred, turned or not`(seed: UInt64) {
    var g = SeededGenerator(seed: seed)
    var view = randomView(&g)
    let area = Rect(
      x: .random(in: -3000...3000, using: &g), y: .random(in: -3000...3000, using: &g),
      width: .random(in: 1...1500, using: &g), height: .random(in: 1...1500, using: &g))
    let turn = view.rotation
    view.fit(area, margin: 20, closest: 4)
    let box = view.widgetFromCanvas(area)
    #expect(view.widgetBounds.outset(by: -19.999).contains(box))
    #expect(box.center.distance(to: view.center) < 1e-6)
    #expect(view.rotation == turn && view.scale <= 4)
    // As large as it can be.
    let slack = min(view.width - 40 - box.width, view.height - 40 - box.height)
    #expect(slack < 1e-6 || view.scale == 4)
    view.fitWidth(area, margin: 20)
    let wide = view.widgetFromCanvas(area)
    #expect(abs(wide.width - (view.width - 40)) < 1e-6 || view.scale == 4)
    #expect(abs(wide.center.x - view.center.x) < 1e-6)
    #expect(wide.minY < view.height && wide.maxY > 0)
  }

  @Test func `steps go through round scales from one end to the other and back`() {
    var view = Viewport(scale: 0.1, width: 800, height: 600)
    var seen = [view.scale]
    while view.step(in: true) != view.scale {
      let next = view.step(in: true)
      #expect(next > view.scale * 1.01)
      view.zoom(to: next, about: view.center)
      seen.append(view.scale)
    }
    #expect(seen.last == 64 && seen.contains(1) && seen.count > 15)
    var back = [view.scale]
    while view.step(in: false) != view.scale {
      view.zoom(to: view.step(in: false), about: view.center)
      back.append(view.scale)
    }
    #expect(back == seen.reversed())
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `aligned, a view turned by quarters has the canvas's grid on whole pixels`(seed: UInt64) {
    var g = SeededGenerator(seed: seed)
    var view = randomView(&g)
    view.rotate(to: Double(Int.random(in: -4...4, using: &g)) * .pi / 2, about: view.center)
    let before = view
    let k = Double(Int.random(in: 1...3, using: &g))
    #expect(view.isUpright)
    view.alignToPixels(k)
    let corner = view.widgetFromCanvas(Point.zero)
    for v in [corner.x * k, corner.y * k] { #expect(abs(v - v.rounded()) < 1e-3) }
    let shift = view.widgetFromCanvas(Point.zero) - before.widgetFromCanvas(Point.zero)
    #expect(max(abs(shift.dx), abs(shift.dy)) <= 0.5 / k + 1e-6)
    view.rotate(to: 0.3, about: view.center)
    #expect(!view.isUpright)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `S4 S77 however far one pans, zooms and turns, the paper that one sees takes ink`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    let session = CanvasSession(.empty)
    session.viewport = randomView(&g)
    for _ in 0..<300 {
      let view = session.viewport
      let anchor = randomPosition(in: view, &g)
      // A few widths at a time, or all the distance.
      let far = Bool.random(using: &g) ? 3e3 : 1e9
      let offset = Vector(.random(in: -far...far, using: &g), .random(in: -far...far, using: &g))
      switch Int.random(in: 0..<7, using: &g) {
      case 0...2: session.viewport.pan(by: offset)
      case 3: session.viewport.zoom(to: exp2(.random(in: -4...7, using: &g)), about: anchor)
      case 4: session.viewport.rotate(to: .random(in: -4...4, using: &g), about: anchor)
      case 5: session.viewport.hold(Point.zero + offset, at: anchor)
      default: session.viewport.width = .random(in: 200...4000, using: &g)
      }
      let aligned = session.viewport
      session.viewport.alignToPixels(1)
      #expect(session.viewport.origin.distance(to: aligned.origin) * aligned.scale < 1)
      let position = randomPosition(in: session.viewport, &g)
      for position in [.zero, position, Point(session.viewport.width, session.viewport.height)] {
        var modeler = StrokeModeler()
        var points: [StrokePoint] = []
        let seen = session.viewport.canvasFromWidget(position)
        #expect(modeler.update(StylusSample(position: seen, time: 0), into: &points) == nil)
      }
    }
  }

  @Test func `S4 within reach the view goes where it is sent, to the point`() {
    let session = CanvasSession(.empty)
    session.viewport = Viewport(width: 1280, height: 800)
    var free = session.viewport
    for _ in 0..<95 {
      session.viewport.pan(by: Vector(-10_000, 10_000))
      free.pan(by: Vector(-10_000, 10_000))
      #expect(session.viewport == free)
    }
  }
}
