import CGtk

/// A press that moves.
nonisolated public struct DragGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension DragGesture {
  /// - Parameter phase: When on their way it hears events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_drag_new())
    self.phase = phase
  }

  /// Where it began.
  public var began: Signal<Void, Double, Double> { Signal(self, "drag-begin") }
  /// How far it is from there.
  public var updated: Signal<Void, Double, Double> { Signal(self, "drag-update") }
  public var ended: Signal<Void, Double, Double> { Signal(self, "drag-end") }
}
