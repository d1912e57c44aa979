import CPango
import Glibc
import InkModel

/// A text box set in lines by Pango: where each run of glyphs lies.
///
/// Set in units of an eighth of a canvas point, without hinting, so that lines break the same at every zoom, on every
/// screen and in every export. The rules are those of a GtkTextView of that many points (each paragraph a layout of its
/// own, its height in whole units), which stands at the same position while the box is edited.
///
/// Fonts come from the thread's own font map: a layout stays on the thread that made it.
public final class TextBoxLayout {
  /// Units in a canvas point.
  ///
  /// Glyphs lie on whole units. Fewer: letters stand unevenly close up. More: the numbers of Pango end at smaller sizes.
  public static let unitsPerPoint = 8.0

  /// A paragraph, and where its corner lies from the layout's, in units.
  struct Paragraph {
    let layout: OpaquePointer
    let text: String
    var origin: (x: Int, y: Int)
  }

  /// What is laid out.
  public let box: TextBox
  private(set) var paragraphs: [Paragraph] = []
  /// Of the lines, in whole units: the box's own width where it has one.
  public private(set) var width = 0
  /// ``width`` in canvas points.
  public var pointWidth: Double { Double(width) / Self.unitsPerPoint }
  /// Of all paragraphs, in whole units.
  public private(set) var height = 0
  /// The box's own width in whole units, `nil` where it is as wide as its text.
  public let wrapWidth: Int?
  /// Which edge of the lines lies at the origin of element space: 0 the left, 0.5 the middle, 1 the right.
  public let anchor: Double

  /// Whether its first letter is of a writing from right to left: such lines begin at the right.
  public let isRightToLeft: Bool
  /// Whether paragraphs begin at different sides.
  public let hasMixedDirections: Bool

  /// O(text).
  public init(_ box: TextBox) {
    self.box = box
    let scale = Self.unitsPerPoint
    wrapWidth = box.width.map { max(Int(($0 * scale).rounded()), 1) }
    let texts = Self.paragraphs(of: box.runs)
    let directions = Self.directions(of: texts.map(\.text))
    let isRightToLeft = directions.first(where: { $0 != nil }) == .some(true)
    self.isRightToLeft = isRightToLeft
    hasMixedDirections = directions.contains { $0 != nil && $0 != isRightToLeft }
    anchor =
      switch box.alignment {
      case .start, .justified: isRightToLeft ? 1 : 0
      case .center: 0.5
      case .end: isRightToLeft ? 0 : 1
      }
    let context = Self.context
    var last = isRightToLeft
    for (text, direction) in zip(texts, directions) {
      last = direction ?? last
      pango_context_set_base_dir(context, last ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
      let layout = make(text, in: context, isRightToLeft: last)
      var (w, h): (CInt, CInt) = (0, 0)
      pango_layout_get_size(layout, &w, &h)
      paragraphs.append(Paragraph(layout: layout, text: text.text, origin: (0, height)))
      // As the view rounds them.
      height += Int(h + PANGO_SCALE / 2) / Int(PANGO_SCALE)
      width = max(width, Int(w + PANGO_SCALE - 1) / Int(PANGO_SCALE))
    }
    g_object_unref(UnsafeMutableRawPointer(context))
    if let wrapWidth {
      width = wrapWidth
    } else {
      alignParagraphs()
    }
  }

  deinit { for p in paragraphs { g_object_unref(UnsafeMutableRawPointer(p.layout)) } }

  /// Without a width of its own, the box is as wide as its widest paragraph, and the others are aligned in that.
  private func alignParagraphs() {
    for i in paragraphs.indices {
      let layout = paragraphs[i].layout
      var (w, h): (CInt, CInt) = (0, 0)
      pango_layout_get_size(layout, &w, &h)
      let excess = width - Int(w + PANGO_SCALE - 1) / Int(PANGO_SCALE)
      switch pango_layout_get_alignment(layout) {
      case PANGO_ALIGN_CENTER: paragraphs[i].origin.x = excess / 2
      case PANGO_ALIGN_RIGHT: paragraphs[i].origin.x = excess
      default: break
      }
    }
  }

  /// From units, from the layout's upper left corner, to element space.
  var elementFromUnits: AffineTransform {
    .scale(1 / Self.unitsPerPoint) * .translation(Vector(-anchor * Double(width), 0))
  }

  // MARK: Paragraphs

  private struct Part {
    var text = ""
    /// The stretches of it, in order: how many bytes of UTF-8, and by which run.
    var spans: [(bytes: Int, run: Int)] = []
  }

  /// The text in paragraphs, which end where a GtkTextView ends them; the last may be empty.
  private static func paragraphs(of runs: [TextRun]) -> [Part] {
    var parts = [Part()]
    var endsInReturn = false
    for (index, run) in runs.enumerated() {
      var piece = String.UnicodeScalarView()
      func add() {
        guard !piece.isEmpty else { return }
        let text = String(piece)
        parts[parts.count - 1].text += text
        parts[parts.count - 1].spans.append((text.utf8.count, index))
        piece.removeAll()
      }
      for scalar in run.text.unicodeScalars {
        switch scalar {
        case "\n" where endsInReturn: break
        case "\n", "\r", "\u{2029}":
          add()
          // An empty paragraph is as high as the run that ends it.
          if parts[parts.count - 1].spans.isEmpty {
            parts[parts.count - 1].spans.append((0, index))
          }
          parts.append(Part())
        // Pango's strings end there.
        case "\0": piece.append("\u{FFFD}")
        default: piece.append(scalar)
        }
        endsInReturn = scalar == "\r"
      }
      add()
    }
    if parts[parts.count - 1].spans.isEmpty, !runs.isEmpty {
      parts[parts.count - 1].spans.append((0, runs.count - 1))
    }
    return parts
  }

  /// Whether each paragraph is written from right to left; `nil` where it has no letters.
  private static func directions(of texts: [String]) -> [Bool?] {
    texts.map { text in
      text.unicodeScalars.first { $0.properties.isAlphabetic }.map { letter in
        rightToLeft.contains { $0.contains(letter.value) }
      }
    }
  }

  /// The blocks of Unicode whose letters are written from right to left: Hebrew, Arabic, Syriac, Thaana, N’Ko and the like,
  /// their presentation forms, and the scripts that Unicode reserves two ranges for.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF,
  ]

