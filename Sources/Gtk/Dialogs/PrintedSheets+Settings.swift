import CGtk

nonisolated extension PrintedSheets.Choice {
  /// Reads what the dialog was answered.
  ///
  /// - Parameters:
  ///   - settings: A `GtkPrintSettings`.
  ///   - currentPage: What “Current Page” prints, counted from 0.
  init(_ settings: OpaquePointer, currentPage: Int?) {
    self.init()
    switch gtk_print_settings_get_print_pages(settings) {
    case GTK_PRINT_PAGES_CURRENT: ranges = currentPage.map { [$0...$0] }
    case GTK_PRINT_PAGES_RANGES: ranges = Self.ranges(of: settings)
    default: break
    }
    switch gtk_print_settings_get_page_set(settings) {
    case GTK_PAGE_SET_ODD: parity = .odd
    case GTK_PAGE_SET_EVEN: parity = .even
    default: break
    }
    pagesPerSide = Int(gtk_print_settings_get_number_up(settings))
    order = PrintedSheets.Order(gtk_print_settings_get_number_up_layout(settings))
    isReversed = gtk_print_settings_get_reverse(settings) != 0
    scale = gtk_print_settings_get_scale(settings) / 100
  }

  private static func ranges(of settings: OpaquePointer) -> [ClosedRange<Int>] {
    var count: CInt = 0
    guard let found = gtk_print_settings_get_page_ranges(settings, &count) else { return [] }
    defer { g_free(found) }
    return UnsafeMutableBufferPointer(start: found, count: Int(count)).compactMap { range in
      let first = Int(range.start)
      // “3-” goes on to the last page.
      let last = range.end < 0 ? Int.max : Int(range.end)
      return first <= last ? first...last : nil
    }
  }
}

nonisolated extension PrintedSheets.Order {
  init(_ layout: GtkNumberUpLayout) {
    switch layout {
    case GTK_NUMBER_UP_LAYOUT_LEFT_TO_RIGHT_BOTTOM_TO_TOP: self.init(fromBottom: true)
    case GTK_NUMBER_UP_LAYOUT_RIGHT_TO_LEFT_TOP_TO_BOTTOM: self.init(fromRight: true)
    case GTK_NUMBER_UP_LAYOUT_RIGHT_TO_LEFT_BOTTOM_TO_TOP:
      self.init(fromRight: true, fromBottom: true)
    case GTK_NUMBER_UP_LAYOUT_TOP_TO_BOTTOM_LEFT_TO_RIGHT: self.init(byColumns: true)
    case GTK_NUMBER_UP_LAYOUT_TOP_TO_BOTTOM_RIGHT_TO_LEFT:
      self.init(byColumns: true, fromRight: true)
    case GTK_NUMBER_UP_LAYOUT_BOTTOM_TO_TOP_LEFT_TO_RIGHT:
      self.init(byColumns: true, fromBottom: true)
    case GTK_NUMBER_UP_LAYOUT_BOTTOM_TO_TOP_RIGHT_TO_LEFT:
      self.init(byColumns: true, fromRight: true, fromBottom: true)
    default: self.init()
    }
  }
}
