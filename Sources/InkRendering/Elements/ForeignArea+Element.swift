import InkModel

extension ForeignArea {
  /// What an element shows of a picture; `nil` where it shows none.
  init?(_ element: Element) {
    guard let picture = element.kind.otherValue as? PlacedPicture else { return nil }
    quad = Quad(picture.crop).mapped(by: element.canvasFromElement)
    isSheet = false
  }
}

extension Element {
  /// To canvas space from the units of the picture that it shows.
  ///
  /// - Parameter size: Of the picture, in its own units, where that is known.
  func canvasFromPicture(of size: Vector?) -> AffineTransform {
    let picture = kind.otherValue as? PlacedPicture
    return canvasFromElement * (picture?.elementFromPicture(of: size) ?? .identity)
  }
}
