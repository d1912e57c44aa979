import InkModel

/// Fills polygons as exact coverage, pixel by pixel: the cheapest for a small shape that is painted once.
///
/// Each edge leaves in each row that it crosses the signed area to its right, as differences from pixel to pixel;
/// their running sum is how much of each pixel the polygons wind around, and all of it counts as 1 from 1 on.
/// (Signed areas: Raph Levien, "Inside the fastest font renderer in the world", 2016; the same as in FreeType's
/// smooth rasteriser.) Where polygons of the same sense overlap on an edge their coverages add up, so that such a
/// pixel may be darker than by the nonzero rule: by no more than the part of it that is covered twice.
enum CoverageFill {
  /// Covers what is within an outline.
  ///
  /// - Parameters:
  ///   - box: The box to fill, in the unit of the outline's vertices.
  ///   - pixels: One byte for each pixel, that of the box's top left corner first; all of them 0.
  ///   - stride: Bytes from a row to the next.
  ///   - areas: Memory to work in, for one fill after another; all 0 between them.
  static func fill(
    _ outline: StrokeOutline, in box: PixelBox, to pixels: UnsafeMutablePointer<UInt8>, stride: Int,
    with areas: inout [Float]
  ) {
    // An edge at the right side of the box still writes to the pixel after it.
    let row = box.width + 2
    let lack = row * box.height - areas.count
    if lack > 0 { areas += repeatElement(0, count: lack) }
    areas.withUnsafeMutableBufferPointer { areas in
      guard !areas.isEmpty else { return }
      let start = areas.baseAddress!
      let sums = Sums(areas: start, row: row, width: box.width, height: box.height)
      let corner = Point(Double(box.x), Double(box.y))
      outline.vertices.withUnsafeBufferPointer { vertices in
        var start = 0
        for end in outline.ends where end > start {
          var from = vertices[end - 1]
          for i in start..<end {
            let to = vertices[i]
            sums.add(
              Float(from.x - corner.x), Float(from.y - corner.y), Float(to.x - corner.x),
              Float(to.y - corner.y))
            from = to
          }
          start = end
        }
      }
      for y in 0..<box.height {
        let (line, out) = (start + y * row, pixels + y * stride)
        var (sum, level): (Float, UInt8) = (0, 0)
        var x = 0
        while x < box.width {
          // Most of a box has no edge: eight equal pixels.
          if x + 8 <= box.width,
            UnsafeRawPointer(line + x).loadUnaligned(as: SIMD8<Float>.self) == .zero
          {
            UnsafeMutableRawPointer(out + x).storeBytes(
              of: SIMD8<UInt8>(repeating: level), as: SIMD8<UInt8>.self)
            x += 8
            continue
          }
          let end = min(x + 8, box.width)
          while x < end {
            if line[x] != 0 {
              sum += line[x]
              line[x] = 0
              // The error of rounding outside is less than half a level.
              level = Self.level(sum)
            }
            out[x] = level
            x += 1
          }
        }
        line[box.width] = 0
        line[box.width + 1] = 0
      }
    }
  }

  /// A coverage of 0 … 1 and beyond as 0 … 255, rounded.
  ///
  /// Beyond 2²³ a float has no fraction, and its lowest bits are the number.
  @inline(__always)
  private static func level(_ coverage: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: (min(abs(coverage), 1) * 255 + 8_388_608).bitPattern)
  }

  /// For each pixel of a row, by how much more it is covered than the one before it.
  private struct Sums {
    let areas: UnsafeMutablePointer<Float>
    let row: Int
    let width: Int
    let height: Int

    /// An edge from one point to another, in pixels of the box.
    @inline(__always)
    func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float) {
      let slope = (x1 - x0) / (y1 - y0)
      // A horizontal edge, or one that is nearly so, has no area beside it.
      guard slope.isFinite else { return }
      let sense: Float = y0 < y1 ? 1 : -1
      let (top, bottom) = y0 < y1 ? (y0, y1) : (y1, y0)
      guard bottom > 0, top < Float(height) else { return }
      let first = Int(max(top, 0))
      let last = Int(min(bottom, Float(height)).rounded(.up))
      var x = (y0 < y1 ? x0 : x1) + (max(top, 0) - top) * slope
      var line = areas + first * row
      for y in first..<last {
        let rise = min(Float(y + 1), bottom) - max(Float(y), top)
        let next = x + slope * rise
        add(from: x, to: next, rise * sense, line)
        x = next
        line += row
      }
    }

    /// The part of an edge within a row: what is to the right of it is wound around `area` more.
    @inline(__always)
    private func add(
      from a: Float, to b: Float, _ area: Float, _ line: UnsafeMutablePointer<Float>
    ) {
      var area = area
      var (left, right) = (min(a, b), max(a, b))
      let side = Float(width)
      if left < 0 || right > side {
        // What is to the left of the box covers whole rows of it, what is to the right nothing.
        let length = max(right - left, .leastNormalMagnitude)
        let before = min(max(-left / length, 0), 1) * area
        let beyond = min(max((right - side) / length, 0), 1) * area
        line[0] += before
        area -= before + beyond
        left = min(max(left, 0), side)
        right = min(max(right, 0), side)
      }
      let (i, j) = (Int(left), Int(right.rounded(.up)))
      let start = left - Float(i)
      guard j > i + 1 else {
        let mean = (left + right) / 2 - Float(i)
        line[i] += area * (1 - mean)
        line[i + 1] += area * mean
        return
      }
      // A triangle in the first pixel, one in the last, and in each between as much as in the others.
      let each = area / (right - left)
      let head = each * (1 - start) * (1 - start) / 2
      let end = right - Float(j - 1)
      let tail = each * end * end / 2
      line[i] += head
      if j == i + 2 {
        line[i + 1] += area - head - tail
      } else {
        let second = each * (1.5 - start)
        line[i + 1] += second - head
        for k in i + 2..<j - 1 { line[k] += each }
        line[j - 1] += area - second - each * Float(j - i - 3) - tail
      }
      line[j] += tail
    }
  }
}
