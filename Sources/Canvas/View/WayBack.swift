import InkModel

/// The way back to a drawing of which nothing is in view: somebody has moved the paper too far.
extension CanvasSession {
  /// Whether there is a drawing and nothing of it in view: no page, and no ink, picture or text of a layer that shows.
  ///
  /// Never while a tool is at work, or what it left waits to be a step, and never while a text is edited.
  public var isDrawingOutOfView: Bool {
    let view = viewport
    guard view.width > 1, view.height > 1, !isBusy, wet.isEmpty, textEditing == nil else {
      return false
    }
    guard settings.layout.pageCount > 0 || !drawing.shownBounds.isEmpty else { return false }
    return !showsAnything(in: view)
  }

  /// What leads back from a view: an area, in canvas space, and how the view is fitted to it; `nil` where nothing is there.
  ///
  /// The nearest page. Without pages all that shows; or where that would be shown too small to see any of it, what is nearest,
  /// and of an outline that is larger than the view, a part.
  ///
  /// - Parameter room: The part of the view beside the tools, in widget points; `nil` for all of it.
  public func wayBack(
    from view: Viewport, in room: Rect? = nil
  ) -> (area: Rect, manner: ViewFit.Manner)? {
    let middle = view.canvasFromWidget(view.center)
    let layout = settings.layout
    if let page = layout.page(nearest: middle), let frame = layout.frame(page) {
      return (frame, .page)
    }
    let all = drawing.shownBounds
    guard !all.isEmpty else { return nil }
    var whole = view
    whole.fit(all, .drawing, in: room)
    if showsAnything(in: whole) { return (all, .drawing) }
    let elements = drawing.shownElements.filter { !$0.bounds.isEmpty }
    guard
      let nearest = elements.min(by: {
        $0.bounds.distance(to: middle) < $1.bounds.distance(to: middle)
      })
    else { return nil }
    var area = nearest.bounds
    var fitted = whole
    fitted.fit(area, .drawing, in: room)
    while !showsAnything(in: fitted), let part = area.quarters.first(where: nearest.isTouched(in:))
    {
      area = part
      fitted.fit(area, .drawing, in: room)
    }
    return (area, .drawing)
  }

  /// Bands that the view is searched in; with fewer, ink in a corner is more often missed.
  private static let bands = 24

  /// Whether something of the drawing is in the part of a view that nothing covers.
  private func showsAnything(in view: Viewport) -> Bool {
    let clear = view.clearBounds
    let area = Quad(clear).mapped(by: view.canvasFromWidget)
    let layout = settings.layout
    if layout.pages(in: area.bounds).contains(where: { area.intersects(layout.frames[$0]) }) {
      return true
    }
    // By its ink, and not by its bounds: within a large circle there may be nothing to see.
    let hidden = settings.hiddenLayers
    let radius = clear.height / Double(2 * Self.bands)
    return (0..<Self.bands).contains { band in
      let y = clear.minY + radius * Double(2 * band + 1)
      let disc = SweptDisc(
        from: view.canvasFromWidget(Point(clear.minX + radius, y)),
        to: view.canvasFromWidget(Point(clear.maxX - radius, y)), radius: radius / view.scale)
      return drawing.elements(in: disc.bounds).contains {
        !hidden.contains($0.layer) && $0.isTouched(by: disc)
      }
    }
  }
}

extension Element {
  /// Whether its ink is in an area, or just beside it.
  fileprivate func isTouched(in area: Rect) -> Bool {
    isTouched(
      by: SweptDisc(from: area.center, to: area.center, radius: max(area.width, area.height)))
  }
}

extension Rect {
  /// Its four quarters.
  fileprivate var quarters: [Rect] {
    corners.map { Rect(around: [$0, center]) }
  }

  /// From a point to the nearest one in it.
  fileprivate func distance(to point: Point) -> Double {
    point.distance(
      to: Point(min(max(point.x, minX), maxX), min(max(point.y, minY), maxY)))
  }
}
