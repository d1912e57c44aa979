import CGtk
import Gtk
import InkModel

/// Turns what a tablet's tools do over a widget into ``StylusInput``.
///
/// Contact is tip down, or pressure without it: some pens report motion under pressure and never
/// press a button.
///
/// Invariants, for each tool:
/// 1. An open contact has had one `down`; it ends with exactly one `up` or `lost`.
/// 2. Each position between them is reported once, in order, with its own axes (``AxisPairing``).
/// 3. Barrel buttons neither open nor close a contact.
/// 4. A tablet has one open contact at most.
/// 5. Pressure opens a contact only where it comes after reports of hovering that this widget got one after another, with
///    no press or release of the tip between them and none that went elsewhere. A tip that is down without a contact was
///    pressed elsewhere, or has lost its contact: until it lifts, nothing but another press opens one.
@MainActor public final class StylusController {
  // Unchecked here and below: on the path of each report, all on the main thread.
  /// Told of every contact.
  @exclusivity(unchecked)
  public var onInput: (StylusInput) -> Void = { _ in }
  /// A tool hovers, with its sample; `nil` when it no longer does.
  public var onHover: (StylusTool, StylusSample?) -> Void = { _, _ in }

  /// A button on a tool's barrel went down or up, hovering or drawing.
  public var onButton: (StylusTool, StylusButton, _ isDown: Bool) -> Void = { _, _, _ in }
  /// A tool left proximity: no events of its buttons follow.
  public var onLeave: (StylusTool) -> Void = { _ in }

  /// Whether a pen that presses on the widget is in contact before its tip event comes; asked at each such report.
  ///
  /// False where whoever gets the tip event first may take it, as what reads handwriting does: on a busy machine GDK
  /// tells the pressure with a motion before it.
  public var opensByPressure: () -> Bool = { true }

  /// Pressure that opens a contact without a tip event, and that below which it closes.
  ///
  /// They differ, so that noise at light pressure does not open and close contacts. Tablets report in steps of
  /// 1/2048 and finer; a hovering pen's pressure is 0.
  static let touching: Float = 0.02
  static let lifted: Float = 0.005

  private enum Opener {
    case tip
    case pressure
  }

  private struct ToolState {
    var contact: Opener?
    /// The tablet that the contact is on.
    var tablet: OpaquePointer?
    /// Counts the tool's contacts, to tell one from the next.
    var contactNumber = 0
    var pairing: AxisPairing
    /// Hover reports in a row (invariant 5).
    ///
    /// The first one or two may carry the axes of the stroke before, here or on another widget, or of another tool, so
    /// pressure in them is no contact.
    var hoverReports = 0
  }

  private let gesture = StylusGesture()
  private let widget: Widget
  @exclusivity(unchecked)
  private var tools: [StylusTool: ToolState] = [:]
  @exclusivity(unchecked)
  private var axesAreLate = true
  private var hovering: StylusTool?
  /// The tool without contact that moved last over the window.
  private var near: StylusTool? { didSet { updateButtonReceiving() } }
  /// Buttons that were pressed while their tool was near, and are still down.
  private var pressedButtons: [StylusTool: Set<StylusButton>] = [:] {
    didSet { updateButtonReceiving() }
  }
  /// The hovering tool's last motion was not delivered to this widget, at least not yet.
  private var isMotionPending = false
  /// Some pointer has left the widget since the hovering tool's last motion here.
  private var mayHaveLeft = false
  private var shortcut: MotionShortcut?
  /// To signals of the seat, which outlives the widget.
  private var removals: [Subscription] = []

