import InkModel

/// The amount of a dry colour on each pixel of a box.
///
/// 1. ``deposit(_:_:flatness:)`` adds what a tip leaves between two nodes.
/// 2. ``cover(_:stride:with:keeping:)`` turns what changed since then into coverage.
///
/// Amounts add up: a line cut in two leaves what the whole left, in any order, so that nothing
/// depends on tiles, batches or where a fragment begins. The tip is an ellipse that leaves
/// `1 - ρ²` (its `flatness` share: 1) at distance ρ from its middle; the sum along a segment is a
/// polynomial between the two positions at which the pixel comes under the tip and leaves it.
final class DepositField {
  let box: PixelBox
  private let amounts: UnsafeMutablePointer<Float>
  /// For each row, the columns that changed since they were last turned into coverage.
  private let starts: UnsafeMutablePointer<Int32>
  private let ends: UnsafeMutablePointer<Int32>
  private var rows = 0..<0

  /// A tip narrower than this many pixels is painted so wide and as much fainter.
  private static let leastRadius = 0.7

  /// An empty field.
  init(_ box: PixelBox) {
    self.box = box
    amounts = .allocate(capacity: max(box.count, 1))
    amounts.initialize(repeating: 0, count: max(box.count, 1))
    let rows = max(box.height, 1)
    starts = .allocate(capacity: rows)
    starts.initialize(repeating: .max, count: rows)
    ends = .allocate(capacity: rows)
    ends.initialize(repeating: 0, count: rows)
  }

  deinit {
    amounts.deallocate()
    starts.deallocate()
    ends.deallocate()
  }

  /// A copy with the same amounts in a part of the box, nothing of it changed.
  func part(_ box: PixelBox) -> DepositField {
    let copy = DepositField(box)
    copy.add(self)
    return copy
  }

  /// Adds what another field holds where both are.
  func add(_ other: DepositField) {
    let (left, right) = (max(box.x, other.box.x), min(box.maxX, other.box.maxX))
    guard left < right else { return }
    let (top, bottom) = (max(box.y, other.box.y), min(box.maxY, other.box.maxY))
    for y in top..<max(bottom, top) {
      let to = amounts + (y - box.y) * box.width + (left - box.x)
      let from = other.amounts + (y - other.box.y) * other.box.width + (left - other.box.x)
      for i in 0..<(right - left) { to[i] += from[i] }
    }
  }

  /// Adds what the tip leaves between `p` and `q`, in device pixels.
  func deposit(_ p: LineNode, _ q: LineNode, flatness: Double) {
    let edge = (p.edge + q.edge) * 0.5
    let tip = Tip(radius: (p.radius + q.radius) / 2, edge: edge)
    let flow = (p.flow + q.flow) / 2
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let unit = tip.unit(dx, dy)
    let length = (unit.0 * unit.0 + unit.1 * unit.1).squareRoot()
    if q.flow > p.flow, length < 1 {
      // A change of flow where the tip hardly moves: the sum along the segment would be nearly 0.
      press(q, tip, (q.flow - p.flow) * (1 - length) * tip.strength, flatness)
    }
    guard length > 1e-9 else { return }
    // Along and across the segment, in the tip's own units; both linear in x and y.
    let (tx, ty) = (unit.0 / length, unit.1 / length)
    let along = (x: tx * tip.xx + ty * tip.yx, y: tx * tip.xy + ty * tip.yy)
    let across = (x: tip.xx * ty - tip.yx * tx, y: tip.xy * ty - tip.yy * tx)
    let area = Rect(
      minX: min(p.x, q.x) - tip.halfWidth, minY: min(p.y, q.y) - tip.halfHeight,
      maxX: max(p.x, q.x) + tip.halfWidth, maxY: max(p.y, q.y) + tip.halfHeight)
    let part = PixelBox(area, within: box)
    guard !part.isEmpty else { return }
    // A whole passage leaves 1.2 or 1.3 times the flow in the middle of the segment.
    let round = Float(flow * tip.strength * (1 - flatness) * 0.9)
    let flat = Float(flow * tip.strength * flatness * 0.65)
    let end = Float(length)
    let (ax, cx) = (Float(along.x), Float(across.x))
    let narrow = 1 / across.x
    touch(rowsOf: part)
    for y in part.y..<part.maxY {
      let v = Double(y) + 0.5 - p.y
      var (left, right) = (part.x, part.maxX)
      if abs(across.x) > 1e-6 {
        // Where the distance from the segment is below 1.
        let middle = p.x - across.y * v * narrow
        let reach = abs(narrow)
        left = max(left, Int((middle - reach - 0.5).rounded(.down)))
        right = min(right, Int((middle + reach + 0.5).rounded(.up)))
        guard left < right else { continue }
      } else if abs(across.y * v) >= 1 {
        continue
      }
      let h = Double(left) + 0.5 - p.x
      let s0 = Float(along.x * h + along.y * v)
      let u0 = Float(across.x * h + across.y * v)
      let row = amounts + (y - box.y) * box.width + (left - box.x)
      for i in 0..<(right - left) {
        let (s, u) = (s0 + Float(i) * ax, u0 + Float(i) * cx)
        let k = max(1 - u * u, 0)
        let half = k.squareRoot()
        let b = min(max(s, -half), half)
        let a = min(max(s - end, -half), half)
        let cubes = (b * b * b - a * a * a) * (1 / 3)
        row[i] += round * (k * (b - a) - cubes) + flat * (b - a)
      }
      touch(y - box.y, left - box.x, right - box.x)
    }
  }

