import CGtk
import Gtk
import InkModel

/// Keeps a widget's frame in its window or popover, and those of what lies beside it, whatever the program lays out there
/// meanwhile.
///
/// GTK allocates the widgets of a surface before each frame that needs it; after that, each widget from the window's or
/// popover's child down to this one is allocated again as it was at first, and so is what lies beside them in boxes,
/// grids and lists. What has come there since, and would lie over it, is not shown before ``end()``.
///
/// Invariants:
/// 1. In each frame before ``end()`` every held widget has the origin in its parent that it had, and the size, or where it
///    now needs more its least size.
/// 2. Between ``releaseNeighbors()`` and ``holdNeighbors()`` that holds for the path alone, and nothing is hidden.
/// 3. After ``end()`` nothing is held or hidden, and where something was, a new layout is queued.
///
/// What a widget scrolls is not held, nor what is scaled, turned, or laid out by a ``PaintedWidget``.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldPath {
  /// A widget of the path, and what its parent lays out beside it.
  private struct Level {
    var widget: HeldWidget
    var neighbors: [HeldWidget] = []
  }

  /// From the window's or popover's child down to the widget.
  private var levels: [Level] = []
  /// What is not shown, of the parents of the path.
  private var hidden: [(widget: Kept<Widget>, parent: Kept<Widget>)] = []
  private var layout: Subscription?
  private var holdsNeighbors = false
  /// Whether a widget has been allocated otherwise than its program had it.
  private var holds = false

  /// - Parameters:
  ///   - widget: The innermost that is held.
  ///   - native: The window or popover that it is in, or it is itself: then nothing is held.
  init(from widget: Widget, to native: Widget, _ surface: OpaquePointer) {
    var path: [Level] = []
    var inner = widget
    while !inner.isSame(as: native), let parent = inner.parent {
      if PaintedWidget.paints(parent) {
        path = []
      } else if !parent.isScrollable, let each = HeldWidget(inner, in: parent) {
        path.append(Level(widget: each))
      }
      inner = parent
    }
    levels = path.reversed()
    guard !levels.isEmpty else { return }
    holdNeighbors()
    // The window's own handler is the first: it allocates.
    layout = Signal<Void, Int, Int>(surface, "layout").subscribe { [weak self] _, _ in
      self?.hold()
    }
  }

  /// What lies beside the path stays where it is now, where that is not held yet.
  func holdNeighbors() {
    guard !holdsNeighbors else { return }
    holdsNeighbors = true
    for i in levels.indices {
      let parent = levels[i].widget.parent.object
      guard parent.laysOutInOrder else { continue }
      levels[i].neighbors = parent.children.compactMap { child in
        child.isSeen && !child.isSame(as: levels[i].widget.widget.object)
          ? HeldWidget(child, in: parent) : nil
      }
    }
  }

  /// What lies beside the path is laid out as its program has it: somebody has pressed something there.
  func releaseNeighbors() {
    guard holdsNeighbors else { return }
    holdsNeighbors = false
    for i in levels.indices { levels[i].neighbors = [] }
    showHidden()
    queueLayout()
  }

  private func hold() {
    for i in levels.indices {
      guard let isAllocated = hold(i) else { return }
      holds = holds || isAllocated
      if holdsNeighbors { holdNeighbors(beside: i) }
    }
    // The program, or an area's element, has given it the focus since.
    if hidden.contains(where: { $0.widget.object.containsFocus }) { showHidden() }
  }

  private func hold(_ i: Int) -> Bool? {
    // Its program may end the writing as it is laid out.
    guard levels.indices.contains(i) else { return nil }
    var widget = levels[i].widget
    let outcome = widget.hold()
    guard levels.indices.contains(i) else { return nil }
    levels[i].widget = widget
    return outcome
  }

  private func holdNeighbors(beside i: Int) {
    var level = levels[i]
    guard level.widget.parent.object.laysOutInOrder else { return }
    for j in level.neighbors.indices where level.neighbors[j].hold() == true { holds = true }
    guard holdsNeighbors, levels.indices.contains(i) else { return }
    levels[i].neighbors = level.neighbors
    let parent = level.widget.parent.object
    let known = Set(level.neighbors.map(\.widget.object.raw) + [level.widget.widget.object.raw])
    let newcomers = parent.children.filter {
      $0.isSeen && !$0.containsFocus && !known.contains($0.raw)
    }
    guard !newcomers.isEmpty else { return }
    let held = ([level.widget] + level.neighbors).filter(\.isSeen).compactMap {
      $0.widget.object.frame(in: parent)
    }
    for child in newcomers {
      guard let frame = child.frame(in: parent), held.contains(where: frame.intersects)
      else { continue }
      hidden.append((Kept(child), Kept(parent)))
      holds = true
      child.isChildVisible = false
    }
  }

  private func showHidden() {
    for (child, parent) in hidden
    where child.object.parent?.isSame(as: parent.object) == true {
      child.object.isChildVisible = true
      parent.object.filterRows()
    }
    hidden = []
  }

  private func queueLayout() {
    // All that it lies in is allocated with it.
    guard holds else { return }
    levels.last { $0.widget.widget.object.isMapped }?.widget.widget.object.queueResize()
  }

  /// Lets the program's layout apply again.
  func end() {
    layout = nil
    showHidden()
    queueLayout()
    levels = []
    holds = false
  }
}

