import Foundation
import InkModel

/// Drawings such as stand among notes.
public enum Sketch: CaseIterable, Sendable {
  case face
  case house
  case hatching
  case arrowToCircle
  case scribble
  case graph
  case flower
  case star
  case sun
  case spiral
  case tree
  case figure
  case cloud
  case heart
  case cube
  case map
  case waves
  case flowChart
  case bars
  case network
  case table

  /// The drawing with its upper left corner about at a point; most are as wide and as high as `s`.
  public func ink(at origin: Point, size s: Double) -> [[Point]] {
    let pen = SketchPen(origin: origin, size: s)
    return switch self {
    case .face, .house, .hatching, .arrowToCircle, .scribble, .graph: first(pen)
    case .flower, .star, .sun, .spiral, .tree, .figure, .cloud, .heart: things(pen)
    case .cube, .map, .waves, .flowChart, .bars, .network, .table: figures(pen)
    }
  }

  private func first(_ pen: SketchPen) -> [[Point]] {
    switch self {
    case .face:
      return [
        pen.circle(0.5, 0.5, 0.5), pen.circle(0.3, 0.35, 0.07), pen.circle(0.7, 0.35, 0.07),
        pen.curve(20) { (0.3 + 0.4 * $0, 0.65 + 0.1 * sin($0 * .pi)) },
      ]
    case .house:
      let corners = [(0, 0.5), (0.5, 0), (1, 0.5), (1, 1), (0, 1), (0, 0.5), (1, 0.5)]
      return zip(corners, corners.dropFirst()).map { pen.line($0, $1) } + [
        pen.line((0.4, 1), (0.4, 0.7)), pen.line((0.4, 0.7), (0.6, 0.7)),
        pen.line((0.6, 0.7), (0.6, 1)),
      ]
    case .hatching:
      return (0..<24).map { pen.line((Double($0) / 24, 0), (Double($0) / 24 + 0.3, 0.5)) }
    case .arrowToCircle:
      return [
        pen.line((0, 0), (2, 0)), pen.line((1.9, -0.08), (2, 0)), pen.line((1.9, 0.08), (2, 0)),
        pen.circle(2.3, 0, 0.25),
      ]
    case .scribble:
      return [
        pen.curve(300) { (0.5 + 0.5 * sin($0 * 111), 0.5 + 0.4 * cos($0 * 87)) }
      ]
    default:
      return [
        pen.line((0, 0), (0, 1)), pen.line((0, 1), (1.5, 1)),
        pen.curve(60) { (1.5 * $0, 0.9 - 0.5 * sin(6 * $0)) },
      ] + (1..<8).map { pen.line((Double($0) * 0.18, 0.97), (Double($0) * 0.18, 1.03)) }
    }
  }

