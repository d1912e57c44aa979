import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// A swatch in the paper dialog: a small sheet with a pattern, or a disc of a color.
final class PaperSwatch: WidgetPainter {
  enum Content {
    case pattern(PaperPattern)
    case color(Color)
    /// Any other color: the one that was chosen, where one was.
    case other(Color?)
  }

  var content: Content { didSet { widget.queueDraw() } }
  private(set) var widget: PaintedWidget!
  private var (width, height) = (0.0, 0.0)

  init(_ content: Content) {
    self.content = content
    widget = PaintedWidget(self)
    let side =
      switch content {
      case .pattern: 44
      case .color, .other: 26
      }
    widget.setMinimumSize(width: side, height: side)
    widget.horizontalAlign = .center
    widget.verticalAlign = .center
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard width > 2, height > 2 else { return }
    let style: PaperStyle = Appearance.shared.isDark ? .dark : .light
    let scale = Double(widget.scaleFactor)
    let bounds = Rect(x: 0, y: 0, width: width, height: height)
    let node = RenderNode.painted(in: bounds) { cr in
      switch content {
      case .pattern(let pattern): paint(pattern, style, scale, on: cr)
      case .color(let color): paint(color.resolved(on: style), style, on: cr)
      case .other(let color):
        let ground = (color ?? PaperStyle.light.color).resolved(on: style)
        paint(ground, style, on: cr)
        paintCross(on: ground, cr)
      }
    }
    node?.append(to: snapshot)
  }

  private func paint(_ color: Color, _ style: PaperStyle, on cr: OpaquePointer) {
    cairo_arc(cr, width / 2, height / 2, min(width, height) / 2 - 1.5, 0, 2 * .pi)
    cairo_set_source_rgb(
      cr, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    cairo_fill_preserve(cr)
    // Sheets are all but the ground's colour: of a disc the edge has 3:1.
    rim(style, alpha: 0.5, cr)
  }

  private func paintCross(on ground: Color, _ cr: OpaquePointer) {
    let isLight = ground.contrast(against: Color(rgba: 0x0000_00FF)) > 6
    let v = isLight ? 0.0 : 1.0
    cairo_set_source_rgba(cr, v, v, v, 0.7)
    cairo_set_line_width(cr, 1.5)
    let (x, y, reach) = (width / 2, height / 2, min(width, height) / 5)
    cairo_move_to(cr, x - reach, y)
    cairo_line_to(cr, x + reach, y)
    cairo_move_to(cr, x, y - reach)
    cairo_line_to(cr, x, y + reach)
    cairo_stroke(cr)
  }

  private func rim(_ style: PaperStyle, alpha: Double, _ cr: OpaquePointer) {
    let v = style == .light ? 0.0 : 1.0
    cairo_set_source_rgba(cr, v, v, v, alpha)
    cairo_set_line_width(cr, 1)
    cairo_stroke(cr)
  }

  private func paint(
    _ pattern: PaperPattern, _ style: PaperStyle, _ scale: Double, on cr: OpaquePointer
  ) {
    cairo_rectangle(cr, 0.5, 0.5, width - 1, height - 1)
    let sheet = style.color
    cairo_set_source_rgb(
      cr, Double(sheet.red) / 255, Double(sheet.green) / 255, Double(sheet.blue) / 255)
    cairo_fill_preserve(cr)
    rim(style, alpha: 0.22, cr)
    cairo_save(cr)
    cairo_rectangle(cr, 1, 1, width - 2, height - 2)
    cairo_clip(cr)
    cairo_scale(cr, 1 / scale, 1 / scale)
    // Closer than on real paper, so that some lines are visible; forms as a whole.
    let reduction = pattern.isForm ? 0.16 : 1
    let spacing =
      switch pattern {
      case .music: 4.0
      case .logLog: 36.0
      case .cornell, .toDo, .week, .storyboard: 5 / reduction
      case .plain, .ruled, .grid, .dots, .isometric, .hexagons: 9.0
      }
    let page = PageSize(width: width / reduction, height: height / reduction)
    PaperPicture(
      settings: DrawingSettings(
        paper: Paper(pattern: pattern, spacing: spacing, lineColor: Color(rgba: 0x7F8C_A6FF)),
        layout: pattern.isForm ? .pages(page, count: 1) : .infinite),
      style: style, deviceFromCanvas: .scale(scale * reduction), width: Int(width * scale),
      height: Int(height * scale), deviceScale: scale
    ).paint(on: cr)
    cairo_restore(cr)
  }
}
