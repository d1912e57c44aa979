import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// Lets the pen write into every text field of a window, or of a popover, which has a surface of its own.
///
/// Gets each event before any widget does. A pen that touches a field writes there, and GTK does not get the
/// events; mouse, fingers and erasers are left to GTK, except that touches of the resting hand are rejected
/// while somebody writes. Fields need no code for this (``install(opening:settings:texts:isOn:)``).
///
/// Invariants:
/// 1. When a press is taken, its motions and its release are handled here and nowhere else.
/// 2. New ink is of one field at a time. Where another field is written in before the ink of the first is read, the
///    reading is committed to the first field when it is ready.
/// 3. A stroke that continues ink which is not read yet belongs to that ink's field, whatever lies under it. A tap on
///    something that takes presses, where no dot or full stop would be, is that thing's: it gets press and release once
///    the text is committed.
/// 4. GTK handles a press or a key after the text is committed, but at the latest after ``DelayedEvents/longest``
///    seconds. The main thread never waits.
public final class ScribbleController {
  /// How far outside a field a further stroke may begin, in points, once something is written in it.
  static let reach = 28.0
  /// Seconds after a pen's last event in which a touch beside ink that is not read yet counts as a palm.
  static let restingTime = 0.5

  /// The texts that it shows.
  public struct Texts: Sendable {
    /// The name of the list of readings that a word offers, for screen readers.
    public var otherReadings = "Other readings"
    /// Offers a word letter by letter.
    public var asWritten: @Sendable (String) -> String = { "As written: \($0)" }

    public init() {}
  }

  private static let key = "plumbago-scribble"
  static var texts = Texts()
  /// Words that were chosen in this session where they were read as others.
  static var favored: [String] = []
  /// The readings that a word offers now, and the controller of its window.
  static var readings: (popover: ReadingsPopover, controller: ScribbleController)?
  private static var open: @Sendable () -> HandwritingRecognizer? = { nil }
  static var isOn: () -> Bool = { false }
  private static var settings: () -> ScribbleSession.Settings = { .init() }
  static var recognizer: Task<HandwritingRecognizer?, Never>?
  /// The controller of the window that was written in last.
  static weak var latest: ScribbleController?

  /// The window or popover, which owns this controller.
  let native: UnsafeMutablePointer<GtkWidget>
  var writing: Writing?
  /// Ink of other fields that is being recognised.
  private var unread: [Writing] = []
  /// The tool that writes, while its tip is down.
  private var contact: OpaquePointer?
  /// The press of the stroke under the pen, where it is one of invariant 3: a tap, until it moves.
  private var undecided: KeptEvent?
  /// The press of such a tap, while it waits to be delivered.
  private var handedOn: KeptEvent?
  /// Touches that are rejected as palms.
  private var palms: Set<OpaquePointer> = []
  /// When a pen's last event was, in seconds; `nil` where none is in proximity.
  private var lastPenTime: Double?
  /// When the field below a hovering pen was looked for last, in seconds.
  private var lastHover = 0.0
  private static let growth = FieldGrowth()

  /// Lets all windows of the program, present and future, take handwriting.
  ///
  /// The default display then carries data named `plumbago-scribble`, by which an input-method module sees that the
  /// program has handwriting of its own.
  ///
  /// - Parameters:
  ///   - opening: Opens the recogniser, once, off the main thread, by default with the language pack that is installed;
  ///     `nil` where there is none: then ink disappears without becoming text.
  ///   - settings: Asked when a pen begins to write in a field.
  ///   - texts: What it shows, in the language of the program.
  ///   - isOn: Asked at each touch of a pen; always by default.
  public static func install(
    opening: @escaping @Sendable () -> HandwritingRecognizer? = { LanguagePacks.recognizer() },
    settings: @escaping () -> ScribbleSession.Settings = { .init() }, texts: Texts = Texts(),
    isOn: @escaping () -> Bool = { true }
  ) {
    open = opening
    self.texts = texts
    self.settings = settings
    self.isOn = isOn
    guard !isInstalled else { return }
    isInstalled = true
    // GTK lists windows but not popovers, so a hook on the signal `map` finds both. Signals exist only after
    // their class is initialized, which the reference to the class does.
    g_type_class_unref(g_type_class_ref(gtk_widget_get_type()))
    let map = g_signal_lookup("map", gtk_widget_get_type())
    g_signal_add_emission_hook(
      map, 0,
      { _, count, values, _ in
        guard count > 0, let widget = g_value_get_object(values)?.widget,
          widget.isA(gtk_window_get_type()) || widget.isA(gtk_popover_get_type())
        else { return 1 }
        ScribbleController.attach(to: widget)
        return 1
      }, nil, nil)
    if let display = gdk_display_get_default() {
      // An input-method module of the same kind leaves the program alone then.
      g_object_set_data(Object(display).object, key, display.raw)
    }
    attachToMapped()
  }

