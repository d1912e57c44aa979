import CCairo
import CPango
import InkModel

extension TextBox: PaintedElement {
  public func paint(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    if let clip, !deviceFromElement(bounds).outset(by: 1).intersects(clip) { return }
    let layout = TextBoxLayout(self)
    // Outlines are exact at every position, where glyphs of pixels would be moved to whole ones; formats that hold text
    // get it as text.
    let isPixels = cairo_surface_get_type(cairo_get_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE
    var colors: [Color: Color] = [:]
    cairo_save(cr)
    defer { cairo_restore(cr) }
    var t = (deviceFromElement * layout.elementFromUnits).matrix
    cairo_transform(cr, &t)
    let scale = (deviceFromElement * layout.elementFromUnits).greatestStretch
    layout.forEachRun { run in
      let color = colors[run.run.color] ?? run.run.color.resolved(on: paper)
      colors[run.run.color] = color
      cairo_set_source(cr, color)
      cairo_new_path(cr)
      cairo_move_to(cr, run.x, run.y)
      if isPixels {
        // Half, since the surface may have a scale of its own.
        let isLarge = TextBoxLayout.pixelSize(of: run.run) * scale > TextBoxLayout.largestSize / 2
        if isLarge {
          addLaidOutOutlines(of: run, to: cr)
        } else {
          pango_cairo_glyph_string_path(cr, run.font, run.item.pointee.glyphs)
        }
        // A space that large cannot be shown either.
        if isLarge || !isEmptyPath(cr) { return cairo_fill(cr) }
        // Pictures, as those of faces, have no outlines; a space has nothing.
        cairo_new_path(cr)
        cairo_move_to(cr, run.x, run.y)
      }
      pango_cairo_show_glyph_item(cr, layout.paragraphs[run.paragraph].text, run.item)
    }
    cairo_new_path(cr)
  }

  /// As large as they are laid out, and only then as large as they are shown: for what is shown larger than a font can be.
  private func addLaidOutOutlines(of run: TextBoxLayout.GlyphRun, to cr: OpaquePointer) {
    var t = cairo_matrix_t()
    cairo_get_matrix(cr, &t)
    cairo_identity_matrix(cr)
    cairo_move_to(cr, run.x, run.y)
    pango_cairo_glyph_string_path(cr, run.font, run.item.pointee.glyphs)
    let path = cairo_copy_path(cr)
    cairo_set_matrix(cr, &t)
    cairo_new_path(cr)
    cairo_append_path(cr, path)
    cairo_path_destroy(path)
  }

  private func isEmptyPath(_ cr: OpaquePointer) -> Bool {
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(cr, &x0, &y0, &x1, &y1)
    return x1 <= x0 || y1 <= y0
  }

  /// Letters too small to be read are a bar for each run.
  public func paintStandIn(
    on cr: OpaquePointer, deviceFromElement: AffineTransform, clip: Rect?, paper: PaperStyle
  ) {
    let size = runs.map(\.size).max() ?? 0
    guard size * deviceFromElement.meanScale < Self.readable else {
      return paint(on: cr, deviceFromElement: deviceFromElement, clip: clip, paper: paper)
    }
    let layout = TextBoxLayout(self)
    cairo_save(cr)
    defer { cairo_restore(cr) }
    var t = (deviceFromElement * layout.elementFromUnits).matrix
    cairo_transform(cr, &t)
    layout.forEachRun { run in
      var color = run.run.color.resolved(on: paper)
      // The share of a line's small letters that ink covers.
      color.alpha = UInt8(Double(color.alpha) * 0.35)
      let height = run.run.size * TextBoxLayout.unitsPerPoint / 2
      cairo_set_source(cr, color)
      cairo_new_path(cr)
      cairo_rectangle(cr, run.x, run.y - height, run.width, height)
      cairo_fill(cr)
    }
  }

  /// Device pixels of a font's size below which letters have no shape.
  private static let readable = 4.0

  // MARK: SVG

  /// A `text` for each line, with a `tspan` for each stretch that looks the same.
  public func svg(canvasFromElement: AffineTransform, paper: PaperStyle) -> String? {
    let layout = TextBoxLayout(self)
    let t = canvasFromElement
    let k = TextBoxLayout.unitsPerPoint
    func number(_ v: Double) -> String { "\((v * 1000).rounded() / 1000)" }
    var lines: [(y: Double, spans: String)] = []
    var line = -1
    layout.forEachRun { run in
      let text = run.text(in: layout)
      guard !text.isEmpty else { return }
      if run.line != line {
        line = run.line
        lines.append((run.y / k, ""))
      }
      let x = (run.x - layout.anchor * Double(layout.width)) / k
      let slant = run.run.slant == .upright ? "" : " font-style=\"\(run.run.slant)\""
      let weight = run.run.weight == 400 ? "" : " font-weight=\"\(run.run.weight)\""
      lines[lines.count - 1].spans +=
        "<tspan x=\"\(number(x))\" textLength=\"\(number(run.width / k))\" "
        + "font-family=\"\(SVGExporter.escaped(Self.svgFamily(run.run.family)))\" "
        + "font-size=\"\(number(run.run.size))\"\(weight)\(slant) "
        + "\(SVGExporter.fill(run.run.color.resolved(on: paper)))>"
        + "\(SVGExporter.escaped(text))</tspan>"
    }
    guard !lines.isEmpty else { return "" }
    let matrix = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { "\($0)" }.joined(separator: " ")
    return "<g transform=\"matrix(\(matrix))\">"
      + lines.map { line in
        "<text xml:space=\"preserve\" y=\"\(number(line.y))\">\(line.spans)</text>"
      }.joined() + "</g>\n"
  }

  /// The name as CSS has it: the families of every system are its own generic ones.
  private static func svgFamily(_ family: String) -> String {
    switch family.lowercased() {
    case "sans": "sans-serif"
    case "serif", "monospace": family.lowercased()
    default: family
    }
  }
}

extension TextBoxLayout.GlyphRun {
  /// What it shows.
  fileprivate func text(in layout: TextBoxLayout) -> String {
    let text = layout.paragraphs[paragraph].text.utf8
    let start = Int(item.pointee.item.pointee.offset)
    return String(
      decoding: text.dropFirst(start).prefix(Int(item.pointee.item.pointee.length)), as: UTF8.self)
  }
}

extension AffineTransform {
  /// As cairo has it.
  fileprivate var matrix: cairo_matrix_t {
    cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty)
  }
}
