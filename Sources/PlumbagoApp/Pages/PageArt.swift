import CGtk
import Gtk
import InkModel
import InkRendering

/// The picture of a page in the list, as large as fits, with a thin line around it.
final class PageArt: WidgetPainter {
  /// `nil` shows bare paper until there is one.
  var picture: PagePicture? { didSet { if picture !== oldValue { changed() } } }
  /// Of the page as it lies on the canvas.
  var pageSize = StandardPage.a4.size { didSet { if pageSize != oldValue { changed() } } }
  var paper = Color(rgba: 0xFFFF_FFFF) { didSet { if paper != oldValue { changed() } } }

  private(set) var widget: PaintedWidget!
  private var (width, height) = (0.0, 0.0)
  private var node: RenderNode?

  init() { widget = PaintedWidget(self, role: .presentation) }

  /// How large a page is shown in so many points of the widget, within its line.
  static func size(
    of page: PageSize, in widget: (width: Double, height: Double)
  ) -> (width: Double, height: Double) {
    let k = min((widget.width - 2) / page.width, (widget.height - 2) / page.height)
    return ((page.width * k).rounded(), (page.height * k).rounded())
  }

  func resized(width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
    node = nil
  }

  func unrealized() { node = nil }

  private func changed() {
    node = nil
    widget.queueDraw()
  }

  func snapshot(_ snapshot: OpaquePointer) {
    guard width > 4, height > 4 else { return }
    let node = self.node ?? made()
    self.node = node
    node?.append(to: snapshot, at: .zero)
  }

  private func made() -> RenderNode? {
    let (w, h) = Self.size(of: pageSize, in: (width, height))
    let corner = Point(((width - w) / 2).rounded(), ((height - h) / 2).rounded())
    let whole = Rect(x: 0, y: 0, width: width, height: height)
    return RenderNode.painted(in: whole) { cr in
      cairo_translate(cr, corner.x, corner.y)
      if let picture {
        cairo_save(cr)
        cairo_scale(cr, w / Double(picture.width), h / Double(picture.height))
        cairo_set_source_surface(cr, picture.surface, 0, 0)
        cairo_paint(cr)
        cairo_restore(cr)
      } else {
        cairo_set_source_rgb(
          cr, Double(paper.red) / 255, Double(paper.green) / 255, Double(paper.blue) / 255)
        cairo_rectangle(cr, 0, 0, w, h)
        cairo_fill(cr)
      }
      cairo_set_source_rgba(cr, 0.5, 0.5, 0.5, 0.55)
      cairo_set_line_width(cr, 1)
      cairo_rectangle(cr, -0.5, -0.5, w + 1, h + 1)
      cairo_stroke(cr)
    }
  }
}
