import Gtk

/// Finding words in the drawing.
extension CommandTable {
  static let finding = Group(
    title: tr("Finding"),
    commands: [
      .win("find", tr("Fi_nd…"), title: tr("Find in the Drawing"), keys: ["<Control>f"]) {
        $0.find()
      },
      .win("find-next", tr("Next Place"), keys: ["F3"], isEnabled: { $0.search.canStep }) {
        $0.search.step(forward: true)
      },
      .win(
        "find-previous", tr("Previous Place"), keys: ["<Shift>F3"],
        isEnabled: { $0.search.canStep }
      ) { $0.search.step(forward: false) },
      .listed([KeyNames.escape], tr("Close the Find Bar")),
    ])
}
