import CCairo
import InkModel

/// A colour's pixels by coverage, in cairo's ARGB32: premultiplied, a `UInt32` each.
///
/// Rounded as pixman does it, so that what is written here equals what cairo paints.
struct CoverageColors {
  /// The pixel for each coverage 0 … 255.
  let pixels: [UInt32]

  init(_ color: Color) {
    let solid = Self.pixel(color)
    pixels = (0...255).map { Self.scaled(solid, by: $0) }
  }

  /// As cairo makes a source of a colour: 16 bits for each channel, of which pixman uses the upper 8.
  private static func pixel(_ color: Color) -> UInt32 {
    let alpha = Double(color.alpha) / 255
    func channel(_ value: Double) -> UInt32 {
      let scaled = UInt32(value * 65536)
      return (scaled - (scaled >> 16)) >> 8
    }
    return channel(alpha) << 24 | channel(Double(color.red) / 255 * alpha) << 16
      | channel(Double(color.green) / 255 * alpha) << 8 | channel(Double(color.blue) / 255 * alpha)
  }

  /// All four channels times `a` / 255, rounded.
  @inline(__always)
  static func scaled(_ pixel: UInt32, by a: UInt32) -> UInt32 {
    func pair(_ two: UInt32) -> UInt32 {
      let t = two &* a &+ 0x80_0080
      return ((t &+ ((t >> 8) & 0xFF_00FF)) >> 8) & 0xFF_00FF
    }
    return pair(pixel & 0xFF_00FF) | pair((pixel >> 8) & 0xFF_00FF) << 8
  }

  /// A pixel over another; no channel goes beyond 255.
  @inline(__always)
  static func over(_ source: UInt32, _ ground: UInt32) -> UInt32 {
    let rest = scaled(ground, by: 255 - source >> 24)
    func pair(_ a: UInt32, _ b: UInt32) -> UInt32 {
      let t = a &+ b
      return (t | (0x100_0100 &- ((t >> 8) & 0xFF_00FF))) & 0xFF_00FF
    }
    return pair(source & 0xFF_00FF, rest & 0xFF_00FF)
      | pair((source >> 8) & 0xFF_00FF, (rest >> 8) & 0xFF_00FF) << 8
  }

  /// Writes `count` pixels for so many coverages; those of none are left as they are.
  @inline(__always)
  func write(
    _ coverage: UnsafePointer<UInt8>, _ count: Int, to out: UnsafeMutablePointer<UInt32>
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      var x = 0
      while x + 16 <= count {
        let group = UnsafeRawPointer(coverage + x).loadUnaligned(as: SIMD16<UInt8>.self)
        if group != .zero {
          for lane in 0..<16 { out[x + lane] = pixels[Int(group[lane])] }
        }
        x += 16
      }
      while x < count {
        if coverage[x] > 0 { out[x] = pixels[Int(coverage[x])] }
        x += 1
      }
    }
  }

  /// Composes `count` pixels over those in memory.
  @inline(__always)
  func blend(
    _ coverage: UnsafePointer<UInt8>, _ count: Int, over out: UnsafeMutablePointer<UInt32>
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      func blend(_ x: Int) {
        guard coverage[x] > 0 else { return }
        let pixel = pixels[Int(coverage[x])]
        out[x] = pixel >> 24 == 255 || out[x] == 0 ? pixel : Self.over(pixel, out[x])
      }
      var x = 0
      // Much of a tail's box is empty.
      while x + 8 <= count {
        if UnsafeRawPointer(coverage + x).loadUnaligned(as: UInt64.self) != 0 {
          for lane in 0..<8 { blend(x + lane) }
        }
        x += 8
      }
      while x < count {
        blend(x)
        x += 1
      }
    }
  }
}

extension WetInkRenderer {
  /// Writes what the stroke shows in a box over the memory: transparent where that is
  /// nothing.
  ///
  /// The same as painting the tiles and the tail with cairo, without what each of its calls costs: a
  /// pen at 240 Hz needs it a thousand times in four seconds.
  ///
  /// - Parameters:
  ///   - tail: The end of the stroke, as coverage.
  ///   - box: Device pixels of the view.
  ///   - pixels: Premultiplied ARGB32, that of the box's top left corner first.
  ///   - stride: Pixels from a row to the next.
  public func write(
    _ tail: WetTail?, in box: PixelBox, to pixels: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    for y in 0..<box.height {
      (pixels + y * stride).update(repeating: 0, count: box.width)
    }
    let colors = colors
    for key in WetTileKey.covering(box) {
      guard let tile = tiles[key] else { continue }
      let part = tile.bounds.intersection(box)
      guard !part.isEmpty, let data = cairo_image_surface_get_data(tile.coverage) else { continue }
      let rowBytes = Int(cairo_image_surface_get_stride(tile.coverage))
      for y in part.y..<part.maxY {
        colors.write(
          data + (y - key.box.y) * rowBytes + part.x - key.box.x, part.width,
          to: pixels + (y - box.y) * stride + part.x - box.x)
      }
    }
    guard let tail, case .mask(let mask) = tail.shape else { return }
    let part = tail.bounds.intersection(box)
    guard !part.isEmpty else { return }
    if !tail.replaced.isEmpty {
      for y in part.y..<part.maxY {
        let to = pixels + (y - box.y) * stride + part.x - box.x
        to.update(repeating: 0, count: part.width)
        colors.write(
          mask.pixels + (y - mask.box.y) * mask.stride + part.x - mask.box.x, part.width, to: to)
      }
      return
    }
    for y in part.y..<part.maxY {
      colors.blend(
        mask.pixels + (y - mask.box.y) * mask.stride + part.x - mask.box.x, part.width,
        over: pixels + (y - box.y) * stride + part.x - box.x)
    }
  }
}
