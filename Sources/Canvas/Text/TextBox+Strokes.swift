import InkModel

extension TextBox {
  /// How far around the lines of a text a stroke is still over it, in widget points.
  public struct Margins: Sendable {
    public var above: Double
    public var below: Double
    public var beside: Double

    public init(above: Double, below: Double, beside: Double) {
      (self.above, self.below, self.beside) = (above, below, beside)
    }
  }

  /// How much of the bounds of a stroke lies over the text and margins around it, 0 … 1; none of it where there is no text.
  ///
  /// The bounds are those along the text's lines, however these are turned on the screen.
  ///
  /// - Parameter stroke: In widget points.
  public func share(
    of stroke: [Point], widgetFromElement: AffineTransform, within margins: Margins
  ) -> Double {
    guard let elementFromWidget = widgetFromElement.inverse, !text.isEmpty, !stroke.isEmpty else {
      return 0
    }
    let scale = elementFromWidget.meanScale
    let area = Rect(
      minX: extent.minX - margins.beside * scale, minY: extent.minY - margins.above * scale,
      maxX: extent.maxX + margins.beside * scale, maxY: extent.maxY + margins.below * scale)
    // A straight line along the text has no height.
    let own = Rect(around: stroke.map { elementFromWidget($0) }).outset(by: scale / 2)
    let shared = own.intersection(area)
    return shared.width * shared.height / (own.width * own.height)
  }
}
