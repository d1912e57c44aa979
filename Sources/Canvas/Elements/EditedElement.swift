import InkModel

/// How a kind of element is edited: what its value answers on this floor, for selecting, picking colours
/// and pasting. (What erasers, moving and recolouring do to it, it says as an `ElementValue`.)
///
/// A kind that has handles of its own, or does something on a double tap or in the context menu, brings
/// the question with it: a requirement here with an answer for all others.
public protocol EditedElement: ElementValue {
  /// How much of it is inside a loop, 0 … 1.
  func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double

  /// The colour that it has at a place that it covers or nearly so, as on light paper, opacity
  /// included; `nil` where that is not known.
  ///
  /// - Parameter place: In canvas space.
  func color(at place: Point, _ canvasFromElement: AffineTransform) -> Color?

  /// Whether another value in the same position could not be told from it, but for its colour.
  func isAlike(_ other: Self) -> Bool

  /// What glows where it is selected.
  ///
  /// - Parameter t: From its own space.
  func highlight(after t: AffineTransform) -> SelectionHighlight
}

/// The lines that glow around something that is selected.
public struct SelectionHighlight: Hashable, Sendable {
  /// Places that are joined by straight lines; a list of one is a dot.
  public var lines: [[Point]]
  /// How far what is selected reaches to either side of its lines.
  public var radius: Double

  public init(lines: [[Point]], radius: Double) {
    self.lines = lines
    self.radius = radius
  }
}

/// What holds for a filled box.
extension EditedElement {
  public func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double {
    // The middles of 16 by 16 fields.
    let n = 16
    var inside = 0
    for row in 0..<n {
      for column in 0..<n {
        let p = Point(
          bounds.minX + bounds.width * (Double(column) + 0.5) / Double(n),
          bounds.minY + bounds.height * (Double(row) + 0.5) / Double(n))
        if loop.contains(canvasFromElement(p)) { inside += 1 }
      }
    }
    return Double(inside) / Double(n * n)
  }

  public func color(at place: Point, _ canvasFromElement: AffineTransform) -> Color? { color }

  public func isAlike(_ other: Self) -> Bool { isVersion(of: other) }

  public func highlight(after t: AffineTransform) -> SelectionHighlight {
    let corners = bounds.corners.map { t($0) }
    return SelectionHighlight(lines: [corners + corners.prefix(1)], radius: 0)
  }

  fileprivate func isAlike(any other: any ElementValue) -> Bool {
    (other as? Self).map { isAlike($0) } ?? false
  }
}

/// What the session asks of an element, whatever its kind: the one place of this module that tells
/// kinds apart.
extension Element {
  /// How much of the element is inside a loop, 0 … 1.
  public func share(in loop: SelectionLoop) -> Double {
    guard loop.bounds.intersects(bounds) else { return 0 }
    return switch kind {
    case .stroke(let stroke): stroke.share(in: loop, canvasFromElement)
    case .other(let value):
      (value as? any EditedElement)?.share(in: loop, canvasFromElement) ?? 0
    }
  }

  /// The colour of the element at a place (canvas space) that it covers or nearly so.
  func color(at place: Point) -> Color? {
    switch kind {
    case .stroke(let stroke): stroke.color(at: place, canvasFromElement)
    case .other(let value): (value as? any EditedElement)?.color(at: place, canvasFromElement)
    }
  }

  /// Whether another element in the same position could not be told from this one, but for its colour.
  func isAlike(_ other: Element) -> Bool {
    switch (kind, other.kind) {
    case (.stroke(let a), .stroke(let b)): a.isAlike(b)
    case (.other(let a), .other(let b)): (a as? any EditedElement)?.isAlike(any: b) ?? false
    default: false
    }
  }

  /// What glows where the element is selected.
  ///
  /// - Parameter t: From canvas space.
  public func highlight(after t: AffineTransform) -> SelectionHighlight {
    switch kind {
    case .stroke(let stroke): stroke.highlight(after: t * canvasFromElement)
    case .other(let value):
      (value as? any EditedElement)?.highlight(after: t * canvasFromElement)
        ?? SelectionHighlight(lines: [], radius: 0)
    }
  }
}
