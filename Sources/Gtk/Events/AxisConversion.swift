import CGtk
import Glibc
import InkModel

/// Converts GDK's axis values and times to ``InkModel/StylusSample``'s; nothing else reads them.
///
/// GDK 4 gives pressure, distance and slider 0…1, tilt as degrees / 90 in −1…1, rotation as
/// degrees / 360, time in whole milliseconds (GTK 4.8 on Wayland, measured; the scale of tilt has
/// differed between backends, so a compositor test pins it). An axis that the tool does not have
/// may have another tool's value: only axes that the tool announces are read.
public struct AxisConversion {
  /// The axes that the tool announces.
  public var available: GdkAxisFlags

  public init(available: GdkAxisFlags) {
    self.available = available
  }

  /// A sample from raw axis values; `value` returns one axis, `nil` where the event lacks it.
  public func sample(
    at position: Point, milliseconds: UInt32, value: (GdkAxisUse) -> Double?
  ) -> StylusSample {
    var sample = StylusSample(position: position, time: Double(milliseconds) / 1000)
    func axis(_ use: GdkAxisUse, _ flag: GdkAxisFlags) -> Double? {
      guard available.rawValue & flag.rawValue != 0, let v = value(use), v.isFinite else {
        return nil
      }
      return v
    }
    if let force = axis(GDK_AXIS_PRESSURE, GDK_AXIS_FLAG_PRESSURE) {
      sample.force = Float(min(max(force, 0), 1))
    }
    if let x = axis(GDK_AXIS_XTILT, GDK_AXIS_FLAG_XTILT),
      let y = axis(GDK_AXIS_YTILT, GDK_AXIS_FLAG_YTILT)
    {
      let angles = Self.angles(tiltX: x * .pi / 2, tiltY: y * .pi / 2)
      sample.altitude = Float(angles.altitude)
      sample.azimuth = Float(angles.azimuth)
    }
    if let turn = axis(GDK_AXIS_ROTATION, GDK_AXIS_FLAG_ROTATION) {
      let whole = turn - turn.rounded(.down)
      sample.roll = Float(whole * 2 * .pi)
    }
    if let slider = axis(GDK_AXIS_SLIDER, GDK_AXIS_FLAG_SLIDER) {
      sample.slider = Float(min(max(slider, 0), 1) * 2 - 1)
    }
    if let distance = axis(GDK_AXIS_DISTANCE, GDK_AXIS_FLAG_DISTANCE) {
      sample.distance = Float(min(max(distance, 0), 1))
    }
    return sample
  }

  /// Altitude and azimuth of a tool that leans by two angles, all in radians.
  ///
  /// The tilt angles are those of the tool's shadow on the xz and yz planes (W3C Pointer Events
  /// 3, "Converting between tiltX / tiltY and altitudeAngle / azimuthAngle"). Upright, where
  /// every direction is as good, the azimuth is 0.
  static func angles(tiltX: Double, tiltY: Double) -> (altitude: Double, azimuth: Double) {
    // Flat on the surface the tangent is infinite; no pen can draw at that angle.
    let flat = Double.pi / 2 - 0.001
    let x = tan(min(max(tiltX, -flat), flat))
    let y = tan(min(max(tiltY, -flat), flat))
    guard x != 0 || y != 0 else { return (.pi / 2, 0) }
    let direction = atan2(y, x)
    return (
      atan(1 / (x * x + y * y).squareRoot()), direction < 0 ? direction + 2 * .pi : direction
    )
  }
}

extension StylusTool {
  /// The tool that an event came from: a GdkDeviceTool.
  public init(_ tool: OpaquePointer) {
    let kind: StylusTool.Kind =
      switch gdk_device_tool_get_tool_type(tool) {
      case GDK_DEVICE_TOOL_TYPE_ERASER: .eraser
      case GDK_DEVICE_TOOL_TYPE_BRUSH: .brush
      case GDK_DEVICE_TOOL_TYPE_PENCIL: .pencil
      case GDK_DEVICE_TOOL_TYPE_AIRBRUSH: .airbrush
      case GDK_DEVICE_TOOL_TYPE_MOUSE: .mouse
      case GDK_DEVICE_TOOL_TYPE_LENS: .lens
      default: .pen
      }
    self.init(
      kind, serial: UInt64(gdk_device_tool_get_serial(tool)),
      hardwareID: UInt64(gdk_device_tool_get_hardware_id(tool)))
  }
}

extension StylusButton {
  /// From GDK's number of a button.
  ///
  /// GDK (4.8 on Wayland, measured) makes BTN_STYLUS the secondary button and BTN_STYLUS2 the middle
  /// one, as other pointers have them; BTN_STYLUS3 is 8.
  public init?(gdkButton: UInt32) {
    switch gdkButton {
    case UInt32(GDK_BUTTON_SECONDARY): self = .lower
    case UInt32(GDK_BUTTON_MIDDLE): self = .upper
    case 8: self = .third
    default: return nil
    }
  }
}
