import CGtk
import Gtk
import InkModel

// What lies beside fields: whether it takes presses, and whose ink begins there where it takes none.
extension TextFields {
  /// How far beside a field of one line its first stroke may begin, in points.
  ///
  /// If it is less, a hand that aims at the start of a field misses it; if it is more, strokes that are meant for something
  /// else are written.
  static let margin = 8.0

  /// Where a field is searched for, from a position beside it; diagonally a little farther, since its corners are round.
  private static let offsets: [Vector] =
    [Vector(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)].map { $0 * margin }
    + [Vector(1, 1), Vector(1, -1), Vector(-1, 1), Vector(-1, -1)].map { $0 * (margin * 1.5) }

  /// How far before the start of a field of one line its first stroke may begin, in points: at the left of the field, at
  /// the right of one whose text runs from right to left.
  ///
  /// A hand that aims at the start of a line comes down before it. If it is less, the first letters of a word are lost; if it
  /// is more, strokes that are meant for something else are written.
  static let startMargin = 24.0

  /// Where a field is searched for that begins to the right of a position, farther away than ``margin``.
  ///
  /// In steps as narrow as that, so that no narrow field is missed.
  private static let startOffsets: [Vector] = [2 * margin, startMargin].flatMap { dx in
    [0, margin, -margin].map { Vector(dx, $0) }
  }

  /// The field of one line beside which a position of a window or a popover is: the nearest.
  ///
  /// It is at most ``margin`` away, or ``startMargin`` before the field's start. `nil` where there is none, and where something
  /// there takes presses, be it what both lie in, or what is between them.
  static func lineField(
    beside position: Point, in native: UnsafeMutablePointer<GtkWidget>
  ) -> (any TextField)? {
    guard let under = pick(position, in: native), !isPressedLeaf(under) else { return nil }
    var nearest: (field: any TextField, distance: Double)?
    for offset in offsets + startOffsets + startOffsets.map({ Vector(-$0.dx, $0.dy) }) {
      let picked = pick(position + offset, in: native)
      guard let other = picked.flatMap(field(around:)), other.isOneLine,
        let box = Widget(other.outermost).frame(in: Widget(native)),
        reach(of: other, box).contains(position),
        let shared = sharedContainer(at: position, of: other, in: native, unless: takesPresses),
        !containersTakePresses(from: shared, to: native)
      else { continue }
      let border = Point(
        min(max(position.x, box.minX), box.maxX), min(max(position.y, box.minY), box.maxY))
      let distance = position.distance(to: border)
      guard distance < nearest?.distance ?? .infinity,
        isFreeBetween(position, border, beside: other, in: native)
      else { continue }
      nearest = (other, distance)
    }
    return nearest?.field
  }

  /// Where the first stroke of a field of one line may begin.
  ///
  /// - Parameter box: The field's, with its border.
  private static func reach(of field: any TextField, _ box: Rect) -> Rect {
    var reach = box.outset(by: margin)
    if Widget(field.paper).direction == .rightToLeft {
      reach.maxX = box.maxX + startMargin
    } else {
      reach.minX = box.minX - startMargin
    }
    return reach
  }

  /// Whether nothing takes presses between a position and the border of a field that is farther away than ``margin``.
  private static func isFreeBetween(
    _ position: Point, _ border: Point, beside field: any TextField,
    in native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    let distance = position.distance(to: border)
    guard distance > margin else { return true }
    let step = margin / 2
    return stride(from: step, to: distance, by: step).allSatisfy {
      isFreeToBegin(position.lerp(to: border, $0 / distance), beside: field, in: native)
    }
  }

  /// Whether a widget takes presses and has no parts, so that no field lies in it.
  ///
  /// A canvas, say, over which a pen hovers all day.
  static func isPressedLeaf(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_focusable(widget) != 0 && gtk_widget_get_first_child(widget) == nil
  }

  /// Whether a position is the field's, or ink that waits in it goes on there: no control is there.
  ///
  /// What goes on outweighs a gesture there, as of a card that is dragged, over whose name somebody writes.
  static func isFree(
    _ position: Point, beside field: any TextField, in native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    sharedContainer(at: position, of: field, in: native, unless: isControl) != nil
  }

