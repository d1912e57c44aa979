import Gtk
import InkWidgets

/// The library; commands act on the drawings that are selected in its panel.
extension CommandTable {
  static let library = Group(
    title: tr("Library"),
    commands: [
      .win(
        "library", tr("Show the _Library"), title: tr("Show or Hide the Library"),
        keys: ["<Control>l"], isOn: { $0.showsLibrary }
      ) { $0.showLibrary($1) },
      .win("library-new-folder", tr("New Folder")) { $0.makeFolder() },
      .win(
        "library-open", tr("_Open Here"), isEnabled: { $0.selectedInLibrary.count == 1 }
      ) { $0.openSelected() },
      .win(
        "library-open-window", tr("Open in a New _Window"),
        isEnabled: { !$0.librarySelection.isEmpty }
      ) { $0.openSelected(in: .ownWindow) },
      .win(
        "library-open-tab", tr("Open in a Tab"), isEnabled: { !$0.librarySelection.isEmpty }
      ) { $0.openSelected(in: .tab($0.toplevel, fromMenu: true)) },
      .win(
        "library-compare", tr("Open _Both Versions"), isEnabled: { $0.canCompare }
      ) { $0.compareVersions() },
      .win(
        "library-favorite", tr("_Favorite"), isEnabled: { !$0.librarySelection.isEmpty },
        isOn: { $0.areFavorites }
      ) { $0.setFavorite($1) },
      .win(
        "library-rename", renameLabel, isEnabled: { $0.selectedInLibrary.count == 1 }
      ) { _ = $0.libraryPanel.renameSelected() },
      .win(
        "library-duplicate", tr("Make a _Copy"), isEnabled: { !$0.librarySelection.isEmpty }
      ) { $0.duplicateSelected() },
      .win(
        "library-move", tr("Mo_ve to a Folder…"), isEnabled: { !$0.selectedInLibrary.isEmpty }
      ) { $0.moveSelected() },
      .win(
        "library-show", tr("Show in Its _Folder"), isEnabled: { $0.selectedInLibrary.count == 1 }
      ) { $0.showSelectedInFolder() },
      .win(
        "library-delete", tr("Move to the _Bin"), isEnabled: { !$0.selectedInLibrary.isEmpty }
      ) { $0.deleteSelected() },
      .listed([KeyNames.rename], tr("In the Panel: Rename the Drawing or Folder")),
      .listed([KeyNames.delete], tr("In the Panel: Move to the Bin")),
    ])
}
