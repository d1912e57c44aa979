/// One layer of a drawing; every page shows all of them.
///
/// A value with versions, as ``Page``.
public struct Layer: Hashable, Sendable {
  /// 0 or more; ``Element/layer`` names it.
  public var id: Int32
  /// Layers with higher keys paint above those with lower ones; of equal keys the higher ``id``.
  public var order: OrderKey
  /// Empty where nobody gave it one; one that is a whole text is cut off, that of a file, too.
  public var name: String {
    didSet { name = ElementLimits.title(name) }
  }
  public var isHidden: Bool
  /// Whether tools leave what is on it alone.
  public var isLocked: Bool
  /// Of the layer as a whole, 0 … 1.
  public var opacity: Double {
    didSet { opacity = Self.clamped(opacity) }
  }

  public init(
    id: Int32, order: OrderKey, name: String = "", isHidden: Bool = false, isLocked: Bool = false,
    opacity: Double = 1
  ) {
    self.id = id
    self.order = order
    self.name = ElementLimits.title(name)
    self.isHidden = isHidden
    self.isLocked = isLocked
    self.opacity = Self.clamped(opacity)
  }

  /// The one that a drawing has before anyone adds another.
  public static let first = Layer(id: 0, order: .first)

  private static func clamped(_ opacity: Double) -> Double {
    opacity.isFinite ? min(max(opacity, 0), 1) : 1
  }

  public func isBelow(_ other: Layer) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}
