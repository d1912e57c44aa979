import Glibc
import InkModel

/// The layout of the ring at the tip: sizes above, colours below (S28, S29).
///
/// In widget points. The ring is as large as there is room for, so that, at any position of the tip:
///
/// 1. Its centre is within ``reach`` of the tip, and each item within ``travel``.
/// 2. All of it lies in the window, if that is ``leastWindow`` wide and high.
/// 3. No two items overlap.
public struct SizeRing: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    /// Of ``ToolPicker/presets(of:)``, the finest first.
    case size(Int)
    /// Of ``colors``.
    case color(Int)
  }

  /// How far the centre may be from the tip.
  public static let reach = 80.0
  /// How far the centre of any item may be from the tip.
  public static let travel = 120.0
  /// A window of this width and height has room for a ring.
  public static let leastWindow = 140.0

  /// The middle of the ring.
  public let center: Point
  /// From there to the middle of each item.
  public let radius: Double
  /// Of an item's disc.
  public let itemRadius: Double
  /// Items and the middle of each, clockwise.
  public let items: [(item: Item, position: Point)]

  /// The width of the rim around all items.
  private static let rim = 7.0
  private static let largest = 76.0
  private static let gap = 5.0

  /// The radius of all that the ring covers.
  public var outerRadius: Double { Self.outer(radius, itemRadius) }

  /// The bounds of all that it covers.
  public var frame: Rect { Rect(center: center, radius: outerRadius) }

  /// - Parameters:
  ///   - tip: The position of the tool.
  ///   - window: The rectangle that the ring has to be in.
  public init(sizes: Int, colors: Int, around tip: Point, in window: Rect) {
    let count = max(sizes + colors, 1)
    var radius = Self.largest
    var itemRadius = Self.item(radius, count)
    var center = Self.center(tip, Self.outer(radius, itemRadius), window)
    while radius > 20,
      center.distance(to: tip) > Self.reach || center.distance(to: tip) + radius > Self.travel
    {
      radius -= 1
      itemRadius = Self.item(radius, count)
      center = Self.center(tip, Self.outer(radius, itemRadius), window)
    }
    (self.center, self.radius, self.itemRadius) = (center, radius, itemRadius)
    // The sizes begin at the left and go over the top, so that they grow from left to right.
    let step = 2 * Double.pi / Double(count)
    let first = -Double.pi / 2 - step * Double(sizes - 1) / 2
    var items: [(item: Item, position: Point)] = []
    for i in 0..<sizes + colors {
      let position = center + Vector(angle: first + step * Double(i)) * radius
      items.append((i < sizes ? .size(i) : .color(i - sizes), position))
    }
    self.items = items
  }

  /// The item at a position, `nil` between them.
  public func item(at position: Point) -> Item? {
    items.first { $0.position.distance(to: position) <= itemRadius }?.item
  }

  /// Whether a tool at this position has left the ring.
  public func hasLeft(_ position: Point) -> Bool {
    position.distance(to: center) > max(outerRadius, Self.reach) + 28
  }

  private static func item(_ radius: Double, _ count: Int) -> Double {
    count < 2 ? 20 : min(20, radius * sin(.pi / Double(count)) - gap / 2)
  }

  private static func outer(_ radius: Double, _ item: Double) -> Double { radius + item + rim }

  private static func center(_ tip: Point, _ outer: Double, _ window: Rect) -> Point {
    func near(_ v: Double, _ low: Double, _ high: Double) -> Double {
      low + outer > high - outer ? (low + high) / 2 : min(max(v, low + outer), high - outer)
    }
    return Point(
      near(tip.x, window.minX, window.maxX), near(tip.y, window.minY, window.maxY))
  }

  public static func == (a: SizeRing, b: SizeRing) -> Bool {
    a.center == b.center && a.radius == b.radius && a.items.map(\.item) == b.items.map(\.item)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(radius)
  }
}

extension ToolPicker {
  /// How many colours the ring shows.
  public static let ringColors = 5

  /// The colours for the ring at the tip: those used lately, then those of the palette.
  public var ringColorChoices: [Color] {
    Array((recents + palette).prefix(Self.ringColors))
  }
}
