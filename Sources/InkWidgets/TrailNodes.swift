import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// Shows the laser pointer's trails in the window's frames: a bright core in a soft halo, which tapers as it
/// fades.
///
/// 1. ``changed()`` when a trail has grown: from then on each frame is painted anew until all have faded.
/// 2. ``append(to:)`` for each frame.
final class TrailNodes {
  private let session: CanvasSession
  private let widget: Widget
  private var ticks: FrameTicks?

  /// One layer of light, from the outermost to the core; radii in widget points.
  ///
  /// Each is one shape, so that a line that crosses itself is no brighter there.
  private static let layers: [(radius: Double, color: Color)] = [
    (11, Color(rgba: 0xFF1F_1F14)), (8.5, Color(rgba: 0xFF1F_1F20)),
    (6.2, Color(rgba: 0xFF26_2636)),
    (4.4, Color(rgba: 0xFF2A_2AA0)), (3.2, Color(rgba: 0xFF3B_30FF)),
    (1.4, Color(rgba: 0xFFE6_DEFF)),
  ]
  /// Widget points between two corners of the polygon that approximates the curve.
  private static let step = 5.0

  init(_ session: CanvasSession, on widget: some GObjectPointer) {
    self.session = session
    self.widget = Widget(widget)
  }

  func changed() {
    widget.queueDraw()
    guard ticks?.isRunning != true, widget.isMapped else { return }
    ticks = FrameTicks(on: widget) { [weak self] _ in self?.advance() ?? false }
  }

  /// Removes what has faded; whether any trail is left after this frame.
  private func advance() -> Bool {
    session.expireTrails()
    widget.queueDraw()
    return !session.trails.isEmpty
  }

  func append(to snapshot: OpaquePointer) {
    guard !session.trails.isEmpty else { return }
    let now = session.clock.now
    for trail in session.trails {
      let line = line(of: trail, at: now)
      let margin = (Self.layers.first?.radius ?? 0) + 1
      let box = line.reduce(Rect.empty) {
        $0.union(Rect(center: $1.position, radius: margin))
      }
      let bounds = box.intersection(session.viewport.widgetBounds)
      guard !bounds.isEmpty else { continue }
      RenderNode.painted(in: bounds) { cr in
        for layer in Self.layers {
          Self.add(line, radius: layer.radius, to: cr)
          cr.fill(layer.color)
        }
      }?.append(to: snapshot)
    }
  }

  // MARK: The shape

  private struct Corner {
    var position: Point
    /// 0 … 1 of a layer's radius.
    var breadth: Double
  }

  /// The trail as a curve through all samples, in widget points.
  private func line(of trail: Trail, at now: Double) -> [Corner] {
    let view = session.viewport
    let positions = trail.samples.map { view.widgetFromCanvas($0.position) }
    // The exponent keeps most of the trail broad; only its end is thin.
    let breadths = trail.samples.indices.map { pow(trail.strength($0, at: now), 0.6) }
    var line: [Corner] = []
    for i in positions.indices {
      guard i > 0 else {
        line.append(Corner(position: positions[0], breadth: breadths[0]))
        continue
      }
      let (a, b) = (positions[i - 1], positions[i])
      let length = a.distance(to: b)
      // Half a point: shorter pieces are not seen, and a resting pen makes many.
      guard length > 0.5 || i == positions.count - 1 else { continue }
      let segments = min(max(Int(length / Self.step), 1), 24)
      let before = positions[max(i - 2, 0)]
      let after = positions[min(i + 1, positions.count - 1)]
      for k in 1...segments {
        let t = Double(k) / Double(segments)
        line.append(
          Corner(
            position: Self.curve(before, a, b, after, t),
            breadth: breadths[i - 1] + (breadths[i] - breadths[i - 1]) * t))
      }
    }
    // Without what has faded.
    let start = max((line.firstIndex { $0.breadth > 0 } ?? line.count) - 1, 0)
    return line[start...].contains { $0.breadth > 0 } ? Array(line[start...]) : []
  }

  /// Catmull and Rom's curve from `b` to `c`.
  private static func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point {
    func at(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let (linear, square, cube) = (c - a, 2 * a - 5 * b + 4 * c - d, 3 * b - a - 3 * c + d)
      return b + t * (linear + t * (square + t * cube)) / 2
    }
    return Point(at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y))
  }

  /// Adds the line to cairo's path as one area, `radius` points to each side where it is broadest.
  ///
  /// All subpaths have the same direction of rotation, so that overlaps are filled once.
  private static func add(_ line: [Corner], radius: Double, to cr: OpaquePointer) {
    cairo_new_path(cr)
    for (i, corner) in line.enumerated() {
      let r = radius * corner.breadth
      let isEnd = i == 0 || i == line.count - 1
      if isEnd || turns(line, i) {
        cairo_new_sub_path(cr)
        cairo_arc(cr, corner.position.x, corner.position.y, r, 0, 2 * .pi)
      }
      guard i > 0 else { continue }
      let last = line[i - 1]
      let direction = corner.position - last.position
      guard direction.length > 0 else { continue }
      let side = Vector(-direction.dy, direction.dx) * (1 / direction.length)
      let (a, b) = (side * (radius * last.breadth), side * r)
      let (p, q) = (last.position, corner.position)
      cr.addPolygon([
        ((p + a * -1).x, (p + a * -1).y), ((q + b * -1).x, (q + b * -1).y), ((q + b).x, (q + b).y),
        ((p + a).x, (p + a).y),
      ])
    }
  }

  /// Whether the line bends so much at a corner that the polygons on both sides would leave a gap: by more than six
  /// degrees, whose cosine is 0.995.
  private static func turns(_ line: [Corner], _ i: Int) -> Bool {
    let (a, b) = (line[i].position - line[i - 1].position, line[i + 1].position - line[i].position)
    return a.dot(b) < 0.995 * a.length * b.length
  }
}
