/// The bounds of the numbers of an element.
///
/// Whatever is within them can be painted, exported and edited. An element that was read from bytes of any
/// origin is refused beyond them; motions and copies that would leave them are not made, so that the file
/// shows again what the canvas showed. Pens reach ``StrokeModeler/limit``, well within.
public enum ElementLimits {
  /// How far from the origin positions may be: those of a path and of erasers, and where they come to on the
  /// canvas, in canvas points.
  public static let reach = 10_000_000.0
  /// The largest size of an ink and the largest radius of an eraser.
  public static let size = 100_000.0
  /// The largest factor of a transform, and the largest of its offsets.
  static let factor = 1_000_000.0
  static let offset = 1e12
  /// The largest axis of a sample, in its own unit; far beyond a whole turn.
  static let axis: Float = 1000
  /// The most bytes, in UTF-8, of the text in a box, or of what says what is seen in a picture.
  public static let textBytes = 1 << 20
  /// The same of a name, of a font for instance.
  static let nameBytes = 1000
  /// The same of what people call a layer or a page; far more than a hundred characters have, each with marks.
  static let titleBytes = 10_000
  /// The most points of a shape.
  static let shapePoints = 10_000
  /// The longest time, in seconds, and the longest part of a path that was cut off.
  static let length: Float = 1e9
}

extension ElementLimits {
  /// What people call a layer or a page, of as many whole characters as ``titleBytes`` hold.
  ///
  /// A bound of characters is none: a single one can have a whole text of marks.
  static func title(_ text: String) -> String {
    guard text.utf8.count > titleBytes else { return text }
    var bytes = 0
    return String(
      text.prefix { character in
        bytes += character.utf8.count
        return bytes <= titleBytes
      })
  }
}

extension Element {
  /// Whether every number is finite and within ``ElementLimits``.
  ///
  /// O(points).
  public var isWithinLimits: Bool {
    switch kind {
    case .stroke(let stroke):
      guard stroke.isWithinLimits else { return false }
      // Where nothing is moved, each point was found to be within reach just now.
      if stroke.trails.isEmpty, canvasFromElement == .identity { return true }
    case .other(let value):
      guard value.isWithinLimits else { return false }
    }
    return isWithinLimits(moved: .identity)
  }

  /// Whether an element that is within ``ElementLimits`` is so after a motion, canvas space to canvas space.
  ///
  /// O(points).
  public func isWithinLimits(moved motion: AffineTransform) -> Bool {
    let transform = motion * canvasFromElement
    guard transform.isWithinLimits else { return false }
    switch kind {
    case .stroke(let stroke):
      return transform.keepsWithinReach(stroke.path.pointBounds)
        && stroke.trails.allSatisfy {
          (transform * $0.elementFromTrail).keepsWithinReach($0.bounds)
        }
    case .other(let value):
      return transform.keepsWithinReach(value.bounds)
    }
  }
}

extension Stroke {
  public var isWithinLimits: Bool {
    (0...ElementLimits.size).contains(ink.size) && path.isWithinLimits
      && zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
      && spans.allSatisfy {
        0 <= $0.lowerBound && $0.upperBound <= path.span.upperBound
      }
      && trails.allSatisfy(\.isWithinLimits)
  }
}

extension StrokePath {
  /// Whether it has points, and every number is finite and within ``ElementLimits``.
  var isWithinLimits: Bool {
    guard !points.isEmpty, (0...ElementLimits.length).contains(lead),
      (0...ElementLimits.length).contains(trail)
    else { return false }
    let (reach, axis) = (Float(ElementLimits.reach), ElementLimits.axis)
    let limits = SIMD8(reach, reach, axis, axis, axis, axis, ElementLimits.length, 0)
    // All numbers of a point at once, and no early end: a drawing is opened no slower for it. Every comparison with
    // what is no number is false.
    var isWithin = SIMDMask<SIMD8<Int32>>(repeating: true)
    for p in points {
      let numbers = SIMD8(
        p.x, p.y, p.force, p.altitude, p.azimuth, p.barrel, p.timeOffset, 0)
      isWithin = isWithin .& (numbers .<= limits) .& (numbers .>= -limits)
    }
    return all(isWithin)
  }
}

extension EraserTrail {
  /// Whether it has positions, and every number is finite and within ``ElementLimits``.
  var isWithinLimits: Bool {
    !positions.isEmpty && radius > 0 && radius <= ElementLimits.size
      && elementFromTrail.isWithinLimits
      && positions.allSatisfy(\.isWithinReach)
  }
}

extension Point {
  /// Whether it is within ``ElementLimits/reach``; not, where a coordinate is no number.
  public var isWithinReach: Bool {
    abs(x) <= ElementLimits.reach && abs(y) <= ElementLimits.reach
  }
}

extension AffineTransform {
  /// Whether it has an inverse, and every number is finite and within ``ElementLimits``.
  var isWithinLimits: Bool {
    [a, b, c, d].allSatisfy { abs($0) <= ElementLimits.factor }
      && abs(tx) <= ElementLimits.offset && abs(ty) <= ElementLimits.offset && inverse != nil
  }

  /// Whether what is within `bounds` comes to lie within ``ElementLimits/reach``.
  func keepsWithinReach(_ bounds: Rect) -> Bool {
    bounds.corners.allSatisfy { self($0).isWithinReach }
  }
}
