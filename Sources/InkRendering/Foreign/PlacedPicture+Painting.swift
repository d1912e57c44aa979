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
    let page = ForeignPage(blob: blob)
    let t = elementFromPicture(of: painting.size(of: page))
    guard let shown = t.inverse.map({ $0(crop) }) else { return }
    painting.paint(
      page, shown: shown, on: cr, deviceFromElement * t, clip: clip, opacity: opacity)
  }
}

extension PlacedPicture {
  /// From the units that its pixels have now to those of the time when it was placed.
  ///
  /// - Parameter size: Of the whole picture now; `nil` where that is not known.
  func elementFromPicture(of size: Vector?) -> AffineTransform {
    guard let size, size.dx > 0, size.dy > 0 else { return .identity }
    let (x, y) = (width / size.dx, height / size.dy)
    // What is rounded is not smoothed: it is still on the grid of pixels.
    guard abs(x - 1) > Self.slack || abs(y - 1) > Self.slack else { return .identity }
    return AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// By how much a size may differ from another one that means the same.
  private static let slack = 1e-3
}
