import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// A pen on the canvas that the keyboard moves (S6).
///
/// Arrows move it, with Shift by fine steps; Space or Return puts its tip down and lifts it; Escape lifts
/// it, and then puts it away. Page Up and Page Down press harder and softer, with Shift they raise and
/// lower it; Home and End turn the way it leans, with Shift they stand it up and lay it down (S90).
///
/// While it is away the keys are the view's. It shows where it is by the preview of its mark, pointed
/// out, since nobody holds it.
public final class VirtualPenController {
  /// Told when it is taken up or put away.
  public var onChange: (Bool) -> Void = { _ in }

  /// Whether it is in use.
  public var isOn: Bool {
    get { pen != nil }
    set { if newValue != isOn { newValue ? takeUp() : putAway() } }
  }

  private unowned let canvas: CanvasWidget
  private var pen: VirtualPen?

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    let keys = gtk_event_controller_key_new()!
    // Before the view takes arrows and the space bar.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, state in
      self?.pressed(key, state) ?? false
    }
    RawSignal.connectKey(keys, "key-released") { [weak self] key, _ in
      if let way = Self.direction(key) { self?.pen?.release(way) }
      return false
    }
    gtk_widget_add_controller(canvas.widget, keys)
    let focus = gtk_event_controller_focus_new()!
    RawSignal.connect(focus, "leave") { [weak self] in self?.lift() }
    gtk_widget_add_controller(canvas.widget, focus)
  }

  private static var now: Double { Double(g_get_monotonic_time()) / 1_000_000 }

  // MARK: Taking up and putting away

  private func takeUp() {
    var pen = VirtualPen(in: area, at: Self.now)
    if let place = canvas.hover.place { pen.jump(to: place) }
    self.pen = pen
    canvas.hover.virtualTool = VirtualPen.tool
    show()
    gtk_widget_grab_focus(canvas.widget)
    onChange(true)
  }

  private func putAway() {
    lift()
    pen = nil
    canvas.hover.hover(VirtualPen.tool, nil)
    canvas.hover.virtualTool = nil
    onChange(false)
  }

  /// Lifts the tip where it is down; what is drawn stays.
  func lift() {
    pen?.releaseAll()
    for input in pen?.lift() ?? [] { canvas.handle(input) }
  }

  /// What nothing lies over: the pen never goes where its mark could not be seen.
  private var area: Rect { canvas.session.viewport.clearBounds }

  private func show() {
    guard let pen, !pen.isDown else { return }
    canvas.hover.hover(VirtualPen.tool, pen.sample)
  }

  // MARK: Keys

  private static func direction(_ key: UInt32) -> VirtualPen.Direction? {
    switch Int32(bitPattern: key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: .left
    case GDK_KEY_Right, GDK_KEY_KP_Right: .right
    case GDK_KEY_Up, GDK_KEY_KP_Up: .up
    case GDK_KEY_Down, GDK_KEY_KP_Down: .down
    default: nil
    }
  }

  private static func axis(_ key: UInt32, _ shift: Bool) -> (VirtualPen.Axis, more: Bool)? {
    switch Int32(bitPattern: key) {
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: (shift ? .distance : .force, true)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: (shift ? .distance : .force, false)
    case GDK_KEY_End, GDK_KEY_KP_End: (shift ? .altitude : .azimuth, shift ? false : true)
    case GDK_KEY_Home, GDK_KEY_KP_Home: (shift ? .altitude : .azimuth, shift ? true : false)
    default: nil
    }
  }

  private func pressed(_ key: UInt32, _ state: GdkModifierType) -> Bool {
    guard pen != nil else { return false }
    let others =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      | GDK_META_MASK.rawValue
    guard state.rawValue & others == 0 else { return false }
    pen?.confine(to: area)
    let shift = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    if let way = Self.direction(key) {
      move(way, isFine: shift)
      return true
    }
    if let (axis, more) = Self.axis(key, shift) {
      for input in pen?.hold(axis, more: more, at: Self.now) ?? [] { canvas.handle(input) }
      show()
      return true
    }
    switch Int32(bitPattern: key) {
    case GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter:
      for input in pen?.toggleTip(at: Self.now) ?? [] { canvas.handle(input) }
    case GDK_KEY_Escape:
      if pen?.isDown == true { lift() } else { isOn = false }
    default: return false
    }
    return true
  }

  private func move(_ way: VirtualPen.Direction, isFine: Bool) {
    guard let step = pen?.press(way, isFine: isFine, at: Self.now) else { return }
    for input in step.input { canvas.handle(input) }
    // Beyond the edge the paper comes to meet the pen, unless it draws.
    if step.beyond != .zero { canvas.view.change { $0.pan(by: -step.beyond) } }
    show()
  }
}