  /// Whether a position is the field's, or its ink may begin there: no widget there takes presses.
  static func isFreeToBegin(
    _ position: Point, beside field: any TextField, in native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    sharedContainer(at: position, of: field, in: native, unless: takesPresses) != nil
  }

  /// The innermost widget in which both a position and a field lie, or the field's own; `nil` where something inside it, at
  /// the position, meets a condition.
  private static func sharedContainer(
    at position: Point, of field: any TextField, in native: UnsafeMutablePointer<GtkWidget>,
    unless isTaken: (UnsafeMutablePointer<GtkWidget>) -> Bool
  ) -> UnsafeMutablePointer<GtkWidget>? {
    guard var other = gtk_widget_pick(native, position.x, position.y, GTK_PICK_INSENSITIVE) else {
      return nil
    }
    while other != field.paper, gtk_widget_is_ancestor(field.paper, other) == 0 {
      guard !isTaken(other), let parent = gtk_widget_get_parent(other) else { return nil }
      other = parent
    }
    return other
  }

  // MARK: What takes presses

  /// Whether a widget can have the focus, or moves the window.
  private static func isControl(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_focusable(widget) != 0 || widget.isA(gtk_window_handle_get_type())
  }

  /// The names, in GTK's style, of parts that are pressed and whose presses what they lie in takes.
  private static let pressedParts: Set = ["button", "row", "tab"]

  /// Whether a widget takes presses: a button, a row, a tab, a grip, a field or canvas, or whatever has a gesture for them.
  ///
  /// A plain label, a picture, a box or the background of a window takes none.
  static func takesPresses(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    if isControl(widget) || widget.isA(gtk_editable_get_type()) { return true }
    let name = String(cString: gtk_widget_get_css_name(widget))
    if pressedParts.contains(name) { return true }
    if name == "separator", let parent = gtk_widget_get_parent(widget),
      parent.isA(gtk_paned_get_type())
    {
      return true
    }
    return Widget(widget).hasController(where: takesTip)
  }

  /// Whether a controller is for presses of a pen's tip.
  private static func takesTip(_ controller: UnsafeMutableRawPointer) -> Bool {
    guard gtk_event_controller_get_propagation_phase(controller.cast()) != GTK_PHASE_NONE else {
      return false
    }
    if LegacyController(raw: controller).leavesTip { return false }
    if controller.isA(gtk_event_controller_legacy_get_type()) { return true }
    guard controller.isA(gtk_gesture_single_get_type()),
      gtk_gesture_single_get_touch_only(controller.cast()) == 0
    else { return false }
    let button = gtk_gesture_single_get_button(controller.cast())
    return button == 0 || button == UInt32(GDK_BUTTON_PRIMARY)
  }

  /// Whether a container of a field, or one that this lies in, takes presses beside the field for itself.
  ///
  /// Windows and popovers, which move or close by presses elsewhere, do not count.
  private static func containersTakePresses(
    from innermost: UnsafeMutablePointer<GtkWidget>, to native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    var next: UnsafeMutablePointer<GtkWidget>? = innermost
    while let container = next, container != native {
      if containerTakesPresses(container) { return true }
      next = gtk_widget_get_parent(container)
    }
    return false
  }

  private static func containerTakesPresses(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    // A part of the field.
    if widget.isA(gtk_editable_get_type()) { return false }
    if widget.isA(gtk_list_box_row_get_type()) {
      return gtk_list_box_row_get_activatable(widget.cast()) != 0
        || gtk_list_box_row_get_selectable(widget.cast()) != 0
    }
    if widget.isA(gtk_scrolled_window_get_type()) {
      return PenScrolling.scrolls(ScrolledWindow(raw: widget.raw))
    }
    // Their gestures are for their tabs, grips and rows alone.
    if widget.isA(gtk_notebook_get_type()) || widget.isA(gtk_paned_get_type())
      || widget.isA(gtk_list_box_get_type())
    {
      return false
    }
    return Widget(widget).hasController(where: takesTip)
  }
}
