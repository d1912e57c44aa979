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

  /// This size, or this one turned where that holds more of an area.
  public func turned(toHold area: Rect) -> PageSize {
    guard !area.isEmpty else { return self }
    func held(_ size: PageSize) -> Double {
      min(size.width, area.width) * min(size.height, area.height)
    }
    return held(turned) > held(self) ? turned : self
  }
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

  /// How far a side may be from the standard's in whole points.
  private static let tolerance = 1.0

  /// The standard that has this size, upright or turned.
  ///
  /// Programs write sides in whole points, some rounded and some cut off: A4 is 595 × 842 points in one PDF and
  /// 594 × 841 in another. So the standard's sides are rounded, and a point more or less makes no other size.
  public init?(_ size: PageSize) {
    let upright = size.upright
    func isNear(_ side: Double, _ standard: Double) -> Bool {
      abs(side - standard.rounded()) <= Self.tolerance
    }
    let found = Self.allCases.first {
      isNear(upright.width, $0.size.width) && isNear(upright.height, $0.size.height)
    }
    guard let found else { return nil }
    self = found
  }
}
