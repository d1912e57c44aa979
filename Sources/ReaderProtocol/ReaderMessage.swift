/// What the app asks of a reader of foreign bytes, and what that answers.
///
/// Messages go over a socket, one at a time in each direction: a length of four bytes, then so many bytes, all numbers
/// in little-endian order. The descriptors that a reader begins with, in order from 3: the socket, the file, the memory
/// that it writes pixels to. A reader answers each request with one reply and knows no other state than the open file.
///
/// Either side takes the other's messages for bytes of a stranger: a message that is not one ends the reader.
public enum ReaderRequest: Hashable, Sendable {
  /// Finds out what the file holds; before any other request, and again with another password.
  case open(password: String)
  /// The sizes of so many pages from one on.
  case sizes(first: Int, count: Int)
  /// Pixels of a part of a page, to the start of the shared memory: ARGB32, premultiplied, in the processor's byte order, rows
  /// one after another.
  case render(RenderedPart)
  case outline
  case links(page: Int)
  case text(page: Int)
  /// The lines that a picture of shapes is painted with, as far as they are in a part of it.
  case lines(in: ForeignBox)
  /// Bytes for the next request, after those that were given before.
  case give([UInt8])
  /// Writes the annotations of a plan into a copy of the document.
  ///
  /// What was given is the plan, of so many bytes (``AnnotationPlan/bytes``), and the companion.
  case annotate(password: String, planBytes: Int)
  /// Finds the annotations that ``annotate(password:planBytes:)`` has written into the document once; the result is their
  /// data.
  case findInk(password: String)
  /// Makes a copy of the document without some of those, by their numbers, counted from 0.
  case removeInk(password: String, [Int])
  /// The next bytes of the last result from one on, to the start of the shared memory.
  case result(offset: Int)
}

extension ReaderRequest {
  /// Whether it takes as long as a document is large, and somebody waits for that.
  public var isForWholeDocument: Bool {
    switch self {
    case .annotate, .removeInk: true
    default: false
    }
  }
}

/// A part of a page as pixels; see ``ReaderRequest/render(_:)``.
public struct RenderedPart: Hashable, Sendable {
  public var page: Int
  /// The left and top edge, in the page's own units.
  public var x: Double
  public var y: Double
  /// Pixels for a unit.
  public var scale: Double
  /// In pixels.
  public var width: Int
  public var height: Int

  public init(page: Int, x: Double, y: Double, scale: Double, width: Int, height: Int) {
    self.page = page
    self.x = x
    self.y = y
    self.scale = scale
    self.width = width
    self.height = height
  }

  /// Bytes of the pixels.
  public var byteCount: Int { width * height * 4 }
}

public enum ReaderReply: Hashable, Sendable {
  case opened(ForeignFacts)
  case sizes([ForeignSize])
  /// The pixels are in the shared memory.
  case rendered
  case outline([OutlineEntry])
  case links([ForeignLink])
  case text(ForeignText)
  /// Bytes were given.
  case taken
  /// The result is a document.
  case written(WrittenDocument)
  /// Annotations and the layers that they are on, bottom first.
  case found([FoundAnnotation], layers: [DocumentLayer])
  /// So many bytes of the result are in the shared memory.
  case part(Int)
  /// In the order in which they are painted.
  case lines([ForeignLine])
  case failed(ReaderFailure)
}

/// What a file is.
public struct ForeignFacts: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// Pages of a document.
    case document = 1
    /// A picture of pixels.
    case pixels = 2
    /// A picture of shapes.
    case shapes = 3
  }

  public var kind: Kind
  /// Found by the content, whatever the file is called.
  public var mediaType: String
  public var pageCount: Int
  /// The first page's.
  public var size: ForeignSize
  /// Units to the inch of a picture of pixels, where the file says so: ``ReaderLimits/resolutions``.
  public var resolution: Double?
  /// The picture is stored as it is looked at, neither turned nor flipped.
  public var isUpright: Bool
  public var title: String

  public init(
    kind: Kind, mediaType: String, pageCount: Int, size: ForeignSize, resolution: Double? = nil,
    isUpright: Bool = true, title: String = ""
  ) {
    self.kind = kind
    self.mediaType = mediaType
    self.pageCount = pageCount
    self.size = size
    self.resolution = resolution
    self.isUpright = isUpright
    self.title = title
  }
}

/// Width and height of a page as it is looked at, in its own units: points, or pixels of what has pixels.
///
/// Units are square: of pixels that are not, a unit is as long as the shorter side of one.
public struct ForeignSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A box on a page, in the page's own units, y down.
public struct ForeignBox: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A line of a document's outline.
public struct OutlineEntry: Hashable, Sendable {
  /// 0 for the outermost.
  public var level: Int
  public var title: String
  /// Counted from 0; `nil` where it leads to no page of the document.
  public var page: Int?

  public init(level: Int, title: String, page: Int?) {
    self.level = level
    self.title = title
    self.page = page
  }
}

/// A part of a page that leads somewhere.
public struct ForeignLink: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    case page(Int)
    case address(String)
  }

  public var box: ForeignBox
  public var target: Target

  public init(box: ForeignBox, target: Target) {
    self.box = box
    self.target = target
  }
}

/// The text of a page, with a box for each of its Unicode scalars.
public struct ForeignText: Hashable, Sendable {
  public var text: String
  /// As many as `text.unicodeScalars`, or none.
  public var boxes: [ForeignBox]

  public init(text: String, boxes: [ForeignBox]) {
    self.text = text
    self.boxes = boxes
  }
}

/// A line of a picture of shapes: straight from point to point, in the picture's own units, y down.
public struct ForeignLine: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public var x: Float
    public var y: Float

    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  /// One at least.
  public var points: [Point]
  /// Above 0.
  public var width: Double
  /// In sRGB with straight alpha, as 0xRRGGBBAA.
  public var color: UInt32

  public init(points: [Point], width: Double, color: UInt32) {
    self.points = points
    self.width = width
    self.color = color
  }
}

/// Why a reader cannot do what was asked.
public enum ReaderFailure: UInt8, Error, Hashable, Sendable {
  /// The bytes are of no format that it reads.
  case unknownFormat = 1
  /// They are of a format that it reads and make no sense.
  case damaged = 2
  /// A password is needed, or another one.
  case encrypted = 3
  /// A document without pages.
  case noPages = 4
  /// More than a reader takes: pixels, pages.
  case tooLarge = 5
  /// There is no such page.
  case noSuchPage = 6
  /// What was asked cannot be done with what the file is.
  case unsupported = 7
  /// A document could not be written as it should be.
  case unwritable = 8
}

/// Limits that both sides know.
public enum ReaderLimits {
  /// Bytes of the shared memory, and so of the pixels of one request.
  public static let pixelBytes = 64 << 20
  /// Bytes of a message.
  public static let messageBytes = 16 << 20
  /// Bytes that are given in one message.
  public static let givenStep = 8 << 20
  /// Bytes that are given for one request, or of one result.
  public static let documentBytes = 1 << 30
  /// Annotations of a document.
  public static let annotations = 200_000
  /// Lines of a picture.
  public static let lines = 50_000
  /// Points of all lines of a picture.
  public static let linePoints = 1_000_000
  /// Pages of a document.
  public static let pages = 5000
  /// Pixels along a side of one request.
  public static let side = 16_384
  /// Units of a side of a page.
  public static let pageSide = 1e6
  /// Pixels to the inch that a picture can have: what says other numbers knows nothing of them.
  public static let resolutions = 30.0...1200.0
  /// Bytes of memory that a reader can have, shared libraries included.
  public static let memory = 3 << 30
}
