import InkModel

/// A kind of element that is painted by strokes which follow from its value, and so by the painter of ink; it needs no
/// ``PaintedElement``.
public protocol InkedElement: ElementValue {
  /// In element space, bottom first.
  var strokes: [Stroke] { get }
}

extension Shape: InkedElement {}

extension Element {
  /// The strokes that paint it, each as an element; `nil` for what is painted otherwise.
  var parts: [Element]? {
    (kind.otherValue as? any InkedElement).map { value in
      value.strokes.map {
        Element(
          id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
          placement: placement, kind: .stroke($0))
      }
    }
  }
}
