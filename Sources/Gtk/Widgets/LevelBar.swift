import CGtk

/// A bar that shows a level.
nonisolated public struct LevelBar: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension LevelBar {
  public init(_ range: ClosedRange<Double>) {
    self.init(gtk_level_bar_new_for_interval(range.lowerBound, range.upperBound))
  }

  public var value: Double {
    get { gtk_level_bar_get_value(cast()) }
    nonmutating set { gtk_level_bar_set_value(cast(), newValue) }
  }

  public var maximum: Double {
    get { gtk_level_bar_get_max_value(cast()) }
    nonmutating set { gtk_level_bar_set_max_value(cast(), newValue) }
  }

  /// Removes an offset at which the bar's colour changes.
  public func removeOffset(_ name: String) { gtk_level_bar_remove_offset_value(cast(), name) }
}
