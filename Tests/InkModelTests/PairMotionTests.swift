import InkModel
import InkTestSupport
import Testing

@Suite struct PairMotionTests {
  @Test(arguments: 0..<40)
  func `a motion of two positions takes both to where they are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func point() -> Point {
      Point(.random(in: -800...800, using: &random), .random(in: -600...600, using: &random))
    }
    let from = (point(), point())
    let to = (point(), point())
    let motion = PairMotion(from: from, to: to)
    let map =
      AffineTransform.translation(motion.offset)
      * .similarity(about: motion.from, scale: motion.scale, angle: motion.turn)
    #expect(map(from.0).distance(to: to.0) < 1e-6)
    #expect(map(from.1).distance(to: to.1) < 1e-6)
    #expect(map(motion.from).distance(to: motion.to) < 1e-9)
  }

  @Test func `a quarter turn from +x towards +y at twice the distance is told as such`() {
    let motion = PairMotion(
      from: (Point(0, 0), Point(10, 0)), to: (Point(5, 5), Point(5, 25)))
    #expect(abs(motion.turn - .pi / 2) < 1e-12)
    #expect(motion.scale == 2)
    #expect(motion.offset == Vector(0, 15))
    #expect(motion.hasDirection)
  }

  @Test func `positions that are as good as one tell no direction`() {
    let (one, near, far) = (Point(3, 4), Point(3.5, 4), Point(30, 4))
    #expect(!PairMotion(from: (one, near), to: (one, far)).hasDirection)
    #expect(!PairMotion(from: (one, far), to: (one, near)).hasDirection)
    #expect(!PairMotion(from: (one, one), to: (one, far)).scale.isFinite)
  }
}