  private func make(
    _ part: Part, in context: OpaquePointer, isRightToLeft: Bool
  ) -> OpaquePointer {
    guard let layout = pango_layout_new(context) else {
      preconditionFailure("GLib ends the process where it has no memory")
    }
    pango_layout_set_text(layout, part.text, -1)
    if let first = part.spans.first {
      let font = Self.description(of: box.runs[first.run])
      pango_layout_set_font_description(layout, font)
      pango_font_description_free(font)
    }
    let attributes = pango_attr_list_new()
    var start = 0
    for span in part.spans {
      let font = Self.description(of: box.runs[span.run])
      // Runs are told apart by a colour that stands for their index, so that one of another colour is another item.
      let marks = [
        pango_attr_font_desc_new(font),
        pango_attr_foreground_new(
          UInt16(truncatingIfNeeded: span.run >> 16), UInt16(truncatingIfNeeded: span.run), 0),
      ]
      for mark in marks.compactMap(\.self) {
        mark.pointee.start_index = UInt32(start)
        mark.pointee.end_index = UInt32(start + span.bytes)
        pango_attr_list_insert(attributes, mark)
      }
      pango_font_description_free(font)
      start += span.bytes
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if let wrapWidth {
      pango_layout_set_width(layout, CInt(clamping: wrapWidth * Int(PANGO_SCALE)))
    }
    let alignment =
      switch box.alignment {
      case .start, .justified: isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .end: isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    pango_layout_set_justify(layout, box.alignment == .justified ? 1 : 0)
    return layout
  }

  /// The largest size of a font in pixels: FreeType has 16 bits for it, and some fonts are larger than they say.
  static let largestSize = 60_000.0

  /// The size of a run's font in units, which are the pixels that it is laid out on.
  static func pixelSize(of run: TextRun) -> Double {
    min(max(run.size * unitsPerPoint, 1), largestSize)
  }

  /// The font of a run, its size in units; the caller frees it.
  static func description(of run: TextRun) -> OpaquePointer? {
    let font = pango_font_description_new()
    pango_font_description_set_family(font, run.family)
    pango_font_description_set_absolute_size(
      font, pixelSize(of: run).rounded() * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, PangoWeight(UInt32(min(max(run.weight, 1), 1000))))
    let style =
      switch run.slant {
      case .upright: PANGO_STYLE_NORMAL
      case .italic: PANGO_STYLE_ITALIC
      case .oblique: PANGO_STYLE_OBLIQUE
      }
    pango_font_description_set_style(font, style)
    return font
  }

  /// A context without hinting, of this thread's fonts; the caller owns the reference.
  private static var context: OpaquePointer {
    // Each thread has a default map of its own.
    guard let context = pango_font_map_create_context(pango_cairo_font_map_get_default()) else {
      preconditionFailure("GLib ends the process where it has no memory")
    }
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    return context
  }

  // MARK: Runs of glyphs

  /// Glyphs of one font and one of the box's runs, on one line.
  struct GlyphRun {
    var item: UnsafeMutablePointer<PangoGlyphItem>
    var paragraph: Int
    /// The box's run that it shows.
    var run: TextRun
    /// Counted over all paragraphs.
    var line: Int
    /// Where its baseline begins at the left, in units from the layout's corner.
    var x: Double
    var y: Double
    /// In units.
    var width: Double
    var font: UnsafeMutablePointer<PangoFont>? { item.pointee.item.pointee.analysis.font }
  }

  /// Calls `body` with each run of glyphs, in visual order from left to right and line by line.
  func forEachRun(_ body: (GlyphRun) -> Void) {
    let unit = Double(PANGO_SCALE)
    var line = 0
    for (index, paragraph) in paragraphs.enumerated() {
      guard let iter = pango_layout_get_iter(paragraph.layout) else { continue }
      defer { pango_layout_iter_free(iter) }
      repeat {
        guard let item = pango_layout_iter_get_run_readonly(iter) else {
          // The end of a line.
          line += 1
          continue
        }
        var extents = PangoRectangle()
        pango_layout_iter_get_run_extents(iter, nil, &extents)
        let baseline = pango_layout_iter_get_baseline(iter)
        body(
          GlyphRun(
            item: item, paragraph: index, run: box.runs[Self.run(of: item)], line: line,
            x: Double(paragraph.origin.x) + Double(extents.x) / unit,
            y: Double(paragraph.origin.y) + Double(baseline) / unit,
            width: Double(extents.width) / unit))
      } while pango_layout_iter_next_run(iter) != 0
    }
  }

  /// The index of the run that a foreground stands for.
  private static func run(of item: UnsafeMutablePointer<PangoGlyphItem>) -> Int {
    var next = item.pointee.item.pointee.analysis.extra_attrs
    while let each = next {
      if let mark = each.pointee.data?.assumingMemoryBound(to: PangoAttribute.self),
        mark.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND
      {
        let color = each.pointee.data.assumingMemoryBound(to: PangoAttrColor.self).pointee.color
        return Int(color.red) << 16 | Int(color.green)
      }
      next = each.pointee.next
    }
    return 0
  }

  // MARK: Bounds

  /// What its lines and its ink cover, in element space; never empty.
  public var extent: Rect {
    var area = Rect(x: 0, y: 0, width: Double(max(width, 1)), height: Double(max(height, 1)))
    for paragraph in paragraphs {
      var ink = PangoRectangle()
      pango_layout_get_extents(paragraph.layout, &ink, nil)
      guard ink.width > 0, ink.height > 0 else { continue }
      let unit = Double(PANGO_SCALE)
      area = area.union(
        Rect(
          x: Double(paragraph.origin.x) + Double(ink.x) / unit,
          y: Double(paragraph.origin.y) + Double(ink.y) / unit,
          width: Double(ink.width) / unit, height: Double(ink.height) / unit))
    }
    // Half a point for what is antialiased and rounded.
    return elementFromUnits(area.outset(by: Self.unitsPerPoint / 2))
  }
}

extension TextBox {
  /// The same box with the ``extent`` that it has when it is laid out on this machine.
  ///
  /// O(text).
  public var measured: TextBox {
    var box = self
    box.extent = TextBoxLayout(self).extent
    return box
  }
}

/// The fonts of this machine.
public enum TextFonts {
  /// The families that every system has by these names, whatever fonts they stand for.
  public static let generic = ["Sans", "Serif", "Monospace"]

  /// The names of all families that are installed, sorted; it may take some milliseconds.
  public static var families: [String] {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: CInt = 0
    pango_font_map_list_families(pango_cairo_font_map_get_default(), &list, &count)
    defer { g_free(list) }
    let names = (0..<Int(count)).compactMap { i in
      list?[i].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
    return Set(names).subtracting(generic).sorted()
  }
}
