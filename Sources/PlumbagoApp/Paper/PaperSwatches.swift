import CGtk
import Gtk
import GtkInk
import InkModel
import InkRendering

/// A swatch in the paper dialog: a small sheet with a pattern, or a disc of a color or a sheet.
final class PaperSwatch: WidgetPainter {
  enum Content {
    case pattern(PaperPattern)
    case color(Color)
    /// A sheet by the tint of its paper; `nil` for one without.
    case sheet(Color?)
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
      case .color, .sheet, .other: 26
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
      case .color(let color):
        Self.paintDisc(color.resolved(on: style), style, in: bounds, on: cr)
      case .sheet(let tint): Self.paintSheet(tint, style, in: bounds, on: cr)
      case .other(let color):
        let ground = (color ?? PaperStyle.light.color).resolved(on: style)
        Self.paintDisc(ground, style, in: bounds, on: cr)
        paintCross(on: ground, cr)
      }
    }
    node?.append(to: snapshot)
  }

  /// Paints a disc of a sheet as it is in the light style; in the dark the lower right half is as
  /// it is there.
  ///
  /// In the dark all sheets are nearly black, and only the light half tells them apart.
  static func paintSheet(
    _ tint: Color?, _ style: PaperStyle, in bounds: Rect, on cr: OpaquePointer
  ) {
    let paper = Paper(tint: tint)
    paintDisc(
      paper.sheetColor(on: .light), lowerHalf: style == .dark ? paper.sheetColor(on: style) : nil,
      style, in: bounds, on: cr)
  }

  /// Paints a disc of a color.
  ///
  /// - Parameter lowerHalf: The color of the lower right half; `nil` for that of the disc.
  private static func paintDisc(
    _ color: Color, lowerHalf: Color? = nil, _ style: PaperStyle, in bounds: Rect,
    on cr: OpaquePointer
  ) {
    let (middle, radius) = (bounds.center, min(bounds.width, bounds.height) / 2 - 1.5)
    cairo_arc(cr, middle.x, middle.y, radius, 0, 2 * .pi)
    set(color, cr)
    cairo_fill(cr)
    if let lowerHalf {
      cairo_arc(cr, middle.x, middle.y, radius, -.pi / 4, .pi * 3 / 4)
      set(lowerHalf, cr)
      cairo_fill(cr)
    }
    cairo_arc(cr, middle.x, middle.y, radius, 0, 2 * .pi)
    // Sheets are all but the ground's colour: of a disc the edge has 3:1.
    rim(style, alpha: 0.5, cr)
  }

  private static func set(_ color: Color, _ cr: OpaquePointer) {
    cairo_set_source_rgb(
      cr, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
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

  private static func rim(_ style: PaperStyle, alpha: Double, _ cr: OpaquePointer) {
    let v = style == .light ? 0.0 : 1.0
    cairo_set_source_rgba(cr, v, v, v, alpha)
    cairo_set_line_width(cr, 1)
    cairo_stroke(cr)
  }

  private func paint(
    _ pattern: PaperPattern, _ style: PaperStyle, _ scale: Double, on cr: OpaquePointer
  ) {
    cairo_rectangle(cr, 0.5, 0.5, width - 1, height - 1)
    Self.set(style.color, cr)
    cairo_fill_preserve(cr)
    Self.rim(style, alpha: 0.22, cr)
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
