import CGtk

/// The clock of a surface's frames.
nonisolated public struct FrameClock: ObjectHandle {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension FrameClock {
  /// A frame was painted, or there was nothing to paint.
  public var painted: Signal<Void> { Signal(self, "after-paint") }
}