  /// Adds what a tip leaves where it touches down.
  func touchDown(_ n: LineNode, flatness: Double) {
    let tip = Tip(radius: n.radius, edge: n.edge)
    // A line that starts here leaves its own amount; together they make no blot.
    press(n, tip, 0.7 * n.flow * tip.strength, flatness)
  }

  /// Adds `amount` under the middle of a tip, less towards its edge.
  private func press(_ n: LineNode, _ tip: Tip, _ amount: Double, _ flatness: Double) {
    let area = Rect(
      minX: n.x - tip.halfWidth, minY: n.y - tip.halfHeight, maxX: n.x + tip.halfWidth,
      maxY: n.y + tip.halfHeight)
    let part = PixelBox(area, within: box)
    guard !part.isEmpty else { return }
    let steep = Float(amount * (1 - 0.5 * flatness))
    let level = Float(amount * 0.5 * flatness)
    touch(rowsOf: part)
    for y in part.y..<part.maxY {
      let v = Double(y) + 0.5 - n.y
      let row = amounts + (y - box.y) * box.width + (part.x - box.x)
      for i in 0..<part.width {
        let h = Double(part.x + i) + 0.5 - n.x
        let (a, b) = tip.unit(h, v)
        let k = Float(1 - a * a - b * b)
        if k > 0 { row[i] += steep * k + level * min(k * 4, 1) }
      }
      touch(y - box.y, part.x - box.x, part.maxX - box.x)
    }
  }

  /// Notes columns of one row; the row itself is noted by ``touch(rowsOf:)``.
  private func touch(_ row: Int, _ start: Int, _ end: Int) {
    starts[row] = min(starts[row], Int32(truncatingIfNeeded: start))
    ends[row] = max(ends[row], Int32(truncatingIfNeeded: end))
  }

  private func touch(rowsOf part: PixelBox) {
    let (first, end) = (part.y - box.y, part.maxY - box.y)
    let known = rows
    rows =
      known.isEmpty ? first..<end : min(known.lowerBound, first)..<max(known.upperBound, end)
  }

  /// Turns what changed into coverage.
  ///
  /// - Parameters:
  ///   - out: The coverage of the box, `stride` bytes a row; only what changed is written.
  ///   - keeping: Whether the amounts stay, to be added to; else the field is empty again.
  /// - Returns: The bounds of the pixels that were written, in device pixels.
  func cover(
    _ out: UnsafeMutablePointer<UInt8>, stride: Int, with transfer: GrainTransfer, keeping: Bool
  ) -> PixelBox {
    var written = PixelBox.empty
    for row in rows where starts[row] < ends[row] {
      let (start, end) = (Int(starts[row]), Int(ends[row]))
      let line = amounts + row * box.width + start
      transfer.cover(
        line, out + row * stride + start, count: end - start, x: box.x + start, y: box.y + row)
      if !keeping { line.update(repeating: 0, count: end - start) }
      written = written.union(
        PixelBox(x: box.x + start, y: box.y + row, width: end - start, height: 1))
      starts[row] = .max
      ends[row] = 0
    }
    rows = 0..<0
    return written
  }

  /// An ellipse that a tip covers.
  private struct Tip {
    /// Takes device distances to the tip's own units: its edge is at 1.
    let xx: Double
    let xy: Double
    let yx: Double
    let yy: Double
    let halfWidth: Double
    let halfHeight: Double
    /// Below 1 where the tip is painted larger than it is.
    let strength: Double

    init(radius: Double, edge: Vector) {
      let length = edge.length
      let e = length > 1e-12 ? edge * (1 / length) : Vector(1, 0)
      let short = max(radius, DepositField.leastRadius)
      let long = max(radius + length, DepositField.leastRadius)
      strength = radius / short
      (xx, xy) = (e.dx / long, e.dy / long)
      (yx, yy) = (-e.dy / short, e.dx / short)
      let (a, b) = (e.dx * long, e.dy * short)
      halfWidth = (a * a + b * b).squareRoot()
      let (c, d) = (e.dy * long, e.dx * short)
      halfHeight = (c * c + d * d).squareRoot()
    }

    func unit(_ x: Double, _ y: Double) -> (Double, Double) {
      (xx * x + xy * y, yx * x + yy * y)
    }
  }
}
