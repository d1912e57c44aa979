import InkModel

/// The part of the canvas that the window shows, its scale and its rotation.
///
/// The canvas point ``origin`` is at the widget's top left corner; from there the canvas is
/// turned by ``rotation`` and drawn at ``scale``. Changing ``width`` and ``height`` alone leaves ink where it is on screen;
/// what else a window of another size asks for is ``CanvasSession/follow(_:from:fit:in:)``.
public struct Viewport: Hashable, Sendable {
  /// The canvas point in the widget's top left corner.
  public var origin: Point
  /// Widget points for one canvas point, within ``scales`` but for a moment (``stretch(to:about:)``).
  public private(set) var scale: Double
  /// Radians, from +x towards +y (clockwise on screen), within -π … π.
  public private(set) var rotation: Double
  /// Widget points.
  public var width: Double
  public var height: Double
  /// Height at the lower edge that another widget covers, in widget points: what is to be shown whole is shown above
  /// (S60).
  public var coveredBelow = 0.0

  /// Widget points from what is shown whole to the edges.
  public static let margin = 24.0

  /// 10 % … 6400 %.
  public static let scales = 0.1...64.0

  public init(
    origin: Point = .zero, scale: Double = 1, rotation: Double = 0, width: Double = 0,
    height: Double = 0
  ) {
    self.origin = origin
    self.scale = Self.bounded(scale)
    self.rotation = Self.wrapped(rotation)
    self.width = width
    self.height = height
  }

  public var canvasFromWidget: AffineTransform {
    .translation(origin - .zero) * .rotation(-rotation) * .scale(1 / scale)
  }

  public var widgetFromCanvas: AffineTransform {
    .scale(scale) * .rotation(rotation) * .translation(.zero - origin)
  }

  public var widgetBounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

  /// The bounds of everything visible, in canvas space.
  public var visibleCanvas: Rect { canvasFromWidget(widgetBounds) }

  /// The part of the widget that no other covers, in widget points.
  public var clearBounds: Rect {
    Rect(x: 0, y: 0, width: width, height: max(height - coveredBelow, 1))
  }

  /// The centre of ``clearBounds``, in widget points.
  public var center: Point { clearBounds.center }

  /// Moves the picture by a widget vector.
  public mutating func pan(by v: Vector) {
    origin = origin - canvasFromWidget(v)
  }

  /// Sets the scale, within ``scales``; the canvas point under `anchor` (widget points) stays.
  public mutating func zoom(to newScale: Double, about anchor: Point) {
    guard newScale.isFinite else { return }
    setScale(Self.bounded(newScale), about: anchor)
  }

  mutating func setScale(_ newScale: Double, about anchor: Point) {
    let fixed = canvasFromWidget(anchor)
    scale = newScale
    hold(fixed, at: anchor)
  }

  /// Sets the rotation in radians; the canvas point under `anchor` (widget points) stays.
  public mutating func rotate(to angle: Double, about anchor: Point) {
    guard angle.isFinite else { return }
    let fixed = canvasFromWidget(anchor)
    rotation = Self.wrapped(angle)
    hold(fixed, at: anchor)
  }

  /// Moves the picture so that a canvas point is at a widget point.
  public mutating func hold(_ canvasPoint: Point, at widgetPoint: Point) {
    origin = origin + (canvasPoint - canvasFromWidget(widgetPoint))
  }

  /// How far from the canvas's origin a view may show, in canvas points: 3 km of paper in each direction at
  /// 100 %, and all of it takes ink.
  public static let reach = StrokeModeler.limit - 10_000

  /// Moves the view back so that all that it shows is within ``reach``.
  ///
  /// Less than a widget point beyond is allowed, so that ``alignToPixels(_:)`` works at the edge, too.
  public mutating func keepWithinReach() {
    let shown = visibleCanvas
    guard shown.minX.isFinite, shown.maxX.isFinite, shown.minY.isFinite, shown.maxY.isFinite else {
      origin = .zero
      return
    }
    func back(_ least: Double, _ most: Double) -> Double {
      let beyond = least < -Self.reach ? least + Self.reach : max(most - Self.reach, 0)
      return abs(beyond) * scale < 1 ? 0 : -beyond
    }
    let offset = Vector(back(shown.minX, shown.maxX), back(shown.minY, shown.maxY))
    if offset != .zero { origin = origin + offset }
  }

  // MARK: Showing a part

