/// The identity of one version of an element; never used twice in a drawing's history.
///
/// Moving or recolouring an element makes a new version with a new identity, so that a step of
/// the history is nothing but versions that appear and versions that vanish.
public struct ElementID: Hashable, Comparable, Sendable {
  /// 1 or more; the row number in the file.
  public let number: Int64
  public init(_ number: Int64) { self.number = number }
  public static func < (a: ElementID, b: ElementID) -> Bool { a.number < b.number }
}

/// The identity of a stroke's recorded content, which every version of the stroke shares.
public struct ContentID: Hashable, Sendable {
  /// 1 or more; the row number in the file.
  public let number: Int64
  public init(_ number: Int64) { self.number = number }
}

/// One element of the drawing: its value, its transform to canvas space and its key in the layer order.
///
/// Elements are immutable once in a drawing; see ``ElementID``.
public struct Element: Hashable, Sendable {
  public var id: ElementID
  /// Page and layer, counted from 0; higher layers paint above lower ones.
  public var page: Int32
  public var layer: Int32
  public var order: OrderKey
  public var canvasFromElement: AffineTransform
  public var kind: Kind
  /// The bounds of everything the element may paint, in canvas space.
  public let bounds: Rect

  public init(
    id: ElementID, page: Int32 = 0, layer: Int32 = 0, order: OrderKey,
    canvasFromElement: AffineTransform = .identity, kind: Kind
  ) {
    self.id = id
    self.page = page
    self.layer = layer
    self.order = order
    self.canvasFromElement = canvasFromElement
    self.kind = kind
    bounds = canvasFromElement(kind.bounds)
  }

  /// Whether this one paints below another.
  public func paintsBelow(_ other: Element) -> Bool {
    if layer != other.layer { return layer < other.layer }
    if order != other.order { return order < other.order }
    return id < other.id
  }
}

/// What a stroke was made from: stored once for all versions of the stroke.
public struct StrokeContent: Hashable, Sendable {
  public var id: ContentID
  public var tool: StylusTool
  /// Canvas points; times in seconds from the first sample.
  public var samples: [StylusSample]
  public var path: StrokePath
  /// The version of the modeler that made `path` from `samples`.
  public var modelerVersion: Int
  public var seed: UInt32

  public init(
    id: ContentID, tool: StylusTool, samples: [StylusSample], path: StrokePath,
    modelerVersion: Int, seed: UInt32
  ) {
    self.id = id
    self.tool = tool
    self.samples = samples
    self.path = path
    self.modelerVersion = modelerVersion
    self.seed = seed
  }
}
