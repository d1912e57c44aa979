import InkModel

/// Finds the frame of the bar of actions: near the selection and over none of its ink.
public enum SelectionBarLayout {
  /// Widget points between the frame and the bar.
  static let gap = 12.0
  /// Between the bar and the window's edges.
  static let margin = 8.0
  /// The bar's own, for the time when it is not shown and cannot be measured.
  static let height = 52.0
  /// Widget points around the handles that the bar keeps clear of.
  public static let clearance = 10.0
  /// In a lower room the bar goes beside what is selected.
  private static let lowRoom = 300.0

  /// The part of a room for something that comes selected, no closer to its edges than ``Viewport/margin``: its handles,
  /// and the bar below it, are within the room.
  public static func roomForSelected(in room: Rect) -> Rect {
    var part = room
    let handle = SelectionHandles.padding + SelectionHandles.stalk + SelectionHandles.turnRoom
    part.minY += handle - Viewport.margin
    guard room.height > lowRoom else { return part }
    part.maxY -= SelectionHandles.padding + clearance + gap + height + margin - Viewport.margin
    return part
  }

  /// The frame of the bar, in widget points.
  ///
  /// Below the selection or above it, else beside it, else where in the window it covers least of the
  /// ink.
  ///
  /// - Parameters:
  ///   - selection: The frame of the selection with its handles.
  ///   - ink: The bounds of each selected element.
  ///   - window: The rectangle that the bar has to be in.
  ///   - taken: Rectangles of other widgets over the paper.
  public static func frame(
    width: Double, height: Double, selection: Rect, ink: [Rect], in window: Rect, taken: [Rect] = []
  ) -> Rect {
    let room = window.outset(by: -margin)
    func box(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: width, height: height) }
    func within(_ v: Double, _ low: Double, _ high: Double) -> Double {
      max(min(v, high), low)
    }
    let x = within(selection.center.x - width / 2, room.minX, room.maxX - width)
    let y = within(selection.center.y - height / 2, room.minY, room.maxY - height)
    let near = [
      box(x, selection.maxY + gap), box(x, selection.minY - gap - height),
      box(selection.maxX + gap, y),
      box(selection.minX - gap - width, y),
    ]
    let isFree = { (r: Rect) in !taken.contains { $0.intersects(r) } }
    if let free = near.first(where: { room.contains($0) && !$0.intersects(selection) && isFree($0) }
    ) {
      return free
    }
    let (right, bottom) = (
      max(room.maxX - width, room.minX), max(room.maxY - height, room.minY)
    )
    let middle = within(room.center.x - width / 2, room.minX, right)
    let anywhere = [
      box(middle, bottom), box(middle, room.minY), box(room.minX, bottom), box(right, bottom),
      box(room.minX, room.minY), box(right, room.minY), box(room.minX, y), box(right, y),
    ]
    func cost(_ r: Rect) -> Double {
      func area(_ o: Rect) -> Double {
        let both = r.intersection(o)
        return both.width * both.height
      }
      // A bar that is covered itself is worse than one that covers some ink.
      return ink.reduce(0) { $0 + area($1) } + taken.reduce(0) { $0 + area($1) } * 1000
    }
    return anywhere.min { cost($0) < cost($1) } ?? anywhere[0]
  }
}
