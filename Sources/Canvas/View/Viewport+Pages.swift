import InkModel

extension Viewport {
  /// Shows a page, at the scale and turn that the view has: all of it in the middle where it fits, else from its top.
  ///
  /// From side to side a page that is wider than the view stays as far as something of it is in view.
  ///
  /// - Parameters:
  ///   - page: Its frame, in canvas space.
  ///   - room: Whose edges are meant, in widget points; by default those of ``clearBounds``.
  public mutating func show(page: Rect, in room: Rect? = nil) {
    let room = (room ?? clearBounds).outset(by: -Self.margin)
    guard room.width > 0, room.height > 0 else { return }
    let box = widgetFromCanvas(page)
    var shift = Vector(0, 0)
    if box.width <= room.width || box.maxX < room.minX || box.minX > room.maxX {
      shift.dx = room.center.x - box.center.x
    }
    shift.dy = box.height <= room.height ? room.center.y - box.center.y : room.minY - box.minY
    pan(by: shift)
  }
}
