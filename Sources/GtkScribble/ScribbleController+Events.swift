import CGtk
import Gtk
import GtkInk
import InkModel
import Scribble

/// Which events are writing, and which wait for text.
extension ScribbleController {
  // MARK: Events that depend on text

  /// The controllers of mapped windows and popovers, by their surface.
  static var controllers: [OpaquePointer: ScribbleController] = [:]

  static let delayedEvents: DelayedEvents = {
    let events = DelayedEvents()
    events.needsText = { needsText($0) }
    events.onDelay = { finish(before: $0) }
    return events
  }()

  /// Watches events while there is ink that is not read yet, or a field has text or a selection and
  /// not yet the focus.
  static func updateWatching() {
    let writing = latest?.writing
    delayedEvents.isWatching = writing?.session.isWaiting == true || writing?.owesFocus == true
    holdClosing()
  }

  /// Whether an event may depend on ink that is not read yet: all keys and presses except those that go on writing, and
  /// the desktop's request to close a window, whose program may ask then whether its text is to be saved.
  private static func needsText(_ event: Event) -> Bool {
    // A key is for the field, as if that had got the focus with its first word.
    if event.type == .keyPress, let latest, let writing = latest.writing, writing.owesFocus,
      let surface = event.surface, controllers[surface] === latest
    {
      latest.giveFocus(writing)
    }
    guard let latest, latest.contact == nil, latest.writing?.session.isWaiting == true,
      let surface = event.surface, let own = controllers[surface]
    else { return false }
    switch event.type {
    case .keyPress, .delete: return true
    case .touchBegin: return !own.isRestingHand
    case .buttonPress: return own !== latest || !own.continuesWriting(event)
    default: return false
    }
  }

  /// Has gestures act and ink recognised that wait, in the field that was written in last: an event may depend on it.
  ///
  /// Where the pen comes down in another field, they take no focus.
  private static func finish(before event: Event) {
    guard let latest else { return }
    // Where writing may begin the program is asked, so only where it matters.
    let waits = latest.writing?.session.isWaiting == true
    let own = waits ? event.surface.flatMap { controllers[$0] } : nil
    latest.finish(takesFocus: own?.beginsInField(event) != true)
  }

  /// Whether an event is a press of the pen that writes in a field from then on.
  private func beginsInField(_ event: Event) -> Bool {
    guard event.type == .buttonPress, event.pointer != handedOn?.event.pointer,
      let position = writingPosition(of: event)
    else { return false }
    return target(at: position) != nil
  }

  /// Where a press of the pen may begin or go on to write; `nil` where it is one of another kind.
  private func writingPosition(of event: Event) -> Point? {
    guard let tool = event.deviceTool, event.button == UInt32(GDK_BUTTON_PRIMARY), Self.isOn(),
      let position = position(of: event), Self.writes(StylusTool(tool))
    else { return nil }
    // Handles of what takes no handwriting are GTK's.
    if let text = TextFields.text(ofHandleAt: position + offset, in: native),
      TextFields.field(around: text) == nil
    {
      return nil
    }
    return position
  }

  /// Whether a press of the pen goes on with what is being written.
  private func continuesWriting(_ event: Event) -> Bool {
    guard let writing, event.pointer != handedOn?.event.pointer,
      let position = writingPosition(of: event)
    else { return false }
    return continues(at: position)
      || TextFields.field(at: position, in: native)?.widget == writing.field.widget
  }

  static func writes(_ tool: StylusTool) -> Bool {
    [.pen, .pencil, .brush, .airbrush].contains(tool.kind)
  }

  /// Whether a touch that begins now is the palm of a hand that writes, or comes to drag a handle.
  private var isRestingHand: Bool {
    let isNear = lastPenTime.map { Self.now - $0 < Self.restingTime } ?? false
    return contact != nil || isNear && (writing?.session.isWaiting == true || hasHandles)
  }

  static var now: Double { MonotonicClock.system.now }

  // MARK: Events

  func handle(_ event: Event) -> Bool {
    // Events of a popover propagate through its window too.
    guard let surface = event.surface,
      gtk_native_get_for_surface(surface)?.raw == native.raw, !event.isEmulatedPress
    else { return false }
    let tool = event.deviceTool
    if let tool {
      lastPenTime = Self.now
      PenInput.saw(event, of: tool)
    }
    hover(event)
    closeReadings(at: event)
    closeGap(at: event)
    if event.type == .keyPress, gdk_key_event_is_modifier(event.pointer) == 0 {
      Self.removeHandles()
    }
    let isTaken = take(event, tool)
    if !isTaken, Self.asksForChange(event) { Self.latest?.writing?.noteOtherAction() }
    return isTaken
  }

