import Gtk

/// Rows of a form in large text: what has no room beside its label stands below it.
enum FormRows {
  /// Points that a row may ask for: those of the narrowest window, 360, less the margins and borders around its rows.
  static let widest = 320
  /// Points that a row may ask for that is as wide as its window.
  static let narrowestWindow = 360
  private static let stackedSpacing = 6

  /// Stacks the rows that would ask for more, now or once something else is chosen in one of their lists.
  ///
  /// Call once when the rows have their texts.
  ///
  /// - Parameters:
  ///   - form: The box of the rows; only boxes in it are looked into.
  ///   - onStack: Told of a row that is stacked later, which is higher then.
  static func fit(in form: Box, onStack: @escaping () -> Void = {}) {
    for child in form.children {
      guard let row = Box(as: child) else { continue }
      if !stack(row) {
        for list in lists(in: row) {
          list.selectionChanged.connect {
            guard row.orientation == .horizontal, stack(row) else { return }
            onStack()
          }
        }
      }
      fit(in: row, onStack: onStack)
    }
  }

  /// Stacks a row that would ask for more.
  ///
  /// - Parameter room: The least that it may have to do with.
  /// - Returns: Whether its children stand one below another now.
  @discardableResult static func stack(_ row: Box, within room: Int = widest) -> Bool {
    guard row.orientation == .horizontal else { return true }
    guard width(of: row) > room else { return false }
    row.orientation = .vertical
    row.spacing = stackedSpacing
    // Alone in its line, a long text may still be too long.
    for list in lists(in: row) { list.shortenChoice() }
    return true
  }

  private static func lists(in row: Box) -> [DropDown] {
    row.children.compactMap { DropDown(as: $0) }
  }

  /// The least width of a row, which may be hidden until something is chosen: then GTK tells none.
  private static func width(of row: Box) -> Int {
    let isShown = row.isVisible
    if !isShown { row.isVisible = true }
    defer { if !isShown { row.isVisible = false } }
    return row.measure(.horizontal).minimum
  }
}
