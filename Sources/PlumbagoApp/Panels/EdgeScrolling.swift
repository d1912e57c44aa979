import Gtk

/// Scrolls a list for as long as what is dragged over it is at its upper or lower edge.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class EdgeScrolling {
  private let scroller: ScrolledWindow
  private let edge: Double
  private let step: Double
  private var timer: Timer?

  /// Seconds from one step to the next.
  private static let interval = 0.016

  /// - Parameters:
  ///   - edge: Points from an edge within which a drag scrolls.
  ///   - step: How far in each step, in points.
  init(_ scroller: ScrolledWindow, edge: Double, step: Double) {
    self.scroller = scroller
    self.edge = edge
    self.step = step
  }

  /// Begins with a drag.
  ///
  /// - Parameters:
  ///   - height: How far below the upper edge of the view the tip is, in points.
  ///   - onScroll: Told by how many points the list was scrolled down.
  func start(at height: @escaping () -> Double?, onScroll: @escaping (Double) -> Void) {
    timer = Timer(after: Self.interval, repeats: true) { [weak self] in
      guard let self, let tip = height(), let offset = self.scroll(at: tip) else { return }
      onScroll(offset)
    }
  }

  /// - Returns: By how many points the list was scrolled down; `nil` where it stays.
  private func scroll(at height: Double) -> Double? {
    let before = scroller.position
    if height < edge {
      scroller.position = max(before - step, 0)
    } else if height > scroller.pageHeight - edge {
      scroller.position = before + step
    }
    let offset = scroller.position - before
    return offset == 0 ? nil : offset
  }

  func stop() { timer = nil }
}