  /// - Returns: Whether it is handwriting's: GTK does not get it.
  private func take(_ event: Event, _ tool: OpaquePointer?) -> Bool {
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

  /// Whether somebody acts by other means than by writing: what comes of it is not put off.
  private static func asksForChange(_ event: Event) -> Bool {
    switch event.type {
    case .buttonPress, .touchBegin: true
    case .keyPress: gdk_key_event_is_modifier(event.pointer) == 0
    default: false
    }
  }

  /// Makes ready for writing below a pen that hovers: room, and what shows and reads the ink.
  private func hover(_ event: Event) {
    guard event.deviceTool != nil, contact == nil, Self.isOn() else { return }
    switch event.type {
    case .proximityOut: Self.growth.penHasLeft(mayChange: { Self.mayMove })
    case .motion:
      guard Self.mayMove, Self.now - lastHover >= 0.05, let position = position(of: event) else {
        return
      }
      lastHover = Self.now
      let found =
        TextFields.field(at: position, in: native)
        ?? TextFields.lineField(beside: position, in: native)
      let field = found.flatMap { mayBegin(at: position, in: $0) ? $0 : nil }
      if field != nil {
        // Now rather than when the pen comes down: a word is soon written, and a pack may have to be
        // read from the disk.
        Self.openRecognizer()
        // The first time waits for the compositor's answer.
        if Self.fastInk() != .off { OverlaySurface.prepare(for: Widget(native)) }
      }
      Self.growth.hover(
        over: field, height: Self.settings().leastFieldHeight,
        mayChange: { Self.mayMove })
    default: break
    }
  }

  /// Begins to open the recogniser, off the main thread, where that has not begun yet.
  private static func openRecognizer() {
    guard recognizer == nil else { return }
    let open = Self.open
    recognizer = Task.detached { open() }
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
    if Self.latest !== self { Self.finish(before: event) }
    guard contact == nil, let deviceTool = event.deviceTool,
      let position = writingPosition(of: event)
    else {
      finish()
      return false
    }
    let tool = StylusTool(deviceTool)
    undecided = nil
    beginsBeside = false
    strokesBeside = .none
    let onHandle = pressOnHandle(event, at: position)
    if continues(at: position) {
      if takesTap(at: position) { undecided = KeptEvent(event) }
    } else {
      let target = onHandle == nil ? target(at: position) : nil
      let field = onHandle?.field ?? target?.field
      let isForArea = onHandle == nil && isTapForArea(at: position, beside: field)
      if !isWritten(field) { finish(takesFocus: field == nil) }
      guard let field else { return false }
      strokesBeside = target?.drawn ?? .none
      if !isWritten(field) {
        // What waits for a pause waits for this field's, too.
        Self.latest = self
        contact = deviceTool
        leaveField()
        // A program that was told of the text of the one before may have closed the window.
        guard surface != nil, field.isOpen else {
          contact = nil
          return true
        }
        writing = takeEarlier(in: field) ?? Writing(field, Self.settings())
      }
      writing?.listeners = listeners(of: field)
      beginsBeside = target?.isBeside == true
      // A tap on an area, or beside a field, is for what lies there.
      if beginsBeside || isForArea || (field as? ElementField)?.isFocused == false {
        undecided = KeptEvent(event)
      }
    }
    Self.latest = self
    guard let writing else { return false }
    contact = deviceTool
    Self.endRefusal()
    handlePress = onHandle
    if onHandle == nil, !beginsBeside { removeHandles(below: writing) }
    writing.gap?.stopOpening()
    writing.turn += 1
    writing.stopReading()
    prepare(writing)
    writing.session.begin(at: position)
    readWords(writing)
    Self.updateWatching()
    // In the same frame as the contact's dot, though it may turn out to be a tap; of one beside it the field sees nothing.
    if !beginsBeside { writing.press(holding: { heldFrame(of: writing.field) }) }
    if writing.ink == nil {
      let field = writing.field
      writing.ink = FieldInk(on: native, over: field.frame(in: native), color: field.color)
    }
    writing.ink?.begin(
      event.sample(at: position), tool, isTap: !writing.session.isWriting)
    after(writing.session.settings.restTime, writing) { $0.rest($1) }
    // A pen may come down without having hovered there.
    Self.openRecognizer()
    return true
  }

  /// A stroke is to begin; where it is the first, the session gets what may have changed since the last one.
  func prepare(_ writing: Writing) {
    guard writing.session.ink.isEmpty else { return }
    writing.session.settings = Self.settings()
    writing.session.favored = Self.favored
    writing.formerFocus = focusedWidget
  }

  /// Whether a press continues what is being written: in the field or close to it where nothing takes presses, for a
  /// bar or a long tail; anywhere where the ink goes on.
  func continues(at position: Point) -> Bool {
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

  func moved(_ event: Event) -> Bool {
    guard let contact, contact == event.deviceTool, event.position != nil else { return false }
    if dragsHandle {
      moveHandle(to: position(of: event))
      return true
    }
    if let swipe {
      if let position = position(of: event) { swipe.move(to: position) }
      return true
    }
    guard let writing else { return false }
    let offset = offset
    if writing.session.isSelecting {
      select(to: position(of: event), writing)
      return true
    }
    let samples = event.samples { $0 - offset }
    if takesDrag(samples, of: event, writing) { return true }
    writing.session.move(to: samples.map(\.position))
    writing.ink?.move(samples, isTap: !writing.session.isWriting)
    if takesFlick(event, writing) { return true }
    if writing.session.isWriting, handlePress == nil {
      adoptStrokesBeside(writing)
      guard self.writing === writing else { return true }
      if beginsBeside { removeHandles(below: writing) }
      beginsBeside = false
      begin(writing)
    }
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
        // GTK shows its own to fingers.
        Self.removeHandles()
        return false
      }
      palms.insert(finger)
      return true
    case .touchUpdate: return palms.contains(finger)
    default: return palms.remove(finger) != nil
    }
  }

  /// The position of an event, in the points of its window or popover.
  func position(of event: Event) -> Point? {
    event.position.map { $0 - offset }
  }

  /// The offset of the window's origin on its surface, which has a shadow around it.
  var offset: Vector {
    var (dx, dy) = (0.0, 0.0)
    gtk_native_get_surface_transform(native.opaque, &dx, &dy)
    return Vector(dx, dy)
  }
}
