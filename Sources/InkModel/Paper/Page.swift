/// One page of a drawing.
///
/// A value: whatever changes a page (moving, turning, resizing, another background) makes another version of it, and
/// a step of the history is versions that vanish and versions that appear (``SettingsChange``), as with elements.
public struct Page: Hashable, Sendable {
  /// 1 or more, as ``Element/page`` names it.
  ///
  /// 0 is the canvas, which is no page.
  public var id: Int32
  /// Pages follow one another in ascending order of this key, then of ``id``.
  public var order: OrderKey
  /// Before ``quarterTurns``.
  public var size: PageSize
  /// How often the page with all that is on it is turned by 90° clockwise, 0 … 3.
  public var quarterTurns: Int {
    didSet { quarterTurns &= 3 }
  }
  public var background: PageBackground
  /// What people call it, such as “iv” or “Week 12”; empty where it has only its number.
  public var label: String {
    didSet { label = Self.trimmed(label) }
  }

  public init(
    id: Int32, order: OrderKey, size: PageSize, quarterTurns: Int = 0,
    background: PageBackground = .paper(nil), label: String = ""
  ) {
    self.id = id
    self.order = order
    self.size = size
    self.quarterTurns = quarterTurns & 3
    self.background = background
    self.label = Self.trimmed(label)
  }

  /// The most characters of a label: a name, not a text.
  ///
  /// ``ElementLimits`` bounds its bytes, too, as rows of the file are read whole.
  public static let longestLabel = 100

  /// A label on one line, without spaces around it, of at most ``longestLabel`` characters and as many bytes as
  /// ``ElementLimits/title(_:)`` keeps.
  private static func trimmed(_ label: String) -> String {
    let words = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ElementLimits.title(String(words.prefix(longestLabel)))
  }

  /// Width and height as it lies on the canvas.
  public var frameSize: PageSize { quarterTurns & 1 == 0 ? size : size.turned }

  public func comesBefore(_ other: Page) -> Bool {
    order == other.order ? id < other.id : order < other.order
  }
}

/// What a page has below the ink.
public enum PageBackground: Hashable, Sendable {
  /// Paper of its own; `nil` is the drawing's (``DrawingSettings/paper``).
  case paper(Paper?)
  /// A page, counted from 0, of a document that the drawing holds.
  case document(BlobID, page: Int)
  /// A picture that the drawing holds, over the whole page.
  case picture(BlobID)

  /// The bytes that it is made from, `nil` for paper.
  public var blob: BlobID? {
    switch self {
    case .paper: nil
    case .document(let id, _), .picture(let id): id
    }
  }
}
