import Glibc
import InkModel

/// What a screen, or a part of it, shows: physical pixels, opaque.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Row by row from the top left, each 0x__RRGGBB.
  private(set) var pixels: [UInt32]

  /// All black.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0xFF00_0000, count: width * height)
  }

  /// Each pixel as `color` gives it for its column and row.
  public init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Pixel) {
    self.init(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { pixels[y * width + x] = color(x, y).word }
    }
  }

  public var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

  /// The pixel in column `x` of row `y`; both must be inside.
  public subscript(x: Int, y: Int) -> Pixel {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "no pixel (\(x), \(y))")
    return Pixel(pixels[y * width + x])
  }

  /// The pixel that holds a point in the picture's own pixels.
  public subscript(p: Point) -> Pixel {
    self[Int(p.x.rounded(.down)), Int(p.y.rounded(.down))]
  }

  /// The part inside `box`, which is clipped to the picture.
  public func cropped(to box: PixelBox) -> Picture {
    let box = box.intersection(bounds)
    var out = Picture(width: box.width, height: box.height)
    guard !box.isEmpty else { return out }
    for y in 0..<box.height {
      let from = (box.y + y) * width + box.x
      out.pixels.replaceSubrange(
        y * box.width..<(y + 1) * box.width, with: pixels[from..<from + box.width])
    }
    return out
  }

  /// How many pixels satisfy `condition`, and the smallest box around them.
  public func pixels(where condition: (Pixel) -> Bool) -> PixelSet {
    var set = PixelSet()
    for y in 0..<height {
      for x in 0..<width where condition(Pixel(pixels[y * width + x])) { set.add(x, y) }
    }
    return set
  }

  /// The pixels in which the pictures differ by more than `tolerance` (0…255) in some channel.
  ///
  /// Pictures of different sizes differ everywhere.
  ///
  /// - Parameter hole: Pixels that may differ.
  public func difference(
    from other: Picture, tolerance: Int = 0, outside hole: PixelBox = .empty
  ) -> PixelSet {
    guard width == other.width, height == other.height else {
      return PixelSet(
        count: max(width * height, other.width * other.height),
        box: bounds.union(other.bounds))
    }
    var set = PixelSet()
    pixels.withUnsafeBufferPointer { a in
      other.pixels.withUnsafeBufferPointer { b in
        for y in 0..<height {
          let row = y * width
          guard let p = a.baseAddress, let q = b.baseAddress,
            memcmp(p + row, q + row, width * 4) != 0
          else { continue }
          for x in 0..<width where p[row + x] != q[row + x] {
            let isInHole =
              x >= hole.x && x < hole.maxX && y >= hole.y && y < hole.maxY
            if isInHole { continue }
            if tolerance == 0
              || Pixel(p[row + x]).distance(to: Pixel(q[row + x])) > tolerance
            {
              set.add(x, y)
            }
          }
        }
      }
    }
    return set
  }

  mutating func withMutableBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    pixels.withUnsafeMutableBytes {
      if let base = $0.baseAddress { body(base.assumingMemoryBound(to: UInt8.self)) }
    }
  }

  func withBytes(_ body: (UnsafePointer<UInt8>) -> Void) {
    pixels.withUnsafeBytes {
      if let base = $0.baseAddress { body(base.assumingMemoryBound(to: UInt8.self)) }
    }
  }
}

/// One pixel, 0…255 a channel.
public struct Pixel: Hashable, Sendable, CustomStringConvertible {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// From 0xRRGGBB.
  public init(_ rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// As a picture keeps it.
  fileprivate var word: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  public static let white = Pixel(0xFFFFFF)
  public static let black = Pixel(0)

  /// The greatest difference over the channels, 0…255.
  public func distance(to other: Pixel) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }

  /// Lightness as the eye weighs it in ITU-R BT.601, 0 black … 1 white.
  public var luma: Double {
    (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
  }

  /// As `#rrggbb`.
  public var description: String {
    "#"
      + [red, green, blue].map {
        let hex = String($0, radix: 16)
        return hex.count == 1 ? "0" + hex : hex
      }.joined()
  }
}

/// Some pixels of a picture: how many, and the smallest box around them.
public struct PixelSet: Hashable, Sendable {
  public var count = 0
  public var box = PixelBox.empty

  public init(count: Int = 0, box: PixelBox = .empty) {
    self.count = count
    self.box = box
  }

  public var isEmpty: Bool { count == 0 }

  mutating func add(_ x: Int, _ y: Int) {
    count += 1
    if box.isEmpty {
      box = PixelBox(x: x, y: y, width: 1, height: 1)
      return
    }
    let right = max(box.maxX, x + 1)
    box.x = min(box.x, x)
    box.width = right - box.x
    // Rows come in order.
    box.height = max(box.height, y + 1 - box.y)
  }
}
