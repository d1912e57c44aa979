/// What every kind of element provides.
///
/// A kind is a value that conforms to this, and to a protocol of the same sort in each target that
/// needs more: how it is painted (`PaintedElement` in `InkRendering`), how it is stored
/// (`StoredElement` in `InkStore`), how it is edited (`EditedElement` in `Canvas`). Only files need a
/// table beside that, because they identify kinds by name.
///
/// The value is in element space, which ``Element/canvasFromElement`` maps to canvas space. Moving,
/// turning and scaling an element change that map and leave the value as it is. An element's value never
/// changes; what changes it makes another version of the element.
public protocol ElementValue: Hashable, Sendable {
  /// The bounds of everything that it may paint, in element space.
  var bounds: Rect { get }

  /// The smallest bounds of everything that it paints after `t`, `nil` where it paints nothing.
  ///
  /// - Parameter t: From element space; for example into that of a rotated selection frame.
  func bounds(after t: AffineTransform) -> Rect?

  /// The band of the layer order that new elements like this one are added to.
  var band: LayerBand { get }

  /// Whether it is something to write on, as paper is: it hides what is below it, highlighters that come over it lie
  /// above it, and erasers pass over it.
  var isGround: Bool { get }

  /// The colour that recolouring replaces, opacity included, as on light paper; `nil` for what has
  /// none, which recolouring leaves as it is.
  var color: Color? { get }

  /// The same with another ``color``.
  func recolored(_ color: Color) -> Self

  /// The same where the ink of its lines is at least so wide, in element space; what has no lines stays as it is.
  func inked(atLeast width: Double) -> Self

  /// The bytes that it shows and that its drawing holds; a file keeps them as long as it keeps the element.
  var blobs: [BlobID] { get }

  /// Whether every number of it is finite and within ``ElementLimits``, before any transform.
  ///
  /// That its ``bounds`` are within reach is found out beside it.
  var isWithinLimits: Bool { get }

  /// Whether it is a version of the same element as another value: both come from one that was made once.
  ///
  /// Where a value cannot know, it returns true for equal values.
  func isVersion(of other: Self) -> Bool

  /// Whether a disc (canvas space) meets something that is painted.
  ///
  /// The disc is near: its bounds meet the element's.
  func isTouched(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Bool

  /// Whether some of what it paints lies within an area (element space); what erasers rubbed out may count.
  func isPainted(in area: Quad) -> Bool

  /// What is left where an eraser takes off the stretches of lines that the disc (canvas space)
  /// touches; `nil` where that changes nothing, as for every kind without lines.
  func cut(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>?

  /// What is left where an eraser takes off the area that the disc (canvas space) covers; `nil` where
  /// that changes nothing, as for every kind without ink.
  func rubbed(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>?

  /// What it separates into when an eraser that has cut or rubbed it lifts; `nil` where it stays as
  /// it is.
  func settled(_ canvasFromElement: AffineTransform) -> Settled<Self>?
}

/// What an eraser left of something that it touched.
public struct Erased<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What it is now, `nil` where nothing is left.
  public var rest: Value?
  /// The bounds of everything that looks different, in canvas space.
  public var damage: Rect

  public init(rest: Value?, damage: Rect) {
    self.rest = rest
    self.damage = damage
  }
}

/// What an element that was erased in part separated into.
public struct Settled<Value: Hashable & Sendable>: Hashable, Sendable {
  /// None where nothing is left.
  public var fragments: [Value]
  /// Whether the fragments together may look different from the whole.
  public var looksDifferent: Bool

  public init(fragments: [Value], looksDifferent: Bool) {
    self.fragments = fragments
    self.looksDifferent = looksDifferent
  }
}

/// The defaults, which suit most kinds: a filled rectangle above all ink, without a colour of its own, that erasers remove
/// whole or not at all.
extension ElementValue {
  public func bounds(after t: AffineTransform) -> Rect? { bounds.isEmpty ? nil : t(bounds) }
  public var band: LayerBand { .above }
  public var isGround: Bool { false }
  public var blobs: [BlobID] { [] }
  public var isWithinLimits: Bool { true }
  public var color: Color? { nil }
  public func recolored(_ color: Color) -> Self { self }
  public func inked(atLeast width: Double) -> Self { self }
  public func isVersion(of other: Self) -> Bool { recolored(.ink) == other.recolored(.ink) }

  public func isTouched(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Bool {
    Quad(bounds).mapped(by: canvasFromElement).isTouched(by: disc)
  }

  public func isPainted(in area: Quad) -> Bool { area.intersects(bounds) }

  public func cut(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>? { nil }
  public func rubbed(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Self>? {
    nil
  }
  public func settled(_ canvasFromElement: AffineTransform) -> Settled<Self>? { nil }
}

/// Values whose types are not known: each is forwarded to `Element.Kind`.
extension ElementValue {
  func isEqual(to other: any ElementValue) -> Bool { other as? Self == self }

  func isVersion(ofAny other: any ElementValue) -> Bool {
    (other as? Self).map { isVersion(of: $0) } ?? false
  }

  func recoloredKind(_ color: Color) -> Element.Kind { .other(recolored(color)) }

  func inkedKind(atLeast width: Double) -> Element.Kind { .other(inked(atLeast: width)) }

  func cutKind(
    by disc: SweptDisc, _ canvasFromElement: AffineTransform
  ) -> Erased<Element.Kind>? {
    cut(by: disc, canvasFromElement).map {
      Erased(rest: $0.rest.map { .other($0) }, damage: $0.damage)
    }
  }

  func rubbedKind(
    by disc: SweptDisc, _ canvasFromElement: AffineTransform
  ) -> Erased<Element.Kind>? {
    rubbed(by: disc, canvasFromElement).map {
      Erased(rest: $0.rest.map { .other($0) }, damage: $0.damage)
    }
  }

  func settledKinds(_ canvasFromElement: AffineTransform) -> Settled<Element.Kind>? {
    settled(canvasFromElement).map {
      Settled(fragments: $0.fragments.map { .other($0) }, looksDifferent: $0.looksDifferent)
    }
  }
}
