import InkModel

/// A rectangle of whole pixels, half open; empty where width or height is not positive.
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

  /// The smallest box that holds `rect`.
  public init(covering rect: Rect) {
    let r = rect.roundedOut
    func clamped(_ v: Double) -> Int { Int(max(-1e9, min(1e9, v))) }
    self.init(
      x: clamped(r.minX), y: clamped(r.minY), width: clamped(r.maxX) - clamped(r.minX),
      height: clamped(r.maxY) - clamped(r.minY))
  }

  public static let empty = PixelBox(x: 0, y: 0, width: 0, height: 0)

  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  /// The number of pixels in it.
  public var area: Int { isEmpty ? 0 : width * height }
  public var rect: Rect {
    Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  public func intersection(_ other: PixelBox) -> PixelBox {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let box = PixelBox(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return box.isEmpty ? .empty : box
  }

  public func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelBox(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  public func contains(_ other: PixelBox) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  public func contains(_ p: Point) -> Bool { rect.contains(p) }

  public func offset(x dx: Int, y dy: Int) -> PixelBox {
    PixelBox(x: x + dx, y: y + dy, width: width, height: height)
  }
}

/// A width and a height in pixels; which pixels (logical or physical) its user says.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
