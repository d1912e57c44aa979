import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// Lets the pen write into every text field of a window, or of a popover, which has events of its own.
///
/// Sees each event before any widget does. A pen that touches a field writes there, and GTK does not hear of
/// it; mouse, fingers and erasers are left to GTK, but that a hand which rests while somebody writes is no
/// touch. Fields need nothing for this and know nothing of it (``install(opening:isOn:)``).
///
/// Invariants:
/// 1. A press that is taken is followed by its motions and its release here, and by nothing elsewhere.
/// 2. New ink is of one field at a time. Where another field is written in before the ink of the first is read, that
///    becomes text of its own field as soon as it is.
/// 3. What GTK does by a press or a key it does after the text is there, but ``HeldEvents/longest`` seconds later at the
///    latest. The main thread never waits.
public final class ScribbleController {
  /// How far beyond a field what is written there may begin, in points, once something is.
  static let reach = 28.0
  /// Seconds after a pen's last word in which a finger beside waiting ink is taken for the hand that wrote it.
  static let restingTime = 0.5

  private static let key = "plumbago-scribble"
  private static var open: @Sendable () -> HandwritingRecognizer? = { nil }
  private static var isOn: () -> Bool = { false }
  private static var recognizer: Task<HandwritingRecognizer?, Never>?
  /// The one that was written in last.
  private static weak var latest: ScribbleController?

  /// What is being written, and where.
  private final class Writing {
    let field: any TextField
    var session = ScribbleSession()
    var ink: FieldInk?
    /// Counts what would put a reading off.
    var turn = 0
    var task: Task<Void, Never>?
    /// A reading is under way, of all ink there is.
    var isReading = false

    init(_ field: any TextField) {
      self.field = field
    }

    func stopReading() {
      task?.cancel()
      isReading = false
    }

    /// None of the ink becomes text.
    func drop() {
      stopReading()
      session.cancel()
      ink?.end()
      ink = nil
      field.setPlaceholderHidden(false)
    }
  }

  /// The window or popover; it owns this.
  private let native: UnsafeMutablePointer<GtkWidget>
  private var writing: Writing?
  /// Fields that were left before their ink was read.
  private var unread: [Writing] = []
  /// The tool whose tip is down, and which is ours.
  private var contact: OpaquePointer?
  /// Fingers that are down and nobody hears of.
  private var palms: Set<OpaquePointer> = []
  /// When a pen said something last; nil where none is near.
  private var heard: Double?

  /// Has all windows of the program, those to come too, take handwriting.
  ///
  /// - Parameters:
  ///   - opening: Opens the recogniser, once, off the main thread; nil where there is none: then fields are as
  ///     without all this, but for ink that goes.
  ///   - isOn: Asked at each touch of a pen.
  public static func install(
    opening: @escaping @Sendable () -> HandwritingRecognizer?, isOn: @escaping () -> Bool
  ) {
    open = opening
    self.isOn = isOn
    guard !isInstalled else { return }
    isInstalled = true
    // There is a list of windows, but none of popovers: so whatever comes onto the screen is looked at.
    // A class has its signals once it is made, which the first widget would do.
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
  }

