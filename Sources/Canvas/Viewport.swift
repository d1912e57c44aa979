import InkModel

/// Which part of the canvas the window shows, and how.
///
/// The canvas point ``origin`` is at the widget's top left corner; from there the canvas is
/// turned by ``rotation`` and drawn at ``scale``. A resize changes ``width`` and ``height`` alone,
/// so that ink stays where it is on screen.
public struct Viewport: Hashable, Sendable {
  /// The canvas point in the widget's top left corner.
  public var origin: Point
  /// Widget points for one canvas point, within ``scales``.
  public private(set) var scale: Double
  /// Radians, from +x towards +y (clockwise on screen).
  public private(set) var rotation: Double
  /// Widget points.
  public var width: Double
  public var height: Double

  /// 10 % … 6400 %.
  public static let scales = 0.1...64.0

  public init(
    origin: Point = .zero, scale: Double = 1, rotation: Double = 0, width: Double = 0,
    height: Double = 0
  ) {
    self.origin = origin
    self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
    self.rotation = rotation
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

  /// The box of everything visible, in canvas space.
  public var visibleCanvas: Rect { canvasFromWidget(widgetBounds) }

  /// The centre of the widget, in widget points.
  public var center: Point { widgetBounds.center }

  /// Moves the picture by a widget vector, as a hand on paper does.
  public mutating func pan(by v: Vector) {
    origin = origin - canvasFromWidget(v)
  }

  /// Sets the scale, within ``scales``; the canvas point under `anchor` (widget points) stays.
  public mutating func zoom(to newScale: Double, about anchor: Point) {
    guard newScale.isFinite else { return }
    let fixed = canvasFromWidget(anchor)
    scale = min(max(newScale, Self.scales.lowerBound), Self.scales.upperBound)
    hold(fixed, at: anchor)
  }

  /// Sets the rotation in radians; the canvas point under `anchor` (widget points) stays.
  public mutating func rotate(to angle: Double, about anchor: Point) {
    guard angle.isFinite else { return }
    let fixed = canvasFromWidget(anchor)
    rotation = angle
    hold(fixed, at: anchor)
  }

  /// Shows `area` (canvas space) whole and centred, `margin` widget points from the edges, never
  /// closer than `closest`.
  public mutating func fit(_ area: Rect, margin: Double, closest: Double = 1) {
    guard width > 2 * margin, height > 2 * margin else { return }
    rotation = 0
    let wide = area.width > 0 ? (width - 2 * margin) / area.width : closest
    let high = area.height > 0 ? (height - 2 * margin) / area.height : closest
    zoom(to: min(wide, high, closest), about: center)
    hold(area.center, at: center)
  }

  private mutating func hold(_ canvasPoint: Point, at widgetPoint: Point) {
    origin = origin + (canvasPoint - canvasFromWidget(widgetPoint))
  }
}
