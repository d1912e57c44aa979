import CGtk
import InkModel

/// Text that is shown.
nonisolated public struct Label: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Label {
  public init(_ text: String? = nil) { self.init(gtk_label_new(text)) }

  /// Text whose underlined letter, with Alt, goes to a widget.
  public init(mnemonic text: String, of widget: some WidgetProtocol) {
    self.init(gtk_label_new_with_mnemonic(text))
    gtk_label_set_mnemonic_widget(cast(), widget.widget)
  }

  public var text: String {
    get { gtk_label_get_label(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_label_set_label(cast(), newValue) }
  }

  /// 0 at the start … 1 at the end of what is wider than the text.
  public var xAlign: Double {
    get { Double(gtk_label_get_xalign(cast())) }
    nonmutating set { gtk_label_set_xalign(cast(), Float(newValue)) }
  }

  public var wraps: Bool {
    get { gtk_label_get_wrap(cast()) != 0 }
    nonmutating set { gtk_label_set_wrap(cast(), newValue ? 1 : 0) }
  }

  public var isSelectable: Bool {
    get { gtk_label_get_selectable(cast()) != 0 }
    nonmutating set { gtk_label_set_selectable(cast(), newValue ? 1 : 0) }
  }

  /// The selected characters, empty where none are; of a selectable label.
  public var selection: Range<Int> {
    get {
      var (start, end): (CInt, CInt) = (0, 0)
      gtk_label_get_selection_bounds(cast(), &start, &end)
      return Int(start)..<Int(end)
    }
    nonmutating set {
      gtk_label_select_region(cast(), CInt(newValue.lowerBound), CInt(newValue.upperBound))
    }
  }

  /// Where a caret would stand before a character, or behind the last: its frame, in the label's points and without a
  /// width.
  ///
  /// - Parameter position: The number of Unicode scalars before it, without markup.
  public func caret(at position: Int) -> Rect {
    var (dx, dy): (CInt, CInt) = (0, 0)
    gtk_label_get_layout_offsets(cast(), &dx, &dy)
    let shown = String(cString: gtk_label_get_text(cast()))
    let index = String(shown.unicodeScalars.prefix(position)).utf8.count
    var box = PangoRectangle()
    pango_layout_get_cursor_pos(gtk_label_get_layout(cast()), CInt(index), &box, nil)
    let scale = Double(PANGO_SCALE)
    return Rect(
      x: Double(dx) + Double(box.x) / scale, y: Double(dy) + Double(box.y) / scale, width: 0,
      height: Double(box.height) / scale)
  }

  public var isSingleLine: Bool {
    get { gtk_label_get_single_line_mode(cast()) != 0 }
    nonmutating set { gtk_label_set_single_line_mode(cast(), newValue ? 1 : 0) }
  }

  public var usesMarkup: Bool {
    get { gtk_label_get_use_markup(cast()) != 0 }
    nonmutating set { gtk_label_set_use_markup(cast(), newValue ? 1 : 0) }
  }

  public var widthInCharacters: Int {
    get { Int(gtk_label_get_width_chars(cast())) }
    nonmutating set { gtk_label_set_width_chars(cast(), CInt(newValue)) }
  }

  public var maximumWidthInCharacters: Int {
    get { Int(gtk_label_get_max_width_chars(cast())) }
    nonmutating set { gtk_label_set_max_width_chars(cast(), CInt(newValue)) }
  }

  /// Whether words that are longer than a line wrap, too.
  public var breaksWords: Bool {
    get { gtk_label_get_wrap_mode(cast()) == PANGO_WRAP_WORD_CHAR }
    nonmutating set {
      gtk_label_set_wrap_mode(cast(), newValue ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    }
  }

  /// Whether each of several lines stands in the middle.
  public var centersLines: Bool {
    get { gtk_label_get_justify(cast()) == GTK_JUSTIFY_CENTER }
    nonmutating set {
      gtk_label_set_justify(cast(), newValue ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
    }
  }

  /// The most lines of text that wraps and is cut at its end; -1 for any.
  public var lineLimit: Int {
    get { Int(gtk_label_get_lines(cast())) }
    nonmutating set { gtk_label_set_lines(cast(), CInt(newValue)) }
  }

  /// Where text that is too long is cut.
  public var ellipsis: PangoEllipsizeMode {
    get { gtk_label_get_ellipsize(cast()) }
    nonmutating set { gtk_label_set_ellipsize(cast(), newValue) }
  }
}

nonisolated extension PangoEllipsizeMode {
  public static var none: Self { PANGO_ELLIPSIZE_NONE }
  public static var start: Self { PANGO_ELLIPSIZE_START }
  public static var middle: Self { PANGO_ELLIPSIZE_MIDDLE }
  public static var end: Self { PANGO_ELLIPSIZE_END }
}
