import Gtk

/// What is shown of what is dragged in a list: a picture of it, and how many items where there are several.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class DragCard {
  let box = Box(.vertical, spacing: 2).styled("page-ghost")
  private let count = Label().styled("page-count")

  /// - Parameter pictures: Those of which one is visible at a time.
  init(_ pictures: [Widget]) {
    for picture in pictures { box.append(picture) }
    count.horizontalAlign = .center
    box.append(count)
    box.isVisible = false
    box.canTarget = false
  }

  func show(_ items: Int) {
    count.text = String(items)
    count.isVisible = items > 1
    box.isVisible = true
  }

  func hide() { box.isVisible = false }

  /// In points.
  var size: (width: Double, height: Double) {
    (Double(box.measure(.horizontal).natural), Double(box.measure(.vertical).natural))
  }
}
