import InkModel

extension Viewport {
  /// The position, scale and rotation of a view, without its size: they fit a window of another size; and how the pages
  /// stand in it, which is the session's to do (``CanvasSession/arrange(in:)``).
  public struct State: Hashable, Sendable {
    /// What is at the top left corner of the view, in canvas space.
    public var corner: Point
    public var scale: Double
    public var rotation: Double
    public var columns: PageColumns

    public init(
      corner: Point, scale: Double, rotation: Double, columns: PageColumns = .one
    ) {
      self.columns = columns
      self.corner = corner
      self.scale = scale
      self.rotation = rotation
    }
  }

  /// - Parameter columns: In which the pages stand.
  public func state(in columns: PageColumns) -> State {
    State(corner: origin, scale: scale, rotation: rotation, columns: columns)
  }

  /// Shows what a view with this state showed, in a window of this size.
  public mutating func restore(_ state: State) {
    zoom(to: state.scale, about: center)
    rotate(to: state.rotation, about: center)
    if state.corner.isFinite { hold(state.corner, at: .zero) }
  }
}

extension CanvasSession {
  /// Moves a view to the drawing where nothing of it would be visible; to its first page where it was not open before.
  ///
  /// - Parameters:
  ///   - isRestored: Whether the view is what the drawing was last looked at with.
  ///   - room: The part of the view beside the tools, in widget points; `nil` for all of it.
  /// - Returns: How the view was fitted to pages, if it was.
  @discardableResult
  public func showDrawing(
    in view: inout Viewport, isRestored: Bool, room: Rect? = nil
  ) -> ViewFit? {
    if let first = settings.layout.frame(0) {
      let shown = isRestored ? settings.layout.pages(in: view.visibleCanvas) : []
      guard shown.isEmpty else { return nil }
      view.fit(first, .opening, in: room)
      return ViewFit(.opening, of: first, in: view)
    }
    let bounds = extent
    guard !bounds.isEmpty, !bounds.intersects(view.visibleCanvas) else { return nil }
    view.fit(bounds, margin: Viewport.margin, in: room)
    return nil
  }

  /// The view that the drawing opens with.
  ///
  /// - Parameters:
  ///   - state: What the view showed when the drawing was last open; `nil` where that is not known.
  ///   - width: Widget points, as the height.
  ///   - deviceScale: Device pixels for a widget point.
  ///   - room: The part of the view beside the tools, in widget points; `nil` for all of it.
  public func openingView(
    at state: Viewport.State?, width: Double, height: Double, deviceScale: Double,
    room: Rect? = nil
  ) -> Viewport {
    var view = viewport
    (view.width, view.height) = (width, height)
    if let state { view.restore(state) }
    showDrawing(in: &view, isRestored: state != nil, room: room)
    view.keepWithinReach()
    view.alignToPixels(deviceScale)
    return view
  }
}
