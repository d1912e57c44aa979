import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading

/// What is written on the page in view, line by line where it is, and what a key selects, for screen readers.
///
/// Labels that nobody sees, and that no pointer reaches, over the paper. Only while a screen reader runs, or may run:
/// others need not pay for them in each frame.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class WrittenLines {
  private let document: OpenDocument
  private let canvas: CanvasWidget
  private let widget = Overlay()
  /// What was read of all pages, from the top.
  private var lines: [(page: Int, line: TextLine)] = []
  private var labels: [(label: Label, line: TextLine)] = []
  /// Read aloud when its text changes.
  private let status = Label()
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
    status.setAccessibleRole(.status)
    status.addClass("written-line")
    status.opacity = 0
    status.ellipsis = .end
    // A reader may be there from the beginning on, and what is selected is said before all is read.
    status.isVisible = ScreenReader.shared.isOn
    widget.setChild(Box(.vertical))
    widget.addOverlay(status)
    widget.canTarget = false
    widget.isVisible = status.isVisible
    widget.onChildPosition { [weak self] in self?.frame(of: $0) }
    overlay.add(widget) { [weak canvas = overlay.canvas] in
      canvas.map {
        let view = $0.session.viewport
        return Rect(x: 0, y: 0, width: view.width, height: view.height)
      }
    }
    ScreenReader.shared.listeners.subscribe { [weak self] in self?.read() }
      .store(in: &subscriptions)
    canvas.onElementStep = { [weak self] in self?.tellOfSelected() }
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

  /// Takes what was read of the drawing.
  func read() {
    guard !isOver else { return }
    reading?.cancel()
    status.isVisible = ScreenReader.shared.isOn
    guard ScreenReader.shared.isOn else {
      lines = []
      return showPage()
    }
    let path = document.path
    reading = Task { [weak self] in
      let lines = await Self.lines(of: path)
      guard let self, !self.isOver, !Task.isCancelled else { return }
      self.lines = lines
      self.showPage()
    }
  }

  /// From the top, as they are read.
  @concurrent nonisolated private static func lines(
    of path: String
  ) async -> [(page: Int, line: TextLine)] {
    await (SearchReading.index?.lines(of: path) ?? []).map { ($0, $0.line.box) }
      .sorted { ($0.1.minY, $0.1.minX) < ($1.1.minY, $1.1.minX) }.map(\.0)
  }

  /// The view shows another part of the drawing, perhaps another page; this may be within an allocation.
  func viewChanged() {
    guard ScreenReader.shared.isOn, !isOver else { return }
    guard pageInView != page else { return widget.queueAllocate() }
    MainLoop.after(0) { [weak self] in
      guard let self, !self.isOver, self.pageInView != self.page else { return }
      self.showPage()
    }
  }

  private func showPage() {
    page = pageInView
    for (label, _) in labels { widget.removeOverlay(label) }
    labels = lines.filter { $0.page == page }.prefix(Self.limit).map { _, line in
      // As large as its ink, however long its text is.
      let label = Label(line.text).styled("written-line")
      label.ellipsis = .end
      label.opacity = 0
      widget.addOverlay(label)
      return (label, line)
    }
    widget.isVisible = !labels.isEmpty || status.isVisible
  }

  // MARK: What is selected

  /// Letters of a text at the most.
  private static let longest = 200

  /// Says which element a key has selected.
  private func tellOfSelected() {
    let session = document.session
    guard ScreenReader.shared.isOn, !isOver, let number = session.selectedNumber,
      let element = session.selection?.elements.first
    else { return }
    let sentence = tr("{what}, {number} of {count}").filled("what", description(of: element))
      .filled("number", String(number.number)).filled("count", String(number.count))
    if status.text != sentence { status.text = sentence }
  }

  /// Another thing is selected, or nothing: what was said of the last one is not said any more.
  func selectionChanged() {
    guard ScreenReader.shared.isOn, document.session.selection == nil else { return }
    if !status.text.isEmpty { status.text = "" }
  }

  private func description(of element: Element) -> String {
    if let text = element.picture?.alternativeText {
      return text.isEmpty ? tr("Picture") : tr("Picture “{text}”").filled("text", text)
    }
    if let box = element.textBox {
      return tr("Text “{text}”").filled("text", String(box.text.prefix(Self.longest)))
    }
    let middle = element.bounds.center
    let line = lines.first { canvasBox(of: $0.line, on: $0.page).contains(middle) }?.line
    if let line {
      return tr("Handwriting “{text}”").filled("text", String(line.text.prefix(Self.longest)))
    }
    return tr("Stroke")
  }

  /// Around a line, in the canvas's space.
  private func canvasBox(of line: TextLine, on page: Int) -> Rect {
    let settings = document.session.settings
    let pages = settings.layout.pages
    return pages.indices.contains(page - 1)
      ? settings.placement(page: pages[page - 1].id, layer: 0).canvasFromPage(line.box) : line.box
  }

  private func frame(of child: Widget) -> Rect? {
    if child.isSame(as: status) { return Rect(x: 0, y: 0, width: 8, height: 8) }
    guard let line = labels.first(where: { child.isSame(as: $0.label) })?.line else { return nil }
    return canvas.view.viewport.widgetFromCanvas(canvasBox(of: line, on: page))
  }
}
