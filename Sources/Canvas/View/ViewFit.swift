import InkModel

/// How a view was fitted to its size, by a command or as the drawing was opened.
///
/// When the size changes the view is fitted again in the same manner, unless somebody has moved it
/// (``CanvasSession/follow(_:from:fit:in:)``).
public struct ViewFit: Hashable, Sendable {
  public enum Manner: Hashable, Sendable {
    /// All of the drawing.
    case drawing
    /// All of a page.
    case page
    /// An area from side to side, no larger than at this scale.
    case width(closest: Double)
    /// The first page from its top, as a book is opened.
    case opening
  }

  public let manner: Manner
  /// What was fitted, in canvas space.
  let area: Rect
  /// The view that came of it.
  let view: Viewport

  public init(_ manner: Manner, of area: Rect, in view: Viewport) {
    self.manner = manner
    self.area = area
    self.view = view
  }

  /// Whether a view still has its scale and turn, and the area as far from its sides: at most it was moved up or down.
  func isAsWide(in view: Viewport) -> Bool {
    let offset = view.widgetFromCanvas(area.center).x - self.view.widgetFromCanvas(area.center).x
    return view.scale == self.view.scale && view.rotation == self.view.rotation && abs(offset) < 1
  }
}

extension Viewport {
  /// Fits an area (canvas space).
  ///
  /// - Parameter room: Whose edges are meant, in widget points; by default those of ``clearBounds``.
  public mutating func fit(_ area: Rect, _ manner: ViewFit.Manner, in room: Rect? = nil) {
    switch manner {
    case .drawing, .page: fit(area, margin: Self.margin, closest: 4, in: room)
    case .width(let closest): fitWidth(area, margin: Self.margin, closest: closest, in: room)
    case .opening:
      let room = room ?? clearBounds
      fitWidth(area, margin: Self.margin, closest: 1, in: room)
      pan(by: Vector(0, room.minY + Self.margin - widgetFromCanvas(area).minY))
    }
  }

  /// Whether this shows something else than another view, or at another position, by more than aligning with pixels
  /// does; whatever the sizes of both are.
  public func isMoved(from other: Viewport) -> Bool {
    scale != other.scale || rotation != other.rotation
      || origin.distance(to: other.origin) * scale >= 1
  }
}

extension CanvasSession {
  /// Moves a view of pages after its size has changed.
  ///
  /// 1. One that was fitted and not moved since is fitted again in the same manner.
  /// 2. One that was fitted to a width and only moved up or down since is fitted to that width again; what is at the
  ///    upper edge of its room stays there.
  /// 3. In any other the point in the middle of the width stays in the middle, and the upper edge stays, so that pages
  ///    that were in the middle are there again.
  ///
  /// A view of a canvas without pages stays as it is: ink keeps its position from the upper left corner.
  ///
  /// - Parameters:
  ///   - view: Of the new size.
  ///   - width: The one before, in widget points.
  ///   - fit: How it was fitted last; `nil` where it was not.
  ///   - room: The part of the view beside the tools, in widget points; `nil` for all of it.
  /// - Returns: How it is fitted now.
  public func follow(
    _ view: inout Viewport, from width: Double, fit: ViewFit?, in room: Rect? = nil
  ) -> ViewFit? {
    guard settings.layout != .infinite else { return fit }
    let room = room ?? view.clearBounds
    guard let fit, fit.isAsWide(in: view), let area = areaNow(of: fit),
      refit(&view, to: area, fit, in: room)
    else {
      view.pan(by: Vector((view.width - width) / 2, 0))
      return nil
    }
    return ViewFit(fit.manner, of: area, in: view)
  }

  /// What a view that is fitted again shows: pages may have changed meanwhile.
  private func areaNow(of fit: ViewFit) -> Rect? {
    let layout = settings.layout
    switch fit.manner {
    case .drawing: return extent
    case .page: return layout.page(nearest: fit.area.center).flatMap { layout.frame($0) }
    case .width: return fit.area
    case .opening: return layout.frame(0)
    }
  }

  /// False where the view was moved so that it is not to be fitted.
  private func refit(
    _ view: inout Viewport, to area: Rect, _ fit: ViewFit, in room: Rect
  ) -> Bool {
    let isMoved = view.isMoved(from: fit.view)
    switch fit.manner {
    case .width(let closest):
      if isMoved {
        view.fitSides(of: area, margin: Viewport.margin, closest: closest, in: room, at: room.minY)
      } else {
        view.fitWidth(
          area, margin: Viewport.margin, closest: closest, in: room, holding: room.minY)
      }
    case .opening where isMoved:
      view.fitSides(of: area, margin: Viewport.margin, closest: 1, in: room, at: room.minY)
    default:
      guard !isMoved else { return false }
      view.fit(area, fit.manner, in: room)
    }
    return true
  }
}
