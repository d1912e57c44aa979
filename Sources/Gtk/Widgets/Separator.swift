import CGtk

/// A line between two widgets.
nonisolated public struct Separator: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Separator {
  public init(_ orientation: Orientation) { self.init(gtk_separator_new(orientation)) }
}
