import InkModel

/// The selected elements of the drawing, and the frame around them.
///
/// Invariant: every element is in the drawing as it is here, except while a step is being made.
public struct Selection: Hashable, Sendable {
  /// In layer order, one at least.
  public private(set) var elements: [Element]
  public private(set) var frame: SelectionFrame

  /// - Parameter rotation: Of the frame, in radians of canvas space; of one element that has sides, the frame lies along
  ///   those, as near to this as that can be.
  init?(_ elements: some Sequence<Element>, rotation: Double) {
    let sorted = elements.sorted { $0.paintsBelow($1) }
    guard !sorted.isEmpty else { return nil }
    self.elements = sorted
    var angle = rotation
    if sorted.count == 1, let own = sorted[0].ownAngle {
      let quarters = ((rotation - own) / (.pi / 2)).rounded()
      angle = own + quarters * .pi / 2
    }
    frame = SelectionFrame(around: sorted, rotation: angle)
  }

  /// Replaces the elements by their versions after `motion`.
  mutating func become(_ elements: [Element], moved motion: AffineTransform) {
    self.elements = elements.sorted { $0.paintsBelow($1) }
    frame = frame.moved(by: motion)
  }

  public var ids: Set<ElementID> { Set(elements.map(\.id)) }

  /// The bounds of all ink, in canvas space.
  public var bounds: Rect { elements.reduce(.empty) { $0.union($1.bounds) } }
}

/// How elements are selected.
public enum SelectionKind: String, Hashable, Sendable, CaseIterable {
  /// By a line around them, of any shape.
  case lasso
  /// By a box, upright on the screen.
  case box
}

/// The line or box that is being drawn around elements.
public enum SelectionOutline: Hashable, Sendable {
  /// Canvas space.
  case lasso([Point])
  /// Two opposite corners, in widget points.
  case box(Point, Point)

  /// The area that it encloses, in canvas space.
  func loop(in view: Viewport) -> SelectionLoop {
    switch self {
    case .lasso(let points): SelectionLoop(points)
    case .box(let a, let b):
      SelectionLoop(
        Rect(
          minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y)
        ).corners.map(view.canvasFromWidget.callAsFunction))
    }
  }
}
