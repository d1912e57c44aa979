import Glibc
import InkModel

/// Strokes like writing, the same on every run.
public enum SyntheticInk {
  /// The path through samples at 240 Hz along a curve; `force` along it, both for t in 0…1.
  ///
  /// Smooth and dense as a modeler's, but no modeler's: a better modeler must not change what
  /// tests of painting paint. It is the quadratic B-spline with the samples as control points, in
  /// chords that stray by at most 0.02 canvas points.
  public static func path(
    samples count: Int, _ curve: (Double) -> Point, force: (Double) -> Double = { _ in 0.5 }
  ) -> StrokePath {
    typealias Sample = (x: Double, y: Double, force: Double, time: Double)
    let samples = (0..<count).map { i -> Sample in
      let t = count > 1 ? Double(i) / Double(count - 1) : 0
      let p = curve(t)
      return (p.x, p.y, force(t), Double(i) / 240)
    }
    func mix(_ a: Sample, _ b: Sample, _ t: Double) -> Sample {
      (
        a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.force + (b.force - a.force) * t,
        a.time + (b.time - a.time) * t
      )
    }
    guard var middle = samples.first else { return StrokePath() }
    var line = [middle]
    for (control, next) in zip(samples, samples.dropFirst()) {
      let end = mix(control, next, 0.5)
      let bend = hypot(middle.x + end.x - 2 * control.x, middle.y + end.y - 2 * control.y) / 4
      let n = max(Int((bend / 0.02).squareRoot().rounded(.up)), 1)
      for i in 1...n {
        let t = Double(i) / Double(n)
        line.append(mix(mix(middle, control, t), mix(control, end, t), t))
      }
      middle = end
    }
    if samples.count > 1 { line.append(samples[samples.count - 1]) }
    return StrokePath(
      line.map {
        StrokePoint(
          x: Float($0.x), y: Float($0.y), force: Float($0.force), timeOffset: Float($0.time))
      })
  }

  /// A word of loops, `width` canvas points wide and `height` high, its baseline's start at
  /// `origin`; pressed like handwriting, harder on downstrokes.
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
