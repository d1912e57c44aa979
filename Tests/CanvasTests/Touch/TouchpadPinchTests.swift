import Canvas
import Glibc
import InkModel
import Testing

@Suite struct TouchpadPinchTests {
  @Test func `S64 a pinch on a touchpad is one of two fingers around the pointer`() throws {
    let position = Point(240, 180)
    var pinch = TouchpadPinch(at: position)
    // Further than half around, as a hand that lets go in between cannot on a screen.
    for i in 1...40 {
      pinch.move(by: Vector(2, -1), scale: 1 + Double(i) / 40, turn: 0.1)
    }
    guard case .pinched(let from, let to) = pinch.step else {
      Issue.record("no pinch")
      return
    }
    #expect(from.0.lerp(to: from.1, 0.5).distance(to: position) < 1e-9)
    #expect(to.0.lerp(to: to.1, 0.5).distance(to: Point(320, 140)) < 1e-9)
    let (v, w) = (from.1 - from.0, to.1 - to.0)
    #expect(abs(w.length / v.length - 2) < 1e-9)
    #expect(abs(atan2(v.cross(w), v.dot(w)) - (4 - 2 * .pi)) < 1e-9)
    // What is no number moves nothing.
    let before = "\(pinch.step)"
    pinch.move(by: Vector(.nan, 0), scale: 0, turn: .infinity)
    #expect("\(pinch.step)" == before)
  }
}