  private static var isInstalled = false

  /// Called at the pause after text that was written has come into a field, or as the field goes before that; with its
  /// text widget.
  public static var onText: (Widget) -> Void = { _ in }

  // MARK: Changes of layout

  private static var delayed: [() -> Void] = []

  /// Makes a change that moves or resizes fields, or scrolls: at once, or where someone writes at the pause after the text.
  ///
  /// - Parameter change: Called once, on the main thread, in the order of the calls.
  public static func performAtPause(_ change: @escaping () -> Void) {
    delayed.append(change)
    performDelayed()
  }

  static func performDelayed() {
    guard mayMove else { return }
    let changes = delayed
    delayed = []
    for change in changes { change() }
  }

  /// Whether nobody writes, and a pause has followed the text.
  private static var mayMove: Bool {
    guard let latest else { return true }
    return latest.contact == nil && latest.writing?.session.isWaiting != true
      && latest.writing?.isStill != true
  }

  /// Attaches to the windows and popovers that are mapped already.
  private static func attachToMapped() {
    let windows = Kept(taking: Object(g_object_ref(gtk_window_get_toplevels().raw)))
    for i in 0..<g_list_model_get_n_items(windows.object.opaque) {
      guard let item = g_list_model_get_item(windows.object.opaque, i) else { continue }
      attachToMapped(in: item.widget)
      g_object_unref(item)
    }
  }

  private static func attachToMapped(in widget: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_widget_get_mapped(widget) != 0 else { return }
    if widget.isA(gtk_window_get_type()) || widget.isA(gtk_popover_get_type()) {
      attach(to: widget)
    }
    var child = gtk_widget_get_first_child(widget)
    while let each = child {
      attachToMapped(in: each)
      child = gtk_widget_get_next_sibling(each)
    }
  }

  private static func attach(to native: UnsafeMutablePointer<GtkWidget>) {
    guard g_object_get_data(native.object, key) == nil else { return }
    let controller = ScribbleController(native)
    g_object_set_data_full(
      native.object, key, Retained(controller).retained(),
      { Retained<ScribbleController>.release($0) })
    let events = LegacyController(phase: .capture)
    events.onEvent { [weak controller] in controller?.handle($0) ?? false }
    Widget(native).add(events)
    Widget(native).mapped.connect { [weak controller] in controller?.mapped() }
    Widget(native).unmapped.connect { [weak controller] in controller?.unmapped() }
    // The widget is mapped, or this is called from its first “map”.
    controller.mapped()
  }

  private init(_ native: UnsafeMutablePointer<GtkWidget>) {
    self.native = native
  }

  private var surface: OpaquePointer?

  private func mapped() {
    guard surface == nil, let surface = gtk_native_get_surface(native.opaque) else { return }
    self.surface = surface
    Self.controllers[surface] = self
    Self.delayedEvents.add(surface)
  }

  private func unmapped() {
    forget()
    for other in unread { other.drop() }
    unread = []
    palms = []
    if lastPenTime != nil { PenInput.left() }
    lastPenTime = nil
    guard let surface else { return }
    self.surface = nil
    Self.controllers[surface] = nil
    Self.delayedEvents.remove(surface)
  }

  // MARK: Events that depend on text

  /// The controllers of mapped windows and popovers, by their surface.
  private static var controllers: [OpaquePointer: ScribbleController] = [:]

  private static let delayedEvents: DelayedEvents = {
    let events = DelayedEvents()
    events.needsText = { needsText($0) }
    events.onDelay = { latest?.finish() }
    return events
  }()

  /// Watches events while there is ink that is not read yet.
  private static func updateWatching() {
    delayedEvents.isWatching = latest?.writing?.session.isWaiting == true
  }

