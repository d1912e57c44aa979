/// An affine map between a page's space and another: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct ForeignTransform: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  public static let identity = ForeignTransform(1, 0, 0, 1, 0, 0)

  public var numbers: [Double] { [a, b, c, d, tx, ty] }

  public func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// `outer * inner` applies `inner` first.
  public static func * (outer: Self, inner: Self) -> Self {
    Self(
      outer.a * inner.a + outer.c * inner.b, outer.b * inner.a + outer.d * inner.b,
      outer.a * inner.c + outer.c * inner.d, outer.b * inner.c + outer.d * inner.d,
      outer.a * inner.tx + outer.c * inner.ty + outer.tx,
      outer.b * inner.tx + outer.d * inner.ty + outer.ty)
  }

  /// The map back, `nil` where this one flattens the plane.
  public var inverse: Self? {
    let k = a * d - b * c
    guard k != 0, k.isFinite else { return nil }
    return Self(
      d / k, -b / k, -c / k, a / k, (c * ty - d * tx) / k, (b * tx - a * ty) / k)
  }
}

/// What a document is to become: its pages in order, each with what comes onto it.
///
/// It comes with a second document of the app's own making, the companion: appearances and new pages are pages of that.
/// Further documents may come after it.
public struct AnnotationPlan: Hashable, Sendable {
  public var pages: [PlannedPage]
  /// Bytes of the companion.
  public var companionBytes = 0
  /// In the order in which their bytes follow the companion's.
  public var documents: [PlannedDocument] = []
  /// The layers that viewers can switch, bottom first.
  public var layers: [DocumentLayer] = []
  /// What viewers call the pages; empty where that stays as it is.
  public var labels: [String] = []
  /// When the annotations were made, as PDF writes a date.
  public var date: String

  public init(pages: [PlannedPage], date: String) {
    self.pages = pages
    self.date = date
  }
}

public struct PlannedPage: Hashable, Sendable {
  public enum Base: Hashable, Sendable {
    /// A page of the document, counted from 0.
    case own(Int)
    /// A page of the companion, counted from 0.
    case added(Int)
    /// A page of one of ``AnnotationPlan/documents``, both counted from 0.
    case other(document: Int, page: Int)
  }

  public var base: Base
  /// By how many quarter turns, clockwise, it is turned more than in the document.
  public var quarterTurns: Int
  /// Bottom first.
  public var annotations: [PlannedAnnotation]
  /// Painted into the page below the annotations.
  public var content: PlannedContent?

  public init(_ base: Base, quarterTurns: Int = 0, annotations: [PlannedAnnotation] = []) {
    self.base = base
    self.quarterTurns = quarterTurns & 3
    self.annotations = annotations
  }
}

/// A layer of a drawing, in a document.
public struct DocumentLayer: Hashable, Sendable {
  /// What viewers call it.
  public var title: String
  /// What people called it; empty where nobody gave it a name.
  public var name: String
  /// 0 … 1.
  public var opacity: Double
  public var isLocked: Bool

  public init(title: String, name: String, opacity: Double = 1, isLocked: Bool = false) {
    self.title = title
    self.name = name
    self.opacity = opacity
    self.isLocked = isLocked
  }
}

/// One annotation.
///
/// All its coordinates are those of the page as it is looked at in the document (``ForeignSize``), y down,
/// before ``PlannedPage/quarterTurns``.
public struct PlannedAnnotation: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// Lines that a pen drew.
    case ink = 1
    /// Anything else.
    case stamp = 2
  }

  public var kind: Kind
  /// The page of the companion that is its appearance, counted from 0; that page is as large as ``box``, or a multiple.
  public var appearance: Int
  public var box: ForeignBox
  /// x and y of each point, a list for each line.
  public var lines: [[Double]]
  /// Red, green, blue and opacity, each 0 … 1.
  public var color: [Double]
  /// Of its lines, in the page's units.
  public var width: Double
  /// Its identity, which no other annotation of the page has.
  public var name: String
  /// What it says, for programs that list annotations.
  public var text: String
  /// What the app makes elements of again.
  public var data: [UInt8]
  /// Which of the plan's layers it is on; `nil` where viewers cannot switch it.
  public var layer: Int?

  public init(
    _ kind: Kind, appearance: Int, box: ForeignBox, lines: [[Double]], color: [Double],
    width: Double, name: String, text: String, data: [UInt8], layer: Int? = nil
  ) {
    self.kind = kind
    self.appearance = appearance
    self.box = box
    self.lines = lines
    self.color = color
    self.width = width
    self.name = name
    self.text = text
    self.data = data
    self.layer = layer
  }
}

/// An annotation of ours in a document.
public struct FoundAnnotation: Hashable, Sendable {
  /// Counted from 0.
  public var page: Int
  /// From the page as it was looked at when the annotation was written, to the page as it is looked at, in which another
  /// program may have moved it.
  public var transform: ForeignTransform
  /// Bytes of ``PlannedAnnotation/data`` in the result, which has those of all in order.
  public var byteCount: Int
  /// Which of the layers that come with it it is on.
  public var layer: Int?

  public init(page: Int, transform: ForeignTransform, byteCount: Int, layer: Int? = nil) {
    self.page = page
    self.transform = transform
    self.byteCount = byteCount
    self.layer = layer
  }
}

/// A document that a reader has written, for the app to fetch.
public struct WrittenDocument: Hashable, Sendable {
  public var byteCount: Int
  public var pageCount: Int
  /// The original bears a signature, which this one does not keep.
  public var wasSigned: Bool

  public init(byteCount: Int, pageCount: Int, wasSigned: Bool) {
    self.byteCount = byteCount
    self.pageCount = pageCount
    self.wasSigned = wasSigned
  }
}
