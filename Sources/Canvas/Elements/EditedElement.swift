import InkModel

/// How a kind of element is edited: what selecting, picking colours and pasting need of it.
/// (Erasing, moving and recolouring are in `ElementValue`.)
///
/// A kind that has its own handles, or does something on a double tap or in the context menu, adds
/// a requirement here, with a default for all others.
public protocol EditedElement: ElementValue {
  /// How much of it is inside a loop, 0 … 1.
  func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double

  /// Its colour at a position that it covers or nearly so, as on light paper, opacity
  /// included; `nil` where that is not known.
  ///
  /// - Parameter position: In canvas space.
  func color(at position: Point, _ canvasFromElement: AffineTransform) -> Color?

  /// Whether another value in the same position would paint the same, but for its colour.
  func isAlike(_ other: Self) -> Bool

  /// The highlight that it has while it is selected.
  ///
  /// - Parameter t: From element space.
  func highlight(after t: AffineTransform) -> SelectionHighlight

  /// The direction on the canvas of its sides, in radians, for a frame that lies along them when it is selected
  /// alone; `nil` for what has none.
  func ownAngle(_ canvasFromElement: AffineTransform) -> Double?
}

/// The lines that glow around a selected element.
public struct SelectionHighlight: Hashable, Sendable {
  /// Points that are joined by straight lines; a list of one is a dot.
  public var lines: [[Point]]
  /// Half the width of what is highlighted around its lines.
  public var radius: Double

  public init(lines: [[Point]], radius: Double) {
    self.lines = lines
    self.radius = radius
  }
}

/// The defaults, for a filled rectangle.
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

  public func color(at position: Point, _ canvasFromElement: AffineTransform) -> Color? { color }

  public func isAlike(_ other: Self) -> Bool { isVersion(of: other) }

  public func highlight(after t: AffineTransform) -> SelectionHighlight {
    let corners = bounds.corners.map { t($0) }
    return SelectionHighlight(lines: [corners + corners.prefix(1)], radius: 0)
  }

  public func ownAngle(_ canvasFromElement: AffineTransform) -> Double? { nil }

  fileprivate func isAlike(any other: any ElementValue) -> Bool {
    (other as? Self).map { isAlike($0) } ?? false
  }
}

/// What the session needs of an element, whatever its kind: the only code of this module that
/// distinguishes kinds.
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

  /// The colour of the element at a position (canvas space) that it covers or nearly so.
  func color(at position: Point) -> Color? {
    switch kind {
    case .stroke(let stroke): stroke.color(at: position, canvasFromElement)
    case .other(let value): (value as? any EditedElement)?.color(at: position, canvasFromElement)
    }
  }

  /// The same at its strongest: a wash is nowhere as opaque as its ink.
  ///
  /// What grain leaves bare is too small to be a ground of its own.
  func strongestColor(at position: Point) -> Color? {
    guard let color = color(at: position) else { return nil }
    guard case .stroke(let stroke) = kind,
      case .wash(let wash) = StockBrushes.family(of: stroke.ink).medium
    else { return color }
    return color.with(alpha: Double(color.alpha) / 255 * wash.tone)
  }

  /// Whether another element in the same position would paint the same, but for its colour.
  func isAlike(_ other: Element) -> Bool {
    switch (kind, other.kind) {
    case (.stroke(let a), .stroke(let b)): a.isAlike(b)
    case (.other(let a), .other(let b)): (a as? any EditedElement)?.isAlike(any: b) ?? false
    default: false
    }
  }

  /// The highlight that the element has while it is selected.
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
  /// The direction on the canvas of the element's sides, in radians; `nil` for what has none.
  var ownAngle: Double? {
    guard case .other(let value) = kind else { return nil }
    return (value as? any EditedElement)?.ownAngle(canvasFromElement)
  }
}
