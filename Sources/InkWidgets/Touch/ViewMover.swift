import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel

/// Moves the view by fingers; afterwards the view coasts, or returns within its limits.
///
/// Invariants:
/// 1. Between `began` and its end the view is computed from the one at the beginning; errors do not
///    accumulate.
/// 2. Nothing coasts while fingers move the view, or once any other command has moved it.
/// 3. ``target`` is set exactly while the view glides there.
final class ViewMover {
  private let view: ViewController
  private var motion: ViewportMotion?
  private var base = Viewport()
  private var anchor = Point.zero
  private var tapZoom = TapZoom()

  /// The animation that coasts or glides.
  private var ticks: FrameTicks?
  /// The view that a glide ends with.
  private var target: Viewport?

  /// Seconds that an animated change of the view takes.
  private static let glide = 0.22

  init(_ view: ViewController) {
    self.view = view
    view.onCommand = { [weak self] in self?.stop() }
    view.isHeld = { [weak self] in
      guard let self else { return false }
      return self.motion != nil || self.ticks?.isRunning == true
    }
  }

  /// Stops coasting: a contact began.
  func stop() {
    target = nil
    guard ticks?.isRunning == true else { return }
    ticks = nil
    view.rest()
  }

  /// - Parameter besideTool: The fingers are those of the hand without the tool: the view moves even
  ///   while a tool draws.
  func take(_ step: ViewStep, besideTool: Bool = false) {
    switch step {
    case .began:
      stop()
      // A stroke in progress would get segments from the movement of the paper.
      guard besideTool || !view.session.isBusy else { return }
      base = view.exact
      view.pull.begin()
      motion = ViewportMotion(from: base, locks: view.locks)
      anchor = view.viewport.center
    case .dragged(let offset):
      guard motion != nil else { return }
      show(base) { $0.pan(by: offset) }
      view.pull.moved()
    case .pinched(let from, let to):
      guard var motion else { return }
      let next = motion.view(moving: from, to: to)
      self.motion = motion
      anchor = to.0.lerp(to: to.1, 0.5)
      show(next) { _ in }
      view.pull.moved()
    case .restored:
      guard motion != nil else { return }
      view.pull.cancel()
      motion = nil
      show(base) { _ in }
      view.rest()
      view.onTurning(.withdrawn)
    case .ended(let velocity):
      guard let motion else { return }
      self.motion = nil
      view.onTurning(.released)
      // The page that was added is where the view is.
      guard !view.pull.end() else { return view.rest() }
      let rest = motion.rest(view.exact, about: anchor)
      if rest.scale != view.exact.scale {
        glide(to: rest)
      } else if animates, let coasting = Coasting(velocity: velocity) {
        coast(coasting)
      } else {
        view.rest()
      }
    }
  }

  /// The fingers have lifted; the view goes on at this velocity, in widget points a second.
  func coast(at velocity: Vector) {
    guard motion == nil, !view.session.isBusy, animates, let coasting = Coasting(velocity: velocity)
    else { return }
    coast(coasting)
  }

  /// A double tap zooms in, or back out.
  func zoom(at position: Point) {
    guard motion == nil, !view.session.isBusy, !view.locks.contains(.scale) else { return }
    stop()
    glide(to: tapZoom.view(view.exact, tappedAt: position))
  }

  /// Shows what undo or redo has changed where nothing of it is in view, or will be after a glide.
  func reveal(_ step: SteppedArea) {
    guard motion == nil, !view.session.isBusy,
      let wanted = (target ?? view.exact).showing(step, in: view.clearRoom)
    else { return }
    stop()
    glide(to: wanted)
  }

  private var animates: Bool {
    view.widget.wantsAnimations && view.widget.isMapped
  }

  /// Shows a changed view, with the size that the window has now.
  private func show(_ next: Viewport, _ change: (inout Viewport) -> Void) {
    let before = view.viewport
    let moved = view.setView(isMoving: true) { v in
      let now = v
      v = next
      (v.width, v.height, v.coveredBelow) = (now.width, now.height, now.coveredBelow)
      change(&v)
    }
    if moved { view.showMovement(from: before, isHeld: motion != nil) }
  }

  // MARK: Animation

  private func coast(_ coasting: Coasting) {
    let from = view.exact
    start { [weak self] time in
      guard let self, !self.view.session.isBusy else { return false }
      self.show(from) { $0.pan(by: coasting.offset(after: time)) }
      return time < coasting.duration
    }
  }

  private func glide(to target: Viewport) {
    let from = view.exact
    guard animates else {
      show(target) { _ in }
      return view.rest()
    }
    let fixed = Self.fixedPoint(from, target)
    start { [weak self] time in
      guard let self, !self.view.session.isBusy else { return false }
      let part = min(time / Self.glide, 1)
      let eased = 1 - (1 - part) * (1 - part) * (1 - part)
      if part >= 1 {
        self.show(target) { _ in }
        return false
      }
      self.show(from) { v in
        v.glide(towards: target, part: eased, about: fixed)
      }
      return true
    }
    self.target = target
  }

  /// The widget point under which both views have the same canvas point, if there is one.
  private static func fixedPoint(_ a: Viewport, _ b: Viewport) -> Point? {
    let k = b.scale / a.scale
    guard abs(k - 1) > 1e-6, a.rotation == b.rotation else { return nil }
    // Where b shows the canvas point that a has in its corner.
    let moved = b.widgetFromCanvas(a.canvasFromWidget(Point.zero))
    return Point(moved.x / (1 - k), moved.y / (1 - k))
  }

  /// Calls `body` before each frame with the seconds since the first, until it returns false.
  private func start(_ body: @escaping (Double) -> Bool) {
    stop()
    var begin: Double?
    ticks = FrameTicks(on: view.widget) { [weak self] time in
      let first = begin ?? time
      begin = first
      if body(time - first) { return true }
      self?.ticks = nil
      self?.target = nil
      self?.view.rest()
      return false
    }
  }
}