  /// Attaches to a widget, which owns the GTK side from here on.
  public init(attachedTo widget: some GObjectPointer) {
    self.widget = Widget(widget)
    // 0 for every button: the handlers decide by the event's button. The default hides barrel buttons.
    gesture.setButton(0)
    gesture.onDown { [weak self] x, y in self?.buttonDown(Point(x, y)) }
    gesture.onMotion { [weak self] x, y in self?.motion(Point(x, y)) }
    gesture.onUp { [weak self] x, y in self?.buttonUp(Point(x, y)) }
    gesture.onProximity { [weak self] x, y in self?.proximity(Point(x, y)) }
    gesture.cancelled.connect { [weak self] in self?.cancelled() }
    self.widget.add(gesture)

    shortcut = MotionShortcut(
      to: self.widget, take: { [weak self] in self?.take($0) ?? false },
      takeButton: { [weak self] in self?.takeButton($0) ?? false },
      leaves: { [weak self] in self?.toolLeft($0) },
      // A modal dialog gets the events from now on, that of leaving too. Where there is none, the next motion
      // shows the tool again.
      becomesInactive: { [weak self] in self?.stopHovering() })
    let crossing = MotionController()
    crossing.left.connect { [weak self] in self?.left() }
    self.widget.add(crossing)
    watchUnplugging()
  }

  /// Ends the contact of a tool that is unplugged without an event, alone or with its tablet.
  private func watchUnplugging() {
    guard let seat = widget.seat else { return }
    seat.toolRemoved.subscribe { [weak self] tool in
      if let tool { self?.forgetSoon(StylusTool(tool.opaque)) }
    }.store(in: &removals)
    seat.deviceRemoved.subscribe { [weak self] device in
      guard let self, let device else { return }
      for (tool, state) in self.tools where state.tablet == device.opaque { self.forgetSoon(tool) }
    }.store(in: &removals)
  }

  /// Seconds within which GDK delivers the last events of a removed tool.
  private static let removalDelay = 0.1

  /// GDK reports the removal at once, while the tool's last motions, perhaps its release, still wait for the
  /// frame clock.
  private func forgetSoon(_ tool: StylusTool) {
    let contact = tools[tool]?.contactNumber
    MainLoop.after(Self.removalDelay) { [weak self] in
      guard let self, self.tools[tool]?.contactNumber == contact else { return }
      self.lose(tool)
      if self.hovering == tool { self.stopHovering() }
      self.forget(tool)
    }
  }

  /// Ends every open contact where it is: the window lost the focus, or the tablet is gone.
  public func loseAll() {
    for tool in tools.keys { lose(tool) }
  }

  /// Ends the open contact of one tool, if it has one.
  public func lose(_ tool: StylusTool) {
    guard tools[tool]?.contact != nil else { return }
    let settled = tools[tool]?.pairing.end(nil) ?? []
    onInput(.move(ContactID(tool), settled: settled, tip: nil))
    tools[tool]?.contact = nil
    tools[tool]?.hoverReports = 0
    contactsChanged()
    onInput(.lost(ContactID(tool)))
  }

  // MARK: Reports

  private func buttonDown(_ position: Point) {
    guard let (tool, report) = current(at: position) else { return }
    guard isTip else { return tellButton(of: tool, isDown: true) }
    if tools[tool]?.contact == .pressure { return closeOrKeep(tool, as: .tip, report) }
    begin(tool, by: .tip, report)
  }

  private func motion(_ position: Point) {
    guard let (tool, report) = current(at: position) else { return }
    // The gesture emits `motion` as soon as any button is down; with only a barrel button the tool still
    // hovers.
    if tools[tool]?.contact == nil { return hover(tool, report) }
    move(tool, backlog + [report])
  }

  /// A motion in the capture phase: that of a tool whose tip is down is handled and stopped here.
  private func take(_ event: Event) -> Bool {
    guard let tool = event.tool else { return false }
    guard let state = tools[tool], state.contact == .tip, state.tablet == event.device else {
      watchHovering(tool)
      return false
    }
    let reports = event.samples { widget.point(ofSurface: $0) }
    guard !reports.isEmpty else { return false }
    endOthers(than: tool)
    move(tool, reports)
    return true
  }

