import Gtk

/// A row of the help: a name, what is said of it below, and keys: `data/ui/shortcut-row.ui`.
enum HelpRow {
  @discardableResult
  static func add(
    _ title: String, note: String = "", keys: [String] = [], art: PaintedWidget? = nil,
    to rows: Box
  ) -> Widget? {
    guard let layout = Layout("shortcut-row") else { return nil }
    let name: Label = layout.child("name")
    name.text = title
    let label: Label = layout.child("note")
    label.text = note
    label.isVisible = !note.isEmpty
    let box: Box = layout.child("keys")
    // One key beside the other, as arrows are; keys with modifiers are long, and stand one below the other.
    let areLong = keys.contains { Accelerator($0)?.modifiers.isEmpty == false }
    box.orientation = areLong ? .vertical : .horizontal
    for key in keys {
      let label = ShortcutLabel(key)
      label.horizontalAlign = .end
      box.append(label)
    }
    let row: Box = layout.child("row")
    if let art { row.prepend(art) }
    layout.append("row", to: rows)
    // Below the name they begin where it does.
    if FormRows.stack(row) { for key in box.children { key.horizontalAlign = .start } }
    return Widget(row)
  }
}
