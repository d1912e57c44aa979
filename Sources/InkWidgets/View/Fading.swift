import CGtk
import Gtk
import GtkInk

/// How visible something is that comes at once, stays a moment and fades away: what lies over the canvas without
/// being part of the drawing.
///
/// Where the desktop wants no animations it goes at once instead of fading.
///
/// Invariant: ``opacity`` is above 0 only from ``show()`` until the end of the fading that follows, or ``hide()``.
final class Fading {
  private let widget: UnsafeMutablePointer<GtkWidget>
  /// Seconds from full to nothing.
  private let duration: Double
  /// 0 … 1; what shows is painted with it.
  private(set) var opacity = 0.0
  /// Counts what was asked for, so that an old fading does not end a new showing.
  private var showing = 0
  private var tick: UInt32 = 0
  /// Microseconds of the frame clock.
  private var begin: Int64 = 0

  init(on widget: UnsafeMutablePointer<GtkWidget>, duration: Double) {
    self.widget = widget
    self.duration = duration
  }

  func show() {
    stop()
    opacity = 1
    gtk_widget_queue_draw(widget)
  }

  /// Goes now.
  func hide() {
    guard opacity > 0 else { return }
    stop()
    opacity = 0
    gtk_widget_queue_draw(widget)
  }

  /// Fades away, after `delay` seconds.
  func fade(after delay: Double) {
    guard opacity > 0 else { return }
    stop()
    guard delay > 0 else { return start() }
    let number = showing
    MainLoop.after(delay) { [weak self] in
      guard let self, self.showing == number else { return }
      self.start()
    }
  }

  private func start() {
    let settings = gtk_widget_get_settings(widget)
    guard settings?.bool("gtk-enable-animations") == true, gtk_widget_get_mapped(widget) != 0
    else { return hide() }
    begin = 0
    tick = gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        MainActor.assumeIsolated {
          Retained<Fading>.from(data)?.value.step(Int64(gdk_frame_clock_get_frame_time(clock)))
            == true ? 1 : 0
        }
      }, Retained(self).retained(), { Retained<Fading>.release($0) })
  }

  /// Whether the fading goes on.
  private func step(_ time: Int64) -> Bool {
    if begin == 0 { begin = time }
    opacity = max(1 - Double(time - begin) / 1e6 / duration, 0)
    gtk_widget_queue_draw(widget)
    if opacity == 0 { tick = 0 }
    return opacity > 0
  }

  private func stop() {
    showing += 1
    guard tick != 0 else { return }
    gtk_widget_remove_tick_callback(widget, tick)
    tick = 0
  }
}
