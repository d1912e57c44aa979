import Canvas
import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct ViewportMotionTests {
  private func random(_ g: inout SeededGenerator) -> Point {
    Point(.random(in: 0...900, using: &g), .random(in: 0...700, using: &g))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `S87 two fingers that pan, zoom and turn at once keep under them what they hold`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    let start = Viewport(
      origin: random(&g), scale: 1.3, rotation: .random(in: -3...3, using: &g), width: 900,
      height: 700)
    var motion = ViewportMotion(from: start)
    motion.isFree = true
    let from = (random(&g), random(&g))
    let held = (start.canvasFromWidget(from.0), start.canvasFromWidget(from.1))
    for _ in 0..<30 {
      let to = (random(&g), random(&g))
      let factor = to.0.distance(to: to.1) / from.0.distance(to: from.1)
      guard Viewport.scales.contains(1.3 * factor) else { continue }
      let view = motion.view(moving: from, to: to)
      // Less than a thousandth of what they moved.
      let slack = 1e-3 * (1 + from.0.distance(to: to.0) + from.1.distance(to: to.1))
      #expect(view.widgetFromCanvas(held.0).distance(to: to.0) < slack)
      #expect(view.widgetFromCanvas(held.1).distance(to: to.1) < slack)
    }
    // Back where they were, the view is, too.
    let back = motion.view(moving: from, to: from)
    #expect(back.widgetFromCanvas(held.0).distance(to: from.0) < 1e-6)
    #expect(abs(back.scale - start.scale) < 1e-9)
  }

  @Test func `S79 paper turns only for fingers that mean it, and catches at quarter turns`() {
    let start = Viewport(scale: 1, width: 900, height: 700)
    var motion = ViewportMotion(from: start)
    func rotation(after turn: Double) -> Double {
      motion.view(about: Point(300, 300), movedBy: .zero, scaledBy: 1.2, turnedBy: turn).rotation
    }
    for turn in stride(from: -0.2, through: 0.2, by: 0.02) { #expect(rotation(after: turn) == 0) }
    // From there it sets out without a jump, to either side and back.
    var last = 0.0
    for turn in stride(from: 0.2, through: 2.2, by: 0.01) {
      let now = rotation(after: turn)
      #expect(now >= last && now - last < ViewportMotion.snap + 0.011)
      last = now
    }
    #expect(abs(rotation(after: .pi / 2 + ViewportMotion.deadZone + 0.03) - .pi / 2) < 1e-12)
    #expect(rotation(after: ViewportMotion.deadZone + 0.03) == 0)
    #expect(abs(rotation(after: 1 + ViewportMotion.deadZone) - 1) < 1e-9)
  }

  @Test(arguments: [0.1, 64])
  func `beyond its limits the zoom gives way less and less, and rests at the limit`(limit: Double) {
    let anchor = Point(200, 500)
    let start = Viewport(origin: Point(-30, 80), scale: limit, width: 900, height: 700)
    let held = start.canvasFromWidget(anchor)
    var motion = ViewportMotion(from: start)
    let outwards = limit < 1 ? 0.9 : 1 / 0.9
    var (last, step) = (limit, Double.infinity)
    for i in 1...60 {
      let view = motion.view(
        about: anchor, movedBy: .zero, scaledBy: pow(outwards, Double(i)), turnedBy: 0)
      let gained = abs(log(view.scale / last))
      #expect(gained > 0 && gained < step)
      #expect(abs(log(view.scale / limit)) < log(1.5))
      #expect(view.widgetFromCanvas(held).distance(to: anchor) < 1e-6)
      (last, step) = (view.scale, gained)
      let rest = motion.rest(view, about: anchor)
      #expect(rest.scale == limit && rest.widgetFromCanvas(held).distance(to: anchor) < 1e-6)
    }
    // And what no finger does changes nothing.
    for bad in [Double.nan, .infinity, 0, -1] {
      #expect(
        motion.view(about: anchor, movedBy: .zero, scaledBy: bad, turnedBy: 0).scale == limit)
    }
  }
}
