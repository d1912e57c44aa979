import InkModel

extension ForeignArea {
  /// What an element shows of a picture; `nil` where it shows none.
  init?(_ element: Element) {
    guard let picture = element.kind.otherValue as? PlacedPicture else { return nil }
    quad = Quad(picture.crop).mapped(by: element.canvasFromElement)
    isSheet = false
  }
}
