import CGtk
import Gtk
import InkModel

/// Reports the touches on a widget, finger by finger.
///
/// Invariants:
/// 1. A touch that began ends once, by ``Phase/ended`` or ``Phase/cancelled``; its number is never
///    given again.
/// 2. A touch that something else takes (``mayTake``) is not reported.
public final class TouchSource {
  public enum Phase {
    case began
    case moved
    case ended
    case cancelled
  }

  /// A touch at one moment.
  public struct Touch {
    public var number: UInt
    /// Widget points.
    public var position: Point
    /// Seconds on the source's clock.
    public var time: Double
    /// The longest diameter that the contact has had, in widget points, where the compositor reports it.
    public var size: Double?
  }

  /// Told of each event.
  public var onTouch: (Phase, Touch) -> Void = { _, _ in }
  /// Whether something else takes a touch that begins at this position, in widget points.
  public var mayTake: (Point) -> Bool = { _ in false }

  private let widget: Widget
  private var numbers: [OpaquePointer: UInt] = [:]
  private let sizes: ContactSizes?
  /// The number of each touch in ``ContactSizes``.
  private var contacts: [UInt: Int] = [:]
  private var taken: Set<OpaquePointer> = []
  private var last: [UInt: Point] = [:]
  private var nextNumber: UInt = 1
  /// The clock's time minus an event's.
  private var offset: Double?
  private var lastTime = 0.0
  private let clock: MonotonicClock

  /// Attaches to a widget, which owns the GTK side from here on.
  ///
  /// - Parameter clock: The clock of the touches' times.
  public init(attachedTo widget: some GObjectPointer, _ clock: MonotonicClock = .system) {
    self.widget = Widget(widget)
    self.clock = clock
    sizes = ContactSizes.of(gtk_widget_get_display(widget.widget))
    let controller = LegacyController()
    controller.onEvent { [weak self] in self?.handle($0) ?? false }
    self.widget.add(controller)
  }

  /// Forgets the touches that are down: nothing more is reported of them.
  public func forgetAll() {
    numbers = [:]
    contacts = [:]
    last = [:]
    taken = []
  }

  private func handle(_ event: Event) -> Bool {
    let phase: Phase
    switch event.type {
    case .touchBegin: phase = .began
    case .touchUpdate: phase = .moved
    case .touchEnd: phase = .ended
    case .touchCancel: phase = .cancelled
    default: return false
    }
    guard let sequence = event.touchSequence else { return false }
    let onSurface = event.position
    let position = onSurface.flatMap { widget.point(ofSurface: $0) }
    let isOver = phase == .ended || phase == .cancelled
    if phase == .began {
      // GDK reuses a sequence once its finger has lifted.
      end(sequence, .ended)
      guard let onSurface, let position else { return false }
      if mayTake(position) {
        taken.insert(sequence)
        return true
      }
      numbers[sequence] = nextNumber
      contacts[nextNumber] = sizes?.contact(at: event.milliseconds, onSurface)
      nextNumber += 1
    }
    if taken.contains(sequence) {
      if isOver { taken.remove(sequence) }
      return true
    }
    guard let number = numbers[sequence] else { return false }
    if let position, !isOver { last[number] = position }
    guard let at = position ?? last[number] else { return false }
    let size = contacts[number].flatMap { sizes?.size(of: $0) }
    if isOver {
      numbers[sequence] = nil
      contacts[number] = nil
      last[number] = nil
    }
    onTouch(phase, Touch(number: number, position: at, time: time(of: event), size: size))
    return true
  }

  private func end(_ sequence: OpaquePointer, _ phase: Phase) {
    taken.remove(sequence)
    guard let number = numbers.removeValue(forKey: sequence) else { return }
    contacts[number] = nil
    let end = last.removeValue(forKey: number) ?? .zero
    onTouch(phase, Touch(number: number, position: end, time: clock.now))
  }

  /// The time of an event on the clock: that of its occurrence, and not of its delivery to a busy process.
  ///
  /// The sender's clock may begin anywhere; the least delay so far gives the offset.
  private func time(of event: Event) -> Double {
    let now = clock.now
    let told = event.time
    guard told > 0 else { return now }
    if lastTime > now { lastTime = 0 }
    let difference = now - told
    if let offset, abs(difference - offset) < 1 {
      self.offset = min(offset, difference)
    } else {
      offset = difference
    }
    // A better offset must not turn time back.
    lastTime = max(lastTime, told + (offset ?? difference))
    return min(lastTime, now)
  }
}
