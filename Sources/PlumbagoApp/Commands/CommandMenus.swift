import Gtk

/// Which commands the menus show, and in which order.
///
/// Each list is a section; what is in the menu of the paper or of the selection (``SelectionMenu``) is in the window's menu
/// or in the tool picker, too (S88); an instrument is hidden there by the item that shows it.
enum CommandMenus {
  // MARK: The window's menu

  static let file = [
    ["app.new", "app.open"],
    ["win.rename", "win.paper"],
    ["win.print", "win.details"],
  ]
  /// Whatever writes a file: a submenu between the last two lists of ``file``.
  static let saving = [
    ["win.save", "win.save-as", "win.save-copy"], ["win.save-into-pdf", "win.export"],
  ]
  static let history = [
    ["win.undo", "win.redo"],
    ["win.history", "win.play-history", "win.save-moment", "win.restore-moment"],
    ["win.forget-history"],
  ]
  static let library = [["win.library"]] + libraryMenu
  static let edit = [
    ["win.cut", "win.copy", "win.paste", "win.duplicate", "win.delete"],
    ["win.insert-picture"],
    ["win.select-all", "win.find"],
    ["win.copy-as-text", "win.convert-to-text"],
    ["win.selection-color", "win.to-front", "win.to-back"],
    ["win.export-selection"],
  ]
  /// What is done to a picture: a submenu of ``edit``; a picture's own menu has of it what can be done to it.
  static let picture = [
    ["win.crop", "win.flip-horizontally", "win.flip-vertically", "win.picture-opacity"],
    ["win.picture-to-ink"],
    ["win.replace-picture", "win.save-picture", "win.alternative-text"],
  ]
  static let view = [
    ["win.zoom-fit", "win.zoom-width", "win.zoom-original"],
    ["win.page-columns::one-column", "win.page-columns::two-columns"],
    ["win.turn-right", "win.turn-left", "win.turn-reset"],
    ["win.ruler", "win.set-square", "win.compass", "win.measure-instrument"],
    ["win.show-tools", "win.fullscreen", "win.keyboard-pen"],
  ]
  /// The section of ``view`` that ends with the submenu of ``locks``.
  static let sectionOfLocks = 2
  /// Submenus of ``view``.
  static let locks = ["win.lock-rotation", "win.lock-zoom"]
  static let style = ["system", "light", "dark"].map { "app.color-scheme::" + $0 }
  static let windows = [
    ["win.second-window"],
    ["win.new-tab", "win.next-tab", "win.previous-tab", "win.tab-to-window"],
  ]
  static let pages: [[String]] =
    [
      ["win.pages-panel"],
      ["win.go-to-page", "win.next-page", "win.previous-page", "win.first-page", "win.last-page"],
      ["win.fit-page"],
      ["win.add-page", "win.add-last-page", "win.add-page-from-template", "win.insert-pages"],
    ] + Array(pagesMenu.dropFirst())
  static let layers = [["win.layers-panel"], ["win.layer-add", "win.move-to-layer"]] + layer
  static let hand = [
    ["right", "left", "ask"].map { "app.hand::" + $0 }, ["app.finger-draws"],
    ["win.test-input", "win.record"],
  ]
  static let general = [
    "app.preferences", "app.shortcuts", "app.gestures", "app.help", "app.about",
  ]

  /// Every command that the window's menu or one of its submenus shows.
  static var window: [String] {
    let files = file + saving + library
    let drawing = history + edit + picture + view + windows + pages + layers
    return (files + drawing + hand + [locks, style, general]).flatMap(\.self) + zoomRow
  }

  /// The buttons of ``ZoomRow``, which is in both menus.
  static let zoomRow = ["win.zoom-out", "win.zoom-original", "win.zoom-in"]

  // MARK: The menu of the paper

  static let paper = [
    ["win.undo", "win.redo"],
    ["win.cut", "win.copy", "win.paste", "win.insert-picture", "win.select-all"],
    ["win.zoom-fit", "win.turn-reset"],
    ["win.paper", "win.fullscreen"],
  ]

  /// The section of ``paper`` that begins with the row of the zoom.
  static let sectionOfZoom = 2

  // MARK: The menu of an instrument

  /// All that its menu has; each is named after what lies there.
  static let instrument = [["win.hide-instrument", "win.measure-instrument"]]

  // MARK: The menu of the list of pages

  static let pagesMenu = [
    ["win.add-page", "win.add-page-from-template", "win.insert-pages"],
    ["win.duplicate-pages", "win.delete-pages"],
    ["win.turn-pages-right", "win.turn-pages-left"],
    ["win.label-page", "win.save-template"],
  ]

  // MARK: The menu of a drawing in the library

  static let libraryMenu = [
    [
      "win.library-open", "win.library-open-window", "win.library-open-tab", "win.library-compare",
    ],
    ["win.library-favorite"],
    ["win.library-rename", "win.library-duplicate", "win.library-move", "win.library-show"],
    ["win.library-new-folder"],
    ["win.library-delete"],
  ]

  // MARK: The menu of a layer

  static let layer = [
    ["win.layer-hidden", "win.layer-locked"],
    ["win.layer-rename", "win.layer-raise", "win.layer-lower"],
    ["win.layer-duplicate", "win.layer-merge", "win.layer-delete"],
  ]

  // MARK: Buttons

  /// The buttons of the bar that finds words.
  static let search = ["win.find-previous", "win.find-next"]

  /// The buttons of the header bar, beside its menu.
  static let header = ["win.undo", "win.redo", "win.library", "win.rename", "win.pages-panel"]
}

extension Menu {
  /// Items for commands, by their actions.
  func items(_ actions: [String]) {
    for action in actions { item(CommandTable[action].label, action) }
  }

  func sections(_ sections: [[String]]) {
    for actions in sections { section { $0.items(actions) } }
  }
}
