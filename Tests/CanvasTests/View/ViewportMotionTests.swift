import Canvas
import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct ViewportMotionTests {
  private func random(_ g: inout SeededGenerator) -> Point {
    Point(.random(in: 0...900, using: &g), .random(in: 0...700, using: &g))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `fingers leave what is locked as it is, and what lies between them stays there`(seed: UInt64)
  {
    var g = SeededGenerator(seed: seed)
    let start = Viewport(
      origin: random(&g), scale: 1.3, rotation: 0.4, width: 900, height: 700)
    let from = (Point(300, 300), Point(500, 300))
    let to = (random(&g), random(&g))
    let fixed = start.canvasFromWidget(Point(400, 300))
    for locks in [[], .rotation, .scale, [.rotation, .scale]] as [ViewportMotion.Locks] {
      var motion = ViewportMotion(from: start, locks: locks)
      let view = motion.view(moving: from, to: to)
      if locks.contains(.rotation) { #expect(view.rotation == start.rotation) }
      if locks.contains(.scale) { #expect(view.scale == start.scale) }
      #expect(view.widgetFromCanvas(fixed).distance(to: to.0.lerp(to: to.1, 0.5)) < 1e-6)
    }
    // Nothing is locked by itself.
    var free = ViewportMotion(from: start)
    let turned = free.view(moving: from, to: (Point(400, 100), Point(400, 500)))
    #expect(abs(turned.rotation - start.rotation) > 1 && abs(turned.scale / start.scale - 2) < 1e-9)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `S87 two fingers that pan, zoom and turn at once move the view by just that similarity`(
    seed: UInt64
  ) {
    var g = SeededGenerator(seed: seed)
    let start = Viewport(
      origin: random(&g), scale: 1.3, rotation: .random(in: -3...3, using: &g), width: 900,
      height: 700)
    var hand = TouchHand(draws: .random(using: &g))
    // Through the recognizer, as fingers go in the app.
    let (radius, growth) = (
      Double.random(in: 80...140, using: &g), Double.random(in: 0.4...2.5, using: &g)
    )
    let (phase, turn) = (
      Double.random(in: 0...3, using: &g), Double.random(in: -2.5...2.5, using: &g)
    )
    let offset = Vector(.random(in: -150...150, using: &g), .random(in: -150...150, using: &g))
    func finger(_ f: Int, _ part: Double) -> Point {
      let arm = Vector(angle: phase + .pi * Double(f) + turn * part)
      return Point(500, 400) + offset * part + arm * (radius * (1 + (growth - 1) * part))
    }
    hand.gesture(2, lifts: false, finger)
    var motion = ViewportMotion(from: start)
    var taken: Double?
    var last = start
    for case .pinched(let from, let to) in hand.steps {
      let view = motion.view(moving: from, to: to)
      last = view
      let (v, w) = (from.1 - from.0, to.1 - to.0)
      let turned = atan2(v.cross(w), v.dot(w))
      // The dead zone's part, from the moment it was left.
      if taken == nil, abs(turned) > ViewportMotion.deadZone {
        taken = turned < 0 ? -ViewportMotion.deadZone : ViewportMotion.deadZone
      }
      var angle = taken.map { turned - $0 } ?? 0
      let end = start.rotation + angle
      let quarter = (end / (.pi / 2)).rounded() * (.pi / 2)
      if taken != nil, abs(end - quarter) < ViewportMotion.snap {
        angle = quarter - start.rotation
      }
      let (a, b) = (from.0.lerp(to: from.1, 0.5), to.0.lerp(to: to.1, 0.5))
      let similarity = AffineTransform.rotation(angle) * .scale(w.length / v.length)
      // At any point, by less than a thousandth of that point's offset.
      for p in [a, from.0, from.1, Point(0, 0), Point(900, 0), Point(30, 700)] {
        let goal = b + similarity(p - a)
        let seen = view.widgetFromCanvas(start.canvasFromWidget(p))
        #expect(seen.distance(to: goal) <= 1e-3 * p.distance(to: goal) + 1e-6)
      }
    }
    // From where the fingers landed to where they are, all of it.
    #expect(abs(last.scale / start.scale / growth - 1) < 1e-3)
    let middle = last.widgetFromCanvas(start.canvasFromWidget(Point(500, 400)))
    #expect(middle.distance(to: Point(500, 400) + offset) < 1e-3 * offset.length + 1e-6)
    // Back where they were, the view is, too, but for what the dead zone took.
    let home = (finger(0, 0), finger(1, 0))
    let back = motion.view(moving: home, to: home)
    #expect(abs(back.scale - start.scale) < 1e-9)
    let left = (back.rotation - start.rotation).remainder(dividingBy: 2 * .pi)
    #expect(abs(left) <= ViewportMotion.deadZone + ViewportMotion.snap)
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
  func `beyond its limits the zoom yields less and less, and rests at the limit`(limit: Double) {
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
