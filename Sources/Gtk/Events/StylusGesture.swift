import CGtk

/// A tool of a tablet over a widget; widget points.
nonisolated public struct StylusGesture: GestureProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension StylusGesture {
  /// - Parameter phase: The propagation phase in which it gets events.
  public init(phase: PropagationPhase = .bubble) {
    self.init(gtk_gesture_stylus_new())
    self.phase = phase
  }

  // On the path of each report, so by C handlers of the signals' own type (``DirectSignal``).
  public func onDown(_ body: @escaping (Double, Double) -> Void) { connect("down", body) }
  public func onMotion(_ body: @escaping (Double, Double) -> Void) { connect("motion", body) }
  public func onUp(_ body: @escaping (Double, Double) -> Void) { connect("up", body) }
  public func onProximity(_ body: @escaping (Double, Double) -> Void) { connect("proximity", body) }

  private func connect(_ name: String, _ body: @escaping (Double, Double) -> Void) {
    DirectSignal.connectPosition(self, name, body)
  }

  public var deviceTool: OpaquePointer? { gtk_gesture_stylus_get_device_tool(cast()) }

  public func axis(_ use: GdkAxisUse) -> Double? {
    var value = 0.0
    return gtk_gesture_stylus_get_axis(cast(), use, &value) != 0 ? value : nil
  }
}
