import InkModel

/// How far within a stroke each pixel of a box lies, for washes.
///
/// Where a stroke crosses itself the greater depth counts: no edge is left inside, and nothing is darker
/// for it.
final class WashField: InkField {
  let box: PixelBox
  private let transfer: WashTransfer
  /// Floats from a row to the next: whole groups of eight.
  private let rowLength: Int
  /// Device pixels from the edge inwards and ``WashTransfer/margin`` more, at most ``WashTransfer/deepest``;
  /// 0 where there is nothing.
  private let depths: UnsafeMutablePointer<Float>
  private var changed: ChangedRows

  /// An empty field.
  init(_ box: PixelBox, _ transfer: WashTransfer) {
    self.box = box
    self.transfer = transfer
    rowLength = (box.width + 7) & ~7
    let count = max(rowLength * box.height, 1)
    depths = .allocate(capacity: count)
    depths.initialize(repeating: 0, count: count)
    changed = ChangedRows(height: box.height)
  }

  deinit { depths.deallocate() }

  func touchDown(_ n: LineNode) { add(n, n) }

  func add(_ p: LineNode, _ q: LineNode) {
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let growth = q.radius - p.radius
    guard length > max(abs(growth), 1e-6) * 1.000_001 else {
      // One of the two marks lies within the other.
      let n = growth > 0 ? q : p
      return add(n, direction: Vector(1, 0), length: 0, growth: 0)
    }
    add(p, direction: Vector(dx / length, dy / length), length: length, growth: growth / length)
  }

  /// Adds a tapered capsule.
  ///
  /// - Parameter growth: By how much the radius grows for each pixel along, within -1 … 1.
  private func add(_ p: LineNode, direction: Vector, length: Double, growth: Double) {
    let reach = max(p.radius, p.radius + growth * length) + WashTransfer.margin
    let stop = Point(p.x + direction.dx * length, p.y + direction.dy * length)
    let part = PixelBox(
      Rect(
        minX: min(p.x, stop.x) - reach, minY: min(p.y, stop.y) - reach,
        maxX: max(p.x, stop.x) + reach, maxY: max(p.y, stop.y) + reach), within: box)
    guard !part.isEmpty else { return }
    changed.note(rows: part.y - box.y..<part.maxY - box.y)
    let (tx, ty) = (Float(direction.dx), Float(direction.dy))
    let (end, growing) = (SIMD8<Float>(repeating: Float(length)), Float(growth))
    // The deepest mark at a pixel lies ahead of the foot of its perpendicular where the stroke widens, and
    // behind it where the stroke narrows.
    let lean = Float(growth / (1 - growth * growth).squareRoot())
    let radius = SIMD8<Float>(repeating: Float(p.radius + WashTransfer.margin))
    let deepest = SIMD8<Float>(repeating: transfer.deepest)
    let numbers = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    for y in part.y..<part.maxY {
      let v = Double(y) + 0.5 - p.y
      var (left, right) = (part.x, part.maxX)
      if abs(direction.dy) > 1e-6 {
        // Where the line is within reach.
        let middle = p.x + direction.dx / direction.dy * v
        let half = reach / abs(direction.dy)
        left = max(left, Int((max(middle - half, Double(left)) - 0.5).rounded(.down)))
        right = min(right, Int((min(middle + half, Double(right)) + 0.5).rounded(.up)))
        guard left < right else { continue }
      }
      let first = (left - box.x) & ~7
      let row = depths + (y - box.y) * rowLength
      let (fy, x0) = (Float(v), Float(Double(box.x + first) + 0.5 - p.x))
      var begun: Int?
      var last = (column: 0, lanes: SIMDMask<SIMD8<Int32>>(repeating: false))
      for i in stride(from: first, to: right - box.x, by: 8) {
        let at = UnsafeMutableRawPointer(row + i)
        let old = at.loadUnaligned(as: SIMD8<Float>.self)
        if all(old .>= deepest) { continue }
        let x = numbers + SIMD8<Float>(repeating: x0 + Float(i - first))
        let along: SIMD8<Float> = x * tx + SIMD8<Float>(repeating: fy * ty)
        let across: SIMD8<Float> = x * ty - SIMD8<Float>(repeating: fy * tx)
        let distance = across * across
        let ahead: SIMD8<Float> = along + distance.squareRoot() * lean
        let foot = ahead.limited(to: end)
        let beyond = along - foot
        let toFoot: SIMD8<Float> = (beyond * beyond + distance).squareRoot()
        let depth: SIMD8<Float> = foot * growing + radius - toFoot
        let new = depth.replacing(with: deepest, where: depth .> deepest)
        let deeper = new .> old
        guard any(deeper) else { continue }
        at.storeBytes(of: old.replacing(with: new, where: deeper), as: SIMD8<Float>.self)
        begun = begun ?? i + (deeper.indices.first { deeper[$0] } ?? 0)
        last = (i, deeper)
      }
      if let begun {
        let end = last.column + (last.lanes.indices.last { last.lanes[$0] } ?? 0) + 1
        changed.note(y - box.y, begun, min(end, box.width))
      }
    }
  }

