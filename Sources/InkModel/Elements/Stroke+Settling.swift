extension Stroke {
  /// What the stroke is when the eraser has lifted: the fragments into which its ink has separated,
  /// none where no ink is left, `nil` where it is what it was.
  ///
  /// Fragments whose ink touches stay one stroke: a loop that was cut once is still connected. So no two
  /// fragments paint the same pixels, and together they look exactly like the stroke before. Stretches
  /// that are hidden wholly under several trails are dropped, but for slivers too thin to see; so are trails
  /// where no ink is left under them.
  public func settled(_ canvasFromElement: AffineTransform) -> Settled<Stroke>? {
    let fragments = fragments(canvasFromElement)
    if fragments == [self] { return nil }
    // Stretches hidden under trails may have gone, with slivers at the trails' edges.
    let (before, after) = (shownSpans, fragments.flatMap(\.shownSpans))
    return Settled(
      fragments: fragments, looksDifferent: before.count != after.count || Set(before) != Set(after)
    )
  }

  private func fragments(_ canvasFromElement: AffineTransform) -> [Stroke] {
    guard !spans.isEmpty || !trails.isEmpty else { return [self] }
    var whole = self
    if !trails.isEmpty {
      guard let shown = MarkLine(self, canvasFromElement).shownUnderTrails() else { return [] }
      if shown != shownSpans { whole.spans = shown }
    }
    return whole.components(canvasFromElement).map { spans in
      var fragment = whole
      if !(whole.spans.isEmpty) { fragment.spans = spans }
      fragment.trails = fragment.trails.flatMap { $0.touching(fragment, canvasFromElement) }
      return fragment
    }
  }

  /// The spans in groups whose ink hangs together.
  private func components(_ canvasFromElement: AffineTransform) -> [[PathSpan]] {
    let spans = shownSpans
    guard spans.count > 1 else { return [spans] }
    let marks = MarkLine(self, canvasFromElement)
    let lines = spans.map { InkRun(marks.line(along: $0)) }
    var group = Array(spans.indices)
    func root(_ i: Int) -> Int {
      var i = i
      while group[i] != i { i = group[i] }
      return i
    }
    for i in spans.indices {
      for j in spans.indices[..<i] where root(i) != root(j) && lines[i].touches(lines[j]) {
        group[max(root(i), root(j))] = min(root(i), root(j))
      }
    }
    return spans.indices.filter { group[$0] == $0 }.map { first in
      spans.indices.filter { root($0) == first }.map { spans[$0] }
    }
  }
}

extension EraserTrail {
  /// The parts of the trail that reach ink of a stroke.
  fileprivate func touching(
    _ stroke: Stroke, _ canvasFromElement: AffineTransform
  ) -> [EraserTrail] {
    let marks = MarkLine(stroke, canvasFromElement)
    let t = canvasFromElement * elementFromTrail
    // A bit more than it covers: what it hides must stay hidden at the finest zoom.
    let radius = radius * t.greatestStretch * 1.01
    var kept: [EraserTrail] = []
    var end: Int?
    for (i, disc) in discs.enumerated() {
      let reach = SweptDisc(from: t(disc.start), to: t(disc.end), radius: radius)
      guard marks.touches(reach) else { continue }
      if end == i, !kept.isEmpty {
        kept[kept.count - 1].positions.append(disc.end)
      } else {
        kept.append(
          EraserTrail(
            positions: positions.count == 1 ? positions : [disc.start, disc.end],
            radius: self.radius,
            elementFromTrail: elementFromTrail))
      }
      end = i + 1
    }
    return kept
  }
}