  /// Whether an event may depend on ink that is not read yet: all keys and presses except those that go on writing.
  private static func needsText(_ event: Event) -> Bool {
    guard let latest, latest.contact == nil, latest.writing?.session.isWaiting == true,
      let surface = event.surface, let own = controllers[surface]
    else { return false }
    switch event.type {
    case .keyPress: return true
    case .touchBegin: return !own.isRestingHand
    case .buttonPress: return own !== latest || !own.continuesWriting(event)
    default: return false
    }
  }

  /// Whether a press of the pen goes on with what is being written.
  private func continuesWriting(_ event: Event) -> Bool {
    guard let tool = event.deviceTool, let writing, event.pointer != handedOn?.event.pointer,
      event.button == UInt32(GDK_BUTTON_PRIMARY), Self.isOn(),
      let position = position(of: event), !TextFields.hasHandle(at: position + offset, in: native),
      Self.writes(StylusTool(tool))
    else { return false }
    return continues(at: position)
      || TextFields.field(at: position, in: native)?.widget == writing.field.widget
  }

  private static func writes(_ tool: StylusTool) -> Bool {
    [.pen, .pencil, .brush, .airbrush].contains(tool.kind)
  }

  /// Whether a touch that begins now is the palm of the hand that writes.
  private var isRestingHand: Bool {
    let isNear = lastPenTime.map { Self.now - $0 < Self.restingTime } ?? false
    return contact != nil || isNear && writing?.session.isWaiting == true
  }

  static var now: Double { MonotonicClock.system.now }

  // MARK: Events

  private func handle(_ event: Event) -> Bool {
    // Events of a popover propagate through its window too.
    guard let surface = event.surface,
      gtk_native_get_for_surface(surface)?.raw == native.raw
    else { return false }
    let tool = event.deviceTool
    if let tool {
      lastPenTime = Self.now
      PenInput.saw(event, of: tool)
    }
    hover(event)
    closeReadings(at: event)
    closeGap(at: event)
    switch event.type {
    case .buttonPress: return pressed(event)
    case .motion: return moved(event)
    case .buttonRelease: return released(event)
    case .proximityOut:
      lastPenTime = nil
      if contact != nil, contact == tool { lift() }
      return false
    case .grabBroken:
      if contact != nil, tool == nil || contact == tool { lift() }
      return false
    case .touchBegin, .touchUpdate, .touchEnd, .touchCancel: return touched(event)
    default: return false
    }
  }

  /// Makes room in the field below a pen that hovers, before writing begins.
  private func hover(_ event: Event) {
    guard event.deviceTool != nil, contact == nil, Self.isOn() else { return }
    switch event.type {
    case .proximityOut: Self.growth.penHasLeft(mayChange: { Self.mayMove })
    case .motion:
      guard Self.mayMove, Self.now - lastHover >= 0.05, let position = position(of: event) else {
        return
      }
      lastHover = Self.now
      let field = TextFields.field(at: position, in: native).flatMap {
        mayBegin(at: position, in: $0) ? $0 : nil
      }
      Self.growth.hover(
        over: field, height: Self.settings().leastFieldHeight,
        mayChange: { Self.mayMove })
    default: break
    }
  }

  private func pressed(_ event: Event) -> Bool {
    if event.pointer == handedOn?.event.pointer {
      handedOn = nil
      finish()
      return false
    }
    let isTip = event.button == UInt32(GDK_BUTTON_PRIMARY)
    if let contact, contact == event.deviceTool {
      // While it writes, its barrel buttons are ignored.
      guard isTip else { return true }
      // Its release was not delivered here.
      lift()
    }
    if Self.latest !== self { Self.latest?.finish() }
    guard let deviceTool = event.deviceTool, contact == nil, isTip, Self.isOn(),
      let position = position(of: event), !TextFields.hasHandle(at: position + offset, in: native)
    else {
      finish()
      return false
    }
    let tool = StylusTool(deviceTool)
    guard Self.writes(tool) else {
      finish()
      return false
    }
    undecided = nil
    if continues(at: position) {
      if takesTap(at: position) { undecided = KeptEvent(event) }
    } else {
      let field = target(at: position)
      if !isWritten(field) { finish() }
      guard let field else { return false }
      if !isWritten(field) {
        leaveField()
        writing = Writing(field, Self.settings())
      }
      writing?.listeners = listeners(of: field)
      // A tap on an area is for what lies there.
      if (field as? ElementField)?.isFocused == false { undecided = KeptEvent(event) }
    }
    Self.latest = self
    guard let writing else { return false }
    contact = deviceTool
    writing.gap?.stopOpening()
    writing.turn += 1
    writing.stopReading()
    if writing.session.ink.isEmpty {
      writing.session.settings = Self.settings()
      writing.session.favored = Self.favored
    }
    writing.session.begin(at: position)
    readWords(writing)
    Self.updateWatching()
    if writing.ink == nil { writing.ink = FieldInk(on: native, color: writing.field.color) }
    writing.ink?.begin(event.sample(at: position), tool)
    after(writing.session.settings.restTime, writing) { $0.rest($1) }
    if Self.recognizer == nil {
      let open = Self.open
      Self.recognizer = Task.detached { open() }
    }
    return true
  }

