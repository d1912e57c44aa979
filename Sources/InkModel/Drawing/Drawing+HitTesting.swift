extension Drawing {
  /// The elements whose ink a round eraser of `radius` touches on the line from `start` to `end`,
  /// in canvas space.
  ///
  /// A stroke is touched where its ink, at its width there, meets the eraser.
  public func elements(touchedFrom start: Point, to end: Point, radius: Double) -> [Element] {
    let disc = SweptDisc(from: start, to: end, radius: radius)
    return elements(in: disc.bounds).filter { $0.isTouched(by: disc) }
  }
}
