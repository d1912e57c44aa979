import Glibc
import InkModel
import InkTestSupport

/// A sheet of one brush: what forces, altitudes, azimuths and sizes make of it.
enum BrushSheet {
  static let width = 300
  private static let height = 190
  private static let rowHeight = 40

  /// What the brush goes by that only some brushes do, a row each below the others.
  private enum Row {
    /// The side of a lead, laid down in eight directions.
    case side
    /// The barrel turned in a hand whose lean stays.
    case barrel
  }

  private static func rows(_ family: BrushFamily) -> [Row] {
    var rows: [Row] = []
    if family.behaviors.contains(where: { $0.property == .breadth && $0.axis == .altitude }) {
      rows.append(.side)
    }
    if case .barrel = family.tip.direction { rows.append(.barrel) }
    return rows
  }

  /// Rows from the top: forces 0.1 … 0.9; altitudes 90°, 60°, 30°, 15°; azimuths in eighths of a
  /// turn; sizes half, once, twice; writing and a scribble; then, for brushes that know of them,
  /// azimuths in eighths of a turn at an altitude of 30°, and the barrel in eighths of half a turn.
  static func elements(_ ink: Ink) -> [Element] {
    var elements: [Element] = []
    func add(_ path: StrokePath, size: Double = 1) {
      var ink = ink
      ink.size *= size
      elements.append(SyntheticInk.element(Int64(elements.count + 1), path, ink: ink))
    }
    func held(
      _ samples: Int, _ curve: (Double) -> Point, force: (Double) -> Double = { _ in 0.5 },
      altitude: Double = .pi / 3, azimuth: Double = .pi / 4, barrel: Double? = nil
    ) -> StrokePath {
      var path = SyntheticInk.path(samples: samples, curve, force: force)
      for i in path.points.indices {
        path.points[i].altitude = Float(altitude)
        path.points[i].azimuth = Float(azimuth)
        path.points[i].barrel = Float(barrel ?? azimuth)
      }
      return path
    }
    for i in 0..<5 {
      let x = 12 + Double(i) * 58
      add(
        held(50) { t in
          Point(x + 46 * t, 16 + 7 * sin(t * 6))
        } force: { _ in
          0.1 + 0.2 * Double(i)
        })
    }
    for (i, degrees) in [90.0, 60, 30, 15].enumerated() {
      let x = 12 + Double(i) * 72
      add(
        held(
          120,
          { t in
            let zigzag = abs((t * 7).truncatingRemainder(dividingBy: 2) - 1)
            return Point(x + 56 * t, 38 + 20 * zigzag)
          }, altitude: degrees / 180 * .pi))
    }
    for i in 0..<8 {
      let x = 22 + Double(i) * 36
      add(
        held(
          60, { t in Point(x + 11 * cos(t * 6.2), 86 + 11 * sin(t * 6.2)) },
          azimuth: Double(i) * .pi / 4))
    }
    for (i, size) in [0.5, 1, 2].enumerated() {
      let x = 14 + Double(i) * 50
      add(
        held(50) { t in
          Point(x + 38 * t, 120 + 6 * sin(t * 6))
        } force: {
          sin($0 * .pi)
        }, size: size)
    }
    add(
      SyntheticInk.word(at: Point(16, 172), width: 130, height: 30, loops: 5, samples: 220))
    add(
      held(420) { t in
        Point(172 + 110 * t + 5 * sin(t * 170), 150 + 26 * sin(t * 160))
      } force: {
        0.3 + 0.4 * $0
      })
    for (row, kind) in rows(StockBrushes.family(of: ink)).enumerated() {
      let y = Double(height + row * rowHeight)
      for i in 0..<8 {
        let x = 22 + Double(i) * 36
        // Down, then level: along the nib and across it.
        func hook(_ t: Double) -> Point {
          t < 0.5
            ? Point(x - 6, y + 6 + 44 * t) : Point(x - 6 + 24 * (t - 0.5), y + 28)
        }
        switch kind {
        case .side:
          add(held(60, hook, altitude: .pi / 6, azimuth: Double(i) * .pi / 4))
        case .barrel:
          add(held(60, hook, barrel: Double(i) * .pi / 8))
        }
      }
    }
    return elements
  }

  /// A sheet of each brush, and of each look that it had in an earlier version.
  ///
  /// Then each brush as a screen of scale 2 shows it: painted in that screen's pixels, not
  /// enlarged.
  static let scenes: [Goldens.Scene] = current + earlier + atScale2

  private static let current: [Goldens.Scene] = StockBrushes.inks.map {
    scene("brush-\($0.brush)", $0)
  }

  private static let earlier: [Goldens.Scene] = ["pencil", "crayon"].compactMap { name in
    guard var ink = StockBrushes.inks.first(where: { $0.brush == name }) else { return nil }
    ink.brushVersion = 1
    return scene("brush-\(name)-1", ink)
  }

  private static let atScale2: [Goldens.Scene] = StockBrushes.inks.map {
    scene("brush-\($0.brush)-scale-2", $0, scale: 2)
  }

  /// - Parameter scale: Device pixels a point.
  private static func scene(_ name: String, _ ink: Ink, scale: Int = 1) -> Goldens.Scene {
    let count = rows(StockBrushes.family(of: ink)).count
    return Goldens.Scene(
      name: name, width: width * scale, height: (height + rowHeight * count) * scale,
      deviceFromCanvas: .scale(Double(scale)), elements: elements(ink))
  }

  /// A line of each brush on a paper, with the highlighter where it belongs.
  static func together(_ paper: PaperStyle) -> Goldens.Scene {
    var elements: [Element] = []
    for (i, ink) in StockBrushes.inks.enumerated() {
      let y = 24 + Double(i) * 26
      let path = SyntheticInk.word(
        at: Point(14, y + 6), width: 200, height: 20, loops: 8, samples: 300)
      elements.append(SyntheticInk.element(Int64(i + 10), path, ink: ink))
    }
    let below = StockBrushes.inks.filter { StockBrushes.family(of: $0).band == .below }
    for (i, ink) in below.enumerated() {
      elements.insert(
        SyntheticInk.element(
          Int64(i + 1), SyntheticInk.path(samples: 40) { Point(14 + 200 * $0, 20) }, ink: ink),
        at: 0)
    }
    return Goldens.Scene(
      name: "brushes-\(paper.rawValue)", width: 260, height: 236, paper: paper,
      elements: elements)
  }
}
