import CGtk
import Gtk
import InkModel

/// One entry of the history that GDK keeps of the motions it merged into one event.
struct TimeCoordinate {
  private let coordinate: GdkTimeCoord

  init(_ coordinate: GdkTimeCoord) {
    self.coordinate = coordinate
  }

  /// The value of one axis, by its `GdkAxisUse`.
  func axis(_ use: GdkAxisUse) -> Double? {
    // C's fixed array arrives as a tuple.
    withUnsafeBytes(of: coordinate.axes) { bytes in
      let values = bytes.bindMemory(to: Double.self)
      let i = Int(use.rawValue)
      return i < values.count ? values[i] : nil
    }
  }

  /// The position, in whatever space the history is in.
  var position: Point { Point(axis(GDK_AXIS_X) ?? .nan, axis(GDK_AXIS_Y) ?? .nan) }

  var milliseconds: UInt32 { coordinate.time }

  /// - Parameter place: Where it is, if that is to be told in another space than the history's.
  func sample(_ conversion: AxisConversion, at place: Point? = nil) -> StylusSample {
    conversion.sample(at: place ?? position, milliseconds: milliseconds, value: axis)
  }
}
