import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading

/// What is written on the page in view, line by line where it is, for screen readers.
///
/// Labels that nobody sees, and that no pointer reaches, over the paper. Only while a screen reader runs: others need not pay
/// for them in each frame.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class WrittenLines {
  private let document: OpenDocument
  private let canvas: CanvasWidget
  private let widget = Overlay()
  private var labels: [(label: Label, line: TextLine)] = []
  /// Which page the lines are on: from 1 on, 0 on a canvas without pages.
  private var page = 0
  private var reading: Task<Void, Never>?
  private var subscriptions: [Subscription] = []
  /// The widgets are gone, or about to go.
  private var isOver = false

  /// Lines of a page at the most; a full page of a book has 60.
  private static let limit = 200

  init(_ document: OpenDocument, on overlay: CanvasOverlay) {
    self.document = document
    canvas = overlay.canvas
    widget.setChild(Box(.vertical))
    widget.canTarget = false
    widget.isVisible = false
    widget.onChildPosition { [weak self] in self?.frame(of: $0) }
    overlay.add(widget) { [weak canvas = overlay.canvas] in
      canvas.map {
        let view = $0.session.viewport
        return Rect(x: 0, y: 0, width: view.width, height: view.height)
      }
    }
    ScreenReader.shared.listeners.subscribe { [weak self] in self?.read() }
      .store(in: &subscriptions)
  }

  private var pageInView: Int {
    document.session.pages.isEmpty ? 0 : document.session.pageInView.map { $0 + 1 } ?? 0
  }

  /// The drawing closes.
  func end() {
    isOver = true
    reading?.cancel()
    subscriptions = []
  }

  /// Takes what was read of the page in view.
  func read() {
    guard !isOver else { return }
    reading?.cancel()
    guard ScreenReader.shared.isOn else { return show([]) }
    let (path, page) = (document.path, pageInView)
    reading = Task { [weak self] in
      let lines = await Self.lines(of: path)
      guard let self, !self.isOver, !Task.isCancelled else { return }
      self.page = page
      self.show(lines.filter { $0.page == page }.map(\.line))
    }
  }

  @concurrent nonisolated private static func lines(
    of path: String
  ) async -> [(page: Int, line: TextLine)] {
    await SearchReading.index?.lines(of: path) ?? []
  }

  /// The view shows another part of the drawing, perhaps another page.
  func viewChanged() {
    guard ScreenReader.shared.isOn, !isOver else { return }
    if pageInView != page { read() } else { widget.queueAllocate() }
  }

  private func show(_ lines: [TextLine]) {
    for (label, _) in labels { widget.removeOverlay(label) }
    labels = lines.prefix(Self.limit).map { line in
      let label = Label(line.text)
      // As wide as its ink, however long its text is.
      label.ellipsis = .end
      label.opacity = 0
      widget.addOverlay(label)
      return (label, line)
    }
    widget.isVisible = !labels.isEmpty
  }

  private func frame(of child: Widget) -> Rect? {
    guard let line = labels.first(where: { child.isSame(as: $0.label) })?.line else { return nil }
    let settings = document.session.settings
    let pages = settings.layout.pages
    let box =
      pages.indices.contains(page - 1)
      ? settings.placement(page: pages[page - 1].id, layer: 0).canvasFromPage(line.box) : line.box
    return canvas.view.viewport.widgetFromCanvas(box)
  }
}
