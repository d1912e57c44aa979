import CGtk

/// The fingers that are down in a window, and the buttons of mice and pens.
///
/// ``WidgetProtocol/isPressed`` tells less where that state of a widget may have been set before any press.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
public final class Presses {
  nonisolated private enum Press: Hashable {
    case finger(OpaquePointer)
    case button(UInt32, of: OpaquePointer)
  }

  private var present: Set<Press> = []
  private var isAttached = false

  /// Whether nothing is down.
  public var isEmpty: Bool { present.isEmpty }

  /// Attaches to a window, which owns the GTK side from here on.
  public init(in window: some WidgetProtocol) {
    let window = Widget(window)
    // GTK asks the controller first that came last, and others of the window take events from those behind them.
    window.mapped.connect { [weak self] in
      let window = Kept(window)
      MainLoop.after(0) { self?.attach(to: window.object) }
    }
  }

  private func attach(to window: Widget) {
    guard !isAttached else { return }
    isAttached = true
    let controller = LegacyController(phase: .capture)
    controller.onEvent { [weak self] in
      self?.take($0)
      return false
    }
    window.add(controller)
    // A compositor that moves the window, or a drag that begins in it, keeps the release.
    let motion = MotionController()
    motion.left.connect { [weak self] in self?.forgetButtons() }
    window.add(motion)
  }

  private func take(_ event: Event) {
    switch event.type {
    case .touchBegin:
      if let finger = event.touchSequence { present.insert(.finger(finger)) }
    case .touchEnd, .touchCancel:
      if let finger = event.touchSequence { present.remove(.finger(finger)) }
    case .buttonPress:
      if let device = event.device { present.insert(.button(event.button, of: device)) }
    case .buttonRelease:
      if let device = event.device { release(event.button, of: device) }
    default: break
    }
  }

  private func forgetButtons() {
    present = present.filter {
      guard case .button = $0 else { return true }
      return false
    }
  }

  private func release(_ button: UInt32, of device: OpaquePointer) {
    guard present.remove(.button(button, of: device)) == nil else { return }
    // The release of a button on a pen's barrel may not name it: then it is any but the tip's.
    present = present.filter {
      guard case .button(let other, of: let owner) = $0, owner == device else { return true }
      return other == UInt32(GDK_BUTTON_PRIMARY)
    }
  }
}
