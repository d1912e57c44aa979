import InkModel
import Testing

@testable import Scribble

/// Loops of few corners, as hands in haste draw them around words, and letters that are written as such loops.
@Suite struct AngularLoopTests {
  private typealias Hand = TextGestureTests.Hand

  enum Form: CaseIterable, Sendable {
    case rectangle
    case diamond
    case slanted
    case narrowed
    case pentagon
    case hexagon

    /// Its corners in a box, in the order of a hand that goes round.
    func corners(in box: Rect) -> [Point] {
      let (l, t, r, b) = (box.minX, box.minY, box.maxX, box.maxY)
      let (x, y) = (box.center.x, box.center.y)
      let inset = box.width * 0.22
      return switch self {
      case .rectangle: [Point(l, t), Point(r, t), Point(r, b), Point(l, b)]
      case .diamond: [Point(l, y), Point(x, t), Point(r, y), Point(x, b)]
      case .slanted:
        [Point(l + inset / 3, t), Point(r + 4, t), Point(r - inset / 3, b), Point(l - 4, b)]
      case .narrowed:
        [Point(l + inset / 2, t), Point(r - inset / 2, t), Point(r + 4, b), Point(l - 4, b)]
      case .pentagon:
        [Point(l, y), Point(l + inset, t), Point(r, t), Point(r, b), Point(l + inset, b)]
      case .hexagon:
        [
          Point(l, y), Point(l + inset, t), Point(r - inset, t), Point(r, y),
          Point(r - inset, b), Point(l + inset, b),
        ]
      }
    }
  }

  /// A stroke along corners with so many reports for each side: the quicker the hand, the fewer.
  private static func stroke(_ corners: [Point], _ reports: Int) -> [Point] {
    zip(corners, corners.dropFirst()).reduce(into: Array(corners.prefix(1))) { points, side in
      for k in 1...reports {
        points.append(side.0.lerp(to: side.1, Double(k) / Double(reports)))
      }
    }
  }

  /// A loop of corners that a hand does not quite meet, from any of them on, either way round; nor does it end where it
  /// began.
  private static func loop(_ corners: [Point], _ reports: Int, _ hand: inout Hand) -> [Point] {
    var around = corners.map { $0 + Vector(hand.any(-1.5...1.5), hand.any(-1.5...1.5)) }
    let start = Int(hand.any(0...Double(around.count) - 0.01))
    around = Array(around[start...] + around[..<start])
    if hand.any(0...1) < 0.5 { around = [around[0]] + around.dropFirst().reversed() }
    let end = around[0] + Vector(hand.any(-4...4), hand.any(-4...4))
    let beyond = hand.any(0...1) < 0.3 ? hand.any(0.05...0.25) : 0
    return stroke(around + [end, end + (around[1] - around[0]) * beyond], reports)
  }

  @Test(arguments: Form.allCases, [1, 3, 12])
  func `S52 an angular loop around a word selects it, however few reports it has`(
    form: Form, reports: Int
  ) {
    let field = TextGestureTests.page(TextGestureTests.text)
    let words = TextGestureTests.words(field)
    var right = 0
    for seed in 0..<12 {
      var hand = Hand(seed)
      for word in words {
        // The corners of a diamond are beyond the middles of its sides.
        let margin = form == .diamond ? (4.0, 3.0) : (0.0, 0.0)
        let box = Rect(
          minX: word.box.minX - hand.any(3...8) - margin.0,
          minY: word.box.minY - hand.any(0...5) - margin.1,
          maxX: word.box.maxX + hand.any(3...8) + margin.0,
          maxY: word.box.maxY + hand.any(0...5) + margin.1)
        let loop = Self.loop(form.corners(in: box), reports, &hand)
        if TextGesture.of(loop, in: field) == .select(word.range) { right += 1 }
      }
    }
    let share = Double(right) / Double(12 * words.count)
    #expect(share >= 0.95, "\(share) of the loops")
  }

  /// A letter with corners in a box, from where hands begin it.
  private static func letter(_ name: String, in box: Rect) -> [Point] {
    func at(_ x: Double, _ y: Double) -> Point {
      Point(box.minX + x * box.width, box.minY + y * box.height)
    }
    return switch name {
    case "D": [at(0, 0), at(0.8, 0.15), at(1, 0.5), at(0.8, 0.85), at(0, 1)]
    case "o": Form.hexagon.corners(in: box)
    default: Form.rectangle.corners(in: box)
    }
  }

  @Test(arguments: ["o", "0", "D"], [1, 3, 12])
  func `S52 an angular letter beside words is written as text`(name: String, reports: Int) {
    // From 20 to 110 across, with room for a letter between the words.
    let field = TextGestureTests.page("my    note")
    let end = field.carets[field.carets.count - 1].minX
    for seed in 0..<42 {
      var hand = Hand(seed)
      let high = hand.any(18...28)
      let size = (width: high * 0.5, height: name == "o" ? high * 0.5 : high)
      // Behind the words, before them, and between them.
      let lefts = [
        end + hand.any(3...20), 17 - size.width - hand.any(0...10),
        56 - size.width / 2 + hand.any(-5...5),
      ]
      for left in lefts {
        let bottom = 27 + hand.any(-2...4)
        let box = Rect(
          minX: left, minY: bottom - size.height, maxX: left + size.width, maxY: bottom)
        let stroke = Self.loop(Self.letter(name, in: box), reports, &hand)
        #expect(TextGesture.of(stroke, in: field) == nil, "at \(left) by hand \(seed)")
      }
    }
  }

  @Test func `what is open around a word, or lies in it, selects nothing`() {
    let field = TextGestureTests.page(TextGestureTests.text)
    for word in TextGestureTests.words(field) {
      let box = word.box.outset(by: 5)
      // From its upper right corner to its lower right one, and no farther.
      let open = [
        Point(box.maxX, box.minY), Point(box.minX, box.minY), Point(box.minX, box.maxY),
        Point(box.maxX, box.maxY),
      ]
      #expect(TextGesture.of(Self.stroke(open, 3), in: field) == nil)
      // As high as small letters are.
      let low = Rect(x: word.box.minX + 2, y: word.box.minY + 7, width: 8, height: 7)
      let corners = Form.diamond.corners(in: low)
      let small = Self.stroke(corners + corners.prefix(1), 3)
      #expect(TextGesture.of(small, in: field) == nil)
    }
  }
}
