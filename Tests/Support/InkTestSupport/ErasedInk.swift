import Glibc
import InkModel

/// Strokes and sweeps for tests of erasing.
public enum ErasedInk {
  /// A stroke of one word, as an element.
  public static func word(
    id: Int64 = 1, at origin: Point = Point(40, 120), ink: Ink = .standard, width: Double = 220,
    height: Double = 60, loops: Int = 5, transform: AffineTransform = .identity
  ) -> Element {
    element(
      SyntheticInk.word(at: origin, width: width, height: height, loops: loops, samples: 160),
      id: id, ink: ink, transform: transform)
  }

  public static func element(
    _ path: StrokePath, id: Int64 = 1, ink: Ink = .standard,
    transform: AffineTransform = .identity
  ) -> Element {
    Element(
      id: ElementID(id), order: .first, canvasFromElement: transform,
      kind: .stroke(Stroke(content: ContentID(id), ink: ink, path: path, seed: UInt32(id))))
  }

  /// A straight stroke of even width.
  public static func line(
    from a: Point, to b: Point, points: Int = 30, ink: Ink = .standard,
    transform: AffineTransform = .identity
  ) -> Element {
    element(
      StrokePath(
        (0..<points).map { i in
          let p = a.lerp(to: b, points > 1 ? Double(i) / Double(points - 1) : 0)
          return StrokePoint(x: Float(p.x), y: Float(p.y), timeOffset: Float(i) / 240)
        }), ink: ink, transform: transform)
  }

  /// A wandering sweep of `count` discs that begins somewhere on an element.
  public static func sweep(
    _ count: Int, over element: Element, radius: Double, using generator: inout SeededGenerator
  ) -> [SweptDisc] {
    let point = element.stroke.path.points.randomElement(using: &generator)
    var at = element.canvasFromElement(point?.position ?? .zero)
    var heading = Double.random(in: 0..<2 * .pi, using: &generator)
    return (0..<count).map { _ in
      heading += Double.random(in: -0.8...0.8, using: &generator)
      let step = Double.random(in: 0...radius * 1.5, using: &generator)
      let next = at + Vector(angle: heading) * step
      defer { at = next }
      return SweptDisc(from: at, to: next, radius: radius)
    }
  }
}

extension Element {
  /// The element with something else in it, `nil` for nothing.
  public func holding(_ kind: Kind?) -> Element? { kind.map { version(id, $0) } }

  /// The element with another stroke in it.
  public func holding(_ stroke: Stroke) -> Element { version(id, .stroke(stroke)) }

  /// The stroke in it.
  public var stroke: Stroke { kind.ink }

  /// The strokes that it has fallen apart into, itself where it has not.
  public var fragments: [Stroke] { settled()?.fragments.map(\.ink) ?? [stroke] }
}

extension Element.Kind {
  /// The stroke that this is in tests of ink.
  public var ink: Stroke {
    guard let stroke = inkStroke else { fatalError("\(self) is no stroke") }
    return stroke
  }
}