/// A widget, and the frame in its parent that it keeps.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
private struct HeldWidget {
  let widget: Kept<Widget>
  let parent: Kept<Widget>
  /// In the parent's points.
  private let origin: Point
  /// What was allocated, with its border, padding and margins, in points.
  private let width: Int
  private let height: Int
  private let baseline: Int?
  /// From the origin that is allocated to the widget's own, inside margins, border and padding.
  private var inset = Vector(0, 0)

  /// Keeps it as it is; `nil` where it is scaled or turned.
  init?(_ widget: Widget, in parent: Widget) {
    guard let origin = Self.origin(of: widget, in: parent) else { return nil }
    self.widget = Kept(widget)
    self.parent = Kept(parent)
    self.origin = origin
    width = widget.allocatedWidth
    height = widget.allocatedHeight
    baseline = widget.allocatedBaseline
  }

  /// Whether it is still where its parent can show it.
  var isSeen: Bool {
    widget.object.isSeen && widget.object.parent?.isSame(as: parent.object) == true
  }

  /// The origin of a widget in its parent; `nil` where it is scaled or turned.
  private static func origin(of widget: Widget, in parent: Widget) -> Point? {
    // A distance that floats divide without a rest.
    let far = 1024.0
    guard let origin = widget.point(Point(0, 0), in: parent),
      let corner = widget.point(Point(far, far), in: parent),
      (corner - origin - Vector(far, far)).length < 0.01
    else { return nil }
    return origin
  }

  /// Allocates it as it was, where its parent has done otherwise.
  ///
  /// - Returns: Whether it was allocated; `nil` where it has another parent by now, or is not shown.
  mutating func hold() -> Bool? {
    let object = widget.object
    guard object.parent?.isSame(as: parent.object) == true, object.isMapped,
      let now = Self.origin(of: object, in: parent.object)
    else { return nil }
    let isAtOrigin = (origin - now).length < 0.01
    guard !isAtOrigin || object.allocatedWidth != width || object.allocatedHeight != height
    else { return false }
    let leastWidth = max(width, object.measure(.horizontal).minimum)
    let leastHeight = max(height, object.measure(.vertical, for: leastWidth).minimum)
    guard
      !isAtOrigin || leastWidth != object.allocatedWidth || leastHeight != object.allocatedHeight
    else { return false }
    allocate(leastWidth, leastHeight)
    guard let then = Self.origin(of: object, in: parent.object) else { return nil }
    let rest = origin - then
    if rest.length >= 0.01 {
      inset = inset - rest
      allocate(leastWidth, leastHeight)
    }
    return true
  }

  private func allocate(_ width: Int, _ height: Int) {
    let start = origin - inset
    widget.object.allocate(
      width: width, height: height, .translation(start - Point(0, 0)), baseline: baseline)
  }
}

extension Widget {
  /// Whether its parent has allocated an area to it in which it is shown.
  fileprivate var isSeen: Bool {
    isMapped && !isNative && allocatedWidth > marginStart + marginEnd
      && allocatedHeight > marginTop + marginBottom
  }
}