  /// Whether a press continues what is being written: in the field or close to it where nothing takes presses, for a
  /// bar or a long tail; anywhere where the ink goes on.
  private func continues(at position: Point) -> Bool {
    guard let writing, writing.session.isWaiting, writing.field.isOpen,
      !isRefused(at: position, beside: writing.field)
    else { return false }
    let ink = Rect(around: writing.session.ink.joined())
    if writing.field.isBeside(position, ink, in: native) { return true }
    switch writing.session.continuation(at: position) {
    case .none: return false
    case .mark: return true
    // In another field a letter may begin that field's text.
    case .letter:
      return TextFields.field(at: position, in: native).map {
        $0.widget == writing.field.widget
      } ?? true
    }
  }

  /// Whether a tap at a position that continues the writing is for what lies there.
  private func takesTap(at position: Point) -> Bool {
    guard let writing, writing.session.continuation(at: position) != .mark else { return false }
    return !TextFields.isFree(position, beside: writing.field, in: native)
  }

  private func moved(_ event: Event) -> Bool {
    guard let contact, contact == event.deviceTool, let writing,
      event.position != nil
    else { return false }
    let offset = offset
    if writing.session.isSelecting {
      select(to: position(of: event), writing)
      return true
    }
    let samples = event.samples { $0 - offset }
    writing.session.move(to: samples.map(\.position))
    writing.ink?.move(samples)
    if writing.session.isWriting { begin(writing) }
    return true
  }

  private func released(_ event: Event) -> Bool {
    guard contact != nil, contact == event.deviceTool else { return false }
    if event.button == UInt32(GDK_BUTTON_PRIMARY) { lift(event) }
    return true
  }

  private func touched(_ event: Event) -> Bool {
    guard let finger = event.touchSequence else { return false }
    switch event.type {
    case .touchBegin:
      // GDK reuses a sequence once its finger has lifted.
      palms.remove(finger)
      guard isRestingHand else {
        Self.latest?.finish()
        return false
      }
      palms.insert(finger)
      return true
    case .touchUpdate: return palms.contains(finger)
    default: return palms.remove(finger) != nil
    }
  }

  /// The position of an event, in the points of its window or popover.
  private func position(of event: Event) -> Point? {
    event.position.map { $0 - offset }
  }