  /// The button events of a tool that hovers over the widget, or over a widget on it, are stopped here: after
  /// its release GTK would deliver the next touch to the same widget, wherever that is.
  private func takeButton(_ event: Event) -> Bool {
    guard let tool = event.tool else { return false }
    // Whoever gets the tip's events, the reports after them carry its pressure.
    if event.button == UInt32(GDK_BUTTON_PRIMARY) { tools[tool]?.hoverReports = 0 }
    guard let button = event.stylusButton else { return false }
    let isDown = event.type == .buttonPress
    if isDown {
      guard near == tool, tools[tool]?.contact == nil else { return false }
      pressedButtons[tool, default: []].insert(button)
    } else {
      guard pressedButtons[tool]?.remove(button) != nil else { return false }
      if pressedButtons[tool]?.isEmpty == true { pressedButtons[tool] = nil }
    }
    onButton(tool, button, isDown)
    return true
  }

  private func updateButtonReceiving() {
    shortcut?.receivesButtons = near != nil || !pressedButtons.isEmpty
  }

  /// A tool left proximity: its buttons are no longer down.
  private func forget(_ tool: StylusTool) {
    if near == tool { near = nil }
    pressedButtons[tool] = nil
    onLeave(tool)
  }

  /// A tool that hovers moves, over this widget or beside it.
  ///
  /// GtkEventControllerMotion emits `leave` once for all pointers: none comes for a pen that leaves after a mouse
  /// did. So a tool whose last motion was not delivered to this widget counts as having left.
  private func watchHovering(_ tool: StylusTool) {
    if hovering == tool, isMotionPending { stopHovering() }
    isMotionPending = hovering == tool
    if isMotionPending, mayHaveLeft {
      mayHaveLeft = false
      MainLoop.after(0) { [weak self] in
        guard let self, self.hovering == tool, self.isMotionPending else { return }
        self.leave()
      }
    }
    if near != tool, tools[tool]?.contact == nil { near = tool }
  }

  private func toolLeft(_ event: Event) {
    guard let tool = event.tool else { return }
    if hovering == tool { stopHovering() }
    if near == tool { near = nil }
    if pressedButtons[tool] != nil { forget(tool) }
  }

  private func stopHovering() {
    guard let tool = hovering else { return }
    hovering = nil
    isMotionPending = false
    onHover(tool, nil)
  }

  private func buttonUp(_ position: Point) {
    guard let (tool, report) = current(at: position) else { return }
    guard isTip else { return tellButton(of: tool, isDown: false) }
    end(tool, report)
  }

  private func proximity(_ position: Point) {
    guard let (tool, report) = current(at: position) else { return }
    switch tools[tool]?.contact {
    case .tip:
      // For GTK the tool hovers: its release was lost.
      lose(tool)
      hover(tool, report)
    case .pressure:
      if (report.force ?? 0) < Self.lifted {
        end(tool, report)
      } else {
        move(tool, backlog + [report])
      }
    case nil: hover(tool, report)
    }
  }

  private func cancelled() {
    // A second button cancels the gesture, but its signals go on; the contact ends with the tip's release.
    if let event = gesture.currentEvent, event.deviceTool != nil, event.isButton { return }
    loseAll()
  }

  /// A pointer left the widget; which one is not told.
  ///
  /// Of a tool that hovers here the motion with which it leaves comes next, and goes elsewhere (``watchHovering(_:)``). A
  /// mouse that leaves, or over which another widget appears, takes nothing from it.
  private func left() {
    if hovering == nil { leave() } else { mayHaveLeft = true }
  }

  private func leave() {
    stopHovering()
    for (tool, state) in tools {
      if state.contact == .pressure { lose(tool) }
      tools[tool]?.hoverReports = 0
      // A widget may have appeared under the tool: a button that is down stays in effect.
      if state.contact != .tip, pressedButtons[tool] == nil { onLeave(tool) }
    }
  }

  // MARK: Contacts

  private func hover(_ tool: StylusTool, _ report: StylusSample) {
    var state = tools[tool] ?? ToolState(pairing: AxisPairing(axesAreLate: axesAreLate))
    // `leave()` resets it only if GTK tells that this tool leaves and no second motion elsewhere comes before it runs.
    if hovering != tool || mayHaveLeft || isTipDown { state.hoverReports = 0 }
    state.hoverReports += 1
    tools[tool] = state
    if state.hoverReports > 2, let force = report.force, force > Self.touching, opensByPressure() {
      begin(tool, by: .pressure, report)
      return
    }
    hovering = tool
    isMotionPending = false
    mayHaveLeft = false
    onHover(tool, report)
  }

