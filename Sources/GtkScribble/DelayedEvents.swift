import CGtk
import Gtk

/// Delays the events of the program's windows while ink becomes text, and then delivers them in order.
///
/// A key, a press or the close of a window may depend on text that is still ink: Enter in a form, its button. Recognition takes some
/// hundredths of a second, in which the main thread goes on: windows are painted and timers run.
///
/// 1. While ``isWatching``, and until what is delayed has been delivered, each event of ``surfaces`` comes here before GTK handles it.
/// 2. The first one that ``needsText`` is delayed, and ``onDelay`` is called; all that follow are delayed after it.
/// 3. ``release()`` delivers them, or a timer: each of them ``longest`` seconds after it came.
///
/// Invariants:
/// 1. A delayed event is delivered once, in the order in which it came, and before any later one.
/// 2. No event is delayed for more than ``longest`` seconds, however many wait with it.
/// 3. GTK's own handler of a watched surface's events is blocked, except while an event is delivered to it.
@MainActor final class DelayedEvents {
  /// Seconds for which an event is delayed at the most.
  ///
  /// If it is longer, a press seems ignored where recognition is slow; if it is shorter, a press acts before the text
  /// is committed.
  static let longest = 0.15

  /// Whether an event has to wait for the text.
  var needsText: (Event) -> Bool = { _ in false }
  /// Told of the first event that is delayed.
  var onDelay: (Event) -> Void = { _ in }

  var isWatching = false {
    didSet {
      if isWatching != oldValue { updateWatched() }
    }
  }
  /// The surfaces whose events are watched.
  private(set) var surfaces: [OpaquePointer] = []

  private struct Watched {
    let surface: Kept<Object>
    /// GTK's handler, and ours.
    let gtk: UInt
    let own: Subscription
  }

  private struct DelayedEvent {
    let surface: Kept<Object>
    let event: KeptEvent
    /// When it came, in seconds.
    let arrival: Double

    /// When it is delivered at the latest.
    var limit: Double { arrival + DelayedEvents.longest }
  }

  private var watched: [OpaquePointer: Watched] = [:]
  /// In the order in which they are delivered.
  private var delayed: [DelayedEvent] = []
  private var isDelaying = false { didSet { if isDelaying != oldValue { updateWatched() } } }
  private var isDelivering = false { didSet { if isDelivering != oldValue { updateWatched() } } }
  /// Surfaces to which an event is being delivered.
  private var receivers: [OpaquePointer] = []
  /// Counts the delays, so that a timer ends only its own.
  private var turn = 0

  // MARK: Surfaces

  /// While an event is delayed, those behind it are too: they are delivered in their order.
  private var watches: Bool { isWatching || isDelaying || isDelivering }

  private func updateWatched() {
    if watches { surfaces.forEach(watch) } else { unwatchAll() }
  }

  func add(_ surface: OpaquePointer) {
    guard !surfaces.contains(surface) else { return }
    surfaces.append(surface)
    if watches { watch(surface) }
  }

  func remove(_ surface: OpaquePointer) {
    surfaces.removeAll { $0 == surface }
    unwatch(surface)
  }

  private func watch(_ surface: OpaquePointer) {
    // The first handler is GTK's. If there is none, GTK has changed, and nothing is delayed.
    let gtk = g_signal_handler_find(
      surface.raw, G_SIGNAL_MATCH_ID, g_signal_lookup("event", gdk_surface_get_type()), 0, nil, nil,
      nil)
    guard gtk != 0, watched[surface] == nil else { return }
    let own = Signal<Bool, Event?>(surface, "event").subscribe { [weak self] event in
      event.flatMap { self?.receive($0, on: surface) } ?? false
    }
    g_signal_handler_block(surface.raw, gtk)
    watched[surface] = Watched(surface: Kept(Object(surface)), gtk: gtk, own: own)
  }

  private func unwatch(_ surface: OpaquePointer) {
    guard let watch = watched.removeValue(forKey: surface) else { return }
    watch.own.cancel()
    // While an event is delivered to it, GTK's handler is not blocked.
    if !receivers.contains(surface) {
      g_signal_handler_unblock(watch.surface.object.raw, watch.gtk)
    }
  }

  private func unwatchAll() { watched.keys.forEach(unwatch) }

  // MARK: Events

  private func receive(_ event: Event, on surface: OpaquePointer) -> Bool {
    guard !receivers.contains(surface) else { return false }
    if isDelaying || isDelivering {
      delay(event, of: surface)
      return true
    }
    guard needsText(event) else { return deliver(event, to: surface) }
    delay(event, of: surface)
    beginDelay()
    return true
  }

  private func delay(_ event: Event, of surface: OpaquePointer) {
    delayed.append(
      DelayedEvent(
        surface: Kept(Object(surface)), event: KeptEvent(event), arrival: ScribbleController.now))
  }

  /// Delivers events that were taken already, once the text is committed and before all that are delayed.
  func deliver(_ events: [KeptEvent], on surface: OpaquePointer) {
    // Those behind them wait no longer for this.
    let arrival = delayed.first?.arrival ?? ScribbleController.now
    let taken = events.map {
      DelayedEvent(surface: Kept(Object(surface)), event: $0, arrival: arrival)
    }
    delayed.insert(contentsOf: taken, at: 0)
    if !isDelaying, !isDelivering { beginDelay() }
  }

  /// Delays the first event, and all behind it, until the text is committed or that event is late.
  private func beginDelay() {
    guard let first = delayed.first else { return }
    let limit = first.limit
    isDelaying = true
    turn += 1
    let turn = turn
    MainLoop.after(limit - ScribbleController.now) { [weak self] in
      guard let self, self.turn == turn else { return }
      // A timer may come a little early.
      self.deliverDelayed(at: max(limit, ScribbleController.now))
    }
    onDelay(first.event.event)
  }

  /// Delivers the delayed events, once the text is committed.
  func release() { deliverDelayed(at: ScribbleController.now) }

  /// Delivers the delayed events up to one that still needs text; where that did not come in time, an event is delivered
  /// all the same.
  ///
  /// - Parameter time: Now, in seconds.
  private func deliverDelayed(at time: Double) {
    guard isDelaying, !isDelivering else { return }
    isDelivering = true
    isDelaying = false
    turn += 1
    while let next = delayed.first {
      if next.limit > time, needsText(next.event.event) {
        beginDelay()
        isDelivering = false
        return
      }
      delayed.removeFirst()
      let surface = next.surface.object.opaque
      if gdk_surface_is_destroyed(surface) == 0 { _ = deliver(next.event.event, to: surface) }
    }
    isDelivering = false
  }

  /// Delivers an event to GTK.
  private func deliver(_ event: Event, to surface: OpaquePointer) -> Bool {
    let watch = watched[surface]
    if let watch { g_signal_handler_unblock(watch.surface.object.raw, watch.gtk) }
    receivers.append(surface)
    let isTaken = plumbago_surface_tell_event(surface, event.pointer) != 0
    receivers.removeLast()
    // Handlers of the event may have ended the watching, or begun it anew.
    if let watch, watched[surface]?.own === watch.own {
      g_signal_handler_block(watch.surface.object.raw, watch.gtk)
    }
    return isTaken
  }
}

/// An event that is valid after its handler has returned.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class KeptEvent {
  let event: Event

  init(_ event: Event) { self.event = Event(gdk_event_ref(event.pointer)) }

  isolated deinit { gdk_event_unref(event.pointer) }
}
