import InkModel

/// A drawing as the formats of other programs hold it: pages with what is on them, all bytes at hand.
///
/// Read by ``ExchangeFormat/read(_:)``, or made of a drawing; written by ``ExchangeFormat/write(_:)``.
public struct ExchangeDocument: Hashable, Sendable {
  public var title: String
  /// In order; where there is none, nothing is in it.
  public var pages: [ExchangePage]
  /// Bottom first; one at least.
  public var layers: [ExchangeLayer]
  /// What reading has left out, or writing will.
  public var losses: Set<ExchangeLoss>

  public init(
    title: String = "", pages: [ExchangePage] = [], layers: [ExchangeLayer] = [ExchangeLayer()],
    losses: Set<ExchangeLoss> = []
  ) {
    self.title = title
    self.pages = pages
    self.layers = layers
    self.losses = losses
  }
}

/// One layer, which all pages have.
public struct ExchangeLayer: Hashable, Sendable {
  /// Empty where it has none.
  public var name: String
  public var isHidden: Bool
  /// 0 … 1.
  public var opacity: Double

  public init(name: String = "", isHidden: Bool = false, opacity: Double = 1) {
    self.name = name
    self.isHidden = isHidden
    self.opacity = opacity
  }
}

/// One page, or the one canvas without edges.
public struct ExchangePage: Hashable, Sendable {
  /// `nil` for a canvas without edges, whose coordinates may be below 0.
  public var size: PageSize?
  public var background: ExchangeBackground
  /// Bottom first.
  public var items: [ExchangeItem]

  public init(
    size: PageSize?, background: ExchangeBackground = .paper(.plain), items: [ExchangeItem] = []
  ) {
    self.size = size
    self.background = background
    self.items = items
  }
}

/// What a page has below everything.
public enum ExchangeBackground: Hashable, Sendable {
  case paper(Paper)
  /// A page, counted from 0, of a PDF.
  case document(ExchangeBytes, page: Int)
  /// A picture over the whole page.
  case picture(ExchangeBytes)

  /// The document that it is a page of.
  public var document: ExchangeBytes? {
    if case .document(let bytes, _) = self { bytes } else { nil }
  }
}

/// Bytes of a picture or a document.
public enum ExchangeBytes: Hashable, Sendable {
  case data([UInt8])
  /// Those of a file, whose path is as the other file has it: absolute, or from the folder of that file.
  case file(String)
  /// Those of a file whose name is that of the other file, a dot, and this.
  case attachment(String)
  /// Those that a drawing holds.
  case blob(BlobID)
}

/// One thing on a page.
public struct ExchangeItem: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// With the samples that it was made from, as far as they are known.
    case stroke(Stroke, [StylusSample])
    case text(TextBox)
    /// In element space a picture reaches from the origin to width and height, whatever its pixels are.
    case picture(ExchangeBytes, width: Double, height: Double)
  }

  /// The index of its layer.
  public var layer: Int
  /// To the space of the page: canvas points from its corner, y downwards.
  public var pageFromElement: AffineTransform
  public var content: Content

  public init(
    _ content: Content, layer: Int = 0, pageFromElement: AffineTransform = .identity
  ) {
    self.layer = layer
    self.pageFromElement = pageFromElement
    self.content = content
  }
}

/// The most that is taken from a file of another program.
public enum ExchangeLimits {
  /// Of all bytes once unpacked.
  public static let bytes = 1 << 30
  /// How deep elements may lie in one another.
  static let depth = 64
  public static let pages = 10_000
  /// Of all strokes together.
  static let points = 50_000_000
  static let layers = 1000
}