  /// The offset of the window's origin on its surface, which has a shadow around it.
  var offset: Vector {
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native.opaque, &dx, &dy)
    return Vector(dx, dy)
  }

  // MARK: Writing

  /// - Parameter release: `nil` where none was delivered here.
  private func lift(_ release: Event? = nil) {
    contact = nil
    guard let writing else { return }
    guard writing.field.isOpen else { return forget() }
    if let undecided, writing.session.isTap {
      handOn(undecided, release, past: writing)
      return
    }
    let text = writing.field.text(in: native)
    let position = release.flatMap { self.position(of: $0) }
    var gap: Int?
    switch writing.session.end(at: Self.now, in: text, lifting: position) {
    case .tap(let position, let count):
      if count == 1 { offerReadings(at: position, of: text, writing) }
      let end = text.scalars.count
      writing.field.select(
        count == 1 ? position..<position : count == 2 ? text.word(at: position) : 0..<end)
    case .edit(let edit): writing.field.apply(edit)
    case .selection(let range): writing.field.select(range)
    case .rest(let position): writing.field.select(position..<position)
    case .gap(let position):
      writing.field.select(position..<position)
      gap = position
    // A dot has not moved as far as a tap may.
    case .ink: begin(writing)
    case .withdrawn: break
    }
    show(writing)
    if let gap { openGap(at: gap, writing) }
    Self.updateWatching()
    guard writing.session.isWaiting else { return }
    writing.turn += 1
    let settings = writing.session.settings
    if writing.session.mayBeGesture {
      after(settings.gestureDelay, writing) { $0.performGesture($1) }
    }
    after(settings.pause, writing) { $0.read($1) }
    readWrittenWords(writing, text)
  }

  /// Does something after a time in seconds, unless the field is written in meanwhile.
  func after(
    _ seconds: Double, _ writing: Writing,
    _ body: @escaping @MainActor (ScribbleController, Writing) -> Void
  ) {
    let turn = writing.turn
    MainLoop.after(seconds) { [weak self, weak writing] in
      guard let self, let writing, self.writing === writing, writing.turn == turn else { return }
      body(self, writing)
    }
  }

  // MARK: Gestures

  /// The tool rests: where it is on text it selects from now on.
  private func rest(_ writing: Writing) {
    guard writing.field.isOpen, writing.session.rest(in: writing.field.text(in: native)) else {
      return
    }
    undecided = nil
    show(writing)
    select(to: nil, writing)
    Self.updateWatching()
  }

  private func select(to position: Point?, _ writing: Writing) {
    guard let position, writing.field.isOpen,
      let range = writing.session.selection(to: position, in: writing.field.text(in: native))
    else { return }
    writing.field.select(range)
  }

  /// Performs the gesture that the only stroke is, where it is one; whether it was.
  @discardableResult private func performGesture(_ writing: Writing) -> Bool {
    guard writing.field.isOpen, writing.session.mayBeGesture,
      let gesture = writing.session.takeGesture(at: Self.now, in: writing.field.text(in: native))
    else { return false }
    switch gesture {
    case .select(let range): writing.field.select(range)
    case .edit(let edit): writing.field.apply(edit)
    }
    show(writing)
    Self.updateWatching()
    Self.delayedEvents.release()
    return true
  }

  /// The stroke was a tap on something that takes presses: delivers its events, once the text is committed.
  private func handOn(_ press: KeptEvent, _ release: Event?, past writing: Writing) {
    undecided = nil
    writing.session.withdrawStroke()
    show(writing)
    Self.updateWatching()
    guard let release, let surface else { return finish() }
    handedOn = press
    Self.delayedEvents.deliver([press, KeptEvent(release)], on: surface)
    guard !writing.session.isWaiting else { return }
    // The text came while the pen was down: nothing else would end the delay.
    MainLoop.after(0) { Self.delayedEvents.release() }
  }

  /// Shows the ink that is left; without any, removes the widget for it.
  func show(_ writing: Writing) {
    if writing.session.ink.isEmpty {
      writing.ink?.end()
      writing.ink = nil
      writing.field.setPlaceholderHidden(false)
      writing.closeGap()
      after(writing.session.settings.pause, writing) { $1.endStillness() }
    } else {
      writing.ink?.keep(starts: writing.session.ink.compactMap(\.first))
    }
  }

  /// Has all ink of a field recognised, off the main thread; drops the ink if the field no longer takes text.
  func read(_ writing: Writing) {
    guard writing.field.isOpen else { return drop(writing) }
    guard !performGesture(writing) else { return }
    guard let reading = writing.session.reading(of: writing.field.text(in: native), at: Self.now)
    else { return }
    let recognizer = Self.recognizer
    writing.isReading = true
    writing.task = Task { [weak self, weak writing] in
      let candidate = await Self.candidates(of: reading, by: recognizer).first
      guard let self, let writing, !Task.isCancelled else { return }
      self.commit(reading, candidate, writing)
    }
  }

  /// Has the words before the one under the pen recognised, where it begins one.
  private func readWords(_ writing: Writing) {
    // Text that comes into a gap would move those behind it.
    guard writing.field.isOpen, !writing.delaysFocus, writing.gap == nil,
      let reading = writing.session.readingOfWords(
        of: writing.field.text(in: native), at: Self.now)
    else { return }
    commitWords(reading, writing) { _, reading, candidate in (reading, candidate) }
  }

  /// Has all words recognised, though more may follow, and commits those that are finished.
  private func readWrittenWords(_ writing: Writing, _ field: FieldText) {
    guard !writing.delaysFocus, writing.gap == nil,
      let reading = writing.session.readingOfWrittenWords(of: field, at: Self.now)
    else { return }
    commitWords(reading, writing) { $0.finishedWords(of: $1, in: $2) }
  }

  /// Has words recognised while the pen goes on, and commits those of them that `part` returns.
  private func commitWords(
    _ reading: ScribbleSession.Reading, _ writing: Writing,
    part:
      @escaping @MainActor (ScribbleSession, ScribbleSession.Reading, Candidate) -> (
        reading: ScribbleSession.Reading, candidate: Candidate
      )?
  ) {
    let recognizer = Self.recognizer
    writing.wordsTask?.cancel()
    writing.wordsTask = Task { [weak self, weak writing] in
      let candidate = await Self.candidates(of: reading, by: recognizer).first
      guard let self, let writing, !Task.isCancelled, writing.field.isOpen,
        let candidate, let words = part(writing.session, reading, candidate)
      else { return }
      // The edit is made on a copy: words for which the field has no room wait for the pause, since it would scroll
      // or grow under the pen.
      var session = writing.session
      let field = writing.field.text(in: self.native)
      if case .edit(let edit) = session.commit(words.reading, as: words.candidate, in: field),
        writing.field.hasRoom(for: edit)
      {
        writing.session = session
        self.apply(edit, writing)
        self.show(writing)
        Self.updateWatching()
        Self.delayedEvents.release()
      }
    }
  }

  func apply(_ edit: TextEdit, _ writing: Writing) {
    writing.closeGap()
    writing.field.apply(edit)
    writing.session.settled(as: writing.field.text(in: native))
    writing.hasNewText = true
    showMarks(writing)
  }

  nonisolated private static func candidates(
    of reading: ScribbleSession.Reading, by recognizer: Task<HandwritingRecognizer?, Never>?
  ) async -> [Candidate] {
    await candidates(of: reading.strokes, reading.context, limit: 1, by: recognizer)
  }

  /// Readings of ink, the likeliest first; none where there is no recogniser, or the task was cancelled.
  nonisolated static func candidates(
    of strokes: [WrittenStroke], _ context: RecognitionContext, limit: Int,
    by recognizer: Task<HandwritingRecognizer?, Never>?
  ) async -> [Candidate] {
    guard let recognizer = await recognizer?.value else { return [] }
    let recognition = try? await recognizer.recognize(strokes, context: context, limit: limit)
    return recognition?.candidates ?? []
  }

  private func commit(
    _ reading: ScribbleSession.Reading, _ candidate: Candidate?, _ writing: Writing
  ) {
    writing.isReading = false
    guard writing.field.isOpen else { return drop(writing) }
    if let field = writing.field as? ElementField, !field.isFocused,
      candidate?.text.isEmpty == false
    {
      return focus(field, writing)
    }
    switch writing.session.commit(reading, as: candidate, in: writing.field.text(in: native)) {
    case .edit(let edit):
      apply(edit, writing)
      writing.field.showCaret()
    case .again: return read(writing)
    case .nothing, .void: break
    }
    show(writing)
    if writing.isLeft { writing.finish() }
    unread.removeAll { $0 === writing }
    Self.updateWatching()
    Self.delayedEvents.release()
  }

  /// Has all ink recognised without waiting for the pause: an event may depend on it.
  private func finish() {
    guard contact == nil, let writing, writing.session.isWaiting, !writing.isReading else { return }
    writing.turn += 1
    read(writing)
  }

  /// Another field is written in; ink that is being recognised is still committed to this one.
  private func leaveField() {
    guard let writing, writing.isReading else { return forget() }
    writing.isLeft = true
    writing.endStillness()
    unread.append(writing)
    self.writing = nil
  }

  /// The field no longer takes text.
  private func forget() {
    contact = nil
    if let writing { drop(writing) }
    if Self.readings?.controller === self { Self.closeReadings() }
    undecided = nil
    handedOn = nil
  }

  func drop(_ dropped: Writing) {
    dropped.drop()
    unread.removeAll { $0 === dropped }
    if writing === dropped { writing = nil }
    Self.updateWatching()
    Self.delayedEvents.release()
  }
}
