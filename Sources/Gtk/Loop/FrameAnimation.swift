import CGtk

/// Calls back before each frame of a widget, until it returns false, is released, or the widget is destroyed.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class FrameTicks {
  /// The callback's data, owned by GTK.
  private final class State {
    let step: (Double) -> Bool
    /// 0 once GTK calls no more.
    var id: UInt32 = 0
    var isStepping = false
    var isCancelled = false

    init(_ step: @escaping (Double) -> Bool) { self.step = step }
  }

  private let widget: Widget
  private let state: State

  /// - Parameter step: Gets the frame's time in seconds of the frame clock; false ends it.
  public init(on widget: some WidgetProtocol, _ step: @escaping (Double) -> Bool) {
    self.widget = Widget(widget)
    state = State(step)
    state.id = gtk_widget_add_tick_callback(
      widget.widget,
      { _, clock, data in
        MainActor.assumeIsolated {
          guard let state = Retained<State>.from(data)?.value, !state.isCancelled else { return 0 }
          state.isStepping = true
          let goesOn = state.step(Double(gdk_frame_clock_get_frame_time(clock)) / 1e6)
          state.isStepping = false
          return goesOn && !state.isCancelled ? 1 : 0
        }
      }, Retained(state).retained(),
      { data in
        Retained<State>.from(data)?.value.id = 0
        Retained<State>.release(data)
      })
  }

  public var isRunning: Bool { state.id != 0 && !state.isCancelled }

  public func cancel() {
    state.isCancelled = true
    // A step that cancels itself ends by its return value.
    if state.id != 0, !state.isStepping { gtk_widget_remove_tick_callback(widget.widget, state.id) }
  }

  isolated deinit { cancel() }
}

/// Calls back with a progress from frame to frame for a given time; ends when it is released.
///
/// Where the desktop wants no animations (`gtk-enable-animations`), or the widget is not shown, it is at its end at once.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class FrameAnimation {
  private var ticks: FrameTicks?
  private var begin: Double?

  /// - Parameters:
  ///   - duration: Seconds.
  ///   - step: Gets the progress before each frame, from 0 up to 1, which it gets exactly once, last.
  public init(on widget: some WidgetProtocol, duration: Double, _ step: @escaping (Double) -> Void)
  {
    guard widget.isMapped, widget.wantsAnimations, duration > 0 else {
      step(1)
      return
    }
    ticks = FrameTicks(on: widget) { [weak self] time in
      guard let self else { return false }
      let begin = self.begin ?? time
      self.begin = begin
      let progress = min(max((time - begin) / duration, 0), 1)
      step(progress)
      return progress < 1
    }
  }

  public var isRunning: Bool { ticks?.isRunning ?? false }

  /// Stays where it is.
  public func cancel() { ticks = nil }
}
