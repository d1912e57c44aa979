import CGtk

/// Calls back before each frame of a widget, until told otherwise, let go, or the widget has gone.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
public final class FrameTicks {
  private let widget: Widget
  private var id: UInt32 = 0

  /// - Parameter step: Gets the frame's time in seconds of the frame clock; false ends it.
  public init(on widget: some WidgetProtocol, _ step: @escaping (Double) -> Bool) {
    self.widget = Widget(widget)
    id = gtk_widget_add_tick_callback(
      widget.widget,
      { _, clock, data in
        MainActor.assumeIsolated {
          guard let call = Retained<Call>.from(data)?.value else { return 0 }
          return call.step(Double(gdk_frame_clock_get_frame_time(clock)) / 1e6) ? 1 : 0
        }
      }, Retained(Call(ticks: self, step: step)).retained(),
      // With the last frame, the widget, or this object.
      { data in
        Retained<Call>.from(data)?.value.ticks?.id = 0
        Retained<Call>.release(data)
      })
  }

  private struct Call {
    weak var ticks: FrameTicks?
    var step: (Double) -> Bool
  }

  public var isRunning: Bool { id != 0 }

  public func cancel() {
    guard id != 0 else { return }
    gtk_widget_remove_tick_callback(widget.widget, id)
    id = 0
  }

  isolated deinit { if id != 0 { gtk_widget_remove_tick_callback(widget.widget, id) } }
}

/// Something that changes from frame to frame for a given time; ends when it is let go.
///
/// Where the desktop wants no animations (`gtk-enable-animations`), or the widget is not shown, it is at its end at once.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
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
