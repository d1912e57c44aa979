/// Whether a drawing is unbounded or has pages, and which.
///
/// Pages are frames on the canvas, one below another: ink may lie across their edges and outside
/// of them.
public enum PageLayout: Hashable, Sendable {
  case infinite
  case pages(PageSize, count: Int)

  /// Between two pages, in canvas points.
  public static let gap = 24.0
  /// The most pages that a drawing has.
  public static let mostPages = 999

  /// This layout with its number of pages limited to 1 … ``mostPages``.
  public var valid: PageLayout {
    switch self {
    case .infinite: .infinite
    case .pages(let size, let count):
      .pages(size, count: min(max(count, 1), Self.mostPages))
    }
  }

  public var pageCount: Int {
    if case .pages(_, let count) = valid { return count }
    return 0
  }

  /// The frame of a page, counted from 0, in canvas space; the first begins at the origin.
  public func frame(_ page: Int) -> Rect? {
    guard case .pages(let size, let count) = valid, page >= 0, page < count else { return nil }
    return Rect(
      x: 0, y: Double(page) * (size.height + Self.gap), width: size.width, height: size.height)
  }

  /// All frames, top to bottom; none where there are no pages.
  public var frames: [Rect] { (0..<pageCount).compactMap { frame($0) } }

  /// The pages whose frames meet an area of the canvas.
  public func pages(in area: Rect) -> Range<Int> {
    guard case .pages(let size, let count) = valid, !area.isEmpty, area.minX < size.width,
      area.maxX > 0
    else { return 0..<0 }
    let pitch = size.height + Self.gap
    func page(_ y: Double) -> Int { Int(min(max((y / pitch).rounded(.down), -1), Double(count))) }
    var first = page(area.minY)
    if first >= 0, area.minY >= Double(first) * pitch + size.height { first += 1 }
    let end = area.maxY <= 0 ? 0 : page(area.maxY.nextDown) + 1
    let range = max(first, 0)..<max(min(end, count), max(first, 0))
    return range.clamped(to: 0..<count)
  }

  /// The page whose frame is nearest to a point, counted from 0; `nil` where there are no pages.
  public func page(nearest p: Point) -> Int? {
    guard case .pages(let size, let count) = valid else { return nil }
    // Half the gap belongs to the page above, half to the one below.
    let slot = ((p.y + Self.gap / 2) / (size.height + Self.gap)).rounded(.down)
    guard slot.isFinite else { return 0 }
    return Int(min(max(slot, 0), Double(count - 1)))
  }

  /// The bounds of all pages, ``Rect/empty`` where there are none.
  public var bounds: Rect {
    guard let first = frame(0), let last = frame(pageCount - 1) else { return .empty }
    return first.union(last)
  }
}

/// Width and height of a page, in canvas points.
public struct PageSize: Hashable, Sendable {
  public let width: Double
  public let height: Double

  /// A centimetre to five metres.
  public static let sides = Length.millimetre * 10...Length.millimetre * 5000

  /// A side outside ``sides`` becomes the nearest within.
  public init(width: Double, height: Double) {
    self.width = Self.clamped(width)
    self.height = Self.clamped(height)
  }

  private static func clamped(_ side: Double) -> Double {
    side.isFinite ? min(max(side, sides.lowerBound), sides.upperBound) : 595
  }

  public init(millimetres width: Double, _ height: Double) {
    self.init(width: width * Length.millimetre, height: height * Length.millimetre)
  }

  public var isLandscape: Bool { width > height }

  public var upright: PageSize { isLandscape ? turned : self }

  public var turned: PageSize { PageSize(width: height, height: width) }
}

/// The standard sizes of paper, by their names.
public enum StandardPage: String, CaseIterable, Hashable, Sendable {
  case a3 = "A3"
  case a4 = "A4"
  case a5 = "A5"
  case a6 = "A6"
  case letter = "Letter"
  case legal = "Legal"

  /// Upright; ISO 216 in millimetres, ANSI in inches.
  public var size: PageSize {
    switch self {
    case .a3: PageSize(millimetres: 297, 420)
    case .a4: PageSize(millimetres: 210, 297)
    case .a5: PageSize(millimetres: 148, 210)
    case .a6: PageSize(millimetres: 105, 148)
    case .letter: PageSize(width: 612, height: 792)
    case .legal: PageSize(width: 612, height: 1008)
    }
  }

  /// The standard that has this size, upright or turned, up to a tenth of a point.
  public init?(_ size: PageSize) {
    let upright = size.upright
    let found = Self.allCases.first {
      abs($0.size.width - upright.width) < 0.1 && abs($0.size.height - upright.height) < 0.1
    }
    guard let found else { return nil }
    self = found
  }
}
