import CCairo
import InkModel

extension StrokePainter {
  /// Paints something and removes from it what `trails` cover; nothing below it is
  /// removed.
  ///
  /// - Parameters:
  ///   - box: The bounds of all that is painted, in device space.
  ///   - t: From the stroke's space to that of the device.
  func rubbing(
    _ trails: [EraserTrail], of box: Rect, _ t: AffineTransform, on cr: OpaquePointer, clip: Rect?,
    _ paint: () -> Void
  ) {
    guard !trails.isEmpty else { return paint() }
    let box = box.outset(by: 1).intersection(clip ?? box.outset(by: 1)).roundedOut
    guard !box.isEmpty else { return }
    cairo_save(cr)
    cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
    cairo_clip(cr)
    cairo_push_group(cr)
    paint()
    cairo_set_operator(cr, CAIRO_OPERATOR_DEST_OUT)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    for trail in trails {
      let outline = Self.outline(of: trail, t * trail.elementFromTrail, near: box)
      outline.addPath(to: cr)
    }
    cairo_fill(cr)
    cairo_pop_group_to_source(cr)
    cairo_paint(cr)
    cairo_restore(cr)
  }

  /// What a trail covers after `t`, as far as it is within `clip`.
  static func outline(
    of trail: EraserTrail, _ t: AffineTransform, near clip: Rect?
  ) -> StrokeOutline {
    // As for strokes: circles are mapped as circles where they stay round.
    let round = t.keepsCircles
    let work = round ? t : .scale(t.greatestStretch)
    let radius = trail.radius * work.meanScale
    let nodes = ContiguousArray(
      trail.positions.map { position -> LineNode in
        let p = work(position)
        return LineNode(x: p.x, y: p.y, radius: radius)
      }.filter(\.isFinite))
    var outline = StrokeOutline()
    guard radius > 0, !nodes.isEmpty else { return outline }
    let deviceFromWork = round ? nil : work.inverse.map { t * $0 }
    let area = round ? clip : clip.flatMap { c in deviceFromWork?.inverse.map { $0(c) } }
    _ = nodes.withUnsafeBufferPointer { outline.append($0, near: area) }
    if let deviceFromWork { outline.map(deviceFromWork) }
    return outline
  }

  /// What was rubbed out of a stroke, in canvas space, fine enough for eightfold
  /// magnification; one outline for each trail.
  static func trailOutlines(of stroke: Stroke, _ element: Element) -> [StrokeOutline] {
    trails(of: stroke, element) { [$0] }
  }

  /// Clips what is painted next to what a stroke's trails leave of it.
  ///
  /// For vector formats, which cannot remove ink that is painted: each swept disc is a
  /// hole of its own in the clip, because a clip of all of them at once would count how often they
  /// overlap.
  static func clipAwayTrails(
    of stroke: Stroke, _ element: Element, on cr: OpaquePointer
  ) {
    let box = element.bounds.outset(by: 1)
    let discs = trails(of: stroke, element) { trail in
      zip(trail.positions, trail.positions.dropFirst()).map {
        EraserTrail(
          positions: [$0, $1], radius: trail.radius, elementFromTrail: trail.elementFromTrail)
      }
    }
    for disc in discs {
      cairo_rectangle(cr, box.minX, box.minY, box.width, box.height)
      disc.addPath(to: cr)
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_clip(cr)
    }
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
  }

  private static func trails(
    of stroke: Stroke, _ element: Element, _ split: (EraserTrail) -> [EraserTrail]
  ) -> [StrokeOutline] {
    let closeUp = 8.0
    return stroke.trails.flatMap { trail in
      let segments = trail.positions.count > 1 ? split(trail) : [trail]
      return segments.compactMap { part -> StrokeOutline? in
        let t = element.canvasFromElement * part.elementFromTrail
        var outline = outline(of: part, .scale(closeUp) * t, near: nil)
        guard !outline.isEmpty else { return nil }
        outline.map(.scale(1 / closeUp))
        return outline
      }
    }
  }
}
