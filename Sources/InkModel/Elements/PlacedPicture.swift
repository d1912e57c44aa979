/// A picture on a page.
///
/// Its bytes lie in the drawing's file as they came, under ``blob``. In element space the whole picture reaches from the
/// origin to ``width`` and ``height``; moving, turning, scaling and flipping are the element's transform.
public struct PlacedPicture: ElementValue {
  public var blob: BlobID
  /// Of the whole picture, as it is looked at upright, in its own units: pixels, or points of what has no pixels.
  public var width: Double
  public var height: Double
  /// The part that is shown, within the whole.
  public var crop: Rect
  /// 0 … 1.
  public var opacity: Double
  /// What is seen in it, for those who do not see it; empty where nobody said so.
  public var alternativeText: String

  public init(
    blob: BlobID, width: Double, height: Double, crop: Rect? = nil, opacity: Double = 1,
    alternativeText: String = ""
  ) {
    self.blob = blob
    self.width = width
    self.height = height
    self.crop = crop ?? Rect(x: 0, y: 0, width: width, height: height)
    self.opacity = opacity
    self.alternativeText = alternativeText
  }

  public var bounds: Rect { crop }

  public var isGround: Bool { true }

  public var blobs: [BlobID] { [blob] }

  /// Not by bytes alone: the same picture may have been placed twice.
  public func isVersion(of other: PlacedPicture) -> Bool { self == other }

  public var isWithinLimits: Bool {
    let sides = 0...ElementLimits.reach
    return sides.contains(width) && sides.contains(height) && (0...1).contains(opacity)
      && crop.corners.allSatisfy(\.isFinite) && !crop.isEmpty
      && Rect(x: 0, y: 0, width: width, height: height).contains(crop)
      && alternativeText.utf8.count <= ElementLimits.textBytes
  }
}
