import InkModel

/// A coloured rectangle: a kind of element that only tests know, in a file on each floor, as any kind is.
public struct Card: ElementValue {
  public var bounds: Rect
  public var fill: Color

  public init(_ bounds: Rect, fill: Color) {
    self.bounds = bounds
    self.fill = fill
  }

  public var color: Color? { fill }
  public func recolored(_ color: Color) -> Card { Card(bounds, fill: color) }
}

extension Card {
  /// A card as an element.
  public func element(
    _ number: Int64, order: OrderKey = .first, canvasFromElement: AffineTransform = .identity
  ) -> Element {
    Element(
      id: ElementID(number), order: order, canvasFromElement: canvasFromElement, kind: .other(self))
  }
}

extension Element {
  /// The card that this is, `nil` for other kinds.
  public var card: Card? { kind.otherValue as? Card }
}
