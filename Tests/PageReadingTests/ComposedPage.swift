import Foundation
import Handwriting
import InkModel
import PageReading
import RecordedHands
import RepositoryFiles

/// A page on which lines of people's hands and drawings are put together.
struct ComposedPage {
  var strokes: [PageStroke] = []
  /// What is written on it, in the order written.
  var texts: [String] = []

  /// Writes a line from a point on, turned.
  mutating func write(
    _ line: RecordedWriting, at p: Point, scale: Double = 0.2, angle: Double = 0
  ) {
    texts.append(line.text)
    let t = AffineTransform.translation(p - .zero) * .rotation(angle) * .scale(scale)
    add(line.strokes.map { $0.map { t($0) } })
  }

  mutating func add(_ ink: [[Point]]) {
    for points in ink {
      strokes.append(PageStroke(element: Int64(strokes.count + 1), points: points))
    }
  }

  /// What is read on it.
  func read(_ reader: PageReader) throws -> [InkText] {
    try LineFinder.lines(of: strokes).map { try reader.read($0, of: strokes) }
  }

  static func reader() throws -> PageReader { PageReader(pack: try pack()) }

  static func pack() throws -> LanguagePack {
    try LanguagePack(.english, at: Repository.url("data/recognition/en").path)
  }
}

/// Drawings such as stand among notes.
enum Sketch: CaseIterable {
  case face
  case house
  case hatching
  case arrowToCircle
  case scribble
  case graph

  func ink(at origin: Point, size s: Double) -> [[Point]] {
    func p(_ x: Double, _ y: Double) -> Point { Point(origin.x + x * s, origin.y + y * s) }
    func circle(_ x: Double, _ y: Double, _ r: Double) -> [Point] {
      (0...40).map {
        p(x + r * cos(Double($0) * .pi / 20), y + r * sin(Double($0) * .pi / 20))
      }
    }
    func line(_ a: Point, _ b: Point) -> [Point] { (0...20).map { a.lerp(to: b, Double($0) / 20) } }
    switch self {
    case .face:
      return [
        circle(0.5, 0.5, 0.5), circle(0.3, 0.35, 0.07), circle(0.7, 0.35, 0.07),
        (0...20).map { p(0.3 + 0.02 * Double($0), 0.65 + 0.1 * sin(Double($0) * .pi / 20)) },
      ]
    case .house:
      let corners = [p(0, 0.5), p(0.5, 0), p(1, 0.5), p(1, 1), p(0, 1), p(0, 0.5), p(1, 0.5)]
      return zip(corners, corners.dropFirst()).map { line($0, $1) } + [
        line(p(0.4, 1), p(0.4, 0.7)), line(p(0.4, 0.7), p(0.6, 0.7)), line(p(0.6, 0.7), p(0.6, 1)),
      ]
    case .hatching:
      return (0..<24).map { line(p(Double($0) / 24, 0), p(Double($0) / 24 + 0.3, 0.5)) }
    case .arrowToCircle:
      return [
        line(p(0, 0), p(2, 0)), line(p(1.9, -0.08), p(2, 0)), line(p(1.9, 0.08), p(2, 0)),
        circle(2.3, 0, 0.25),
      ]
    case .scribble:
      return [
        (0...300).map { i in
          p(0.5 + 0.5 * sin(Double(i) * 0.37), 0.5 + 0.4 * cos(Double(i) * 0.29))
        }
      ]
    case .graph:
      return [
        line(p(0, 0), p(0, 1)), line(p(0, 1), p(1.5, 1)),
        (0...60).map { p(Double($0) / 40, 0.9 - 0.5 * sin(Double($0) / 10)) },
      ] + (1..<8).map { line(p(Double($0) * 0.18, 0.97), p(Double($0) * 0.18, 1.03)) }
    }
  }
}
