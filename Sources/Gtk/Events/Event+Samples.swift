import CGtk
import InkModel

/// Reads a pointer's events as samples, in seconds, radians and 0…1.
// No closures for the standard library here: each would check which thread it is on, with each report.
extension Event {
  /// The event's own sample, at a position in the caller's space.
  public func sample(at position: Point) -> StylusSample {
    conversion.sample(at: position, milliseconds: milliseconds) { axis($0) }
  }

  /// All samples of a motion, oldest first: those that GDK merged into it, then its own.
  ///
  /// - Parameter convert: From the surface's points to the caller's. A sample without a position there is left out;
  ///   if the event itself has none, there are no samples.
  public func samples(_ convert: (Point) -> Point?) -> [StylusSample] {
    guard let own = position, let position = convert(own) else { return [] }
    let conversion = conversion
    var samples = mergedSamples(conversion, convert)
    samples.append(
      conversion.sample(at: position, milliseconds: milliseconds) { axis($0) })
    return samples
  }

  /// The samples that GDK merged into a motion, oldest first, without its own.
  public func mergedSamples(_ convert: (Point) -> Point?) -> [StylusSample] {
    mergedSamples(conversion, convert)
  }

  private func mergedSamples(
    _ conversion: AxisConversion, _ convert: (Point) -> Point?
  ) -> [StylusSample] {
    var samples: [StylusSample] = []
    forEachMergedMotion { motion in
      guard let position = convert(motion.position) else { return }
      samples.append(
        conversion.sample(at: position, milliseconds: motion.milliseconds) { motion.axis($0) })
    }
    return samples
  }

  /// A mouse and a finger have no axes: values that their events have there are ignored.
  private var conversion: AxisConversion {
    guard let deviceTool else { return AxisConversion(available: GdkAxisFlags(0)) }
    return AxisConversion(available: gdk_device_tool_get_axes(deviceTool))
  }

  /// The tablet's tool, `nil` for mice and fingers.
  public var tool: StylusTool? {
    guard let deviceTool else { return nil }
    return StylusTool(deviceTool)
  }
  /// The barrel's button that went down or up, `nil` for the tip's.
  public var stylusButton: StylusButton? { StylusButton(gdkButton: button) }
}