  /// What is joined counts as changed: what is added next may take its edges away.
  func join(_ other: any InkField) {
    guard let other = other as? WashField else { return }
    let common = box.intersection(other.box)
    guard !common.isEmpty else { return }
    changed.note(rows: common.y - box.y..<common.maxY - box.y)
    for y in common.y..<common.maxY {
      let to = depths + (y - box.y) * rowLength + (common.x - box.x)
      let from = other.depths + (y - other.box.y) * other.rowLength + (common.x - other.box.x)
      for i in 0..<common.width { to[i] = max(to[i], from[i]) }
      changed.note(y - box.y, common.x - box.x, common.maxX - box.x)
    }
  }

  func cover(_ out: UnsafeMutablePointer<UInt8>, stride: Int) -> PixelBox {
    var written = PixelBox.empty
    changed.take { row, columns in
      transfer.cover(
        depths + row * rowLength + columns.lowerBound, out + row * stride + columns.lowerBound,
        count: columns.count, x: box.x + columns.lowerBound, y: box.y + row)
      written = written.union(
        PixelBox(
          x: box.x + columns.lowerBound, y: box.y + row, width: columns.count, height: 1))
    }
    return written
  }
}

/// How much colour of a wash shows at each device pixel: more towards the edge of the stroke and in the
/// valleys of the paper.
struct WashTransfer {
  /// What a depth has more than 0 at the edge, in device pixels: half a pixel outside belongs to the edge.
  static let margin = 1.0
  /// Depths beyond this do not matter.
  let deepest: Float

  private let paper: HeightSampler
  /// Coverages here and below are of 255.
  private let tone: Float
  private let granulation: Float
  /// How much darker the edge is than the tone, and one by its width.
  private let rim: Float
  private let narrowness: Float
  /// In device pixels.
  private let raggedness: Float

  /// - Parameter t: From device pixels to the space the stroke was drawn in; scales evenly.
  init(_ wash: BrushWash, elementFromDevice t: AffineTransform) {
    let scale = 1 / max(t.meanScale, 1e-9)
    paper = PaperRelief.sampler(grain: wash.grain, elementFromDevice: t)
    // An edge that is finer than the pixels is as much fainter.
    let width = max(wash.edge * scale, Self.leastEdge)
    rim = Float(255 * (1 - wash.tone) * wash.edge * scale / width)
    narrowness = Float(1 / width)
    tone = Float(wash.tone * 255)
    granulation = Float(wash.granulation * wash.tone * 255)
    raggedness = Float(wash.raggedness * scale)
    deepest = Float(Self.margin + width + wash.raggedness * scale + 1)
  }

  /// Device pixels.
  private static let leastEdge = 1.6

  /// Turns a row of depths into coverage, 0 … 255.
  ///
  /// - Parameters:
  ///   - x: The device pixel of the first depth; `y` its row.
  func cover(
    _ depths: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt8>, count: Int, x: Int, y: Int
  ) {
    var (u, v) = paper.position(x: x, y: y)
    let (across, side) = (paper.across, paper.map.side)
    let (one, half) = (SIMD8<Float>(repeating: 1), SIMD8<Float>(repeating: 0.5))
    let unevenness = rim * 0.3
    let margin = SIMD8<Float>(repeating: Float(Self.margin))
    let (tone, rim) = (SIMD8<Float>(repeating: tone), SIMD8<Float>(repeating: rim))
    paper.map.heights.withUnsafeBufferPointer { heights in
      for i in stride(from: 0, to: count, by: 8) {
        let lanes = min(count - i, 8)
        let block = SIMD8<Float>(first: lanes, of: depths + i)
        defer {
          u &+= across.u &* 8
          v &+= across.v &* 8
        }
        guard block != .zero else {
          (out + i).update(repeating: 0, count: lanes)
          continue
        }
        var height = SIMD8<Float>.zero
        for l in 0..<8 {
          height[l] = HeightSampler.height(
            heights, side: side, u &+ across.u &* Int64(l), v &+ across.v &* Int64(l))
        }
        let depth: SIMD8<Float> = block - margin - height * raggedness
        let inside = (depth + half).limited(to: one)
        let near = (one - (depth - half) * narrowness).limited(to: one)
        let grain: SIMD8<Float> = (half - height) * (2 * granulation)
        // Where the relief holds it back, less colour gathers at the edge.
        let gathered: SIMD8<Float> = rim - height * unevenness
        let darker: SIMD8<Float> = near * near * (gathered - grain)
        let color: SIMD8<Float> = tone + grain + darker
        (inside * color).writeCoverage(to: out + i, count: lanes)
      }
    }
  }
}
