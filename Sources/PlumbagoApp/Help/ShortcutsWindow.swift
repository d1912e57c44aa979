import Canvas
import Gtk

/// The help window of keys and gestures, made from the tables of both: `data/ui/shortcuts.ui`.
///
/// Its sections stand in as many columns as there is room for. A search leaves the rows in which each of its words
/// occurs, in the name or in the keys.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ShortcutsWindow {
  private static var shown: ShortcutsWindow?

  /// A row, and what a search finds it by, in lower case.
  private struct Row {
    let widget: Widget
    let words: String
  }

  private struct Section {
    let widget: Kept<Widget>
    let rows: [Row]
  }

  private let window: Window
  private let search: SearchEntry
  private let scroller: ScrolledWindow
  private let columns: Box
  private let nothing: Widget
  private var sections: [Section] = []
  private var columnCount = 0

  static func show(parent: (some GObjectPointer)?) {
    guard let help = shown ?? ShortcutsWindow() else { return }
    shown = help
    help.window.setTransient(for: parent.map { Window($0) })
    help.window.present()
  }

  private init?() {
    guard let layout = Layout("shortcuts") else { return nil }
    window = layout.child("window")
    search = layout.child("search")
    scroller = layout.child("scroller")
    columns = layout.child("columns")
    nothing = layout.child("nothing")
    for group in Shortcuts.groups {
      add(group.title, group.shortcuts) { shortcut, rows in
        // Other keys of a command do the same; those of the canvas are one for each direction.
        let keys = Shortcuts.distinct(shortcut.keys).prefix(shortcut.action.isEmpty ? 4 : 2)
        return row(shortcut.title, keys: Array(keys), in: rows)
      }
    }
    for section in Gesture.sections {
      add(section.title, section.gestures) { gesture, rows in
        row(gesture.title, note: gesture.instruction, in: rows)
      }
    }
    arrange()
    scroller.pageResized.connect { [weak self] in
      MainLoop.after(0) { self?.arrange() }
    }
    search.takesKeys(from: window)
    search.searchChanged.connect { [weak self] in self?.find() }
    search.searchStopped.connect { [weak self] in self?.stopSearching() }
    window.destroyed.connect { Self.shown = nil }
  }

  // MARK: Rows

  private func add<Entry>(_ title: String, _ entries: [Entry], _ row: (Entry, Box) -> Row?) {
    guard let layout = Layout("help-section") else { return }
    let label: Label = layout.child("title")
    label.text = title
    let box: Box = layout.child("rows")
    let rows = entries.compactMap { row($0, box) }
    sections.append(Section(widget: Kept(layout.child("section")), rows: rows))
  }

  private func row(_ title: String, note: String = "", keys: [String] = [], in rows: Box) -> Row? {
    guard let row = HelpRow.add(title, note: note, keys: keys, to: rows) else { return nil }
    let words = [title, note] + keys.map { Shortcuts.label($0) }
    return Row(widget: row, words: words.joined(separator: " ").lowercased())
  }

  // MARK: Columns

  /// Points that a column needs, so that the longest names are no more than two lines.
  private static let columnWidth = 320.0
  private static let mostColumns = 3

  /// Puts the sections into as many columns as there is room for now.
  private func arrange() {
    // In large text a row may need more.
    let widest = sections.map { $0.widget.object.measure(.horizontal).minimum }.max() ?? 0
    let width = max(Self.columnWidth, Double(widest + columns.spacing))
    let room = Int((scroller.pageWidth - Double(columns.spacing)) / width)
    let count = min(max(room, 1), Self.mostColumns)
    guard count != columnCount else { return }
    columnCount = count
    for column in columns.children {
      for section in column.children { Box(column).remove(section) }
      columns.remove(column)
    }
    for part in Self.split(sections.map { $0.rows.count + 2 }, into: count) {
      let column = Box(.vertical, spacing: columns.spacing)
      for section in sections[part] { column.append(section.widget.object) }
      columns.append(column)
    }
  }

  /// Splits heights, in their order, into parts of which the highest is as low as can be.
  static func split(_ heights: [Int], into count: Int) -> [Range<Int>] {
    /// The parts where none may be higher than `limit`, which is no less than the greatest height.
    func parts(_ limit: Int) -> [Range<Int>] {
      var parts: [Range<Int>] = []
      var (start, sum) = (0, 0)
      for (i, height) in heights.enumerated() {
        if sum + height > limit {
          parts.append(start..<i)
          (start, sum) = (i, 0)
        }
        sum += height
      }
      return parts + [start..<heights.count]
    }
    var limit = heights.max() ?? 0
    while parts(limit).count > count { limit += 1 }
    return parts(limit)
  }

  // MARK: Searching

  private func find() {
    let words = search.text.lowercased().split(whereSeparator: \.isWhitespace)
    var found = false
    for section in sections {
      var isShown = false
      for row in section.rows {
        let matches = words.allSatisfy { row.words.contains($0) }
        row.widget.isVisible = matches
        isShown = isShown || matches
      }
      section.widget.object.isVisible = isShown
      found = found || isShown
    }
    scroller.isVisible = found
    nothing.isVisible = !found
    scroller.scrollToTop()
  }

  /// Escape first ends a search, then closes the window.
  private func stopSearching() {
    if search.text.isEmpty { return window.close() }
    search.text = ""
  }
}
