import CGtk
import Gtk
import InkModel
import InkRendering
import InkWidgets

/// Shows the sheets of paper as they will come from the printer, one at a time.
final class PrintPreviewWindow {
  private let window = Window()
  private let preview: PrintOperation.Preview
  private let sheets: DrawingSheets
  private let art = PrintedSheetArt()
  private let number = Label()
  private let previous = Button(icon: "go-previous-symbolic")
  private let next = Button(icon: "go-next-symbolic")
  private let size: PrintedDrawing.Size
  /// Counted from 0.
  private var page = 0

  init(
    _ preview: PrintOperation.Preview, _ sheets: DrawingSheets, _ size: PrintedDrawing.Size
  ) {
    self.preview = preview
    self.sheets = sheets
    self.size = size
    window.title = tr("Print Preview")
    window.defaultSize = (640, 640)
    window.goesWithParent = true
    window.isModal = true
    let header = HeaderBar()
    for (button, name, step) in [
      (previous, tr("Previous Sheet"), -1), (next, tr("Next Sheet"), 1),
    ] {
      button.name(name)
      // The window keeps its controller, until it is gone.
      button.clicked.connect { self.go(to: self.page + step) }
      header.packStart(button)
    }
    header.setTitleWidget(number)
    window.setTitlebar(header)
    art.widget.expandsVertically = true
    art.widget.expandsHorizontally = true
    window.setChild(art.widget)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { key, _, _ in self.take(key) }
    window.add(keys)
    PenTooltips.add(to: window)
    window.destroyed.connect { self.preview.end() }
    go(to: 0)
  }

  func show(over parent: Window?) {
    window.setTransient(for: parent)
    window.present()
  }

  private func take(_ key: Key) -> Bool {
    switch key {
    case .escape: window.close()
    case .pageUp, .left: go(to: page - 1)
    case .pageDown, .right: go(to: page + 1)
    case .home: go(to: 0)
    case .end: go(to: sheets.count - 1)
    default: return false
    }
    return true
  }

  private func go(to wanted: Int) {
    page = min(max(wanted, 0), sheets.count - 1)
    previous.isSensitive = page > 0
    next.isSensitive = page < sheets.count - 1
    number.text = tr("Sheet {number} of {count}").filled("number", "\(page + 1)")
      .filled("count", "\(sheets.count)")
    let (page, own) = (page, sheets.size(page))
    art.show(nil, own, on: preview.paper(of: page), size)
    Task { [weak self, sheets] in
      let sheet = try? await PrintedDrawing.record(page, of: sheets)
      guard let self, self.page == page else { return }
      self.art.show(sheet, own, on: self.preview.paper(of: page), self.size)
    }
  }
}

/// A sheet of paper with what is printed on it, as large as fits.
private final class PrintedSheetArt: WidgetPainter {
  private static let margin = 24.0

  private(set) var widget: PaintedWidget!
  private var (width, height) = (0.0, 0.0)
  private var shown: (sheet: RecordedSheet?, own: Vector, paper: PrintOperation.Preview.Paper)?
  private var size = PrintedDrawing.Size.fit

  init() {
    widget = PaintedWidget(self)
    widget.setAccessibleName(tr("The sheet as it is printed"))
  }

  func show(
    _ sheet: RecordedSheet?, _ own: Vector, on paper: PrintOperation.Preview.Paper,
    _ size: PrintedDrawing.Size
  ) {
    shown = (sheet, own, paper)
    self.size = size
    widget.queueDraw()
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
  }
  func realized() {}
  func unrealized() {}

  func snapshot(_ snapshot: OpaquePointer) {
    guard let (sheet, own, paper) = shown else { return }
    let k = min(
      (width - 2 * Self.margin) / paper.width, (height - 2 * Self.margin) / paper.height)
    guard k > 0 else { return }
    RenderNode.painted(in: Rect(x: 0, y: 0, width: width, height: height)) { cr in
      cairo_translate(cr, (width - paper.width * k) / 2, (height - paper.height * k) / 2)
      cairo_scale(cr, k, k)
      cairo_rectangle(cr, 0, 0, paper.width, paper.height)
      // Paper is white in dark windows, too.
      cairo_set_source_rgb(cr, 1, 1, 1)
      cairo_fill_preserve(cr)
      cairo_set_source_rgba(cr, 0.5, 0.5, 0.5, 0.6)
      cairo_set_line_width(cr, 1 / k)
      cairo_stroke(cr)
      guard let sheet else { return }
      // The printer cuts off what it does not reach.
      let area = paper.printable
      cairo_rectangle(cr, area.minX, area.minY, area.width, area.height)
      cairo_clip(cr)
      cairo_translate(cr, area.minX, area.minY)
      size.place(sheet, own, on: cr, width: area.width, height: area.height)
    }?.append(to: snapshot, at: .zero)
  }
}
