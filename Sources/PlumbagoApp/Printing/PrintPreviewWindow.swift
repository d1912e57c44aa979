import CGtk
import Gtk
import InkModel
import InkRendering
import InkWidgets

/// Shows the sheets of paper as they will come from the printer, one at a time.
final class PrintPreviewWindow {
  private let window = Window()
  private let preview: PrintOperation.Preview
  /// The drawing's pages.
  private let pages: DrawingSheets
  private let art = PrintedSheetArt()
  private let number = Label()
  private let previous = Button(icon: "go-previous-symbolic")
  private let next = Button(icon: "go-next-symbolic")
  private let size: PrintedDrawing.Size
  /// Counted from 0.
  private var sheet = 0
  /// The pages of each sheet that comes out.
  private var sheets: [[Int]] { preview.layout.sheets }

  /// - Parameter preview: With one sheet at least.
  init(
    _ preview: PrintOperation.Preview, _ pages: DrawingSheets, _ size: PrintedDrawing.Size
  ) {
    self.preview = preview
    self.pages = pages
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
      button.clicked.connect { self.go(to: self.sheet + step) }
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
    case .pageUp, .left: go(to: sheet - 1)
    case .pageDown, .right: go(to: sheet + 1)
    case .home: go(to: 0)
    case .end: go(to: sheets.count - 1)
    default: return false
    }
    return true
  }

  private func go(to wanted: Int) {
    sheet = min(max(wanted, 0), sheets.count - 1)
    previous.isSensitive = sheet > 0
    next.isSensitive = sheet < sheets.count - 1
    number.text = tr("Sheet {number} of {count}").filled("number", "\(sheet + 1)")
      .filled("count", "\(sheets.count)")
    let (sheet, numbers) = (sheet, sheets[sheet])
    let placed = numbers.enumerated().map { place, page in self.placed(place, page) }
    // GTK takes the paper of the first page for the whole sheet.
    art.show(placed, on: preview.paper(of: numbers[0]), size)
    Task { [weak self, pages] in
      for (place, page) in numbers.enumerated() {
        let recorded = try? await PrintedDrawing.record(page, of: pages)
        guard let self, self.sheet == sheet else { return }
        self.art.paint(recorded, at: place)
      }
    }
  }

  /// A page where it is on its sheet, yet to be painted.
  private func placed(_ place: Int, _ page: Int) -> PrintedSheetArt.Page {
    let paper = preview.paper(of: page)
    return PrintedSheetArt.Page(
      own: pages.size(page), area: paper.area,
      placing: preview.layout.placing(place, on: paper))
  }
}

/// A sheet of paper with what is printed on it, as large as fits.
private final class PrintedSheetArt: WidgetPainter {
  /// A page on the sheet.
  struct Page {
    /// `nil` until it is painted.
    var recorded: RecordedSheet?
    var own: Vector
    /// Width and height of what it is printed on.
    var area: Vector
    /// From that area to the sheet.
    var placing: AffineTransform
  }

  private static let margin = 24.0

  private(set) var widget: PaintedWidget!
  private var (width, height) = (0.0, 0.0)
  private var shown: (pages: [Page], paper: PrintedSheets.Paper)?
  private var size = PrintedDrawing.Size.fit

  init() {
    widget = PaintedWidget(self)
    widget.setAccessibleName(tr("The sheet as it is printed"))
  }

  func show(_ pages: [Page], on paper: PrintedSheets.Paper, _ size: PrintedDrawing.Size) {
    shown = (pages, paper)
    self.size = size
    widget.queueDraw()
  }

  /// Paints one of the pages that are shown.
  func paint(_ recorded: RecordedSheet?, at place: Int) {
    shown?.pages[place].recorded = recorded
    widget.queueDraw()
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let (pages, paper) = shown else { return }
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
      // The printer cuts off what it does not reach.
      let reached = paper.printable
      cairo_rectangle(cr, reached.minX, reached.minY, reached.width, reached.height)
      cairo_clip(cr)
      for page in pages {
        guard let recorded = page.recorded else { continue }
        cairo_save(cr)
        cairo_transform(cr, page.placing)
        size.place(recorded, page.own, on: cr, width: page.area.dx, height: page.area.dy)
        cairo_restore(cr)
      }
    }?.append(to: snapshot, at: .zero)
  }
}
