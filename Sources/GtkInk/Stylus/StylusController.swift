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
/// 2. Each position between them is told once, in order, with its own axes (``AxisPairing``).
/// 3. Barrel buttons neither open nor close a contact.
/// 4. A tablet has one open contact at most.
@MainActor public final class StylusController {
  // Unchecked here and below: on the way of each report, all on the main thread.
  /// Everything that happened, for whoever draws.
  @exclusivity(unchecked)
  public var onInput: (StylusInput) -> Void = { _ in }
  /// A tool hovers at a place; `nil` when none does any more.
  public var onHover: (StylusTool, StylusSample?) -> Void = { _, _ in }

  /// A button on a tool's barrel went down or up, hovering or drawing.
  public var onButton: (StylusTool, StylusButton, _ isDown: Bool) -> Void = { _, _, _ in }
  /// A tool is no more near: nothing will be heard of its buttons.
  public var onLeave: (StylusTool) -> Void = { _ in }

  /// Pressure that opens a contact without a tip event, and that below which it closes.
  ///
  /// Apart, so that a resting pen's noise does not stutter. Tablets report 1/2048 and finer; a
  /// hovering pen's pressure is 0.
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
    /// Hover reports since entering or lifting.
    ///
    /// The first one or two may carry the axes of the stroke before or of another tool, so pressure
    /// in them is no contact.
    var hoverReports = 0
  }

  private let gesture = StylusGesture()
  private let widget: Widget
  @exclusivity(unchecked)
  private var tools: [StylusTool: ToolState] = [:]
  @exclusivity(unchecked)
  private var axesAreLate = true
  private var hovering: StylusTool?
  /// The tool that moved last over what the widget lies in, in contact with nothing.
  private var near: StylusTool? { didSet { listenForButtons() } }
  /// Buttons that were pressed while their tool was near, and are not yet let go.
  private var held: [StylusTool: Set<StylusButton>] = [:] { didSet { listenForButtons() } }
  /// A motion of the tool that hovers is on its way down, or went elsewhere.
  private var isUnheard = false
  private var shortcut: MotionShortcut?
  /// Of the seat, which outlives the widget.
  private var removals: [Subscription] = []

  /// Attaches to a widget, which owns the GTK side from here on.
  public init(attachedTo widget: some GObjectPointer) {
    self.widget = Widget(widget)
    // 0: every button. Which one it was decides here; with the default GTK tells less.
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
      goes: { [weak self] in self?.goes($0) })
    let crossing = MotionController()
    crossing.left.connect { [weak self] in self?.left() }
    self.widget.add(crossing)
    watchUnplugging()
  }

  /// A tool that is unplugged without an event, with its tablet or alone, leaves its contact open otherwise.
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

  /// Seconds in which GDK hands out what a removed tool did last.
  private static let removalDelay = 0.1

  /// GDK tells of the removal at once, while the tool's last motions, perhaps its lifting, still
  /// wait for the frame clock.
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
    // GTK tells of motion as soon as any button is down; with only a barrel button the tool
    // still hovers.
    if tools[tool]?.contact == nil { return hover(tool, report) }
    move(tool, backlog + [report])
  }

  /// A motion on its way down to the widget: that of a tool whose tip is down goes no farther.
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

  /// A button on the barrel of a tool that hovers over the widget, or over what lies on it, goes no
  /// farther: after its release GTK would give the widget below the next touch as well, wherever that is.
  private func takeButton(_ event: Event) -> Bool {
    guard let tool = event.tool, let button = event.stylusButton else { return false }
    let isDown = event.type == .buttonPress
    if isDown {
      guard near == tool, tools[tool]?.contact == nil else { return false }
      held[tool, default: []].insert(button)
    } else {
      guard held[tool]?.remove(button) != nil else { return false }
      if held[tool]?.isEmpty == true { held[tool] = nil }
    }
    onButton(tool, button, isDown)
    return true
  }

  private func listenForButtons() { shortcut?.hearsButtons = near != nil || !held.isEmpty }

  /// A tool is gone, with whatever it held.
  private func forget(_ tool: StylusTool) {
    if near == tool { near = nil }
    held[tool] = nil
    onLeave(tool)
  }

  /// A tool that hovers moves, over this widget or beside it.
  ///
  /// GTK's word that a pointer has left comes once for all pointers: a pen that goes after a mouse has
  /// left goes without. So one whose last motion was not told to this widget is taken for gone.
  private func watchHovering(_ tool: StylusTool) {
    if hovering == tool, isUnheard { stopHovering() }
    isUnheard = hovering == tool
    if near != tool, tools[tool]?.contact == nil { near = tool }
  }

  private func goes(_ event: Event) {
    guard let tool = event.tool else { return }
    if hovering == tool { stopHovering() }
    if near == tool { near = nil }
    if held[tool] != nil { forget(tool) }
  }

  private func stopHovering() {
    guard let tool = hovering else { return }
    hovering = nil
    isUnheard = false
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
      // GTK believes the tool hovers: its lifting got lost on the way.
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
    // A second button makes GTK give the gesture up, but its signals go on. The tip knows better.
    if let event = gesture.currentEvent, event.deviceTool != nil, event.isButton { return }
    loseAll()
  }

  private func left() {
    stopHovering()
    for (tool, state) in tools {
      if state.contact == .pressure { lose(tool) }
      tools[tool]?.hoverReports = 0
      // What lies on the widget may have come below it: its buttons are heard all the same.
      if state.contact != .tip, held[tool] == nil { onLeave(tool) }
    }
  }

  // MARK: Contacts

  private func hover(_ tool: StylusTool, _ report: StylusSample) {
    var state = tools[tool] ?? ToolState(pairing: AxisPairing(axesAreLate: axesAreLate))
    state.hoverReports += 1
    tools[tool] = state
    if state.hoverReports > 2, let force = report.force, force > Self.touching {
      begin(tool, by: .pressure, report)
      return
    }
    hovering = tool
    isUnheard = false
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
    // Only now: what hovered and what is drawn change places at once.
    stopHovering()
  }

  /// A contact that began by pressure and now has its tip event goes on as one stroke.
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
    // Near it stays, though it says so only with its next motion.
    hovering = tool
    near = tool
    onInput(.up(ContactID(tool), settled: settled))
  }

  /// Motions take the shortest way while a tip is down.
  private func contactsChanged() {
    shortcut?.isFirst = tools.values.contains { $0.contact == .tip }
  }

  // MARK: What GTK knows

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

  /// GDK (4.8) takes everything that a tablet says for the tool that came near it last.
  ///
  /// So the contact of any other tool there will never hear of its end: it ends here.
  private func endOthers(than tool: StylusTool) {
    let tablet = tablet
    for (other, state) in tools
    where other != tool && state.contact != nil && state.tablet == tablet { lose(other) }
  }

  /// The tablet that the current event came from.
  private var tablet: OpaquePointer? { gesture.currentDevice }

  /// What GTK merged into the current motion, oldest first, without the current report.
  private var backlog: [StylusSample] {
    guard let event = gesture.currentEvent, event.type == .motion else { return [] }
    return event.mergedSamples { widget.point(ofSurface: $0) }
  }
}
