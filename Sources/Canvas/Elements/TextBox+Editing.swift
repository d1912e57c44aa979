import InkModel
import InkRendering

/// A text box is edited in place (``CanvasSession/beginText(_:)``); selected, it is handled as any rectangle.
extension TextBox: EditedElement {
  public func isAlike(_ other: TextBox) -> Bool {
    recolored(.ink) == other.recolored(.ink)
  }
}

extension Element {
  /// The text box that it is, `nil` for other kinds.
  public var textBox: TextBox? { kind.otherValue as? TextBox }
}

extension Drawing {
  /// The topmost text box within `radius` of a position, in canvas space.
  func topText(near position: Point, radius: Double) -> Element? {
    let disc = SweptDisc(from: position, to: position, radius: radius)
    let closed = settings.closedLayers
    return elements(in: disc.bounds).last {
      $0.textBox != nil && !closed.contains($0.layer) && $0.isTouched(by: disc)
    }
  }
}

extension [Element] {
  /// What their text boxes say, as it is read: from top to bottom, a line break between two; `nil` where there are none.
  public var plainText: String? {
    let boxes = compactMap { element in element.textBox.map { (element.bounds, $0.text) } }
    guard !boxes.isEmpty else { return nil }
    return boxes.sorted { ($0.0.minY, $0.0.minX) < ($1.0.minY, $1.0.minX) }.map(\.1)
      .joined(separator: "\n")
  }
}
