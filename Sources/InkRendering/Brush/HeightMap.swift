import InkModel

/// Heights of a square of paper that repeats in both directions.
struct HeightMap: Sendable {
  /// Texels along each side; a power of two.
  let side: Int
  /// 0 the lowest … 255 the highest, row by row.
  let heights: [UInt8]
}

/// The heights of the paper at the pixels of a device.
///
/// Positions are in units of 1/2³² texel, so that a row of pixels is a sum of whole numbers: the same from
/// whichever pixel it is begun.
struct HeightSampler: Sendable {
  let map: HeightMap
  /// The middle of pixel (0, 0).
  private let origin: (u: Double, v: Double)
  /// From a pixel to the next of its row.
  let across: (u: Int64, v: Int64)
  /// From a row to the next.
  let down: (u: Double, v: Double)
  /// One texel.
  static let one = 4_294_967_296.0

  /// - Parameters:
  ///   - density: Texels for each unit of the space that the paper belongs to.
  ///   - t: From device pixels to that space; scales evenly.
  init(_ map: HeightMap, density: Double, elementFromDevice t: AffineTransform) {
    self.map = map
    let k = density * Self.one
    // The paper repeats, so steps over many of it are as good as those over the rest.
    func wrapped(_ x: Double) -> Double {
      let rest = (x * k).truncatingRemainder(dividingBy: Double(map.side) * Self.one)
      return rest.isFinite ? rest : 0
    }
    let middle = t(Point(0.5, 0.5))
    origin = (wrapped(middle.x), wrapped(middle.y))
    across = (Int64(wrapped(t.a).rounded()), Int64(wrapped(t.b).rounded()))
    down = (wrapped(t.c), wrapped(t.d))
  }

  /// The position of a device pixel.
  func position(x: Int, y: Int) -> (u: Int64, v: Int64) {
    let wrap = Double(map.side) * Self.one
    let (dx, dy) = (Double(x), Double(y))
    return (
      Int64((origin.u + dy * down.u + dx * Double(across.u)).truncatingRemainder(dividingBy: wrap)),
      Int64((origin.v + dy * down.v + dx * Double(across.v)).truncatingRemainder(dividingBy: wrap))
    )
  }

  /// The height at a position, 0 … 1: bilinear; eight bits of the fraction are enough.
  @inline(__always)
  static func height(
    _ heights: UnsafeBufferPointer<UInt8>, side: Int, _ u: Int64, _ v: Int64
  ) -> Float {
    let (c, r) = (Int(truncatingIfNeeded: u >> 32), Int(truncatingIfNeeded: v >> 32))
    let fu = Int32(truncatingIfNeeded: u >> 24 & 255)
    let fv = Int32(truncatingIfNeeded: v >> 24 & 255)
    let (c0, c1) = (c & (side &- 1), (c &+ 1) & (side &- 1))
    let (r0, r1) = ((r & (side &- 1)) &* side, ((r &+ 1) & (side &- 1)) &* side)
    let top = Int32(heights[r0 &+ c0]) &* (256 &- fu) &+ Int32(heights[r0 &+ c1]) &* fu
    let bottom = Int32(heights[r1 &+ c0]) &* (256 &- fu) &+ Int32(heights[r1 &+ c1]) &* fu
    return Float(top &* (256 &- fv) &+ bottom &* fv) * (1 / (65_536 * 255))
  }
}
