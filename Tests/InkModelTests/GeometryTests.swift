import InkModel
import Testing

@Suite struct GeometryTests {
  @Test func `a cross product has the sign of the turn`() {
    #expect(Vector(1, 0).cross(Vector(0, 1)) == 1)
    #expect(Vector(3, 2).cross(Vector(-1, 4)) == -Vector(-1, 4).cross(Vector(3, 2)))
    #expect(Vector(1, 0).perpendicular == Vector(0, 1))
  }

  @Test func `a transform and its inverse cancel`() throws {
    let t =
      AffineTransform.translation(Vector(30, -7)) * .rotation(0.7) * .scale(3)
    let back = try #require(t.inverse)
    for p in [Point(0, 0), Point(12.5, -3), Point(-900, 4000)] {
      #expect(back(t(p)).distance(to: p) < 1e-9)
    }
    #expect(abs(t.meanScale - 3) < 1e-12)
    #expect(AffineTransform.scale(0).inverse == nil)
  }

  @Test func `composition applies the inner map first`() {
    let t = AffineTransform.scale(2) * .translation(Vector(1, 0))
    #expect(t(Point(1, 1)) == Point(4, 2))
  }

  @Test func `an empty rectangle is neutral in unions`() {
    let r = Rect(x: 3, y: 4, width: 5, height: 6)
    #expect(r.union(.empty) == r)
    #expect(Rect.empty.union(r) == r)
    #expect(r.intersection(Rect(x: 100, y: 0, width: 1, height: 1)).isEmpty)
    #expect(!r.contains(Point(8, 4)))
    #expect(r.contains(Point(3, 4)))
  }
}
