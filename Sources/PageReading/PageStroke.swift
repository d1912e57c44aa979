import Glibc
import Handwriting
import InkModel

/// A stretch of ink on a page, as ``LineFinder`` sees it.
public struct PageStroke: Hashable, Sendable {
  /// What the caller calls its element.
  public var element: Int64
  /// In the page's space, in the order written.
  public var points: [Point]

  public init(element: Int64, points: [Point]) {
    self.element = element
    self.points = points
  }
}

/// What can be measured of a stroke whatever its direction is.
struct StrokeShape: Sendable {
  /// Length of the path.
  var length: Double
  /// The height of letters that a stroke of this length and these turns would be written in.
  ///
  /// A letter takes one length of its height for each half turn: an “l” has none, an “o” two, a word of joined letters
  /// about two a letter.
  var unit: Double
  /// Distance of its ends for a length of 1: 1 for a straight line.
  var straightness: Double
  var isStraight: Bool { straightness > 0.95 }
  /// Whether it runs along the sides of a rectangle and ends about where it began: a frame, a box to tick.
  var isFrame: Bool
  var box: Rect
  var start: Point
  var end: Point

  var center: Point { box.center }
  /// The longer side of its box.
  var size: Double { max(box.width, box.height) }

  /// `nil` for a stroke without a point that makes sense.
  init?(_ points: [Point]) {
    let points = points.filter { abs($0.x) < 1e9 && abs($0.y) < 1e9 }
    guard let first = points.first, let last = points.last else { return nil }
    var box = Rect(minX: first.x, minY: first.y, maxX: first.x, maxY: first.y)
    for p in points {
      box.minX = min(box.minX, p.x)
      box.minY = min(box.minY, p.y)
      box.maxX = max(box.maxX, p.x)
      box.maxY = max(box.maxY, p.y)
    }
    self.box = box
    (start, end) = (first, last)
    let size = max(box.width, box.height)
    // Coarse enough that a trembling hand makes no turns.
    let step = max(size / 24, 1e-6)
    var corners = [first]
    for p in points where p.distance(to: corners[corners.count - 1]) >= step { corners.append(p) }
    if last != corners[corners.count - 1] { corners.append(last) }
    var length = 0.0
    var turn = 0.0
    for i in 1..<max(1, corners.count) {
      let step = corners[i] - corners[i - 1]
      length += step.length
      if i > 1 {
        let before = corners[i - 1] - corners[i - 2]
        turn += abs(atan2(before.cross(step), before.dot(step)))
      }
    }
    self.length = length
    unit = length / (turn / .pi + 1)
    straightness = length > 0 ? first.distance(to: last) / length : 1
    isFrame = Self.isFrame(corners, size: size)
  }

  /// Of a rectangle that a closed stroke fills, the share from which it is one; an ellipse has π/4.
  ///
  /// Smaller: letters “O” and “D” are left out; of 9,002 characters of 40 writers 4 reach it.
  private static let filled = 0.85
  /// Radians by which a frame is turned at most.
  private static let mostTurned = 10 * Double.pi / 180

  private static func isFrame(_ points: [Point], size: Double) -> Bool {
    guard points.count > 5, let first = points.first, let last = points.last,
      first.distance(to: last) <= 0.25 * size
    else { return false }
    var twice = 0.0
    var before = last - first
    for p in points {
      twice += before.cross(p - first)
      before = p - first
    }
    return (-5...5).contains { k in
      let turn = AffineTransform.rotation(Double(k) / 5 * mostTurned)
      let box = Rect(around: points.lazy.map { turn($0) })
      return abs(twice) / 2 > filled * box.width * box.height
    }
  }
}

extension Rect {
  /// The shortest distance of two boxes, 0 where they touch.
  func distance(to other: Rect) -> Double {
    let dx = max(0, max(other.minX - maxX, minX - other.maxX))
    let dy = max(0, max(other.minY - maxY, minY - other.maxY))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The least box around both, though one has no area.
  func joined(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }
}

extension Sequence<Double> {
  /// The middle value, 0 of none.
  func median() -> Double {
    let sorted = self.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
