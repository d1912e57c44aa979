import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Watches a window for pens, for everything in it that a palm may touch.
///
/// It sees each event before the widgets do. Where the pen is near, it is so for the whole window:
/// the hand is as large.
final class PenWatch {
  /// What is known of pens, their positions in points of the widget that it is made for.
  private(set) var palms = PalmRule()
  /// Told of every sign of a pen, before the widgets hear of it.
  var onSign: () -> Void = {}

  private let widget: UnsafeMutablePointer<GtkWidget>
  private let clock: MonotonicClock
  private var isWatching = false

  init(for widget: UnsafeMutablePointer<GtkWidget>, _ clock: MonotonicClock) {
    self.widget = widget
    self.clock = clock
    // Proximity reaches controllers of the window alone.
    widget.realized.connect { [weak self] in self?.watch() }
  }

  /// Whether a touch that begins now is taken for a palm.
  var takesTouchesForPalms: Bool { palms.refusesTouches(at: clock.now) }

  /// The window hears no more of a pen that is down.
  func lose() { palms.lost() }

  private func watch() {
    guard !isWatching, let window = widget.window else { return }
    isWatching = true
    let controller = LegacyController(phase: .capture)
    controller.onEvent { [weak self] event in
      self?.see(event)
      return false
    }
    window.add(controller)
  }

  private func see(_ event: Event) {
    let now = clock.now
    var isDown = false
    switch event.type {
    case .proximityOut:
      palms.left(at: now)
      return
    case .proximityIn: break
    default:
      guard event.deviceTool != nil else { return }
      isDown = Self.isDown(event)
      if let position = event.position { palms.penPosition = widget.point(ofSurface: position) }
    }
    palms.saw(at: now, isDown: isDown)
    onSign()
  }

  /// Whether the tip is on the screen after an event of a pen.
  private static func isDown(_ event: Event) -> Bool {
    if event.isButton, event.button == UInt32(GDK_BUTTON_PRIMARY) {
      return event.type == .buttonPress
    }
    // An event of a button says what was down before it.
    return event.modifiers.contains(.primaryButton)
  }
}
