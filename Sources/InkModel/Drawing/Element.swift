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

/// One element of the drawing: its value, its transform to the space of its page and its key in the layer order.
///
/// Elements are immutable once in a drawing; see ``ElementID``.
public struct Element: Hashable, Sendable {
  public var id: ElementID
  /// The ``Page/id`` of the page that it belongs to; 0 is the canvas.
  public var page: Int32
  /// The ``Layer/id`` of its layer.
  public var layer: Int32
  public var order: OrderKey
  /// To the space of the page, whose origin is the page's corner; that of the canvas is the canvas's own.
  public var pageFromElement: AffineTransform
  public var kind: Kind
  /// Where page and layer lie.
  public let placement: ElementPlacement
  /// The bounds of everything the element may paint, in canvas space.
  public let bounds: Rect

  /// An element with its placement; the default is that of an endless canvas.
  public init(
    id: ElementID, page: Int32 = 0, layer: Int32 = 0, order: OrderKey,
    pageFromElement: AffineTransform, placement: ElementPlacement? = nil, kind: Kind
  ) {
    let placement = placement ?? .canvas(layer: layer)
    self.id = id
    self.page = page
    self.layer = layer
    self.order = order
    self.pageFromElement = pageFromElement
    self.placement = placement
    self.kind = kind
    bounds = Self.canvasFromElement(pageFromElement, placement)(kind.bounds)
  }

  /// An element of the canvas.
  public init(
    id: ElementID, layer: Int32 = 0, order: OrderKey,
    canvasFromElement: AffineTransform = .identity, kind: Kind
  ) {
    self.init(id: id, layer: layer, order: order, pageFromElement: canvasFromElement, kind: kind)
  }

  /// ``bounds`` in the space of the page.
  public var pageBounds: Rect { placement.isCanvas ? bounds : pageFromElement(kind.bounds) }

  public var canvasFromElement: AffineTransform {
    Self.canvasFromElement(pageFromElement, placement)
  }

  private static func canvasFromElement(
    _ pageFromElement: AffineTransform, _ placement: ElementPlacement
  ) -> AffineTransform {
    placement.isCanvas ? pageFromElement : placement.canvasFromPage * pageFromElement
  }

  /// The same with another placement.
  func placed(_ placement: ElementPlacement) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: placement, kind: kind)
  }

  /// Whether this one paints below another of the same drawing.
  public func paintsBelow(_ other: Element) -> Bool {
    if placement.rank != other.placement.rank { return placement.rank < other.placement.rank }
    if order != other.order { return order < other.order }
    return id < other.id
  }
}

/// What a stroke was made from: stored once for all versions of the stroke.
public struct StrokeContent: Hashable, Sendable {
  public var id: ContentID
  public var tool: StylusTool
  /// In the stroke's own space, as ``path``: canvas points, but for a highlight that was put onto the text of a turned
  /// page, which lies along the x axis there; times in seconds from the first sample.
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
