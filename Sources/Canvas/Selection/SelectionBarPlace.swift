import InkModel

/// Where the bar of actions stands: near the selection and on none of its ink.
public enum SelectionBarPlace {
  /// Widget points between the frame and the bar.
  static let gap = 12.0
  /// Between the bar and the window's edges.
  static let margin = 8.0

  /// The bar's box, in widget points.
  ///
  /// Below the frame or above it, else beside it, else wherever in the window least of the ink is
  /// covered.
  ///
  /// - Parameters:
  ///   - frame: The frame with its handles.
  ///   - ink: The boxes of what is selected.
  ///   - window: What the bar has to be in.
  ///   - taken: Where something else lies over the paper.
  public static func place(
    width: Double, height: Double, frame: Rect, ink: [Rect], in window: Rect, taken: [Rect] = []
  ) -> Rect {
    let room = window.outset(by: -margin)
    func box(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: width, height: height) }
    func within(_ v: Double, _ low: Double, _ high: Double) -> Double {
      max(min(v, high), low)
    }
    let x = within(frame.center.x - width / 2, room.minX, room.maxX - width)
    let y = within(frame.center.y - height / 2, room.minY, room.maxY - height)
    let near = [
      box(x, frame.maxY + gap), box(x, frame.minY - gap - height), box(frame.maxX + gap, y),
      box(frame.minX - gap - width, y),
    ]
    let isFree = { (r: Rect) in !taken.contains { $0.intersects(r) } }
    if let free = near.first(where: { room.contains($0) && !$0.intersects(frame) && isFree($0) }) {
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
      // Not to be seen is worse than to hide a little.
      return ink.reduce(0) { $0 + area($1) } + taken.reduce(0) { $0 + area($1) } * 1000
    }
    return anywhere.min { cost($0) < cost($1) } ?? anywhere[0]
  }
}
