import Gtk
import InkModel
import InkStore

/// Where a drawing is, and how much is in it: `data/ui/details.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class DetailsWindow {
  /// It keeps itself while it is open, and is alone.
  private static var shown: DetailsWindow?

  private let window: Window

  /// - Parameters:
  ///   - file: The drawing as its folder lists it; `nil` where it has no file yet.
  ///   - onShow: Shows the file in its folder.
  static func show(
    _ file: LibraryItem?, _ statistics: DocumentStatistics, title: String,
    parent: some GObjectPointer, onShow: @escaping () -> Void
  ) {
    // The key may be pressed again before the window has it.
    guard shown == nil, let layout = Layout("details") else { return }
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
    func fill(_ label: Label, in row: Box, _ text: String?) {
      label.text = text ?? ""
      row.isVisible = text != nil
    }
    /// Rows that most drawings have nothing to tell in are left out.
    func fill(_ label: Label, in row: Box, _ count: Int, above usual: Int) {
      fill(label, in: row, count > usual ? String(count) : nil)
    }
    fill(layout.child("name"), in: layout.child("name_row"), title)
    let folder = file.map { FilePaths.split($0.path).folder }
    fill(layout.child("folder"), in: layout.child("folder_row"), folder)
    let size = file.map { ByteSize.text($0.byteCount) }
    fill(layout.child("size"), in: layout.child("size_row"), size)
    let changed = file.map { LocalTime.full($0.modified) }
    fill(layout.child("changed"), in: layout.child("changed_row"), changed)
    let settings = statistics.settings
    fill(
      layout.child("pages"), in: layout.child("pages_row"), settings.layout.pages.count, above: 0)
    let strokes = String(statistics.strokes)
    fill(layout.child("strokes"), in: layout.child("strokes_row"), strokes)
    fill(
      layout.child("pictures"), in: layout.child("pictures_row"), statistics.pictures, above: 0)
    fill(layout.child("texts"), in: layout.child("texts_row"), statistics.texts, above: 0)
    fill(layout.child("shapes"), in: layout.child("shapes_row"), statistics.shapes, above: 0)
    fill(layout.child("layers"), in: layout.child("layers_row"), settings.layers.count, above: 1)
    let steps = String(statistics.undoDepth)
    fill(layout.child("steps"), in: layout.child("steps_row"), steps)
    let show: Button = layout.child("show")
    show.isVisible = file != nil
    show.clicked.connect(onShow)
    show.grabFocus()
    window.destroyed.connect { Self.shown = nil }
  }
}
