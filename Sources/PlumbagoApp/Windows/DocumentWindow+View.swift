import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

extension DocumentWindow {
  var canZoomIn: Bool { canvas.view.viewport.scale < Viewport.scales.upperBound }
  var canZoomOut: Bool { canvas.view.viewport.scale > Viewport.scales.lowerBound }

  func fillScreen(_ isFullscreen: Bool) { window.isFullscreen = isFullscreen }

  /// Begins to paint what the window of a drawing will show first.
  ///
  /// The window's size is not known yet, so the last one, or the screen's, is assumed.
  ///
  /// - Parameter state: Where it was looked at last.
  static func prepare(_ document: OpenDocument, at state: Viewport.State?) {
    let monitors = Monitor.all
    // Without a monitor there is nothing to paint for.
    guard let width = monitors.map(\.frame.width).max(), width > 0,
      let height = monitors.map(\.frame.height).max(), height > 0,
      let scale = monitors.map(\.scale).min().map(Double.init)
    else { return }
    var size = (width: width, height: height)
    let next = WindowSize.ofNext
    if !next.isMaximized {
      size = (min(Double(next.width), width), min(Double(next.height), height))
    }
    document.picture.setPaper(Appearance.shared.isDark ? .dark : .light)
    if let state { document.picture.take(document.session.arrange(in: state.columns)) }
    let window = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let layout = PickerPlacements.layout(width: window.width, height: window.height)
    let tools = PickerLayout.fitted(
      SharedToolPicker.shared.placements.placement(layout, hand: Settings.shared[.hand]),
      tools: ToolCatalog.tools.count, showsLayer: true, in: window)
    let view = document.session.openingView(
      at: state, width: window.width, height: window.height,
      deviceScale: scale,
      room: PickerLayout.room(beside: tools, layout, in: window, of: window))
    document.picture.prepare(for: view, deviceScale: scale)
  }

  /// Shows the drawing where it was looked at last, and keeps the menu's zoom up to date from now on.
  func showView(at state: Viewport.State?) {
    canvas.view.onChange = { [weak self] in self?.viewChanged() }
    canvas.onInstrument = { [weak self] in self?.commands.refresh() }
    canvas.onMeasure = { [weak self] in self?.askForMeasure() }
    if let state {
      // Before the view, whose position is one among the pages as they stand then.
      if pageColumns != state.columns { canvas.perform { $0.arrange(in: state.columns) } }
      canvas.view.currentState = state
    }
    canvas.view.showDrawing()
    viewChanged()
  }

  /// Saves the view for the next time that the drawing is opened.
  func rememberView() {
    // A tab that was never shown has no size, and so no view of its own.
    guard let path = document.keptPath, let application = Application.shared,
      Widget(canvas.widget).width > 1
    else { return }
    viewRest = nil
    SessionFile.remember(
      canvas.view.currentState, of: path, window: application.number(of: self))
  }

  /// Seconds after a change of the view until it is saved; less, and each pause of a scroll writes to the disk.
  private static let viewRestTime = 1.0

  /// Saves the view once it rests, so that it is there after a crash as well.
  private func rememberViewAtRest() {
    viewRest = Timer(after: Self.viewRestTime) { [weak self] in
      guard let self, let application = Application.shared,
        application.windows.contains(where: { $0 === self }), let path = self.document.keptPath
      else { return }
      // Writing to the disk takes as long as several frames.
      guard self.search.isQuiet else { return self.rememberViewAtRest() }
      let saved = SessionFile.view(of: path, window: application.number(of: self))
      if saved != self.canvas.view.currentState { self.rememberView() }
    }
  }

  private func viewChanged() {
    header.zoom.show(scale: canvas.view.viewport.scale)
    rememberViewAtRest()
    pageChanged()
    writtenLines.viewChanged()
    commands.refresh()
  }
}