  private func things(_ pen: SketchPen) -> [[Point]] {
    switch self {
    case .flower:
      return [pen.circle(0.5, 0.3, 0.1)]
        + (0..<6).map { k in
          let a = Double(k) * .pi / 3
          return pen.circle(0.5 + 0.2 * cos(a), 0.3 + 0.2 * sin(a), 0.1)
        } + [
          pen.curve(20) { (0.5 + 0.05 * sin($0 * 3), 0.6 + 0.4 * $0) },
          pen.oval(0.62, 0.8, 0.1, 0.04),
        ]
    case .star:
      // In one go, as on squared paper.
      let tips = (0...5).map { k in
        let a = Double(k) * 4 * .pi / 5 - .pi / 2
        return (0.5 + 0.5 * cos(a), 0.5 + 0.5 * sin(a))
      }
      return [pen.path(tips)]
    case .sun:
      return [pen.circle(0.5, 0.5, 0.22)]
        + (0..<10).map { k in
          let a = Double(k) * .pi / 5
          return pen.line(
            (0.5 + 0.3 * cos(a), 0.5 + 0.3 * sin(a)), (0.5 + 0.5 * cos(a), 0.5 + 0.5 * sin(a)))
        }
    case .spiral:
      return [
        pen.curve(120) { t in
          (0.5 + 0.5 * t * cos(t * 8 * .pi), 0.5 + 0.5 * t * sin(t * 8 * .pi))
        }
      ]
    case .tree:
      return [
        pen.line((0.45, 0.6), (0.42, 1)), pen.line((0.55, 0.6), (0.58, 1)),
        pen.curve(80) { t in
          let a = t * 2 * .pi
          let r = 0.3 + 0.03 * sin(9 * a)
          return (0.5 + 1.3 * r * cos(a), 0.32 + r * sin(a))
        },
      ]
    case .figure:
      return [
        pen.circle(0.5, 0.15, 0.13), pen.line((0.5, 0.28), (0.5, 0.65)),
        pen.line((0.2, 0.4), (0.8, 0.4)), pen.line((0.5, 0.65), (0.25, 1)),
        pen.line((0.5, 0.65), (0.75, 1)),
      ]
    case .cloud:
      return [
        pen.curve(90) { t in
          let a = t * 2 * .pi
          let bump = 0.06 * abs(sin(3.5 * a))
          return (0.5 + (0.45 + bump) * cos(a), 0.5 + (0.25 + bump) * sin(a))
        }
      ]
    default:
      return [
        pen.curve(60) { t in
          let a = t * 2 * .pi
          let y = 13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)
          return (0.5 + pow(sin(a), 3) / 2, 0.45 - y / 32)
        }
      ]
    }
  }

  private func figures(_ pen: SketchPen) -> [[Point]] {
    switch self {
    case .cube:
      return [
        pen.box(0, 0.3, 0.7, 0.7), pen.path([(0, 0.3), (0.3, 0), (1, 0), (0.7, 0.3)]),
        pen.path([(1, 0), (1, 0.7), (0.7, 1)]),
      ]
    case .map:
      return [
        // The coast, a river, a road, a lake, and three towns.
        pen.curve(120) { t in
          let a = t * 2 * .pi
          let r = 0.42 + 0.04 * sin(5 * a) + 0.025 * sin(11 * a + 1)
          return (0.5 + 1.1 * r * cos(a), 0.5 + r * sin(a))
        },
        pen.curve(40) { (0.3 + 0.05 * sin($0 * 9) + 0.1 * $0, 0.15 + 0.75 * $0) },
        pen.curve(30) { (0.1 + 0.75 * $0, 0.6 - 0.2 * $0 + 0.03 * sin($0 * 7)) },
        pen.oval(0.65, 0.7, 0.1, 0.06), pen.circle(0.35, 0.3, 0.025), pen.circle(0.6, 0.45, 0.025),
        pen.line((0.7, 0.25), (0.76, 0.31)), pen.line((0.76, 0.25), (0.7, 0.31)),
      ]
    case .waves:
      return (0..<3).map { k in
        pen.curve(60) { (1.4 * $0, 0.2 * Double(k) + 0.06 * sin($0 * 30)) }
      }
    case .flowChart:
      return [
        pen.box(0.3, 0, 0.4, 0.2), pen.line((0.5, 0.2), (0.5, 0.35)),
        pen.path([(0.46, 0.31), (0.5, 0.35), (0.54, 0.31)]),
        pen.path([(0.5, 0.35), (0.75, 0.5), (0.5, 0.65), (0.25, 0.5), (0.5, 0.35)]),
        pen.line((0.75, 0.5), (1, 0.5)), pen.path([(0.96, 0.46), (1, 0.5), (0.96, 0.54)]),
        pen.box(1, 0.4, 0.4, 0.2), pen.line((0.5, 0.65), (0.5, 0.8)),
        pen.path([(0.46, 0.76), (0.5, 0.8), (0.54, 0.76)]), pen.box(0.3, 0.8, 0.4, 0.2),
      ]
    case .bars:
      return [pen.line((0, 0), (0, 1)), pen.line((0, 1), (1.2, 1))]
        + [0.5, 0.8, 0.35, 0.65].enumerated().map { k, h in
          let x = 0.12 + 0.26 * Double(k)
          return pen.path([(x, 1), (x, 1 - h), (x + 0.17, 1 - h), (x + 0.17, 1)])
        }
    case .network:
      let nodes = [(0.1, 0.5), (0.45, 0.12), (0.5, 0.8), (0.9, 0.3), (0.95, 0.85)]
      let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 4)]
      return nodes.map { pen.circle($0.0, $0.1, 0.08) }
        + edges.map { a, b in
          let (p, q) = (nodes[a], nodes[b])
          let length = hypot(q.0 - p.0, q.1 - p.1)
          let (dx, dy) = (0.08 * (q.0 - p.0) / length, 0.08 * (q.1 - p.1) / length)
          return pen.line((p.0 + dx, p.1 + dy), (q.0 - dx, q.1 - dy))
        }
    default:
      return (0...3).map { pen.line((0, 0.25 * Double($0)), (1.5, 0.25 * Double($0))) }
        + (0...3).map { pen.line((0.5 * Double($0), 0), (0.5 * Double($0), 0.75)) }
    }
  }
}

/// Draws in a square of side 1, whose corner and size on the page it knows.
struct SketchPen {
  var origin: Point
  var size: Double

  func point(_ x: Double, _ y: Double) -> Point {
    Point(origin.x + x * size, origin.y + y * size)
  }

  /// A curve of so many steps, by a number from 0 to 1.
  func curve(_ steps: Int, _ position: (Double) -> (Double, Double)) -> [Point] {
    (0...steps).map { k in
      let (x, y) = position(Double(k) / Double(steps))
      return point(x, y)
    }
  }

  func circle(_ x: Double, _ y: Double, _ r: Double) -> [Point] { oval(x, y, r, r) }

  func oval(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> [Point] {
    curve(40) { (x + rx * cos($0 * 2 * .pi), y + ry * sin($0 * 2 * .pi)) }
  }

  func line(_ a: (Double, Double), _ b: (Double, Double)) -> [Point] {
    curve(20) { (a.0 + (b.0 - a.0) * $0, a.1 + (b.1 - a.1) * $0) }
  }

  /// Straight lines in one go.
  func path(_ corners: [(Double, Double)]) -> [Point] {
    zip(corners, corners.dropFirst()).flatMap { line($0, $1) }
  }

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Point] {
    path([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)])
  }
}

extension [[Point]] {
  /// The drawing as a hand does it: bent, turned a little, and with strokes that do not quite meet.
  ///
  /// - Parameter seed: The same number gives the same hand.
  public func byHand(seed: Int) -> [[Point]] {
    let box = Rect(around: joined())
    let size = Swift.max(box.width, box.height, 1)
    let phase = Double(seed) * 2.399963
    let turn = AffineTransform.rotation(0.07 * sin(phase * 1.7))
    return enumerated().map { k, points in
      let apart = Vector(
        0.012 * size * sin(phase + Double(k) * 5.1),
        0.012 * size * cos(phase * 1.3 + Double(k) * 3.7))
      return points.map { p in
        let (x, y) = ((p.x - box.minX) / size, (p.y - box.minY) / size)
        let bend = Vector(
          0.015 * size * sin(5 * y + phase) + 0.006 * size * sin(17 * y + 9 * x + phase * 2),
          0.015 * size * sin(5 * x + phase * 1.9) + 0.006 * size * sin(15 * x + 7 * y + phase * 3))
        return box.center + turn(p - box.center) + bend + apart
      }
    }
  }
}
