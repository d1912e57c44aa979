import Glibc
import InkModel

/// Keys that are held while a selection is changed.
public struct SelectionModifiers: OptionSet, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Shift: adds to what is selected; moves along one axis; turns in steps of 15°; scales about
  /// the middle.
  public static let shift = SelectionModifiers(rawValue: 1)
  /// Control: scales about the middle.
  public static let control = SelectionModifiers(rawValue: 2)
}

/// One drag of a selection by one of its parts, as a function of where the tip is.
///
/// Moves, even scaling and turns only: a motion keeps all angles, so that ink keeps its look.
struct SelectionMotion: Hashable, Sendable {
  let part: SelectionHandles.Part
  let frame: SelectionFrame
  /// Where it was taken hold of, in widget points.
  let start: Point
  let view: Viewport

  /// Radians from a right angle within which a turn stays there.
  static let catching = 3.0 * .pi / 180
  /// Radians from one stop to the next with Shift.
  static let turnStep = Double.pi / 12
  /// How much smaller and larger one drag can make a selection.
  static let scales = 0.02...50.0

  /// What the selection has gone through when the tip is at `place`, in canvas space.
  func transform(at place: Point, _ modifiers: SelectionModifiers) -> AffineTransform {
    guard place.isFinite else { return .identity }
    switch part {
    case .inside:
      var way = place - start
      if modifiers.contains(.shift) {
        if abs(way.dx) < abs(way.dy) { way.dx = 0 } else { way.dy = 0 }
      }
      return .translation(view.canvasFromWidget(way))
    case .corner(let i):
      let corners = frame.corners
      let anchor =
        modifiers.isEmpty ? corners[(i + 2) % 4] : frame.center
      var arm = corners[i] - anchor
      if arm.length * view.scale < 8 {
        // Of a dot, by the handles that are seen.
        let shown = SelectionHandles(frame, in: view).corners[i]
        arm = view.canvasFromWidget(shown) - anchor
      }
      let k = 1 + view.canvasFromWidget(place - start).dot(arm) / arm.lengthSquared
      let factor = min(max(k, Self.scales.lowerBound), Self.scales.upperBound)
      return .similarity(about: anchor, scale: factor, angle: 0)
    case .turn:
      let center = view.widgetFromCanvas(frame.center)
      let (from, to) = (start - center, place - center)
      guard from.lengthSquared > 0, to.lengthSquared > 0 else { return .identity }
      let turn = atan2(from.cross(to), from.dot(to))
      let shown = frame.rotation + view.rotation
      let wanted = Self.settled(shown + turn, inSteps: modifiers.contains(.shift)) - shown
      return .similarity(about: frame.center, scale: 1, angle: wanted)
    }
  }

  /// An angle on the screen where it catches: near right angles, or at every step.
  private static func settled(_ angle: Double, inSteps: Bool) -> Double {
    if inSteps { return (angle / turnStep).rounded() * turnStep }
    let right = (angle / (.pi / 2)).rounded() * .pi / 2
    return abs(angle - right) < catching ? right : angle
  }
}

extension Viewport {
  /// What shows the same as this view does once everything on the canvas has gone through
  /// `motion`, which keeps angles.
  func seeing(through motion: AffineTransform) -> Viewport {
    guard let back = motion.inverse, motion != .identity else { return self }
    var view = self
    view.setScale(scale * motion.meanScale, about: .zero)
    view.rotate(to: rotation + motion.angle, about: .zero)
    view.origin = back(origin)
    return view
  }

  /// What two fingers do to what lies under them, in canvas space: their middle goes from one place
  /// to another (widget points), the rest grows by `scale` and turns by `angle` about it.
  ///
  /// A turn catches near right angles.
  public func motion(
    from: Point, to: Point, scale: Double, angle: Double
  ) -> AffineTransform {
    let right = (angle / (.pi / 2)).rounded() * .pi / 2
    let turn = abs(angle - right) < SelectionMotion.catching ? right : angle
    let k = min(max(scale, SelectionMotion.scales.lowerBound), SelectionMotion.scales.upperBound)
    return .translation(canvasFromWidget(to - from))
      * .similarity(about: canvasFromWidget(from), scale: k, angle: turn)
  }

  /// The motion nearest to `motion` that leaves pixels on pixels, `deviceScale` of them being a
  /// widget point: ink that is only moved looks the same afterwards, pixel by pixel.
  func aligned(_ motion: AffineTransform, deviceScale: Double) -> AffineTransform {
    let (before, after) = (widgetFromCanvas(Point.zero), widgetFromCanvas(motion(Point.zero)))
    let way = after - before
    let whole = Vector(
      (way.dx * deviceScale).rounded() / deviceScale,
      (way.dy * deviceScale).rounded() / deviceScale)
    guard way.dx.isFinite, way.dy.isFinite else { return motion }
    return .translation(canvasFromWidget(whole - way)) * motion
  }
}