extension MarkLine {
  /// The stretches of what is painted that show under the stroke's trails, `nil` where none does.
  ///
  /// A mark is hidden where 25 positions spread over it are covered.
  fileprivate func shownUnderTrails() -> [PathSpan]? {
    let gone = discs
    let area = gone.reduce(Rect.empty) { $0.union($1.bounds) }
    var shown: [PathSpan] = []
    for span in stroke.shownSpans {
      var from: Double? = span.lowerBound
      var hidden: Double?
      for u in parameters(along: span, near: area) {
        let mark = mark(at: u)
        let near = gone.filter {
          $0.distance(to: mark.position) < $0.radius + mark.radius
        }
        if !near.isEmpty, Self.isHidden(mark, near) {
          // The first hidden mark stays as the end of the line: its ink is not seen either.
          if hidden == nil, let start = from {
            if u > span.lowerBound { shown.append(start...u) }
            from = nil
          }
          hidden = u
        } else if let last = hidden {
          from = last
          hidden = nil
        }
      }
      if let from { shown.append(from...span.upperBound) }
    }
    return shown.isEmpty ? nil : shown
  }

  /// Parameters along a span: its ends, the path's points, and parameters between them no farther
  /// apart than half a mark where `area` is near.
  private func parameters(along span: PathSpan, near area: Rect) -> [Double] {
    var found = [span.lowerBound]
    while let from = found.last, from < span.upperBound {
      let to = min(from.rounded(.down) + 1, span.upperBound)
      let (p, q) = (mark(at: from), mark(at: to))
      let box = Rect(center: p.position, radius: p.radius).union(
        Rect(center: q.position, radius: q.radius))
      if box.intersects(area) {
        let steps = p.position.distance(to: q.position) / max(min(p.radius, q.radius), 1e-3) * 2
        let n = min(max(Int(steps.rounded(.up)), 1), 64)
        for i in 1..<max(n, 1) { found.append(from + (to - from) * Double(i) / Double(n)) }
      }
      found.append(to)
    }
    return found
  }

  private static let samples: [Vector] =
    [.zero]
    + [0.35, 0.7, 0.97].flatMap { r in
      (0..<8).map { Vector(angle: (Double($0) + (r == 0.7 ? 0.5 : 0)) * .pi / 4) * r }
    }

  private static func isHidden(_ mark: Mark, _ discs: [SweptDisc]) -> Bool {
    if discs.contains(where: { $0.distance(to: mark.position) + mark.radius <= $0.radius }) {
      return true
    }
    return samples.allSatisfy { v in
      let p = mark.position + v * mark.radius
      return discs.contains { $0.distance(to: p) <= $0.radius }
    }
  }
}

/// The ink along a line, for asking whether two lines' ink touches.
private struct InkRun {
  private struct Block {
    var range: Range<Int>
    var box: Rect
  }

  private let marks: [MarkLine.Mark]
  private var blocks: [Block] = []
  private let box: Rect

  init(_ marks: [MarkLine.Mark]) {
    self.marks = marks
    let size = 8
    for start in stride(from: 0, to: max(marks.count - 1, 1), by: size) {
      // Each block ends with the mark that the next one starts with.
      let range = start..<min(start + size + 1, marks.count)
      let box = marks[range].reduce(Rect.empty) {
        $0.union(Rect(center: $1.position, radius: $1.radius))
      }
      blocks.append(Block(range: range, box: box))
    }
    box = blocks.reduce(Rect.empty) { $0.union($1.box) }
  }

  func touches(_ other: InkRun) -> Bool {
    guard box.intersects(other.box) else { return false }
    return blocks.contains { a in
      a.box.intersects(other.box)
        && other.blocks.contains { b in a.box.intersects(b.box) && meets(a.range, other, b.range) }
    }
  }

  private func meets(_ range: Range<Int>, _ other: InkRun, _ otherRange: Range<Int>) -> Bool {
    func ends(_ marks: [MarkLine.Mark], _ range: Range<Int>, _ i: Int) -> (Int, Int) {
      range.count == 1 ? (i, i) : (i, i + 1)
    }
    return range.dropLast(range.count == 1 ? 0 : 1).contains { i in
      let (i, j) = ends(marks, range, i)
      return otherRange.dropLast(otherRange.count == 1 ? 0 : 1).contains { k in
        let (k, l) = ends(other.marks, otherRange, k)
        let (a, b, c, d) = (marks[i], marks[j], other.marks[k], other.marks[l])
        return segmentDistance(a.position, b.position, c.position, d.position)
          < max(a.radius, b.radius) + max(c.radius, d.radius)
      }
    }
  }
}
