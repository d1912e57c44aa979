import CGtk
import Gtk
import InkModel

/// Turns the mouse over a widget into ``StylusInput``, with the same samples as a pen.
///
/// Tablet tools are handled by ``StylusController``, fingers by ``TouchSource``.
///
/// Invariant: an open contact has had one `down` and ends with exactly one `up`, `lost` or
/// `cancelled`.
public final class PointerController {
  public var onInput: (StylusInput) -> Void = { _ in }

  private let widget: Widget
  private var mouseIsDown = false

  /// Attaches to a widget, which owns the GTK side from here on.
  public init(attachedTo widget: some GObjectPointer) {
    self.widget = Widget(widget)
    let controller = LegacyController()
    controller.onEvent { [weak self] in self?.handle($0) ?? false }
    self.widget.add(controller)
  }

  /// Ends the open contact as lost, if there is one.
  public func loseAll() {
    if mouseIsDown {
      mouseIsDown = false
      onInput(.lost(ContactID(.mouse)))
    }
  }

  private func handle(_ event: Event) -> Bool {
    guard event.deviceTool == nil else { return false }
    switch event.type {
    case .buttonPress:
      guard event.button == UInt32(GDK_BUTTON_PRIMARY),
        let position = event.position.flatMap({ widget.point(ofSurface: $0) })
      else { return false }
      mouseIsDown = true
      let sample = event.sample(at: position)
      onInput(.down(ContactID(.mouse), tip: sample))
      onInput(.move(ContactID(.mouse), settled: [sample], tip: nil))
      return true
    case .motion:
      guard mouseIsDown else { return false }
      let samples = event.samples { widget.point(ofSurface: $0) }
      guard !samples.isEmpty else { return false }
      onInput(.move(ContactID(.mouse), settled: samples, tip: nil))
      return true
    case .buttonRelease:
      guard mouseIsDown, event.button == UInt32(GDK_BUTTON_PRIMARY) else { return false }
      mouseIsDown = false
      // GDK delivers the motion up to here before the release.
      onInput(.up(ContactID(.mouse), settled: []))
      return true
    case .grabBroken:
      loseAll()
      return false
    default:
      return false
    }
  }
}
