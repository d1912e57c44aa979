import Glibc
import InkModel
import Testing

@testable import Scribble

/// Points of a polyline, close together.
func line(_ corners: [(Double, Double)], step: Double = 2) -> [Point] {
  var points: [Point] = []
  for (a, b) in zip(corners, corners.dropFirst()) {
    let (from, to) = (Point(a.0, a.1), Point(b.0, b.1))
    let count = max(1, Int(from.distance(to: to) / step))
    for k in 0...count { points.append(from + (to - from) * (Double(k) / Double(count))) }
  }
  return points
}

/// To and fro between two points, so many times, downwards by `fall` in all.
func zigzag(_ left: Double, _ right: Double, y: Double, times: Int, fall: Double = 6) -> [Point] {
  line(
    (0...times).map { k in
      (k % 2 == 0 ? left : right, y + fall * Double(k) / Double(times))
    })
}

@Suite struct ScratchOutTests {
  @Test(arguments: [5, 6, 9, 15]) func `to and fro five times and more scratches`(times: Int) {
    #expect(ScratchOut.isOne(zigzag(20, 90, y: 10, times: times)))
    #expect(ScratchOut.isOne(zigzag(90, 20, y: 10, times: times, fall: -8)))
  }

  @Test func `uneven hands scratch too`() {
    let uneven = line([(10, 5), (80, 9), (22, 8), (88, 14), (15, 12), (76, 18), (30, 17)])
    #expect(ScratchOut.isOne(uneven))
  }

  @Test func `letters that turn often do not`() {
    let near: [[Point]] = [
      line([(0, 0), (30, 0), (0, 40), (30, 40)]),  // z
      line([(0, 0), (10, 40), (20, 0), (30, 40), (40, 0)]),  // w
      line([(0, 40), (0, 0), (12, 40), (24, 0), (24, 40)]),  // N, M
      zigzag(0, 40, y: 0, times: 4),  // one turn short
      zigzag(0, 8, y: 0, times: 9),  // a blot
      line([(0, 0), (60, 0)]),
      [Point(3, 3)], [],
    ]
    for stroke in near { #expect(!ScratchOut.isOne(stroke), "\(stroke.count) points") }
    // 8, drawn from the top middle, and an ampersand's loops.
    let eight = (0...120).map { i -> Point in
      let t = Double(i) / 120 * 2 * .pi
      return Point(20 + 16 * sin(2 * t), 40 - 40 * cos(t))
    }
    #expect(!ScratchOut.isOne(eight))
    // A row of loops, as of “eee”: the strokes back are short.
    let loops = (0...400).map { i -> Point in
      let t = Double(i) / 400 * 8 * .pi
      return Point(t * 5 + 9 * cos(t), 10 * sin(t))
    }
    #expect(!ScratchOut.isOne(loops))
  }

  @Test func `of two lines the one that the ink is on goes`() {
    var field = FieldText("one two\nsix ten", kind: .text)
    field.carets = (0...15).map { i in
      Rect(x: Double(i % 8) * 10, y: i < 8 ? 0 : 17, width: 0, height: 17)
    }
    let ink = Rect(minX: 39, minY: 15, maxX: 72, maxY: 29)
    #expect(ScratchOut.edit(by: ink, in: field) == TextEdit(11..<15, with: ""))
  }

  @Test func `what lies below the ink goes, with the space that would be double`() {
    let field = FieldText.row("one two three")
    func scratched(_ from: Double, _ to: Double, y: Double = 10) -> String? {
      ScratchOut.edit(by: Rect(minX: from, minY: y, maxX: to, maxY: y + 5), in: field).map {
        var left = field.scalars
        left.removeSubrange($0.replaced)
        return String(String.UnicodeScalarView(left))
      }
    }
    #expect(scratched(39, 71) == "one three")
    #expect(scratched(78, 140) == "one two")
    #expect(scratched(-5, 31) == "two three")
    #expect(scratched(51, 59) == "one to three")
    #expect(scratched(-5, 200) == "")
    #expect(scratched(200, 260) == nil)
    #expect(scratched(39, 71, y: 60) == nil)
  }
}
