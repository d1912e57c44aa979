import InkModel

/// A box of whole pixels, half open; empty where width or height is 0.
public struct PixelBox: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public static let empty = PixelBox(x: 0, y: 0, width: 0, height: 0)

  /// The pixels that a rectangle touches within `limit`.
  public init(_ r: Rect, within limit: PixelBox) {
    let part = r.intersection(limit.rect).roundedOut
    guard !part.isEmpty else {
      self = .empty
      return
    }
    self.init(
      x: Int(part.minX), y: Int(part.minY), width: Int(part.width), height: Int(part.height))
  }

  /// A rectangle whose sides are whole numbers of pixels; `nil` for another one.
  init?(exactly r: Rect) {
    guard let x = Int(exactly: r.minX), let y = Int(exactly: r.minY),
      let width = Int(exactly: r.width), let height = Int(exactly: r.height)
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }

  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var count: Int { width * height }
  public var maxX: Int { x + width }
  public var maxY: Int { y + height }

  public var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  public func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelBox(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  public func intersection(_ other: PixelBox) -> PixelBox {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let box = PixelBox(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return box.isEmpty ? .empty : box
  }

  public func contains(_ other: PixelBox) -> Bool {
    other.isEmpty
      || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
  }
}
