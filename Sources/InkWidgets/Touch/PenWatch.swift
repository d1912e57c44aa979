import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Observes a window's pen events, for palm rejection in all its widgets.
///
/// It gets each event before the widgets do. A pen in proximity counts for the whole window, since the hand may
/// lie anywhere in it.
final class PenWatch {
  /// The state of palm rejection; positions are in the points of `widget`.
  private(set) var palms = PalmRule()
  /// Told of every event of a pen, before the widgets get it.
  var onSign: () -> Void = {}

  private let widget: Widget
  private let clock: MonotonicClock
  private var watching: (controller: LegacyController, window: Window)?

  init(for widget: Widget, _ clock: MonotonicClock) {
    self.widget = widget
    self.clock = clock
    // Only controllers of the window get proximity events.
    widget.mapped.connect { [weak self] in self?.watch() }
    widget.unmapped.connect { [weak self] in self?.stop() }
  }

  /// Whether a touch that begins now is a palm's.
  var takesTouchesForPalms: Bool { palms.refusesTouches(at: clock.now) }

  /// The window gets no more events of a pen that is down.
  func lose() { palms.lost() }

  private func watch() {
    guard watching == nil, let window = widget.window else { return }
    let controller = LegacyController(phase: .capture)
    controller.onEvent { [weak self] event in
      self?.see(event)
      return false
    }
    window.add(controller)
    watching = (controller, window)
  }

  /// The widget is hidden: what a pen does in the window is not told any more.
  private func stop() {
    guard let (controller, window) = watching else { return }
    watching = nil
    window.remove(controller)
    palms.left(at: clock.now)
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
    // The modifiers of a button event are those before it.
    return event.modifiers.contains(.primaryButton)
  }
}
