import InkModel

/// The amount of a dry colour on each pixel of a box.
///
/// Amounts add up: a line cut in two leaves what the whole left, in any order, so that nothing
/// depends on tiles, batches or where a fragment begins. The tip is an ellipse that leaves
/// `1 - ρ²` (its `flatness` share: 1) at distance ρ from its middle; the sum along a segment is a
/// polynomial between the two positions at which the pixel comes under the tip and leaves it.
///
/// Of colour that is drawn out (``BrushTexture/drag``) the directions add up as well: for each amount, the
/// cosine and the sine of twice the angle of its segment, times the amount. Twice, because a stroke forth
/// and one back draw out the same.
final class DepositField: InkField {
  let box: PixelBox
  private let transfer: GrainTransfer
  private let flatness: Double
  private let amounts: UnsafeMutablePointer<Float>
  /// `nil` for colour that is not drawn out.
  private let turns: (cosines: UnsafeMutablePointer<Float>, sines: UnsafeMutablePointer<Float>)?
  private var changed: ChangedRows

  /// A tip narrower than this many pixels is painted so wide and as much fainter.
  private static let leastRadius = 0.7

  /// An empty field.
  init(_ box: PixelBox, _ transfer: GrainTransfer) {
    self.box = box
    self.transfer = transfer
    flatness = transfer.texture.flatness
    func empty() -> UnsafeMutablePointer<Float> {
      let values = UnsafeMutablePointer<Float>.allocate(capacity: max(box.count, 1))
      values.initialize(repeating: 0, count: max(box.count, 1))
      return values
    }
    amounts = empty()
    turns = transfer.texture.drag > 0 ? (empty(), empty()) : nil
    changed = ChangedRows(height: box.height)
  }

  deinit {
    amounts.deallocate()
    turns?.cosines.deallocate()
    turns?.sines.deallocate()
  }

  /// What is joined counts as shown already: amounts only grow, and its own field shows it.
  func join(_ other: any InkField) {
    guard let other = other as? DepositField else { return }
    let common = box.intersection(other.box)
    guard !common.isEmpty else { return }
    func join(_ values: UnsafeMutablePointer<Float>, _ others: UnsafeMutablePointer<Float>) {
      for y in common.y..<common.maxY {
        let to = values + (y - box.y) * box.width + (common.x - box.x)
        let from = others + (y - other.box.y) * other.box.width + (common.x - other.box.x)
        for i in 0..<common.width { to[i] += from[i] }
      }
    }
    join(amounts, other.amounts)
    if let turns, let others = other.turns {
      join(turns.cosines, others.cosines)
      join(turns.sines, others.sines)
    }
  }

  func add(_ p: LineNode, _ q: LineNode) {
    let edge = (p.edge + q.edge) * 0.5
    let tip = Tip(radius: (p.radius + q.radius) / 2, edge: edge)
    let flow = (p.flow + q.flow) / 2
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let unit = tip.unit(dx, dy)
    let length = (unit.0 * unit.0 + unit.1 * unit.1).squareRoot()
    if q.flow > p.flow, length < 1 {
      // A change of flow where the tip hardly moves: the sum along the segment would be nearly 0.
      press(q, tip, (q.flow - p.flow) * (1 - length) * tip.strength)
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
    let line = dx * dx + dy * dy
    let cosine = Float((dx * dx - dy * dy) / line)
    let sine = Float(2 * dx * dy / line)
    changed.note(rows: part.y - box.y..<part.maxY - box.y)
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
      let start = (y - box.y) * box.width + (left - box.x)
      let row = amounts + start
      @inline(__always)
      func amount(_ i: Int) -> Float {
        let (s, u) = (s0 + Float(i) * ax, u0 + Float(i) * cx)
        let k = max(1 - u * u, 0)
        let half = k.squareRoot()
        let b = min(max(s, -half), half)
        let a = min(max(s - end, -half), half)
        let cubes = (b * b * b - a * a * a) * (1 / 3)
        return round * (k * (b - a) - cubes) + flat * (b - a)
      }
      if let turns {
        let (cosines, sines) = (turns.cosines + start, turns.sines + start)
        for i in 0..<(right - left) {
          let amount = amount(i)
          row[i] += amount
          cosines[i] += amount * cosine
          sines[i] += amount * sine
        }
      } else {
        for i in 0..<(right - left) { row[i] += amount(i) }
      }
      changed.note(y - box.y, left - box.x, right - box.x)
    }
  }

  func touchDown(_ n: LineNode) {
    let tip = Tip(radius: n.radius, edge: n.edge)
    // A line that starts here leaves its own amount; together they make no blot.
    press(n, tip, 0.7 * n.flow * tip.strength)
  }

  /// Adds `amount` under the middle of a tip, less towards its edge.
  private func press(_ n: LineNode, _ tip: Tip, _ amount: Double) {
    let area = Rect(
      minX: n.x - tip.halfWidth, minY: n.y - tip.halfHeight, maxX: n.x + tip.halfWidth,
      maxY: n.y + tip.halfHeight)
    let part = PixelBox(area, within: box)
    guard !part.isEmpty else { return }
    let steep = Float(amount * (1 - 0.5 * flatness))
    let level = Float(amount * 0.5 * flatness)
    changed.note(rows: part.y - box.y..<part.maxY - box.y)
    for y in part.y..<part.maxY {
      let v = Double(y) + 0.5 - n.y
      let row = amounts + (y - box.y) * box.width + (part.x - box.x)
      for i in 0..<part.width {
        let h = Double(part.x + i) + 0.5 - n.x
        let (a, b) = tip.unit(h, v)
        let k = Float(1 - a * a - b * b)
        if k > 0 { row[i] += steep * k + level * min(k * 4, 1) }
      }
      changed.note(y - box.y, part.x - box.x, part.maxX - box.x)
    }
  }

  func cover(_ out: UnsafeMutablePointer<UInt8>, stride: Int) -> PixelBox {
    var written = PixelBox.empty
    changed.take { row, columns in
      let start = row * box.width + columns.lowerBound
      transfer.cover(
        amounts + start,
        turns: turns.map { (cosines: UnsafePointer($0 + start), sines: UnsafePointer($1 + start)) },
        out + row * stride + columns.lowerBound, count: columns.count,
        x: box.x + columns.lowerBound, y: box.y + row)
      written = written.union(
        PixelBox(
          x: box.x + columns.lowerBound, y: box.y + row, width: columns.count, height: 1))
    }
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
