import Glibc
import InkModel

/// Modifier keys that are held while a selection is changed.
public struct SelectionModifiers: OptionSet, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Shift: adds to the selection; moves along one axis; turns in steps of 15°; scales about
  /// the centre.
  public static let shift = SelectionModifiers(rawValue: 1)
  /// Control: scales about the centre.
  public static let control = SelectionModifiers(rawValue: 2)
}

/// One drag of a selection by one of its parts, as a function of the tip's position.
///
/// Translation, even scaling and rotation only: a motion keeps all angles, so that ink keeps its shape.
struct SelectionMotion: Hashable, Sendable {
  let part: SelectionHandles.Part
  let frame: SelectionFrame
  /// The position of the press, in widget points.
  let start: Point
  let view: Viewport
  /// The side that the handle that turns stands on, for a drag of that.
  let turnSide: SelectionHandles.Side?

  /// Radians from a right angle within which a turn stays there.
  static let catching = 3.0 * .pi / 180
  /// Radians from one stop to the next with Shift.
  static let turnStep = Double.pi / 12
  /// How much smaller and larger one drag can make a selection.
  static let scales = 0.02...50.0

  /// The transform of the selection when the tip is at `position`, in canvas space.
  func transform(at position: Point, _ modifiers: SelectionModifiers) -> AffineTransform {
    guard position.isFinite else { return .identity }
    switch part {
    case .inside:
      var offset = position - start
      if modifiers.contains(.shift) {
        if abs(offset.dx) < abs(offset.dy) { offset.dx = 0 } else { offset.dy = 0 }
      }
      return .translation(view.canvasFromWidget(offset))
    case .corner(let i):
      let corners = frame.corners
      let anchor =
        modifiers.isEmpty ? corners[(i + 2) % 4] : frame.center
      var arm = corners[i] - anchor
      if arm.length * view.scale < 8 {
        // For a dot, by the handles as they are shown.
        let shown = SelectionHandles(frame, in: view).corners[i]
        arm = view.canvasFromWidget(shown) - anchor
      }
      let k = 1 + view.canvasFromWidget(position - start).dot(arm) / arm.lengthSquared
      return .similarity(about: anchor, scale: Self.bounded(k), angle: 0)
    case .turn:
      let center = view.widgetFromCanvas(frame.center)
      let (from, to) = (start - center, position - center)
      guard from.lengthSquared > 0, to.lengthSquared > 0 else { return .identity }
      let turn = atan2(from.cross(to), from.dot(to))
      let shown = frame.rotation + view.rotation
      let wanted = Self.settled(shown + turn, inSteps: modifiers.contains(.shift)) - shown
      return .similarity(about: frame.center, scale: 1, angle: wanted)
    }
  }

  static func bounded(_ scale: Double) -> Double {
    min(max(scale, scales.lowerBound), scales.upperBound)
  }

  /// An angle after snapping: near right angles, or to steps.
  static func settled(_ angle: Double, inSteps: Bool) -> Double {
    if inSteps { return (angle / turnStep).rounded() * turnStep }
    let right = (angle / (.pi / 2)).rounded() * .pi / 2
    return abs(angle - right) < catching ? right : angle
  }
}

extension Viewport {
  /// The view that shows the same as this one once everything on the canvas is transformed by
  /// `motion`, which keeps angles.
  func seeing(through motion: AffineTransform) -> Viewport {
    guard let back = motion.inverse, motion != .identity else { return self }
    var view = self
    view.setScale(scale * motion.meanScale, about: .zero)
    view.rotate(to: rotation + motion.angle, about: .zero)
    view.origin = back(origin)
    return view
  }

  /// The transform in canvas space that moves, scales and turns a selection as two fingers move in widget space.
  ///
  /// A turn snaps to right angles, and the scale stays within the limits of one drag.
  public func motion(of fingers: PairMotion) -> AffineTransform {
    .translation(canvasFromWidget(fingers.offset))
      * .similarity(
        about: canvasFromWidget(fingers.from), scale: SelectionMotion.bounded(fingers.scale),
        angle: SelectionMotion.settled(fingers.turn, inSteps: false))
  }

  /// The motion nearest to `motion` that keeps whole device pixels, `deviceScale` of them being a
  /// widget point: ink that is only moved has the same pixels afterwards.
  func aligned(_ motion: AffineTransform, deviceScale: Double) -> AffineTransform {
    let (before, after) = (widgetFromCanvas(Point.zero), widgetFromCanvas(motion(Point.zero)))
    let offset = after - before
    let whole = Vector(
      (offset.dx * deviceScale).rounded() / deviceScale,
      (offset.dy * deviceScale).rounded() / deviceScale)
    guard offset.dx.isFinite, offset.dy.isFinite else { return motion }
    return .translation(canvasFromWidget(whole - offset)) * motion
  }
}