  private static var isInstalled = false

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
    // This is called from its first "map".
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
    Self.heldEvents.add(surface)
  }

  private func unmapped() {
    forget()
    for other in unread { other.drop() }
    unread = []
    palms = []
    guard let surface else { return }
    self.surface = nil
    Self.controllers[surface] = nil
    Self.heldEvents.remove(surface)
  }

  // MARK: What waits for text

  /// Those on the screen, by their surface.
  private static var controllers: [OpaquePointer: ScribbleController] = [:]

  private static let heldEvents: HeldEvents = {
    let events = HeldEvents()
    events.needsText = { needsText($0) }
    events.onHold = { latest?.finish() }
    return events
  }()

  /// Ink waits to be read, or no more.
  private static func updateWatching() {
    heldEvents.isWatching = latest?.writing?.session.isWaiting == true
  }

  /// Whether what an event does may depend on ink that is not read yet: all keys and presses but those that go on
  /// writing.
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
    guard let tool = event.deviceTool, let writing,
      event.button == UInt32(GDK_BUTTON_PRIMARY), Self.isOn(),
      let place = place(event), !TextFields.hasHandle(at: place + offset, in: native),
      Self.writes(StylusTool(tool))
    else { return false }
    return goesOn(at: place)
      || TextFields.field(at: place, in: native)?.widget == writing.field.widget
  }

  private static func writes(_ tool: StylusTool) -> Bool {
    [.pen, .pencil, .brush, .airbrush].contains(tool.kind)
  }

  /// Whether a finger that touches now is taken for the hand that writes.
  private var isRestingHand: Bool {
    let isNear = heard.map { Self.now - $0 < Self.restingTime } ?? false
    return contact != nil || isNear && writing?.session.isWaiting == true
  }

  private static var now: Double { MonotonicClock.system.now }

  // MARK: Events

  private func handle(_ event: Event) -> Bool {
    // Those of a popover go through its window too.
    guard let surface = event.surface,
      gtk_native_get_for_surface(surface)?.raw == native.raw
    else { return false }
    let tool = event.deviceTool
    if tool != nil { heard = Self.now }
    switch event.type {
    case .buttonPress: return pressed(event)
    case .motion: return moved(event)
    case .buttonRelease: return released(event)
    case .proximityOut:
      heard = nil
      if contact != nil, contact == tool { lift() }
      return false
    case .grabBroken:
      if contact != nil, tool == nil || contact == tool { lift() }
      return false
    case .touchBegin, .touchUpdate, .touchEnd, .touchCancel: return touched(event)
    default: return false
    }
  }

  private func pressed(_ event: Event) -> Bool {
    let isTip = event.button == UInt32(GDK_BUTTON_PRIMARY)
    if let contact, contact == event.deviceTool {
      // While it writes, a button of its barrel is squeezed by chance.
      guard isTip else { return true }
      // Its lifting went elsewhere.
      lift()
    }
    if Self.latest !== self { Self.latest?.finish() }
    guard let deviceTool = event.deviceTool, contact == nil, isTip, Self.isOn(),
      let place = place(event), !TextFields.hasHandle(at: place + offset, in: native)
    else {
      finish()
      return false
    }
    let tool = StylusTool(deviceTool)
    guard Self.writes(tool) else {
      finish()
      return false
    }
    if !goesOn(at: place) {
      let field = TextFields.field(at: place, in: native)
      if field?.widget != writing?.field.widget { finish() }
      guard let field else { return false }
      if writing?.field.widget != field.widget {
        leaveField()
        writing = Writing(field)
      }
    }
    Self.latest = self
    guard let writing else { return false }
    contact = deviceTool
    writing.turn += 1
    writing.stopReading()
    writing.session.begin(at: place)
    Self.updateWatching()
    if writing.ink == nil { writing.ink = FieldInk(on: native, color: writing.field.color) }
    writing.ink?.begin(event.sample(at: place), tool)
    if Self.recognizer == nil {
      let open = Self.open
      Self.recognizer = Task.detached { open() }
    }
    return true
  }

  /// Whether a touch beside the field is more of what is being written there: a bar, a dot, a long tail.
  private func goesOn(at place: Point) -> Bool {
    guard let writing, writing.session.isWaiting, writing.field.isOpen,
      writing.field.frame(in: native).outset(by: Self.reach).contains(place)
    else { return false }
    return TextFields.isFree(place, beside: writing.field, in: native)
  }

  private func moved(_ event: Event) -> Bool {
    guard let contact, contact == event.deviceTool, let writing,
      event.position != nil
    else { return false }
    let offset = offset
    let samples = event.samples { $0 - offset }
    writing.session.move(to: samples.map(\.position))
    writing.ink?.move(samples)
    if writing.session.isWriting { writing.field.setPlaceholderHidden(true) }
    return true
  }

  private func released(_ event: Event) -> Bool {
    guard contact != nil, contact == event.deviceTool else { return false }
    if event.button == UInt32(GDK_BUTTON_PRIMARY) { lift() }
    return true
  }

  private func touched(_ event: Event) -> Bool {
    guard let finger = event.touchSequence else { return false }
    switch event.type {
    case .touchBegin:
      // GDK gives a sequence again once its finger has lifted.
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

  /// Where an event is, in the points of the window or popover that it is on.
  private func place(_ event: Event) -> Point? {
    event.position.map { $0 - offset }
  }

  /// Of the window's own points from its surface's, which has a shadow around it.
  private var offset: Vector {
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native.opaque, &dx, &dy)
    return Vector(dx, dy)
  }

  // MARK: Writing

  private func lift() {
    contact = nil
    guard let writing else { return }
    guard writing.field.isOpen else { return forget() }
    let text = writing.field.text(in: native)
    switch writing.session.end(at: Self.now, in: text) {
    case .tap(let position, let count):
      let end = text.scalars.count
      writing.field.select(
        count == 1 ? position..<position : count == 2 ? text.word(at: position) : 0..<end)
    case .edit(let edit): writing.field.apply(edit)
    case .ink, .withdrawn: break
    }
    show(writing)
    Self.updateWatching()
    guard writing.session.isWaiting else { return }
    writing.turn += 1
    let turn = writing.turn
    MainLoop.after(writing.session.settings.pause) { [weak self, weak writing] in
      guard let self, let writing, self.writing === writing, writing.turn == turn else { return }
      self.read(writing)
    }
  }

  /// Shows what ink there is; an ink layer without ink goes.
  private func show(_ writing: Writing) {
    if writing.session.ink.isEmpty {
      writing.ink?.end()
      writing.ink = nil
      writing.field.setPlaceholderHidden(false)
    } else {
      writing.ink?.keep(starts: writing.session.ink.compactMap(\.first))
    }
  }

  /// Has all ink of a field read, off the main thread; a field that is gone takes it along.
  private func read(_ writing: Writing) {
    guard writing.field.isOpen else { return drop(writing) }
    guard let reading = writing.session.reading(of: writing.field.text(in: native), at: Self.now)
    else { return }
    let recognizer = Self.recognizer
    writing.isReading = true
    writing.task = Task { [weak self, weak writing] in
      let text = await Self.text(of: reading, by: recognizer)
      guard let self, let writing, !Task.isCancelled else { return }
      self.answer(reading, text, writing)
    }
  }

  nonisolated private static func text(
    of reading: ScribbleSession.Reading, by recognizer: Task<HandwritingRecognizer?, Never>?
  ) async -> String {
    guard let recognizer = await recognizer?.value else { return "" }
    let read = try? await recognizer.recognize(reading.strokes, context: reading.context, limit: 1)
    return read?.text ?? ""
  }

  private func answer(_ reading: ScribbleSession.Reading, _ text: String, _ writing: Writing) {
    writing.isReading = false
    guard writing.field.isOpen else { return drop(writing) }
    switch writing.session.commit(reading, text: text, in: writing.field.text(in: native)) {
    case .edit(let edit):
      writing.field.apply(edit)
      writing.session.settled(as: writing.field.text(in: native))
    case .again: return read(writing)
    case .nothing, .void: break
    }
    show(writing)
    unread.removeAll { $0 === writing }
    Self.updateWatching()
    Self.heldEvents.release()
  }

  /// Has all ink read without waiting for the pause: something is about to happen that may depend on it.
  private func finish() {
    guard contact == nil, let writing, writing.session.isWaiting, !writing.isReading else { return }
    writing.turn += 1
    read(writing)
  }

  /// Another field is written in; ink that is being read becomes text of this one all the same.
  private func leaveField() {
    guard let writing, writing.isReading else { return forget() }
    unread.append(writing)
    self.writing = nil
  }

  /// The field is gone.
  private func forget() {
    if let writing { drop(writing) }
    contact = nil
  }

  private func drop(_ dropped: Writing) {
    dropped.drop()
    unread.removeAll { $0 === dropped }
    if writing === dropped { writing = nil }
    Self.updateWatching()
    Self.heldEvents.release()
  }
}
