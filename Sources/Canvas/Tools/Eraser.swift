/// How an eraser takes ink away, and how broad it is.
public struct Eraser: Hashable, Sendable {
  /// What is gone where the eraser has been.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Each stroke it touches, whole.
    case stroke
    /// The parts of strokes that it covers.
    case part
    /// Each stroke that lies in the area drawn around.
    case area
  }

  public var kind: Kind
  /// Diameter in widget points, above 0: the same breadth under the hand at any zoom.
  public var size: Double

  public init(_ kind: Kind, size: Double = Eraser.standardSize) {
    self.kind = kind
    self.size = size
  }

  /// A finger's breadth.
  public static let standardSize = 18.0
  /// What can be chosen, in widget points.
  public static let sizes = 4.0...96.0
}
