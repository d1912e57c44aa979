import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel

extension CanvasDesk {
  /// Widget points that a press may move and still be a press.
  private static let slop = 8.0

  /// Follows a drag of the handle, by pen, finger or mouse: all one to GTK's drag gesture.
  ///
  /// It sits on the overlay, which does not move while the card does.
  func addDragging() {
    let gesture = gtk_gesture_drag_new()!
    gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
    RawSignal.connectPosition(gesture, "drag-begin") { [weak self] x, y in
      guard let self, !self.isPalm(gesture), self.begin(at: Point(x, y)) else {
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
        return
      }
    }
    RawSignal.connectPosition(gesture, "drag-update") { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      if !drag.hasMoved {
        guard hypot(dx, dy) > Self.slop else { return }
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        self.takeUp()
      }
      self.carry(to: drag.start + Vector(dx, dy))
    }
    RawSignal.connectPosition(gesture, "drag-end") { [weak self] dx, dy in
      guard let self, let drag = self.drag else { return }
      self.letGo(at: drag.start + Vector(dx, dy))
    }
    RawSignal.connect1(gesture, "cancel") { [weak self] _ in self?.giveUpDrag() }
    gtk_widget_add_controller(widget, gesture)
  }

  private func isPalm(_ gesture: OpaquePointer) -> Bool {
    guard let event = gtk_event_controller_get_current_event(gesture),
      gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN
    else { return false }
    return palms.takesTouchesForPalms
  }

  /// True where a press at this place is one on something to drag the picker by.
  private func begin(at place: Point) -> Bool {
    guard isPickerVisible, drag == nil, card.layout.form != .compact,
      let hit = gtk_widget_pick(widget, place.x, place.y, GTK_PICK_DEFAULT)
    else { return false }
    // The handle, the one button of a folded picker, or the bare card.
    let isHandle = [PickerLayout.Item.handle, .unfold].contains { item in
      card.button(item).map { hit == $0 || gtk_widget_is_ancestor(hit, $0) != 0 } ?? false
    }
    guard isHandle || hit == card.widget else { return false }
    let frame = frame(of: card.layout, at: self.place, in: window)
    drag = Drag(grip: place - Point(frame.minX, frame.minY), start: place)
    return true
  }

  /// The card comes off its edge: afloat it is a row, held by its handle.
  private func takeUp() {
    closeOptions()
    drag?.hasMoved = true
    let before = card.layout
    guard case .column = before.form else { return }
    card.layout = layout(.row(tips: .top), in: window)
    drag?.grip = (card.layout[.handle]?.center ?? .zero) - .zero
  }

  private func carry(to tip: Point) {
    guard let drag else { return }
    let corner = tip - drag.grip
    let layout = card.layout
    // Never out of sight, even while it is dragged.
    let free = PickerPlace.floating(
      Rect(x: corner.x, y: corner.y, width: layout.width, height: layout.height), in: window)
    let frame = PickerPlace(free).frame(
      width: layout.width, height: layout.height, in: window)
    var target = free
    let edge = PickerPlace.edge(for: frame, heldAt: tip, in: window)
    if let edge {
      let docked = PickerPlace(.docked(edge, along: 0), isFolded: place.isFolded)
      let form = self.layout(PickerLayout.form(docked, windowLayout), in: window)
      let handle = form[.handle]?.center ?? Point(form.width / 2, form.height / 2)
      target = PickerPlace.docked(
        edge, width: form.width, height: form.height, handle: handle, at: tip, in: window)
    }
    dragged = (frame, target)
    gtk_widget_set_visible(landing, edge == nil ? 0 : 1)
    gtk_widget_queue_allocate(widget)
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
    gtk_widget_set_visible(landing, 0)
    arrange()
  }
}
