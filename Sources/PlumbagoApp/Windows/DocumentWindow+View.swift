import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

extension DocumentWindow {
  var canZoomIn: Bool { canvas.view.viewport.scale < Viewport.scales.upperBound }
  var canZoomOut: Bool { canvas.view.viewport.scale > Viewport.scales.lowerBound }

  func toggleFullscreen() {
    if gtk_window_is_fullscreen(window) != 0 {
      gtk_window_unfullscreen(window)
    } else {
      gtk_window_fullscreen(window)
    }
  }

  /// Begins to paint what the window of a drawing will show, as far as can be foretold.
  ///
  /// No size is known before the desktop has given one, so this is what it was last, or the screen's.
  static func prepare(_ document: OpenDocument) {
    var size = Settings.shared.windowSize
    var screen = (width: 0, height: 0)
    var deviceScale = Int.max
    let monitors = gdk_display_get_monitors(gdk_display_get_default())
    for i in 0..<g_list_model_get_n_items(monitors) {
      guard let monitor = g_list_model_get_item(monitors, i) else { continue }
      defer { g_object_unref(monitor) }
      var area = GdkRectangle()
      gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
      screen = (max(screen.width, Int(area.width)), max(screen.height, Int(area.height)))
      deviceScale = min(deviceScale, Int(gdk_monitor_get_scale_factor(OpaquePointer(monitor))))
    }
    // A desktop without a screen shows nothing first or last.
    guard screen.width > 0, screen.height > 0 else { return }
    size =
      Settings.shared.isMaximized
      ? screen : (min(size.width, screen.width), min(size.height, screen.height))
    document.picture.setPaper(Appearance.shared.isDark ? .dark : .light)
    let view = document.session.openingView(
      at: SessionFile.place(of: document.path), width: Double(size.width),
      height: Double(size.height), deviceScale: Double(deviceScale))
    document.picture.prepare(for: view, deviceScale: Double(deviceScale))
  }

  /// Shows the drawing, and keeps what the menu says of the view true from now on.
  func showView() {
    canvas.view.onChange = { [weak self] in self?.viewChanged() }
    if let place = SessionFile.place(of: document.path) { canvas.view.currentPlace = place }
    canvas.view.showDrawing()
    viewChanged()
  }

  /// Keeps where the view is for the next time the drawing is opened.
  func rememberView() {
    guard let path = document.keptPath else { return }
    SessionFile.remember(canvas.view.currentPlace, of: path)
  }

  private func viewChanged() {
    header.zoom.show(scale: canvas.view.viewport.scale)
    commands.refresh()
  }
}
