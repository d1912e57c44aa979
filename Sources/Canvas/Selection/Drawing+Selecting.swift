import InkModel

extension Drawing {
  /// The elements at least half of which is in a loop, in layer order; none of layers that are hidden or locked.
  ///
  /// Half, and neither all of it nor any: a loop drawn quickly round a word selects the word, with
  /// the tails that stick out, and leaves the tails of its neighbours that stick in.
  public func elements(mostlyIn loop: SelectionLoop) -> [Element] {
    guard !loop.bounds.isEmpty else { return [] }
    let closed = settings.closedLayers
    return elements(in: loop.bounds).filter {
      !closed.contains($0.layer) && $0.share(in: loop) >= 0.5
    }
  }

  /// The topmost element of a layer that shows and is not locked that paints something within `radius` of a position, in
  /// canvas space.
  public func topElement(near position: Point, radius: Double) -> Element? {
    let closed = settings.closedLayers
    return elements(touchedFrom: position, to: position, radius: radius)
      .last { !closed.contains($0.layer) }
  }
}
