import CGtk

/// The keys and gestures of a program, to look up; made by a ``Builder``.
nonisolated public struct ShortcutsWindow: WindowProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}
