/// How an eraser takes ink away, and how broad it is.
public struct Eraser: Hashable, Sendable {
  /// What is gone where the eraser has been.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Each stroke it touches, whole.
    case stroke
    /// The stretch of each stroke that it touches; what is left is strokes that end as the pen
    /// itself would end them.
    case part
    /// The area that its disc covers and no other ink, as rubber does.
    case area
  }

  public var kind: Kind
  /// Diameter of its disc in widget points, above 0: the same breadth under the hand at any zoom.
  public var size: Double

  public init(_ kind: Kind, size: Double = Eraser.standardSize) {
    self.kind = kind
    self.size = size
  }

  /// Half of ``size``.
  public var radius: Double { size / 2 }

  /// A finger's breadth.
  public static let standardSize = 18.0
  /// What can be chosen, in widget points.
  public static let sizes = 4.0...96.0
}
