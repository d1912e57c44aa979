import InkModel

/// A picture that is being cropped: the whole of it, and the part that is to show.
///
/// The part is a rectangle of the element's own space, within the picture and never empty. Eight handles on its edge move
/// it: 0 is the top left corner of the picture as it came, 1 the middle of its upper side, and so on clockwise.
public struct PictureCrop: Hashable, Sendable {
  /// What a press can drag.
  public enum Part: Hashable, Sendable {
    /// Moves one side or two.
    case handle(Int)
    /// Moves the part over the picture.
    case inside
  }

  /// As it is in the drawing.
  public let element: Element
  let picture: PlacedPicture
  /// The part that is to show, in element space.
  public internal(set) var rect: Rect
  /// The handle that arrow keys move.
  public internal(set) var chosen = 4

  /// How many handles there are.
  public static let handleCount = 8
  /// The least width and height of the part, in widget points, of a picture that is larger.
  static let least = 12.0
  /// The shortest side, in widget points, that has a handle in its middle.
  static let roomForMiddle = 48.0

  /// `nil` for what is no picture.
  init?(_ element: Element) {
    guard let picture = element.picture else { return nil }
    self.element = element
    self.picture = picture
    rect = picture.crop
  }

  /// The bounds of the whole picture, in element space.
  var whole: Rect { Rect(x: 0, y: 0, width: picture.width, height: picture.height) }

  private func widgetFromElement(_ view: Viewport) -> AffineTransform {
    view.widgetFromCanvas * element.canvasFromElement
  }

  // MARK: On the screen

  /// The corners of the part, in widget points, in order.
  public func corners(in view: Viewport) -> [Point] {
    let t = widgetFromElement(view)
    return rect.corners.map { t($0) }
  }

  /// The corners of the whole picture, in widget points, in order.
  public func wholeCorners(in view: Viewport) -> [Point] {
    let t = widgetFromElement(view)
    return whole.corners.map { t($0) }
  }

  /// The handles in widget points; `nil` for one in the middle of a side that is too short for it.
  public func handles(in view: Viewport) -> [Point?] {
    let c = corners(in: view)
    return (0..<Self.handleCount).map { i in
      let (a, b) = (c[i / 2], c[(i / 2 + 1) % 4])
      if i.isMultiple(of: 2) { return a }
      return a.distance(to: b) < Self.roomForMiddle ? nil : a.lerp(to: b, 0.5)
    }
  }

  /// What a press at a position (widget points) drags; `nil` beside the part.
  public func part(at position: Point, reach: Double, in view: Viewport) -> Part? {
    var nearest: (part: Part, distance: Double)?
    for (i, handle) in handles(in: view).enumerated() {
      guard let d = handle.map(position.distance(to:)), d <= reach else { continue }
      if d < nearest?.distance ?? .infinity { nearest = (.handle(i), d) }
    }
    if let nearest { return nearest.part }
    guard let back = widgetFromElement(view).inverse else { return nil }
    return rect.contains(back(position)) ? .inside : nil
  }

  // MARK: Changing

  /// The same after a part was dragged by a widget vector.
  func dragged(_ part: Part, by offset: Vector, in view: Viewport) -> PictureCrop {
    let t = widgetFromElement(view)
    guard let back = t.inverse, offset.dx.isFinite, offset.dy.isFinite else { return self }
    let d = back(offset)
    var copy = self
    switch part {
    case .inside:
      let dx = min(max(d.dx, -rect.minX), whole.maxX - rect.maxX)
      let dy = min(max(d.dy, -rect.minY), whole.maxY - rect.maxY)
      copy.rect = Rect(
        minX: rect.minX + dx, minY: rect.minY + dy, maxX: rect.maxX + dx, maxY: rect.maxY + dy
      ).intersection(whole)
    case .handle(let i):
      // The least that is left; the part may be smaller already.
      let leastX = min(Self.least / t(Vector(1, 0)).length, rect.width)
      let leastY = min(Self.least / t(Vector(0, 1)).length, rect.height)
      if [0, 6, 7].contains(i) {
        copy.rect.minX = min(max(rect.minX + d.dx, 0), rect.maxX - leastX)
      }
      if [2, 3, 4].contains(i) {
        copy.rect.maxX = max(min(rect.maxX + d.dx, whole.maxX), rect.minX + leastX)
      }
      if [0, 1, 2].contains(i) {
        copy.rect.minY = min(max(rect.minY + d.dy, 0), rect.maxY - leastY)
      }
      if [4, 5, 6].contains(i) {
        copy.rect.maxY = max(min(rect.maxY + d.dy, whole.maxY), rect.minY + leastY)
      }
      copy.chosen = i
    }
    return copy.rect.isEmpty ? self : copy
  }
}
