import Canvas
import Glibc
import InkModel
import Testing

@Suite struct CoastingTests {
  @Test(arguments: [Vector(900, 0), Vector(-300, 2000), Vector(0, -130)])
  func `thrown paper goes on as fast as the hand was, ever slower, and stops`(velocity: Vector) {
    guard let coasting = Coasting(velocity: velocity) else {
      Issue.record("not thrown")
      return
    }
    let begin = coasting.offset(after: 0.001) * 1000
    #expect((begin - velocity).length < velocity.length * 0.01)
    var (last, step) = (Vector.zero, Double.infinity)
    for i in 1...50 {
      let now = coasting.offset(after: coasting.duration * Double(i) / 50)
      let gained = (now - last).length
      #expect(gained < step && abs(now.cross(velocity)) < 1e-6 * velocity.lengthSquared)
      (last, step) = (now, gained)
    }
    #expect(coasting.offset(after: coasting.duration + 5) == last)
    // What is left at the end nobody sees.
    #expect((velocity * (1 / Coasting.friction) - last).length < 3)
  }

  @Test func `paper that was put down stays, and a late event is no throw across the room`() {
    #expect(Coasting(velocity: .zero) == nil)
    #expect(Coasting(velocity: Vector(100, 0)) == nil)
    #expect(Coasting(velocity: Vector(.nan, 0)) == nil)
    #expect((Coasting(velocity: Vector(1e7, 0))?.velocity.length ?? 0) <= 8000.001)
  }

  @Test func `S81 a double tap zooms in about the tap, and the next goes back to where it was`() {
    var zoom = TapZoom()
    let start = Viewport(origin: Point(40, -10), scale: 0.6, width: 900, height: 700)
    let position = Point(220, 510)
    let held = start.canvasFromWidget(position)
    let closer = zoom.view(start, tappedAt: position)
    #expect(abs(closer.scale - 1.5) < 1e-12)
    #expect(closer.widgetFromCanvas(held).distance(to: position) < 1e-9)
    #expect(zoom.view(closer, tappedAt: Point(10, 10)) == start)
    // Zoomed otherwise meanwhile, it goes to 100 % about the tap.
    _ = zoom.view(start, tappedAt: position)
    let other = Viewport(origin: .zero, scale: 8, rotation: 0.3, width: 900, height: 700)
    let there = other.canvasFromWidget(position)
    let back = zoom.view(other, tappedAt: position)
    #expect(back.scale == 1 && back.rotation == 0.3)
    #expect(back.widgetFromCanvas(there).distance(to: position) < 1e-9)
  }

  @Test func `a view that glides to another keeps what both hold still, and arrives`() {
    let a = Viewport(origin: Point(10, 20), scale: 0.8, rotation: 0.4, width: 900, height: 700)
    var b = a
    b.zoom(to: 4, about: Point(300, 200))
    let held = a.canvasFromWidget(Point(300, 200))
    for i in 1...10 {
      var view = a
      view.glide(towards: b, part: Double(i) / 10, about: Point(300, 200))
      #expect(view.widgetFromCanvas(held).distance(to: Point(300, 200)) < 1e-9)
      #expect(abs(view.scale - 0.8 * pow(5, Double(i) / 10)) < 1e-9)
    }
  }

  @Test func `S64 a swipe on a touchpad counts as on the screen, and not up and down`() {
    for (step, effect) in [(Vector(-10, 1), Gesture.Effect.undo), (Vector(10, -2), .redo)] {
      var swipe = TouchpadSwipe()
      var last = 0.0
      for _ in 0..<11 {
        let progress = swipe.move(step)
        #expect(progress?.effect == effect && (progress?.value ?? 0) > last)
        last = progress?.value ?? 0
      }
      #expect(swipe.progress?.isComplete == true)
      for _ in 0..<6 { _ = swipe.move(step * -1) }
      #expect(swipe.progress?.isComplete == false)
    }
    var up = TouchpadSwipe()
    for _ in 0..<40 { #expect(up.move(Vector(2, -20)) == nil) }
  }
}
