/// The shape of a brush's mark at one point of a stroke.
public struct BrushMark: Hashable, Sendable {
  /// Half the width of the mark, in canvas points, above 0.
  public var radius: Double
  /// 0 … 1, multiplied with the colour's alpha.
  public var opacity: Double
}

/// The brushes that ship, by name and version.
///
/// An entry that has shipped is never edited: strokes in people's files name it.
public enum StockBrushes {
  /// How a brush turns the way the tool is held into a mark.
  public struct Family: Sendable {
    /// The name that files keep.
    public let name: String
    public let version: Int
    /// Radius at force 0 and at force 1, as multiples of the ink's size; both above 0.
    public let radiusAtForce: (none: Double, full: Double)
  }

  /// A round nib whose line grows with force, from a hairline to one and a half times its size.
  public static let pen = Family(name: "pen", version: 1, radiusAtForce: (0.2, 0.8))

  public static let all = [pen]

  /// The family of a stored ink, or the pen where this version of the app does not know it.
  public static func family(of ink: Ink) -> Family {
    all.first { $0.name == ink.brush && $0.version == ink.brushVersion } ?? pen
  }
}

extension StockBrushes.Family {
  /// The mark of this brush under `ink` at one point.
  ///
  /// Linear in force: the smooth curve from the hand to the force is the modeler's affair.
  public func mark(_ ink: Ink, at point: StrokePoint) -> BrushMark {
    let force = Double(min(max(point.force, 0), 1))
    let k = radiusAtForce.none + (radiusAtForce.full - radiusAtForce.none) * force
    return BrushMark(radius: max(ink.size * k, 0.01), opacity: 1)
  }

  /// The most that any mark under `ink` reaches from its point, in canvas points.
  public func reach(_ ink: Ink) -> Double {
    max(ink.size * max(radiusAtForce.none, radiusAtForce.full), 0.01)
  }
}
