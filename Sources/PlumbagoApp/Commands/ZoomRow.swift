import Gtk

/// The row of the menu that shows the zoom and changes it.
final class ZoomRow {
  /// The name of its position in the menu.
  static let id = "zoom"

  let row = Box(.horizontal, spacing: 6).styled("zoom-row")
  private let percent = Button("")

  init() {
    for command in CommandMenus.zoomRow.map({ CommandTable[$0] }) {
      // The one without an icon tells the zoom.
      let button = command.icon.map { Button(icon: $0) } ?? percent
      button.setAction(command.action)
      button.name(command.title)
      row.append(button.styled("flat"))
    }
    percent.expandsHorizontally = true
    show(scale: 1)
  }

  /// 1 is 100 %.
  func show(scale: Double) {
    // Translators: the zoom, as in “125 %”.
    let text = tr("{number} %").filled("number", Self.number(percent: scale * 100)).leftToRight
    percent.label = text
    percent.setAccessibleDescription(text)
  }

  /// Without decimals, except for small numbers that have them.
  static func number(percent: Double) -> String {
    NumberText.text(percent, decimals: (percent * 10).rounded() < 200 ? 1 : 0)
  }
}
