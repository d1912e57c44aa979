import InkModel

/// An area of the canvas that a hand drew a line round; the line closes itself.
///
/// What the line goes round more than once is inside as well, so a loop that crosses itself loses
/// nothing.
public struct SelectionLoop: Sendable {
  /// The box of the line, in canvas space.
  public let bounds: Rect

  private struct Edge {
    var low: Point
    var high: Point
    /// 1 where the line runs downwards, else -1.
    var turn: Int
  }

  /// The edges that cross each of some bands of equal height, from the top.
  ///
  /// A long line is asked about many places: each asks a few edges only.
  private let bands: [[Edge]]
  private let bandHeight: Double

  /// - Parameter line: Places on the line, canvas space.
  public init(_ line: [Point]) {
    let points = line.filter(\.isFinite)
    bounds = Rect(
      minX: points.map(\.x).min() ?? 0, minY: points.map(\.y).min() ?? 0,
      maxX: points.map(\.x).max() ?? 0, maxY: points.map(\.y).max() ?? 0)
    let count = max(min(points.count / 4, 256), 1)
    bandHeight = bounds.isEmpty ? 1 : bounds.height / Double(count)
    var bands = [[Edge]](repeating: [], count: count)
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a.y != b.y {
      let edge = a.y < b.y ? Edge(low: a, high: b, turn: 1) : Edge(low: b, high: a, turn: -1)
      let first = Int((edge.low.y - bounds.minY) / bandHeight)
      let last = Int((edge.high.y - bounds.minY) / bandHeight)
      for i in min(first, count - 1)...min(last, count - 1) { bands[i].append(edge) }
    }
    self.bands = bands
  }

  public func contains(_ p: Point) -> Bool {
    guard bounds.contains(p) else { return false }
    var winding = 0
    for edge in bands[min(Int((p.y - bounds.minY) / bandHeight), bands.count - 1)]
    where p.y >= edge.low.y && p.y < edge.high.y {
      let t = (p.y - edge.low.y) / (edge.high.y - edge.low.y)
      if edge.low.x + (edge.high.x - edge.low.x) * t > p.x { winding += edge.turn }
    }
    return winding != 0
  }

  /// How much of an element's line is inside, 0 … 1; what was rubbed out does not count.
  ///
  /// Looked at in steps of a 64th of the loop's own size or less.
  public func share(of element: Element) -> Double {
    guard bounds.intersects(element.bounds), case .stroke(let stroke) = element.kind else {
      return 0
    }
    let t = element.canvasFromElement
    let gone = stroke.trails.flatMap { trail in
      let canvasFromTrail = t * trail.elementFromTrail
      return trail.discs.map {
        SweptDisc(
          from: canvasFromTrail($0.start), to: canvasFromTrail($0.end),
          radius: $0.radius * canvasFromTrail.leastStretch)
      }
    }
    let step = max(min(bounds.width, bounds.height) / 64, 1e-6)
    var (all, inside) = (0.0, 0.0)
    func count(_ p: Point, _ weight: Double) {
      guard !gone.contains(where: { $0.distance(to: p) < $0.radius }) else { return }
      all += weight
      if contains(p) { inside += weight }
    }
    for points in stroke.shownPoints {
      let line = points.map { t($0.position) }
      // A dot counts for next to nothing beside a line, and for all where there is no line.
      if let dot = line.first { count(dot, 1e-9) }
      for (p, q) in zip(line, line.dropFirst()) {
        let length = p.distance(to: q)
        guard length > 0, length.isFinite else { continue }
        let pieces = min(max(Int((length / step).rounded(.up)), 1), 256)
        for i in 0..<pieces {
          count(p.lerp(to: q, (Double(i) + 0.5) / Double(pieces)), length / Double(pieces))
        }
      }
    }
    return all > 0 ? inside / all : 0
  }
}

extension Drawing {
  /// The elements at least half of whose line is in a loop, in painting order.
  ///
  /// Half, and neither all of it nor any: a loop drawn quickly round a word takes the word, with
  /// the tails that stick out, and leaves the tails of its neighbours that stick in.
  public func elements(mostlyIn loop: SelectionLoop) -> [Element] {
    guard !loop.bounds.isEmpty else { return [] }
    return elements(in: loop.bounds).filter { loop.share(of: $0) >= 0.5 }
  }

  /// The topmost element whose ink is within `radius` of a place, in canvas space.
  public func topElement(near place: Point, radius: Double) -> Element? {
    elements(touchedFrom: place, to: place, radius: radius).last
  }
}
