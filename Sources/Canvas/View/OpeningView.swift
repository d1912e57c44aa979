import InkModel

extension Viewport {
  /// What is in the top left corner of the view, and how: the same in a window of another size.
  public struct Place: Hashable, Sendable {
    /// Canvas space.
    public var corner: Point
    public var scale: Double
    public var rotation: Double

    public init(corner: Point, scale: Double, rotation: Double) {
      self.corner = corner
      self.scale = scale
      self.rotation = rotation
    }
  }

  public var place: Place { Place(corner: origin, scale: scale, rotation: rotation) }

  /// Goes where another view was.
  public mutating func go(to place: Place) {
    zoom(to: place.scale, about: center)
    rotate(to: place.rotation, about: center)
    if place.corner.isFinite { hold(place.corner, at: .zero) }
  }

  /// Shows the first page from its top, as a book is opened; does nothing without pages.
  public mutating func showPages(of layout: PageLayout) {
    guard let page = layout.frame(0) else { return }
    fitWidth(page, margin: Self.margin, closest: 1)
    pan(by: Vector(0, Self.margin - widgetFromCanvas(page).minY))
  }
}

extension CanvasSession {
  /// Moves a view to the drawing where it would open on nothing of it.
  public func showDrawing(in view: inout Viewport) {
    if settings.layout != .infinite { return view.showPages(of: settings.layout) }
    let bounds = extent
    guard !bounds.isEmpty, !bounds.intersects(view.visibleCanvas) else { return }
    view.fit(bounds, margin: Viewport.margin)
  }

  /// The view that the drawing opens with.
  ///
  /// - Parameters:
  ///   - place: Where the view was last, if that is known.
  ///   - width: Widget points, as the height.
  ///   - deviceScale: Device pixels for a widget point.
  public func openingView(
    at place: Viewport.Place?, width: Double, height: Double, deviceScale: Double
  ) -> Viewport {
    var view = viewport
    (view.width, view.height) = (width, height)
    if let place { view.go(to: place) }
    showDrawing(in: &view)
    view.keepWithinReach()
    view.alignToPixels(deviceScale)
    return view
  }
}
