import Glibc
import InkModel

/// Plain printed letters made of lines and arcs, for tests that need legible ink.
///
/// One small letter is 1 high, the baseline is at 0, y grows downwards.
public struct DrawnLetters: Sendable {
  /// Turns every point a little, so that the ink is not a ruler's.
  public var shake = 0.03
  public var slant = 0.1
  public var size = 40.0

  public init(shake: Double = 0.03, slant: Double = 0.1, size: Double = 40) {
    self.shake = shake
    self.slant = slant
    self.size = size
  }

  /// The strokes of a text; nil where a letter has no drawing here.
  public func draw(_ text: String) -> [[Point]]? {
    var strokes: [[Point]] = []
    var x = 0.0
    for c in text {
      if c == " " {
        x += 1.2
        continue
      }
      guard let (width, shape) = Self.shapes[c] else { return nil }
      for line in shape {
        strokes.append(
          line.map { p in
            let u = x + p.x - slant * p.y + shake * sin(9 * p.y + 5 * x)
            return Point(size * u, size * (p.y + shake * sin(7 * p.x + 3 * x)))
          })
      }
      x += width + 0.35
    }
    return strokes
  }

  private static func line(_ points: (Double, Double)...) -> [Point] {
    var all: [Point] = []
    for (a, b) in zip(points, points.dropFirst()) {
      for k in 0...12 {
        let t = Double(k) / 12
        all.append(Point(a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
      }
    }
    return all
  }

  /// Part of an ellipse; degrees, 0 to the right, 90 down.
  private static func arc(
    _ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ from: Double, _ to: Double
  ) -> [Point] {
    (0...24).map { k in
      let a = (from + (to - from) * Double(k) / 24) * .pi / 180
      return Point(x + rx * cos(a), y + ry * sin(a))
    }
  }

  private static let shapes: [Character: (width: Double, strokes: [[Point]])] = [
    "a": (
      0.8, [arc(0.38, -0.5, 0.38, 0.5, -30, -360) + line((0.75, -0.95), (0.75, -0.1), (0.85, 0))]
    ),
    "c": (0.65, [arc(0.38, -0.5, 0.38, 0.5, -45, -315)]),
    "d": (0.8, [arc(0.38, -0.5, 0.38, 0.5, -30, -360) + line((0.76, -1.9), (0.76, 0))]),
    "e": (0.75, [line((0.03, -0.5), (0.7, -0.52)) + arc(0.37, -0.5, 0.35, 0.5, -5, -320)]),
    "h": (
      0.7,
      [
        line((0, -1.9), (0, 0), (0, -0.6)) + arc(0.35, -0.6, 0.35, 0.4, 180, 360)
          + line((0.7, -0.6), (0.7, 0))
      ]
    ),
    "i": (0.1, [line((0, -1), (0, 0)), [Point(0.05, -1.5), Point(0.06, -1.45)]]),
    "l": (0.1, [line((0, -1.9), (0, 0))]),
    "m": (
      1.2,
      [
        line((0, -1), (0, 0), (0, -0.6)) + arc(0.3, -0.6, 0.3, 0.4, 180, 360)
          + line((0.6, -0.6), (0.6, 0), (0.6, -0.6))
          + arc(0.9, -0.6, 0.3, 0.4, 180, 360) + line((1.2, -0.6), (1.2, 0))
      ]
    ),
    "n": (
      0.7,
      [
        line((0, -1), (0, 0), (0, -0.6)) + arc(0.35, -0.6, 0.35, 0.4, 180, 360)
          + line((0.7, -0.6), (0.7, 0))
      ]
    ),
    "o": (0.8, [arc(0.4, -0.5, 0.4, 0.5, -90, -450)]),
    "t": (0.6, [line((0.3, -1.6), (0.3, 0)), line((0, -1), (0.6, -1.02))]),
    "u": (
      0.75,
      [
        line((0, -1), (0, -0.4)) + arc(0.35, -0.4, 0.35, 0.4, 180, 0)
          + line((0.7, -0.4), (0.7, -1), (0.7, 0))
      ]
    ),
    "w": (1.2, [line((0, -1), (0.3, 0), (0.6, -0.9), (0.9, 0), (1.2, -1))]),
    "E": (
      0.9,
      [
        line((0, -1.8), (0, 0)), line((0, -1.8), (0.9, -1.8)), line((0, -0.95), (0.75, -0.95)),
        line((0, 0), (0.9, 0)),
      ]
    ),
    "H": (1, [line((0, -1.8), (0, 0)), line((1, -1.8), (1, 0)), line((0, -0.9), (1, -0.9))]),
    "L": (0.9, [line((0, -1.8), (0, 0), (0.9, 0))]),
    "M": (1.3, [line((0, 0), (0.1, -1.8), (0.65, -0.5), (1.2, -1.8), (1.3, 0))]),
    "N": (1, [line((0, 0), (0, -1.8), (1, 0), (1, -1.8))]),
    "T": (1.1, [line((0.55, -1.8), (0.55, 0)), line((0, -1.8), (1.1, -1.8))]),
    "W": (1.4, [line((0, -1.8), (0.35, 0), (0.7, -1.3), (1.05, 0), (1.4, -1.8))]),
    "0": (0.9, [arc(0.45, -0.9, 0.45, 0.9, -90, -450)]),
    "1": (0.3, [line((0, -1.4), (0.3, -1.8), (0.3, 0))]),
    "2": (0.9, [arc(0.42, -1.35, 0.42, 0.45, 200, 400) + line((0.74, -1.05), (0, 0), (0.9, 0))]),
    "3": (0.8, [arc(0.35, -1.38, 0.4, 0.42, 210, 440) + arc(0.35, -0.48, 0.45, 0.48, -85, 140)]),
    "4": (0.9, [line((0.5, -1.8), (0, -0.6), (0.9, -0.6)), line((0.7, -1.2), (0.7, 0))]),
    "6": (0.8, [arc(0.9, -0.6, 0.9, 1.2, -100, -180) + arc(0.42, -0.45, 0.42, 0.45, 180, -180)]),
    "7": (0.9, [line((0, -1.8), (0.9, -1.8), (0.35, 0))]),
  ]
}
