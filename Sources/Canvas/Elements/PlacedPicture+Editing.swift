import Glibc
import InkModel

/// A picture is edited as the rectangle that it shows; its frame lies along its own sides.
extension PlacedPicture: EditedElement {
  public func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double {
    // The middles of 16 by 16 fields of what shows.
    let n = 16
    let fields = (0..<n * n).map { i in
      Point(
        crop.minX + crop.width * (Double(i % n) + 0.5) / Double(n),
        crop.minY + crop.height * (Double(i / n) + 0.5) / Double(n))
    }
    let inside = fields.count { loop.contains(canvasFromElement($0)) }
    return Double(inside) / Double(n * n)
  }

  public func ownAngle(_ canvasFromElement: AffineTransform) -> Double? {
    // The same for a picture that is mirrored: only the direction of a side counts.
    canvasFromElement.keepsCircles ? canvasFromElement.angle : nil
  }
}

extension Element {
  /// The picture that the element is, `nil` for other kinds.
  public var picture: PlacedPicture? { kind.otherValue as? PlacedPicture }

  /// Another version of a picture's element, with another value that lies where it lies.
  func version(_ id: ElementID, _ picture: PlacedPicture) -> Element {
    version(id, .other(picture))
  }

  /// Another version, with another value and another transform.
  ///
  /// - Parameter motion: Of the element's own space, applied before its transform.
  func version(_ id: ElementID, _ picture: PlacedPicture, within motion: AffineTransform) -> Element
  {
    Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement * motion,
      placement: placement, kind: .other(picture))
  }
}
