import Gtk
import InkModel

/// Tooltips for a pen that hovers over what a window has around its paper.
///
/// When a tooltip's time has come, GTK (4.8) asks where the mouse is, whichever device has moved, so that a pen gets none.
/// Here the pen's own motions are followed, and the tooltip is a popover with the looks of GTK's.
///
/// 1. ``add(to:)`` follows the pens over a window, as long as that lives.
/// 2. A pen that has come to a widget with a tooltip sees it after a moment, above the widget where there is room: the
///    hand is below. It need not lie still, which no hand does.
/// 3. It goes when the pen leaves the widget or proximity, presses, or a key is pressed; after a press the widget shows
///    none before the pen has left it.
///
/// Over paper a report costs the comparison of two positions, and GTK is asked for the widget below every few points; while
/// a tip is down no report comes here.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class PenTooltips {
  /// Seconds over a widget, as GTK waits for the mouse, and where another tooltip was there a moment before.
  private static let delay = (first: 0.5, next: 0.06)
  /// How long that moment is.
  private static let browsingTime = Duration.seconds(0.5)
  /// Points that a pen moves before it is asked what is below it, where nothing with a tooltip was; and where something was.
  private static let step = (beside: 6.0, over: 1.0)
  /// Of a line of a tooltip.
  private static let mostCharacters = 50

  /// Where it was asked last what is below.
  private var asked: (surface: OpaquePointer, point: Point)?
  /// What the pen is over, if that has a tooltip.
  private var owner: Kept<Widget>?
  private var wait: Timer?
  private var popover: Kept<Popover>?
  /// To the owner, while the tooltip is shown.
  private var going: Subscription?
  private var lastHidden: ContinuousClock.Instant?

  private init() {}

  /// Shows the tooltips of all widgets in a window, and in its popovers, to pens.
  public static func add(to window: some WidgetProtocol) {
    PickerStyle.install()
    let tooltips = PenTooltips()
    let events = LegacyController(phase: .capture)
    // The handler keeps it, and so the window does.
    events.onEvent { event in
      tooltips.follow(event)
      return false
    }
    window.add(events)
  }

  // MARK: The pen

  private func follow(_ event: Event) {
    switch event.type {
    case .motion: if event.deviceTool != nil { moved(event) }
    case .buttonPress, .touchBegin, .keyPress: refuse()
    case .proximityOut: leave()
    default: break
    }
  }

  private func moved(_ event: Event) {
    guard let point = event.position, let surface = event.surface,
      !event.modifiers.contains(.primaryButton)
    else { return }
    let step = owner == nil ? Self.step.beside : Self.step.over
    // GTK repeats positions, too, whenever it has laid out the window: nobody has moved then.
    if let asked, asked.surface == surface, (point - asked.point).length < step { return }
    asked = (surface, point)
    guard popover == nil || popover?.object.surface?.opaque != surface else {
      // It is in the pen's way. Not while GTK delivers an event to it.
      MainLoop.after(0) { [weak self] in self?.refuse() }
      return
    }
    enter(Self.owner(at: point, of: surface))
  }

  /// The widget at a point, or the nearest one around it, that has a tooltip.
  private static func owner(at point: Point, of surface: OpaquePointer) -> Widget? {
    var next = Widget.at(point, of: surface)
    while let widget = next {
      // What a popover points at is not what is in it. In the ring of sizes the pen is choosing already.
      if widget.isNative || widget.hasClass("size-ring") { return nil }
      if let text = widget.tooltip, !text.isEmpty { return widget }
      next = widget.parent
    }
    return nil
  }

  private func enter(_ widget: Widget?) {
    guard widget != owner?.object else { return }
    hide()
    owner = widget.map { Kept($0) }
    guard widget != nil else { return wait = nil }
    let isNext = lastHidden.map { $0.duration(to: .now) < Self.browsingTime } ?? false
    wait = Timer(after: isNext ? Self.delay.next : Self.delay.first) { [weak self] in
      self?.show()
    }
  }

  /// Shows nothing before the pen has come to another widget.
  private func refuse() {
    wait = nil
    hide()
    lastHidden = nil
  }

  private func leave() {
    refuse()
    owner = nil
    asked = nil
  }

  // MARK: The tooltip

  private func show() {
    guard popover == nil, let owner = owner?.object, owner.isMapped, let text = owner.tooltip
    else { return }
    let label = Label(text)
    label.wraps = true
    label.maximumWidthInCharacters = Self.mostCharacters
    let shown = Popover().styled("pen-tooltip")
    shown.closesOnPress = false
    shown.hasArrow = false
    shown.position = .top
    shown.setChild(label)
    shown.setParent(owner)
    self.popover = Kept(shown)
    // A widget that goes must leave no child behind.
    going = owner.unmapped.subscribe { [weak self] in self?.refuse() }
    shown.popUp()
  }

  private func hide() {
    guard let shown = popover else { return }
    popover = nil
    going = nil
    shown.object.popDown()
    shown.object.unparent()
    lastHidden = .now
  }
}
