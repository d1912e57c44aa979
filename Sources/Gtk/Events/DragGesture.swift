import CGtk

/// A press that moves.
nonisolated public struct DragGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DragGesture {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_drag_new())
    self.phase = phase
  }

  /// It began, at a position in widget points.
  public var began: Signal<Void, Double, Double> { Signal(self, "drag-begin") }
  /// The offset from the start.
  public var updated: Signal<Void, Double, Double> { Signal(self, "drag-update") }
  public var ended: Signal<Void, Double, Double> { Signal(self, "drag-end") }
}
