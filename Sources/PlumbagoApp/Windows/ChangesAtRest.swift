import Gtk

/// Has changes of a drawing that come from beside the paper wait until nobody draws.
///
/// Such is a layer's name that was written. A session takes no change while a tool is down, and between two strokes of a
/// word nothing is to change below the pen.
///
/// Invariants:
/// 1. Each change is made once, in the order in which they came.
/// 2. While somebody draws none is made, but by ``makeNow()``.
/// 3. Where nobody draws, nothing waits.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ChangesAtRest {
  /// Whether somebody draws now.
  private let isDrawing: () -> Bool
  private var waiting: [() -> Void] = []
  /// Runs while something waits.
  private var timer: Timer?

  /// Seconds from one check whether the drawing has ended to the next.
  ///
  /// If they are more, a name comes late; if they are fewer, a pen that draws is disturbed.
  private static let interval = 0.1

  init(isDrawing: @escaping () -> Bool) { self.isDrawing = isDrawing }

  /// Makes a change: at once, or where somebody draws once that has ended.
  func make(_ change: @escaping () -> Void) {
    waiting.append(change)
    makeIfAtRest()
  }

  /// Makes all that waits, though somebody may draw: the drawing is about to close, or to be read.
  func makeNow() {
    while !waiting.isEmpty { waiting.removeFirst()() }
    timer = nil
  }

  private func makeIfAtRest() {
    guard isDrawing() else { return makeNow() }
    guard timer == nil else { return }
    timer = Timer(after: Self.interval, repeats: true) { [weak self] in self?.makeIfAtRest() }
  }
}
