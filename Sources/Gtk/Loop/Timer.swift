import CGtk

/// Calls back later on the main loop, once or repeatedly; never after it was released or ``cancel()``led.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Timer {
  private var source: UInt32 = 0

  /// - Parameters:
  ///   - seconds: From now, and from one time to the next; milliseconds count.
  ///   - repeats: Whether it goes on until it is cancelled.
  public init(after seconds: Double, repeats: Bool = false, _ body: @escaping () -> Void) {
    source = g_timeout_add_full(
      CInt(G_PRIORITY_DEFAULT), UInt32(max(seconds, 0) * 1000),
      { data in
        guard let call = Retained<Call>.from(data)?.value else { return 0 }
        if !call.repeats { call.timer?.source = 0 }
        call.body()
        return call.repeats ? 1 : 0
      },
      Retained(Call(timer: self, repeats: repeats, body: body)).retained(),
      { Retained<Call>.release($0) })
  }

  private struct Call {
    weak var timer: Timer?
    var repeats: Bool
    var body: () -> Void
  }

  /// Whether it will call back again.
  public var isRunning: Bool { source != 0 }

  public func cancel() {
    guard source != 0 else { return }
    g_source_remove(source)
    source = 0
  }

  isolated deinit { if source != 0 { g_source_remove(source) } }
}
