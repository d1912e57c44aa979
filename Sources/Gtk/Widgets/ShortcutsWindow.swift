import CGtk

/// The help window of a program's keys and gestures; made by a ``Builder``.
nonisolated public struct ShortcutsWindow: WindowProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}
