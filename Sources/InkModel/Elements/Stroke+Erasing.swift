extension Stroke {
  /// The stroke less the stretches whose ink the disc touches; `nil` where it touches none.
  ///
  /// What is left ends in the brush's own marks, which touch the disc's edge from outside and do
  /// not reach under it. Ends are found between the path's points, to a millionth of the disc's
  /// radius. A crumb that is left between two cuts, shorter than a quarter of the disc's radius
  /// and of its own width, is removed too.
  public func cut(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Stroke>? {
    let marks = MarkLine(self, canvasFromElement)
    let hair = disc.radius * 1e-6
    guard
      var found = marks.removing(
        near: disc.bounds.outset(by: hair), take: 0, edge: hair,
        where: { disc.distance(to: $0) - disc.radius - $1 })
    else { return nil }
    found.drop { span in
      let line = marks.line(along: span)
      let length = zip(line, line.dropFirst()).reduce(0) {
        $0 + $1.0.position.distance(to: $1.1.position)
      }
      return length < min(disc.radius / 4, (line.map(\.radius).max() ?? 0) / 2)
    }
    var stroke = self
    stroke.spans = found.left
    return Erased(rest: found.left.isEmpty ? nil : stroke, damage: found.damage)
  }

  /// The stroke less what the disc covers; `nil` where it touches no ink.
  ///
  /// The disc joins the stroke's ``trails``. Stretches of the path whose marks lie wholly
  /// under it are removed too: that cannot be seen, but the rest can separate there; see
  /// ``settled(_:)``.
  public func rubbed(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Erased<Stroke>? {
    guard let elementFromCanvas = canvasFromElement.inverse else { return nil }
    let marks = MarkLine(self, canvasFromElement)
    guard marks.touches(disc) else { return nil }
    var stroke = self
    if var last = stroke.trails.last, last.positions.last == disc.start, last.radius == disc.radius,
      last.elementFromTrail == elementFromCanvas
    {
      last.positions.append(disc.end)
      stroke.trails[stroke.trails.count - 1] = last
    } else {
      stroke.trails.append(
        EraserTrail(
          positions: disc.start == disc.end ? [disc.start] : [disc.start, disc.end],
          radius: disc.radius, elementFromTrail: elementFromCanvas))
    }
    let hair = disc.radius * 1e-6
    guard
      var found = marks.removing(
        near: disc.bounds, take: -2 * hair, edge: -hair,
        where: { disc.distance(to: $0) + $1 - disc.radius })
    else { return Erased(rest: stroke, damage: disc.bounds) }
    let discs = marks.discs
    let crumb = disc.radius / 8
    found.drop { span in
      marks.line(along: span).allSatisfy { mark in
        let out = mark.radius - crumb
        return disc.distance(to: mark.position) + out <= disc.radius
          || discs.contains { $0.distance(to: mark.position) + out <= $0.radius }
      }
    }
    stroke.spans = found.left
    return Erased(
      rest: found.left.isEmpty ? nil : stroke, damage: disc.bounds.union(found.damage))
  }

  /// Whether a disc meets ink of the stroke: what was rubbed out is none.
  public func isTouched(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Bool {
    let marks = MarkLine(self, canvasFromElement)
    guard marks.touches(disc) else { return false }
    return trails.isEmpty || marks.showsInk(under: disc)
  }

  /// Whether a mark of the stroke reaches into an area.
  public func isPainted(in area: Quad) -> Bool {
    guard area.bounds.intersects(bounds) else { return false }
    let marks = MarkLine(self, .identity)
    return shownSpans.contains { span in
      let line = marks.line(along: span)
      return line.indices.contains { i in
        let (a, b) = (line[max(i - 1, 0)], line[i])
        return area.isTouched(
          by: SweptDisc(from: a.position, to: b.position, radius: max(a.radius, b.radius)))
      }
    }
  }
}

/// The marks of a stroke in canvas space: where they are and how far they reach.
struct MarkLine {
  struct Mark {
    var position: Point
    var radius: Double
  }

  let stroke: Stroke
  private let canvasFromElement: AffineTransform
  private let family: StockBrushes.Family
  private let stretch: Double
  /// The distance of each point along the line, for brushes that depend on it; else empty.
  private let distances: [Double]

  init(_ stroke: Stroke, _ canvasFromElement: AffineTransform) {
    self.stroke = stroke
    self.canvasFromElement = canvasFromElement
    family = StockBrushes.family(of: stroke.ink)
    // Of a stroke scaled unevenly, the marks' longer half axis: nothing may reach farther.
    stretch = canvasFromElement.greatestStretch
    distances = family.usesDistance ? stroke.path.distances : []
  }

  private func mark(ofPoint i: Int) -> Mark {
    let p = stroke.path.points[i]
    let distance = distances.isEmpty ? 0 : distances[i]
    return Mark(
      position: canvasFromElement(p.position),
      radius: family.mark(stroke.ink, at: p, speed: 0, distance: distance).reach * stretch)
  }

  /// The mark at a path parameter; between two points it changes evenly, as is painted.
  func mark(at parameter: Double) -> Mark {
    let points = stroke.path.points
    let i = min(max(Int(parameter), 0), points.count - 1)
    let t = parameter - Double(i)
    let p = mark(ofPoint: i)
    guard t > 0, i + 1 < points.count else { return p }
    let q = mark(ofPoint: i + 1)
    return Mark(
      position: p.position.lerp(to: q.position, t), radius: p.radius + (q.radius - p.radius) * t)
  }

  /// The marks along a stretch, its ends included.
  func line(along span: PathSpan) -> [Mark] {
    var line = [mark(at: span.lowerBound)]
    var u = span.lowerBound.rounded(.down) + 1
    while u < span.upperBound {
      line.append(mark(ofPoint: Int(u)))
      u += 1
    }
    if span.upperBound > span.lowerBound { line.append(mark(at: span.upperBound)) }
    return line
  }

  /// The discs of the trails in canvas space; of a trail scaled unevenly the part that is surely covered.
  var discs: [SweptDisc] {
    stroke.trails.flatMap { trail in
      let t = canvasFromElement * trail.elementFromTrail
      let radius = trail.radius * t.leastStretch
      return trail.discs.map { SweptDisc(from: t($0.start), to: t($0.end), radius: radius) }
    }
  }

  /// Calls `body` with each segment of what is painted that comes near `area`: the parameters of its
  /// ends and the marks there.
  ///
  /// A span of no length is a segment from itself to itself. Ends where `body` returns true.
  private func forEachSegment(
    of span: PathSpan, near area: Rect,
    _ body: (_ from: Double, _ to: Double, Mark, Mark) -> Bool
  ) -> Bool {
    var from = span.lowerBound
    var p = mark(at: from)
    if span.lowerBound == span.upperBound { return body(from, from, p, p) }
    while from < span.upperBound {
      let to = min(from.rounded(.down) + 1, span.upperBound)
      let q = mark(at: to)
      let reach = max(p.radius, q.radius)
      let box = Rect(
        minX: min(p.position.x, q.position.x) - reach,
        minY: min(p.position.y, q.position.y) - reach,
        maxX: max(p.position.x, q.position.x) + reach, maxY: max(p.position.y, q.position.y) + reach
      )
      if box.intersects(area), body(from, to, p, q) { return true }
      (from, p) = (to, q)
    }
    return false
  }

  /// Whether a disc meets any mark.
  func touches(_ disc: SweptDisc) -> Bool {
    stroke.shownSpans.contains { span in
      forEachSegment(of: span, near: disc.bounds) { _, _, p, q in
        // The marks between two are no larger than the larger of them: near enough to say no.
        let reach = disc.radius + max(p.radius, q.radius)
        if segmentDistance(p.position, q.position, disc.start, disc.end) >= reach { return false }
        return Stretch(p, q).interval(take: 0, edge: 0) {
          disc.distance(to: $0) - disc.radius - $1
        } != nil
      }
    }
  }

  /// Whether ink shows anywhere under a disc, tested at points a fifth of its radius apart.
  func showsInk(under disc: SweptDisc) -> Bool {
    let (marks, gone) = (stroke.shownSpans.map(line(along:)), discs)
    func isInk(_ p: Point) -> Bool {
      guard !gone.contains(where: { $0.distance(to: p) < $0.radius }) else { return false }
      return marks.contains { line in
        line.indices.contains { i in
          let (a, b) = (line[max(i - 1, 0)], line[i])
          return SweptDisc(from: a.position, to: b.position, radius: 0).distance(to: p)
            < max(a.radius, b.radius)
        }
      }
    }
    let offset = disc.end - disc.start
    let stops = max(Int((offset.length / disc.radius * 2).rounded(.up)), 1)
    return (0...stops).contains { stop in
      let center = disc.start + offset * (Double(stop) / Double(stops))
      return (-5...5).contains { row in
        (-5...5).contains { column in
          let v = Vector(Double(column), Double(row)) * (disc.radius / 5)
          return v.length <= disc.radius && isInk(center + v)
        }
      }
    }
  }

  // MARK: Taking off

  /// What is left of the spans, and the bounds of what is not.
  struct Remains {
    var left: [PathSpan]
    var damage: Rect
    /// Spans of ``left`` that a cut made.
    var cut: Set<PathSpan>
    let marks: MarkLine

    /// Takes off those new spans for which `isCrumb` holds.
    mutating func drop(where isCrumb: (PathSpan) -> Bool) {
      for span in cut where isCrumb(span) {
        left.removeAll { $0 == span }
        damage = damage.union(marks.box(of: span))
      }
    }
  }

  func box(of span: PathSpan) -> Rect {
    line(along: span).reduce(.empty) { $0.union(Rect(center: $1.position, radius: $1.radius)) }
  }

  /// Removes the stretches near `area` where `depth` of a position and a radius falls below `take`,
  /// as far as it is below `edge`; `nil` where it nowhere does.
  ///
  /// `depth` must be convex along any line on which the radius changes evenly, as the distance
  /// from anything convex is, and not be negative outside `area`.
  func removing(
    near area: Rect, take: Double, edge: Double, where depth: (Point, Double) -> Double
  ) -> Remains? {
    var remains = Remains(left: [], damage: .empty, cut: [], marks: self)
    var hasChanged = false
    for span in stroke.shownSpans {
      var taken: [PathSpan] = []
      _ = forEachSegment(of: span, near: area) { from, to, p, q in
        guard let part = Stretch(p, q).interval(take: take, edge: edge, depth) else { return false }
        let low = part.lowerBound == 0 ? from : from + (to - from) * part.lowerBound
        let high = part.upperBound == 1 ? to : from + (to - from) * part.upperBound
        if let last = taken.last, last.upperBound >= low {
          taken[taken.count - 1] = last.lowerBound...max(high, last.upperBound)
        } else {
          taken.append(low...max(low, high))
        }
        return false
      }
      if taken.isEmpty {
        remains.left.append(span)
        continue
      }
      hasChanged = true
      var from = span.lowerBound
      for gap in taken {
        remains.damage = remains.damage.union(box(of: gap))
        if gap.lowerBound > from { remains.add(from...gap.lowerBound) }
        from = gap.upperBound
      }
      if from < span.upperBound { remains.add(from...span.upperBound) }
    }
    return hasChanged ? remains : nil
  }
}

extension MarkLine.Remains {
  fileprivate mutating func add(_ span: PathSpan) {
    left.append(span)
    cut.insert(span)
  }
}

/// Two neighbouring marks and all marks between them.
private struct Stretch {
  let p: MarkLine.Mark
  let q: MarkLine.Mark

  init(_ p: MarkLine.Mark, _ q: MarkLine.Mark) {
    self.p = p
    self.q = q
  }

  /// Where a convex `depth` is below `edge`, 0 at the first mark and 1 at the second, if it falls
  /// below `take`, which is no more than `edge`.
  ///
  /// Ends within the stretch are parameters where `depth` is not below `edge` any more.
  func interval(
    take: Double, edge: Double, _ depth: (Point, Double) -> Double
  ) -> ClosedRange<Double>? {
    func f(_ t: Double) -> Double {
      depth(p.position.lerp(to: q.position, t), p.radius + (q.radius - p.radius) * t)
    }
    let (f0, f1) = (f(0), f(1))
    let deepest: Double
    if f0 < take {
      deepest = 0
    } else if f1 < take {
      deepest = 1
    } else {
      guard let t = Self.parameter(below: take, f) else { return nil }
      deepest = t
    }
    let low = f0 < edge ? 0 : Self.border(from: 0, to: deepest, edge, f)
    let high = f1 < edge ? 1 : Self.border(from: 1, to: deepest, edge, f)
    return low...high
  }

  /// A parameter where a convex function is below a level, found by golden section.
  private static func parameter(below level: Double, _ f: (Double) -> Double) -> Double? {
    let k = 0.618_033_988_749_895
    var (a, b) = (0.0, 1.0)
    var (c, d) = (b - k * (b - a), a + k * (b - a))
    var (fc, fd) = (f(c), f(d))
    for _ in 0..<40 {
      if fc < level { return c }
      if fd < level { return d }
      if fc < fd {
        (b, d, fd) = (d, c, fc)
        c = b - k * (b - a)
        fc = f(c)
      } else {
        (a, c, fc) = (c, d, fd)
        d = a + k * (b - a)
        fd = f(d)
      }
    }
    return nil
  }

  /// The parameter nearest to `inside`, where `f` is below `edge`, at which it is not.
  private static func border(
    from outside: Double, to inside: Double, _ edge: Double, _ f: (Double) -> Double
  ) -> Double {
    var (out, within) = (outside, inside)
    for _ in 0..<48 {
      let t = (out + within) / 2
      if t == out || t == within { break }
      if f(t) < edge { within = t } else { out = t }
    }
    return out
  }
}
