extension Element {
  /// What an element is.
  ///
  /// Strokes are stored inline, because a drawing has a hundred thousand of them and of other kinds a few;
  /// everything else is a value behind a reference. Callers ask the element: this file
  /// is the only one of the model that distinguishes the two.
  public enum Kind: Sendable {
    case stroke(Stroke)
    indirect case other(any ElementValue)
  }
}

extension Element.Kind {
  /// The stroke, `nil` for other kinds: for code whose subject is ink.
  @inlinable public var inkStroke: Stroke? {
    if case .stroke(let stroke) = self { stroke } else { nil }
  }

  /// The value of an element that is not a stroke.
  @inlinable public var otherValue: (any ElementValue)? {
    if case .other(let value) = self { value } else { nil }
  }

  /// The bytes that an element shows and that its drawing holds.
  public var blobs: [BlobID] {
    if case .other(let value) = self { value.blobs } else { [] }
  }

  /// The recorded ink that a stroke was made from, `nil` for other kinds.
  @inlinable public var content: ContentID? {
    if case .stroke(let stroke) = self { stroke.content } else { nil }
  }

  /// The same with a stroke's recorded ink under another number.
  public func renumbered(_ number: (ContentID) -> ContentID) -> Self {
    guard case .stroke(var stroke) = self else { return self }
    stroke.content = number(stroke.content)
    return .stroke(stroke)
  }

  var bounds: Rect {
    switch self {
    case .stroke(let stroke): stroke.bounds
    case .other(let value): value.bounds
    }
  }

  func bounds(after t: AffineTransform) -> Rect? {
    switch self {
    case .stroke(let stroke): stroke.bounds(after: t)
    case .other(let value): value.bounds(after: t)
    }
  }

  var band: LayerBand {
    switch self {
    case .stroke(let stroke): stroke.band
    case .other(let value): value.band
    }
  }

  var isGround: Bool { otherValue?.isGround ?? false }

  var color: Color? {
    switch self {
    case .stroke(let stroke): stroke.color
    case .other(let value): value.color
    }
  }

  func recolored(_ color: Color) -> Self {
    switch self {
    case .stroke(let stroke): .stroke(stroke.recolored(color))
    case .other(let value): value.recoloredKind(color)
    }
  }

  func inked(atLeast width: Double) -> Self {
    switch self {
    case .stroke(let stroke): .stroke(stroke.inked(atLeast: width))
    case .other(let value): value.inkedKind(atLeast: width)
    }
  }

  func isVersion(of other: Self) -> Bool {
    switch (self, other) {
    case (.stroke(let a), .stroke(let b)): a.isVersion(of: b)
    case (.other(let a), .other(let b)): a.isVersion(ofAny: b)
    default: false
    }
  }

  func isTouched(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Bool {
    switch self {
    case .stroke(let stroke): stroke.isTouched(by: disc, canvasFromElement)
    case .other(let value): value.isTouched(by: disc, canvasFromElement)
    }
  }

  func isPainted(in area: Quad) -> Bool {
    switch self {
    case .stroke(let stroke): stroke.isPainted(in: area)
    case .other(let value): value.isPainted(in: area)
    }
  }

  func cut(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>? {
    switch self {
    case .stroke(let stroke):
      stroke.cut(by: disc, canvasFromElement).map {
        Erased(rest: $0.rest.map { .stroke($0) }, damage: $0.damage)
      }
    case .other(let value): value.cutKind(by: disc, canvasFromElement)
    }
  }

  func rubbed(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>? {
    switch self {
    case .stroke(let stroke):
      stroke.rubbed(by: disc, canvasFromElement).map {
        Erased(rest: $0.rest.map { .stroke($0) }, damage: $0.damage)
      }
    case .other(let value): value.rubbedKind(by: disc, canvasFromElement)
    }
  }

  func settled(_ canvasFromElement: AffineTransform) -> Settled<Self>? {
    switch self {
    case .stroke(let stroke):
      stroke.settled(canvasFromElement).map {
        Settled(fragments: $0.fragments.map { .stroke($0) }, looksDifferent: $0.looksDifferent)
      }
    case .other(let value): value.settledKinds(canvasFromElement)
    }
  }
}

extension Element.Kind: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.stroke(let a), .stroke(let b)): a == b
    case (.other(let a), .other(let b)): a.isEqual(to: b)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .stroke(let stroke): hasher.combine(stroke)
    case .other(let value): hasher.combine(value)
    }
  }
}

/// What every kind of element provides; see ``ElementValue``.
extension Element {
  /// The band of the layer order that new elements like this one are added to.
  public var band: LayerBand { kind.band }

  /// Whether it is something to write on: highlighters lie above it, and erasers pass over it.
  public var isGround: Bool { kind.isGround }

  /// The colour that recolouring replaces, as on light paper; `nil` for what has none.
  public var color: Color? { kind.color }

  /// Whether both are versions of one element.
  public func isVersion(of other: Element) -> Bool { kind.isVersion(of: other.kind) }

  /// The smallest bounds of everything painted after `t`, `nil` where nothing is.
  ///
  /// - Parameter t: From canvas space.
  public func bounds(after t: AffineTransform) -> Rect? {
    kind.bounds(after: t * canvasFromElement)
  }

  /// Whether a disc (canvas space) meets what the element paints; ink that was rubbed out does not count.
  public func isTouched(by disc: SweptDisc) -> Bool {
    bounds.intersects(disc.bounds) && kind.isTouched(by: disc, canvasFromElement)
  }

  /// Whether some of what it paints lies over a ground (``isGround``), wherever its bounds are.
  ///
  /// - Parameter motion: How it is moved, on the canvas; the ground is not.
  func lies(over ground: Element, moved motion: AffineTransform = .identity) -> Bool {
    guard motion(bounds).intersects(ground.bounds),
      let elementFromCanvas = (motion * canvasFromElement).inverse
    else { return false }
    let elementFromGround = elementFromCanvas * ground.canvasFromElement
    return kind.isPainted(in: Quad(ground.kind.bounds).mapped(by: elementFromGround))
  }

  /// What is left without the stretches of lines that the disc touches; `nil` where that changes
  /// nothing.
  public func cut(by disc: SweptDisc) -> Erased<Kind>? {
    bounds.intersects(disc.bounds) ? kind.cut(by: disc, canvasFromElement) : nil
  }

  /// What is left without the ink that the disc covers; `nil` where that changes nothing.
  public func rubbed(by disc: SweptDisc) -> Erased<Kind>? {
    guard bounds.intersects(disc.bounds),
      var left = kind.rubbed(by: disc, canvasFromElement)
    else { return nil }
    left.damage = left.damage.intersection(bounds)
    return left
  }

  /// What the element falls apart into when an eraser lifts, `nil` where it stays as it is.
  public func settled() -> Settled<Kind>? { kind.settled(canvasFromElement) }
}
