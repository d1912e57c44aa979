import CGtk
import InkModel

/// A motion that GDK merged into a later event.
///
/// GDK delivers one motion a frame while the window redraws; the others are in the event's history.
nonisolated public struct MergedMotion {
  private let coordinate: GdkTimeCoord

  init(_ coordinate: GdkTimeCoord) { self.coordinate = coordinate }

  /// The value of one axis.
  public func axis(_ use: GdkAxisUse) -> Double? {
    // A fixed array of C is imported as a tuple.
    withUnsafeBytes(of: coordinate.axes) { bytes in
      let values = bytes.bindMemory(to: Double.self)
      let i = Int(use.rawValue)
      return i < values.count ? values[i] : nil
    }
  }

  /// On the surface, as that of the event.
  public var position: Point { Point(axis(GDK_AXIS_X) ?? .nan, axis(GDK_AXIS_Y) ?? .nan) }

  public var milliseconds: UInt32 { coordinate.time }
}

extension Event {
  /// Calls `body` with the motions that were merged into this one, oldest first; none for other events.
  ///
  /// Not a collection: this is on the path of each report, and the list is freed at the end of it.
  public func forEachMergedMotion(_ body: (MergedMotion) -> Void) {
    var count: UInt32 = 0
    guard let list = gdk_event_get_history(pointer, &count) else { return }
    for i in 0..<Int(count) { body(MergedMotion(list[i])) }
    g_free(list)
  }
}
