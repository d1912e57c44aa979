import Canvas
import Glibc
import Gtk
import InkModel

extension CanvasOverlay {
  /// Widget points that a press may move before it is a drag.
  private static let slop = 8.0

  /// Follows a drag of the handle, by pen, finger or mouse.
  ///
  /// The gesture is the overlay's, which does not move while the card does.
  func addDragging() {
    let gesture = DragGesture(phase: .capture)
    // It is for the handle of the card, where there is no field.
    gesture.leavesTip = true
    gesture.began.connect { [weak self] x, y in
      guard let self, !self.isPalm(gesture), self.begin(at: Point(x, y)) else {
        gesture.deny()
        return
      }
    }
    gesture.updated.connect { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      if !drag.hasMoved {
        guard hypot(dx, dy) > Self.slop else { return }
        gesture.claim()
        self.takeUp()
      }
      self.carry(to: drag.start + Vector(dx, dy))
    }
    gesture.ended.connect { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      self.letGo(at: drag.start + Vector(dx, dy))
    }
    gesture.cancelled.connect { [weak self] in self?.giveUpDrag() }
    widget.add(gesture)
  }

  private func isPalm(_ gesture: DragGesture) -> Bool {
    gesture.currentEvent?.type == .touchBegin && palms.takesTouchesForPalms
  }

  /// Whether a press at `position` is on something that drags the picker; if so, the drag begins.
  private func begin(at position: Point) -> Bool {
    guard isPickerVisible, drag == nil, card.layout.form != .compact,
      let hit = widget.pick(position)
    else { return false }
    // The handle, the button that unfolds the picker, or the bare card.
    let isHandle = [PickerLayout.Item.handle, .unfold].contains { item in
      card.button(item).map { hit.isSame(as: $0) || hit.isInside($0) } ?? false
    }
    guard isHandle || hit.isSame(as: card.widget) else { return false }
    let frame = frame(of: card.layout, at: self.placement, in: window)
    drag = Drag(grip: position - Point(frame.minX, frame.minY), start: position)
    return true
  }

  /// The card leaves its edge: while it floats it is a row, dragged by its handle.
  private func takeUp() {
    closeOptions()
    drag?.hasMoved = true
    let before = card.layout
    switch before.form {
    case .column: card.layout = layout(.row(tips: .top), in: window)
    case .folded(isColumn: true): card.layout = layout(.folded(isColumn: false), in: window)
    case .row, .compact, .folded: return
    }
    drag?.grip = Self.handle(of: card.layout) - .zero
  }

  /// The middle of what a picker is dragged by, in its own points.
  private static func handle(of layout: PickerLayout) -> Point {
    (layout[.handle] ?? layout[.unfold])?.center ?? Point(layout.width / 2, layout.height / 2)
  }

  private func carry(to tip: Point) {
    guard let drag else { return }
    let corner = tip - drag.grip
    let layout = card.layout
    // It stays within the window while it is dragged, too.
    let free = PickerPlacement.floating(
      Rect(x: corner.x, y: corner.y, width: layout.width, height: layout.height), in: window)
    let frame = PickerPlacement(free).frame(
      width: layout.width, height: layout.height, in: window)
    var target = free
    let edge = PickerPlacement.edge(for: frame, heldAt: tip, in: window)
    if let edge {
      let docked = PickerPlacement(.docked(edge, along: 0), isFolded: placement.isFolded)
      let form = self.layout(PickerLayout.form(docked, windowLayout), in: window)
      target = PickerPlacement.docked(
        edge, width: form.width, height: form.height, handle: Self.handle(of: form), at: tip,
        in: window)
    }
    dragged = (frame, target)
    landing.isVisible = !(edge == nil)
    widget.queueAllocate()
  }

  private func letGo(at tip: Point) {
    guard let drag else { return }
    if drag.hasMoved { carry(to: tip) }
    let target = dragged?.target
    giveUpDrag()
    if let target { put(target) }
  }

  private func giveUpDrag() {
    drag = nil
    dragged = nil
    landing.isVisible = false
    arrange()
  }
}
