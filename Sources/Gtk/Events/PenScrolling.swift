import CGtk
import InkModel

/// Lets a drag of the pen scroll every view of the program, as GTK lets a finger's: windows, popovers, menus.
///
/// A press that does not move stays a tap. What has a drag of its own keeps it: sliders, texts, grips, canvases, and lists
/// that drag their rows, which scroll by a ``PenSwipe`` themselves.
public enum PenScrolling {
  private static let key = "plumbago-pen-scrolling"
  private static var isInstalled = false

  /// From now on, once and for all windows; to be called before any is shown.
  public static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    AllWidgets.on("map", of: [gtk_scrolled_window_get_type()]) {
      attach(to: ScrolledWindow(raw: $0.raw))
    }
  }

  /// Whether a drag of the pen scrolls a view as it is now.
  public static func scrolls(_ scroller: ScrolledWindow) -> Bool {
    g_object_get_data(scroller.object, key) != nil && !scroller.scrollableAxes.isEmpty
  }

  private static func attach(to scroller: ScrolledWindow) {
    guard g_object_get_data(scroller.object, key) == nil else { return }
    g_object_set_data(scroller.object, key, scroller.raw)
    // What is pressed gets the press first, and loses it where the pen scrolls.
    let gesture = DragGesture(phase: .capture)
    var swipe: PenSwipe?
    gesture.began.connect { x, y in
      swipe = nil
      let (start, axes) = (Point(x, y), scroller.scrollableAxes)
      guard gesture.currentEvent?.deviceTool != nil, !axes.isEmpty,
        !takesDrags(at: start, in: scroller)
      else { return gesture.deny() }
      swipe = PenSwipe(in: scroller, from: start, along: axes, flatness: 1)
    }
    gesture.updated.connect { dx, dy in
      guard let swipe else { return }
      let wasScrolling = swipe.isScrolling
      if swipe.move(to: swipe.start + Vector(dx, dy)), !wasScrolling { gesture.claim() }
    }
    gesture.ended.connect { _, _ in swipe = nil }
    gesture.cancelled.connect { swipe = nil }
    scroller.add(gesture)
  }

  /// Whether something that a press reaches has drags for itself.
  private static func takesDrags(at start: Point, in scroller: ScrolledWindow) -> Bool {
    var next = scroller.pick(start)
    while let widget = next, !widget.isSame(as: scroller) {
      if takesDrags(widget) { return true }
      next = widget.parent
    }
    return false
  }

  private static func takesDrags(_ widget: Widget) -> Bool {
    if widget.isA(gtk_scrolled_window_get_type()) {
      return !ScrolledWindow(raw: widget.raw).scrollableAxes.isEmpty
    }
    // One with a link has the gesture of one whose text is selected.
    if widget.isA(gtk_label_get_type()) { return Label(raw: widget.raw).isSelectable }
    // Its buttons repeat until they are released.
    if widget.isA(gtk_spin_button_get_type()) { return true }
    // Theirs selects with a frame, of the mouse.
    if widget.isA(gtk_flow_box_get_type()) || widget.isA(gtk_tree_view_get_type()) { return false }
    return widget.hasController(where: isDrag)
  }

  /// Whether a controller is for drags of the pen in any direction; a switch has one for those along it.
  private static func isDrag(_ controller: UnsafeMutableRawPointer) -> Bool {
    if controller.isA(gtk_gesture_stylus_get_type()) { return true }
    return controller.isA(gtk_gesture_drag_get_type())
      && !controller.isA(gtk_gesture_pan_get_type())
      && gtk_gesture_single_get_touch_only(controller.cast()) == 0
  }
}
