/// Drawings whose lines are wide enough to be seen in a small picture.
extension Drawing {
  /// The same where ink is at least so wide, in canvas points; wider ink stays as it is.
  ///
  /// For pictures, and not to be kept. O(points).
  public func inked(atLeast width: Double) -> Drawing {
    Drawing(
      elements.map { $0.inked(atLeast: width) }, settings: settings, arrangement: arrangement)
  }
}

extension Element {
  /// The same where its ink is at least so wide, in canvas points.
  func inked(atLeast width: Double) -> Element {
    let scale = canvasFromElement.meanScale
    guard scale > 0 else { return self }
    let wider = Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: placement, kind: kind.inked(atLeast: width / scale))
    // An export leaves out what is beyond them.
    return wider.isWithinLimits ? wider : self
  }
}
