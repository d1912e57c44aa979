import CCairo
import InkModel

/// A page of a document, or a picture, whose bytes a drawing holds.
///
/// A picture is a document of one page.
public struct ForeignPage: Hashable, Sendable {
  public var blob: BlobID
  /// Counted from 0.
  public var index: Int

  public init(blob: BlobID, index: Int = 0) {
    self.blob = blob
    self.index = index
  }
}

/// Gives the pixels of pages and pictures, which are made somewhere else: bytes of foreign formats are not parsed where
/// ink is painted.
///
/// A page's own units are points for what has a size on paper (PDF, SVG) and pixels for what is made of them; its origin
/// is the top left corner, as it is looked at upright, y down.
///
/// Called by several painting threads at a time.
public protocol ForeignPages: AnyObject, Sendable {
  /// Width and height of a page in its own units; `nil` where that is not known yet, or never will be.
  ///
  /// May take some milliseconds.
  func size(of page: ForeignPage) -> Vector?

  /// The pixels of a part of a page.
  ///
  /// May take some milliseconds. Who gets ``ForeignPixels/pending(_:)`` paints what it has, and hears by another way that
  /// there is more.
  ///
  /// - Parameters:
  ///   - area: In the page's own units; may reach beyond the page, where there is nothing.
  ///   - part: What of it is shown, and heard of when it was pending.
  ///   - scale: Pixels for a unit, above 0.
  func pixels(
    of page: ForeignPage, in area: Rect, showing part: Rect, scale: Double
  ) -> ForeignPixels

  /// The same, waiting until they are there or cannot be had: for exports.
  func finalPixels(of page: ForeignPage, in area: Rect, scale: Double) -> ForeignPixels

  /// A coarse picture of a whole page, if there is one already; nothing is begun to get it.
  func standIn(for page: ForeignPage) -> ForeignImage?

  /// The size of a page, waiting until it is known or cannot be: for exports.
  func finalSize(of page: ForeignPage) -> Vector?

  /// Whether a part of it costs about as much as it has pixels, and not as much as the whole: so it is with what is made
  /// of pixels.
  func isCheapInParts(_ blob: BlobID) -> Bool

  /// Memory of the pixels that are kept for the next time, in bytes: it counts as that of tiles.
  var byteCount: Int { get }

  /// The bytes themselves, where they are of a format that other programs read in an SVG file or a PDF file as they
  /// are; `nil` for others, and for very many.
  func original(of blob: BlobID) -> ForeignOriginal?
}

extension ForeignPages {
  public func pixels(of page: ForeignPage, in area: Rect, scale: Double) -> ForeignPixels {
    pixels(of: page, in: area, showing: area, scale: scale)
  }

  public func finalPixels(of page: ForeignPage, in area: Rect, scale: Double) -> ForeignPixels {
    pixels(of: page, in: area, scale: scale)
  }

  public func finalSize(of page: ForeignPage) -> Vector? { size(of: page) }

  public func standIn(for page: ForeignPage) -> ForeignImage? { nil }

  public func isCheapInParts(_ blob: BlobID) -> Bool { false }

  public var byteCount: Int { 0 }

  public func original(of blob: BlobID) -> ForeignOriginal? { nil }
}

/// Where an export gets pages and pictures from: equal to itself alone.
public struct ForeignSource: Hashable, Sendable {
  public let pages: any ForeignPages

  public init(_ pages: any ForeignPages) { self.pages = pages }

  public static func == (a: ForeignSource, b: ForeignSource) -> Bool { a.pages === b.pages }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(pages)) }
}

/// Bytes that can be handed on as they are.
public struct ForeignOriginal: Hashable, Sendable {
  public var mediaType: String
  public var bytes: [UInt8]
  /// Whether the picture in them has to be turned or flipped to be upright.
  public var isUpright: Bool

  public init(mediaType: String, bytes: [UInt8], isUpright: Bool = true) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.isUpright = isUpright
  }
}

/// The answer to a request for a part of a page.
public enum ForeignPixels: Sendable {
  case ready(ForeignImage)
  /// They are being made; until then a coarser picture of the whole page, where there is one.
  case pending(ForeignImage?)
  /// They cannot be had.
  case failed
}

/// Pixels of a part of a page.
///
/// `@unchecked Sendable`: the surface is written before the object exists and never after.
public final class ForeignImage: @unchecked Sendable {
  /// The part of the page, in its own units.
  public let area: Rect
  public let width: Int
  public let height: Int
  /// A `cairo_surface_t`, ARGB32 (premultiplied); owned by this object, never to be written.
  public let surface: OpaquePointer

  /// Copies pixels.
  ///
  /// - Parameters:
  ///   - pixels: `height` rows of `width` pixels, ARGB32 in the processor's byte order, one row after another.
  ///   - onCopied: Called now and then with how many of the bytes, from the first on, are copied.
  /// - Returns: `nil` where there is no memory, or the pixels are too few.
  public init?(
    area: Rect, width: Int, height: Int, copying pixels: UnsafeRawBufferPointer,
    onCopied: (Int) -> Void = { _ in }
  ) {
    let count = width * height * 4
    guard width > 0, height > 0, pixels.count >= count, let base = pixels.baseAddress,
      let surface = MappedSurface.make(width: width, height: height),
      let target = cairo_image_surface_get_data(surface)
    else { return nil }
    var copied = 0
    while copied < count {
      let step = min(count - copied, Self.step)
      UnsafeMutableRawPointer(target + copied)
        .copyMemory(from: base + copied, byteCount: step)
      copied += step
      onCopied(copied)
    }
    cairo_surface_mark_dirty(surface)
    self.area = area
    self.width = width
    self.height = height
    self.surface = surface
  }

  /// Bytes that are copied at a time, whole pages of memory.
  private static let step = 1 << 20

  deinit { cairo_surface_destroy(surface) }

  /// Memory of the pixels.
  public var byteCount: Int { width * height * 4 }
}
