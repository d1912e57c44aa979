import Glibc
import InkModel

/// Strokes that look like writing, the same on every run.
public enum SyntheticInk {
  /// The modelled path of samples at 240 Hz along a curve; `force` along it, both for t in 0…1.
  public static func path(
    samples count: Int, _ curve: (Double) -> Point, force: (Double) -> Double = { _ in 0.5 }
  ) -> StrokePath {
    var modeler = StrokeModeler()
    var points: [StrokePoint] = []
    for i in 0..<count {
      let t = count > 1 ? Double(i) / Double(count - 1) : 0
      modeler.update(
        StylusSample(position: curve(t), time: Double(i) / 240, force: Float(force(t))),
        into: &points)
    }
    modeler.finish(into: &points)
    return StrokePath(points)
  }

  /// A word of loops, `width` canvas points wide and `height` high, its baseline's start at
  /// `origin`; pressed like handwriting, harder on the way down.
  public static func word(
    at origin: Point, width: Double, height: Double, loops: Int, samples: Int
  ) -> StrokePath {
    path(samples: samples) { t in
      let a = t * Double(loops) * 2 * .pi
      return Point(
        origin.x + width * t + height * 0.35 * sin(a),
        origin.y - height * (0.5 - 0.5 * cos(a)) * (0.6 + 0.4 * cos(a * 0.37)))
    } force: { t in
      let a = t * Double(loops) * 2 * .pi
      let ends = min(1, t * 30, (1 - t) * 20)
      return max(0.05, ends * (0.45 - 0.3 * sin(a)))
    }
  }

  public static func element(
    _ number: Int64, _ path: StrokePath, ink: Ink = .standard, order: OrderKey? = nil,
    canvasFromElement: AffineTransform = .identity
  ) -> Element {
    Element(
      id: ElementID(number), order: order ?? key(number), canvasFromElement: canvasFromElement,
      kind: .stroke(
        Stroke(
          content: ContentID(number), ink: ink, path: path,
          seed: UInt32(truncatingIfNeeded: number))))
  }

  /// Order keys that ascend with the number, 1 or more.
  public static func key(_ number: Int64) -> OrderKey {
    // Three digits of base 62 after the head: enough for any test.
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let n = Int(number)
    return OrderKey("c\(digits[n / 3844 % 62])\(digits[n / 62 % 62])\(digits[n % 62])")!
  }

  /// A page of writing: `count` strokes in lines, in the colours of the palette.
  public static func page(
    strokes count: Int, width: Double = 560, samplesPerStroke: Int = 60, seed: UInt64 = 1
  ) -> Drawing {
    var chance = SeededGenerator(seed: seed)
    var elements: [Element] = []
    var at = Point(20, 40)
    for i in 1...max(count, 1) {
      let w = Double.random(in: 14...34, using: &chance)
      if at.x + w > width {
        at = Point(20 + Double.random(in: 0...4, using: &chance), at.y + 24)
      }
      let path = word(
        at: at, width: w, height: Double.random(in: 9...15, using: &chance),
        loops: Int(Double.random(in: 1...4, using: &chance)),
        samples: samplesPerStroke)
      let color = DefaultPalette.colors[i % 9 == 0 ? i / 9 % DefaultPalette.colors.count : 0]
      elements.append(
        element(
          Int64(i), path,
          ink: Ink(
            brush: "pen", brushVersion: 1, color: color,
            size: Double.random(in: 1.2...2.4, using: &chance))))
      at.x += w + Double.random(in: 5...9, using: &chance)
    }
    return Drawing(count == 0 ? [] : elements)
  }
}
