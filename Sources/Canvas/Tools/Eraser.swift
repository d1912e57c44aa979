/// What an eraser erases, and how broad it is.
public struct Eraser: Hashable, Sendable {
  /// What an eraser removes where it has been.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Each stroke it touches, whole.
    case stroke
    /// The stretch of each stroke that it touches; what is left is strokes that end with the brush's
    /// own marks.
    case part
    /// The area that its disc covers and no other ink, like a rubber.
    case area
  }

  public var kind: Kind
  /// Diameter of its disc in widget points, above 0: the same on the screen at any zoom.
  public var size: Double

  public init(_ kind: Kind, size: Double = Eraser.standardSize) {
    self.kind = kind
    self.size = size
  }

  /// Half of ``size``.
  public var radius: Double { size / 2 }

  /// A finger's breadth.
  public static let standardSize = 18.0
  /// The sizes to choose from, in widget points.
  public static let sizes = 4.0...96.0
}