  /// The least offset, in widget points, that shows `area` (canvas space) with ``margin`` around it.
  ///
  /// Where that has no room, the offset of its middle to that of the room.
  ///
  /// - Parameter room: Whose edges are meant, in widget points.
  public func offset(toReveal area: Rect, in room: Rect) -> Vector {
    let box = widgetFromCanvas(area).outset(by: Self.margin)
    func shift(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> Double {
      if high - low > to - from { return (from + to - low - high) / 2 }
      return max(from - low, 0) + min(to - high, 0)
    }
    return Vector(
      shift(box.minX, box.maxX, room.minX, room.maxX),
      shift(box.minY, box.maxY, room.minY, room.maxY))
  }

  /// Shows `area` (canvas space) whole and centred, `margin` widget points from the edges, never
  /// closer than `closest`.
  ///
  /// The turn stays; it is the turned area that fits.
  ///
  /// - Parameter room: Whose edges are meant, in widget points; by default those of ``clearBounds``.
  public mutating func fit(
    _ area: Rect, margin: Double, closest: Double = 1, in room: Rect? = nil
  ) {
    let room = room ?? clearBounds
    guard room.width > 2 * margin, room.height > 2 * margin else { return }
    let turned = AffineTransform.rotation(rotation)(area)
    let wide = turned.width > 0 ? (room.width - 2 * margin) / turned.width : closest
    let high = turned.height > 0 ? (room.height - 2 * margin) / turned.height : closest
    zoom(to: min(wide, high, closest), about: room.center)
    hold(area.center, at: room.center)
  }

  /// Makes `area` (canvas space) as wide as `room` but for `margin` on both sides; vertically
  /// it stays where it is as far as something of it is visible then.
  ///
  /// An edge that is in view then is moved to that of `room`, the margin between them.
  ///
  /// - Parameters:
  ///   - room: In widget points; by default ``clearBounds``.
  ///   - y: The height (widget points) at which the scale changes nothing; by default the middle of `room`.
  public mutating func fitWidth(
    _ area: Rect, margin: Double, closest: Double = 4, in room: Rect? = nil,
    holding y: Double? = nil
  ) {
    let room = room ?? clearBounds
    guard room.width > 2 * margin, !area.isEmpty else { return }
    fitSides(of: area, margin: margin, closest: closest, in: room, at: y ?? room.center.y)
    let box = widgetFromCanvas(area)
    var shift = Vector.zero
    if box.height <= room.height - 2 * margin {
      shift.dy = room.center.y - box.center.y
    } else if box.minY > clearBounds.minY {
      shift.dy = room.minY + margin - box.minY
    } else if box.maxY < clearBounds.maxY {
      shift.dy = room.maxY - margin - box.maxY
    }
    pan(by: shift)
  }

  /// The same, but from side to side alone.
  ///
  /// - Parameter y: The height (widget points) at which the scale changes nothing.
  mutating func fitSides(
    of area: Rect, margin: Double, closest: Double, in room: Rect, at y: Double
  ) {
    guard room.width > 2 * margin, !area.isEmpty else { return }
    let turned = AffineTransform.rotation(rotation)(area)
    zoom(
      to: min((room.width - 2 * margin) / turned.width, closest), about: Point(room.center.x, y))
    pan(by: Vector(room.center.x - widgetFromCanvas(area).center.x, 0))
  }

  // MARK: Steps

  /// The scales that stepping stops at.
  static let stops: [Double] = [
    0.1, 0.125, 1.0 / 6, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24,
    32, 48, 64,
  ]

  /// The next round scale, larger or smaller than this one.
  public func step(in closer: Bool) -> Double {
    // A scale that nearly equals a stop counts as that stop.
    closer
      ? Self.stops.first { $0 > scale * 1.01 } ?? Self.scales.upperBound
      : Self.stops.last { $0 < scale / 1.01 } ?? Self.scales.lowerBound
  }

  // MARK: Pixels

  /// True where the canvas is turned by whole quarters, within an invisible angle.
  public var isUpright: Bool {
    let quarters = rotation / (.pi / 2)
    return abs(quarters - quarters.rounded()) < 1e-9
  }

  /// Moves the view by less than a device pixel so that the canvas's origin lies on a corner of
  /// one, `deviceScale` device pixels being a widget point.
  ///
  /// Whatever is painted in canvas pixels then lands on device pixels.
  public mutating func alignToPixels(_ deviceScale: Double) {
    let position = widgetFromCanvas(Point.zero)
    guard position.isFinite else { return }
    hold(
      .zero,
      at: Point(
        (position.x * deviceScale).rounded() / deviceScale,
        (position.y * deviceScale).rounded() / deviceScale))
  }

  private static func bounded(_ scale: Double) -> Double {
    min(max(scale, scales.lowerBound), scales.upperBound)
  }

  private static func wrapped(_ angle: Double) -> Double {
    guard angle.isFinite else { return 0 }
    let turn = (angle / (2 * .pi)).rounded() * 2 * .pi
    return angle - turn
  }
}
