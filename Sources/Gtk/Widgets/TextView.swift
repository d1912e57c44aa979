import CGtk
import InkModel

/// Lines to type in.
nonisolated public struct TextView: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension TextView {
  public init() { self.init(gtk_text_view_new()) }

  /// What it shows and edits.
  public var buffer: TextBuffer { TextBuffer(gtk_text_view_get_buffer(cast()).raw) }

  /// Items that its context menu has behind GTK's own.
  public func setExtraMenu(_ menu: Menu) { gtk_text_view_set_extra_menu(cast(), menu.model) }

  public var text: String {
    get { buffer.string("text") ?? "" }
    nonmutating set { gtk_text_buffer_set_text(buffer.cast(), newValue, -1) }
  }

  /// Whether lines break at its width: between words, and within those that are wider.
  public var breaksLines: Bool {
    get { gtk_text_view_get_wrap_mode(cast()) != GTK_WRAP_NONE }
    nonmutating set {
      gtk_text_view_set_wrap_mode(cast(), newValue ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE)
    }
  }

  /// Where lines begin and end.
  public func setAlignment(_ alignment: TextAlignment) {
    let justification =
      switch alignment {
      case .start: GTK_JUSTIFY_LEFT
      case .center: GTK_JUSTIFY_CENTER
      case .end: GTK_JUSTIFY_RIGHT
      case .justified: GTK_JUSTIFY_FILL
      }
    gtk_text_view_set_justification(cast(), justification)
  }

  /// Room around the text, inside the widget, that belongs to it.
  public func setTextMargins(_ margin: Int) {
    gtk_text_view_set_left_margin(cast(), CInt(margin))
    gtk_text_view_set_right_margin(cast(), CInt(margin))
    gtk_text_view_set_top_margin(cast(), CInt(margin))
    gtk_text_view_set_bottom_margin(cast(), CInt(margin))
  }

  /// Points that it keeps free at the end of a line, for the caret.
  public static let caretSpace = 1

  /// The character nearest to a position in the widget's points, by its number.
  public func offset(at position: Point) -> Int {
    var (x, y): (CInt, CInt) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      cast(), GTK_TEXT_WINDOW_WIDGET, CInt(position.x), CInt(position.y), &x, &y)
    var iter = GtkTextIter()
    gtk_text_view_get_iter_at_location(cast(), &iter, x, y)
    return Int(gtk_text_iter_get_offset(&iter))
  }

  /// Emitted when a key moves the caret.
  public var caretMoved: Signal<Void> { Signal(self, "move-cursor") }

  /// The frame of the caret, in the widget's points, beyond its bounds where the caret is out of view.
  public var caretFrame: Rect {
    var caret = GdkRectangle()
    gtk_text_view_get_cursor_locations(cast(), nil, &caret, nil)
    var (x, y): (CInt, CInt) = (0, 0)
    gtk_text_view_buffer_to_window_coords(
      cast(), GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
    // GTK's has no width.
    return Rect(
      x: Double(x), y: Double(y), width: Double(max(caret.width, 1)), height: Double(caret.height))
  }

  /// Has letters shaped as outlines are, without hinting.
  public func usePlainOutlines() {
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    gtk_widget_set_font_options(cast(), options)
    cairo_font_options_destroy(options)
  }
}
