import CCairo
import InkModel

/// A kind of element that shows a page or a picture of which others make the pixels.
protocol ForeignElement: PaintedElement {
  func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?,
    with painting: ForeignPainting)
}

extension PlacedPicture: PaintedElement {
  public func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    paint(
      on: cr, deviceFromElement: deviceFromElement, clip: clip,
      with: ForeignPainting())
  }

  /// The picture within it, in element space, as an image of the bytes as they came where these can be handed on.
  func svg(
    id: ElementID, canvasFromElement t: AffineTransform, original: ForeignOriginal
  ) -> String? {
    guard original.isUpright,
      ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(original.mediaType)
    else { return nil }
    let clip = "picture\(id.number)"
    let frame =
      "x=\"\(crop.minX)\" y=\"\(crop.minY)\" width=\"\(crop.width)\" height=\"\(crop.height)\""
    let title =
      alternativeText.isEmpty ? "" : "<title>\(SVGExporter.escaped(alternativeText))</title>"
    let data = "data:\(original.mediaType);base64," + Base64.encode(original.bytes)
    return "<g transform=\"matrix(\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty))\""
      + (opacity < 1 ? " opacity=\"\(opacity)\"" : "") + ">\(title)"
      + "<clipPath id=\"\(clip)\"><rect \(frame)/></clipPath>"
      + "<image clip-path=\"url(#\(clip))\" width=\"\(width)\" height=\"\(height)\" "
      + "preserveAspectRatio=\"none\" "
      + "href=\"\(data)\"/></g>\n"
  }
}

extension PlacedPicture: ForeignElement {
  func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?,
    with painting: ForeignPainting
  ) {
    painting.paint(
      ForeignPage(blob: blob), shown: crop, on: cr, deviceFromElement, clip: clip, opacity: opacity)
  }
}
