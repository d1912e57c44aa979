/// What a stroke is drawn with: a brush, its version, a colour and a size.
///
/// Stored with each stroke. What a brush paints at a given version never changes, so that a drawing
/// is the same after an upgrade of the app; an improved brush is a new version.
public struct Ink: Hashable, Sendable {
  /// The name of a brush family, as ``StockBrushes`` lists them.
  public var brush: String
  /// The version of the family's description, from 1.
  public var brushVersion: Int
  /// The colour on light paper; painting resolves it for the paper in use.
  public var color: Color
  /// Width of a mark at half force, in canvas points, above 0.
  public var size: Double

  public init(brush: String, brushVersion: Int, color: Color, size: Double) {
    self.brush = brush
    self.brushVersion = brushVersion
    self.color = color
    self.size = size
  }

  /// The ink of a fresh profile.
  public static let standard = Ink(brush: "pen", brushVersion: 1, color: .ink, size: 2)
}
