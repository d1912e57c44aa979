import Gtk

/// Makes a dialog as wide and as high as its rows, within the window below; what has no room there is scrolled.
///
/// 1. ``begin(over:)`` once the rows have their texts.
/// 2. ``grow()`` whenever rows come, or their texts change. Rows that are stacked make it grow by themselves.
///
/// GTK would make it as high as rows are whose texts do not wrap: with large text the last ones would be cut off.
final class DialogFit {
  private let dialog: Dialog
  private let scroller: ScrolledWindow
  /// All rows.
  private let rows: Box
  /// Of the rows, in points.
  private var width = 0
  /// The height that the rows may have without being scrolled, in points.
  private var tallest = 0

  /// The least width that the window is made with, and the most for names in large text.
  private static let widths = (least: 420, most: 560)

  init(_ dialog: Dialog, _ scroller: ScrolledWindow, rows: Box) {
    self.dialog = dialog
    self.scroller = scroller
    self.rows = rows
  }

  /// Makes the dialog as wide as its rows want, and no higher or wider than the window below allows.
  func begin(over parent: Widget) {
    FormRows.fit(in: rows) { [weak self] in self?.grow() }
    tallest = max(parent.height > 0 ? parent.height - 70 : 640, 260)
    scroller.maximumContentHeight = tallest
    let wanted = min(max(rows.measure(.horizontal).natural, Self.widths.least), Self.widths.most)
    width = parent.width > 0 ? min(parent.width, wanted) : wanted
    dialog.defaultSize = (width, -1)
  }

  /// Makes the dialog as high as its rows are; it grows with them, and does not shrink.
  ///
  /// It grows downwards, from where its first height was in the middle of the window below: by half
  /// of the room that is left it stays on the screen.
  func grow() {
    let isFirst = scroller.minimumContentHeight <= 0
    let wanted = min(rows.measure(.vertical, for: width).natural, tallest)
    guard wanted > scroller.minimumContentHeight else { return }
    scroller.minimumContentHeight = wanted
    if isFirst { tallest = (tallest + wanted) / 2 }
  }
}
