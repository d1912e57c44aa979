import Glibc
import InkModel

/// A motion of a view by two fingers on the screen or on a touchpad.
///
/// 1. Made when the fingers come down, from the view as it is then.
/// 2. Each movement computes the view from the first one; nothing adds up, so nothing
///    drifts.
/// 3. ``rest(_:about:)`` gives the view for when the fingers have lifted.
///
/// The canvas points under the fingers stay under them, within two rules: the paper turns only once
/// the fingers have turned by ``deadZone``, and snaps to quarter turns within ``snap``. Beyond
/// ``Viewport/scales`` the zoom yields less and less.
public struct ViewportMotion: Sendable {
  /// What of a view the fingers may not change: locked by the user, against turning or zooming by accident.
  public struct Locks: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let rotation = Locks(rawValue: 1 << 0)
    public static let scale = Locks(rawValue: 1 << 1)
  }

  public let start: Viewport
  public let locks: Locks

  /// Radians that fingers may turn while they pinch before the paper turns, too.
  public static let deadZone = 0.21
  /// Radians around a quarter turn that count as that turn.
  public static let snap = 0.06

  private var hasTurned = false
  /// The part of the fingers' turn that the dead zone absorbs, in radians.
  private var taken = 0.0

  public init(from start: Viewport, locks: Locks = []) {
    self.start = start
    self.locks = locks
  }

  /// The view when two fingers that were at `from` are at `to`, all in widget points.
  public mutating func view(
    moving from: (Point, Point), to: (Point, Point)
  ) -> Viewport {
    let fingers = PairMotion(from: from, to: to)
    let hasDirection = fingers.hasDirection
    return view(
      about: fingers.from, movedBy: fingers.offset, scaledBy: hasDirection ? fingers.scale : 1,
      turnedBy: hasDirection ? fingers.turn : 0)
  }

  /// The view after a similarity of the widget: turned and scaled about `anchor`, then moved.
  ///
  /// - Parameters:
  ///   - anchor: Widget points, the first position of the fingers' centre.
  ///   - scaledBy: 1 is as large as at first.
  ///   - turnedBy: Radians since the beginning, from +x towards +y.
  public mutating func view(
    about anchor: Point, movedBy offset: Vector, scaledBy factor: Double, turnedBy turn: Double
  ) -> Viewport {
    var view = start
    guard anchor.isFinite, offset.dx.isFinite, offset.dy.isFinite, factor.isFinite, factor > 0,
      turn.isFinite
    else { return view }
    let fixed = view.canvasFromWidget(anchor)
    if !locks.contains(.scale) { view.stretch(to: start.scale * factor, about: anchor) }
    if !locks.contains(.rotation) { view.rotate(to: rotation(after: turn), about: anchor) }
    view.hold(fixed, at: anchor + offset)
    return view
  }

  private mutating func rotation(after turn: Double) -> Double {
    if !hasTurned {
      guard abs(turn) > Self.deadZone else { return start.rotation }
      hasTurned = true
      // The turn begins at the angle that the paper has.
      taken = turn < 0 ? -Self.deadZone : Self.deadZone
    }
    let free = start.rotation + turn - taken
    let quarter = (free / (.pi / 2)).rounded() * (.pi / 2)
    return abs(free - quarter) < Self.snap ? quarter : free
  }

  /// Where a view comes to rest: the same one, within ``Viewport/scales``.
  public func rest(_ view: Viewport, about anchor: Point) -> Viewport {
    var view = view
    view.zoom(to: view.scale, about: anchor)
    return view
  }
}

extension Viewport {
  /// By how much an elastic zoom may go beyond its limits at most.
  static let give = 1.5

  /// Sets the scale as ``zoom(to:about:)`` does, but yields beyond the limits: less and less,
  /// and never by more than half as much again.
  public mutating func stretch(to newScale: Double, about anchor: Point) {
    guard newScale.isFinite, newScale > 0 else { return }
    let limit = min(max(newScale, Self.scales.lowerBound), Self.scales.upperBound)
    let beyond = log(newScale / limit)
    guard beyond != 0 else { return zoom(to: newScale, about: anchor) }
    let reach = log(Self.give)
    // Like a rubber band: it follows at half the speed at first, and approaches a limit.
    let shown = reach * (1 - 1 / (abs(beyond) * 0.5 / reach + 1))
    setScale(limit * exp(beyond < 0 ? -shown : shown), about: anchor)
  }
}

extension Viewport {
  /// Moves a fraction (0 … 1) towards another view: even in the logarithm of the scale, so that the zoom has
  /// constant speed.
  ///
  /// - Parameter anchor: The widget point that both views show the same at, where there is one.
  public mutating func glide(towards target: Viewport, part: Double, about anchor: Point?) {
    guard part.isFinite, part > 0 else { return }
    let next = scale * exp(log(target.scale / scale) * min(part, 1))
    if let anchor {
      setScale(next, about: anchor)
    } else {
      let from = canvasFromWidget(center)
      let to = target.canvasFromWidget(center)
      setScale(next, about: center)
      hold(from.lerp(to: to, min(part, 1)), at: center)
    }
  }
}
