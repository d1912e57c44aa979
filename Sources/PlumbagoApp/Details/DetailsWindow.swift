import Gtk
import InkModel
import InkStore

/// Where a drawing is, and how much is in it: `data/ui/details.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class DetailsWindow {
  /// It keeps itself while it is open.
  private static var shown: DetailsWindow?

  private let window: Window

  /// - Parameters:
  ///   - file: The drawing as its folder lists it; `nil` where it has no file yet.
  ///   - onShow: Shows the file in its folder.
  static func show(
    _ file: LibraryItem?, _ statistics: DocumentStatistics, title: String,
    parent: some GObjectPointer, onShow: @escaping () -> Void
  ) {
    guard let layout = Layout("details") else { return }
    let details = DetailsWindow(file, statistics, title: title, layout, onShow)
    shown = details
    details.window.setTransient(for: Window(parent))
    details.window.present()
  }

  private init(
    _ file: LibraryItem?, _ statistics: DocumentStatistics, title: String, _ layout: Layout,
    _ onShow: @escaping () -> Void
  ) {
    window = layout.child("window")
    func fill(_ row: String, _ text: String?) {
      let label: Label = layout.child(row)
      let box: Box = layout.child(row + "_row")
      label.text = text ?? ""
      box.isVisible = text != nil
    }
    /// Rows that most drawings have nothing to tell in are left out.
    func fill(_ row: String, _ count: Int, above usual: Int) {
      fill(row, count > usual ? String(count) : nil)
    }
    fill("name", title)
    fill("folder", file.map { FilePaths.split($0.path).folder })
    fill("size", file.map { ByteSize.text($0.byteCount) })
    fill("changed", file.map { LocalTime.full($0.modified) })
    fill("pages", statistics.settings.layout.pages.count, above: 0)
    fill("strokes", String(statistics.strokes))
    fill("pictures", statistics.pictures, above: 0)
    fill("texts", statistics.texts, above: 0)
    fill("shapes", statistics.shapes, above: 0)
    fill("layers", statistics.settings.layers.count, above: 1)
    fill("steps", String(statistics.undoDepth))
    let show: Button = layout.child("show")
    show.isVisible = file != nil
    show.clicked.connect(onShow)
    show.grabFocus()
    window.destroyed.connect { Self.shown = nil }
  }
}