  private func begin(_ tool: StylusTool, by opener: Opener, _ report: StylusSample) {
    lose(tool)
    var state = tools[tool] ?? ToolState(pairing: AxisPairing(axesAreLate: axesAreLate))
    state.pairing = AxisPairing(axesAreLate: axesAreLate)
    state.pairing.begin(report)
    state.contact = opener
    state.contactNumber += 1
    state.tablet = tablet
    state.hoverReports = 0
    tools[tool] = state
    contactsChanged()
    if opener == .tip { gesture.claim() }
    onInput(.down(ContactID(tool), tip: report))
    // After the contact began, so that the preview goes and the ink comes in one update.
    stopHovering()
  }

  /// A contact that began by pressure goes on as the same stroke when its tip event comes.
  private func closeOrKeep(_ tool: StylusTool, as opener: Opener, _ report: StylusSample) {
    tools[tool]?.contact = opener
    contactsChanged()
    gesture.claim()
    move(tool, [report])
  }

  private func move(_ tool: StylusTool, _ reports: [StylusSample]) {
    var settled: [StylusSample] = []
    var tip: StylusSample?
    if let i = tools.index(forKey: tool) {
      for report in reports { settled += tools.values[i].pairing.move(report) }
      axesAreLate = tools.values[i].pairing.axesAreLate
      tip = tools.values[i].pairing.tip
    }
    onInput(.move(ContactID(tool), settled: settled, tip: tip))
  }

  private func end(_ tool: StylusTool, _ report: StylusSample) {
    guard tools[tool]?.contact != nil else { return }
    var settled: [StylusSample] = []
    for earlier in backlog {
      settled += tools[tool]?.pairing.move(earlier) ?? []
    }
    settled += tools[tool]?.pairing.end(report) ?? []
    tools[tool]?.contact = nil
    tools[tool]?.hoverReports = 0
    contactsChanged()
    // It stays in proximity, though its next hover report comes only with a motion.
    hovering = tool
    near = tool
    onInput(.up(ContactID(tool), settled: settled))
  }

  /// While a tip is down, motions come before GTK handles them.
  private func contactsChanged() {
    shortcut?.isFirst = tools.values.contains { $0.contact == .tip }
  }

  // MARK: The current event

  private func tellButton(of tool: StylusTool, isDown: Bool) {
    guard let event = gesture.currentEvent, event.isButton, let button = event.stylusButton else {
      return
    }
    onButton(tool, button, isDown)
  }

  /// Whether the current event is about the tip and not about a button on the barrel.
  private var isTip: Bool {
    guard let event = gesture.currentEvent, event.isButton else { return false }
    return event.button == UInt32(GDK_BUTTON_PRIMARY)
  }

  /// Whether the tip was down before the current event.
  private var isTipDown: Bool { gesture.currentModifiers.contains(.primaryButton) }

  private func current(at position: Point) -> (StylusTool, StylusSample)? {
    guard let deviceTool = gesture.deviceTool else { return nil }
    let conversion = AxisConversion(available: gdk_device_tool_get_axes(deviceTool))
    let sample = conversion.sample(at: position, milliseconds: gesture.currentTime) {
      gesture.axis($0)
    }
    let tool = StylusTool(deviceTool)
    endOthers(than: tool)
    return (tool, sample)
  }

  /// GDK (4.8) attributes every event of a tablet to the tool that came into proximity last.
  ///
  /// So no release comes for the contact of any other tool there: it ends here.
  private func endOthers(than tool: StylusTool) {
    let tablet = tablet
    for (other, state) in tools
    where other != tool && state.contact != nil && state.tablet == tablet { lose(other) }
  }

  /// The tablet that the current event came from.
  private var tablet: OpaquePointer? { gesture.currentDevice }

  /// The samples that GDK merged into the current motion, oldest first, without its own.
  private var backlog: [StylusSample] {
    guard let event = gesture.currentEvent, event.type == .motion else { return [] }
    return event.mergedSamples { widget.point(ofSurface: $0) }
  }
}
