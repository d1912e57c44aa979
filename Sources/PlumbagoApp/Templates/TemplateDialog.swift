import Canvas
import Gtk
import InkModel
import InkStore

/// Asks what a new page is to be like, or pages that there are: `data/ui/templates.ui`.
///
/// Papers are of the size of the pages that there are; a template of the user's own has its own. Of these the one that is
/// chosen can be renamed, deleted, and be what new drawings begin with.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class TemplateDialog {
  /// Told what was chosen for a new page, once the dialog is closed.
  var onChoose: (TemplateTile.Source) -> Void = { _ in }
  /// Told what was chosen for the pages that there are, once the dialog is closed.
  var onUse: (TemplateTile.Source) -> Void = { _ in }

  private let dialog: Dialog
  private let papers: Grid
  private let own: Grid
  private let hint: Label
  private let ownRow: Box
  private let forNewDrawings: Switch
  private let rename: Button
  private let delete: Button
  private var tiles: [TemplateTile] = []
  private var ownTiles: [TemplateTile] = []
  private var items: [LibraryItem] = []
  private var chosen: TemplateTile?
  private var isFilling = false
  private var names: TemplateNameDialog?
  private var subscriptions: [Subscription] = []

  private static let columns = 4
  /// Grids and lines first, then forms.
  private static let patterns: [PaperPattern] = [
    .plain, .ruled, .grid, .dots, .isometric, .hexagons, .logLog, .music, .cornell, .toDo, .week,
    .storyboard,
  ]

  /// - Parameters:
  ///   - size: Of the pages that there are.
  ///   - paper: Of the page that the new one comes after.
  ///   - count: How many pages that there are can be changed instead.
  init?(
    parent: some GObjectPointer, size: PageSize, like paper: Paper, _ settings: DrawingSettings,
    pages count: Int
  ) {
    guard let layout = Layout("templates") else { return nil }
    dialog = layout.child("dialog")
    papers = layout.child("papers")
    own = layout.child("own")
    hint = layout.child("hint")
    ownRow = layout.child("own_row")
    forNewDrawings = layout.child("for_new_drawings")
    rename = layout.child("rename")
    delete = layout.child("delete")
    let page: Box = layout.child("page")
    FormRows.fit(in: page)
    let scroller: ScrolledWindow = layout.child("scroller")
    let use: Button = layout.child("use")
    use.isVisible = count > 0
    if count > 1 { use.label = tr("_Use for the Selected Pages") }
    use.clicked.connect { [weak self] in self?.dialog.respond(.apply) }
    let below = Widget(parent)
    let scale = below.scaleFactor
    tiles = Self.patterns.map {
      TemplateTile($0, size: size, like: paper, settings, scale: scale)
    }
    for (i, tile) in tiles.enumerated() { add(tile, to: papers, i) }
    let rest = use.isVisible ? use.measure(.vertical).natural : 0
    let tallest = max(below.height > 0 ? below.height - 70 : 640, 260) - rest
    scroller.maximumContentHeight = tallest
    scroller.minimumContentHeight = min(page.measure(.vertical, for: 420).natural + 60, tallest)
    dialog.defaultSize = (below.width > 0 ? min(below.width, 460) : 460, -1)
    connect()
    choose(tiles.first { $0.source == .paper(paper.pattern) } ?? tiles[0])
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
    read()
  }

  func present() {
    chosen?.button.grabFocus()
    dialog.present()
  }

  private func respond(_ response: Response) {
    let source = chosen?.source
    LibraryThumbnails.shared.want([])
    subscriptions = []
    dialog.destroy()
    guard let source else { return }
    if response == .accept { onChoose(source) }
    if response == .apply { onUse(source) }
  }

  private func connect() {
    rename.clicked.connect { [weak self] in self?.renameChosen() }
    delete.clicked.connect { [weak self] in self?.deleteChosen() }
    forNewDrawings.toggled.connect { [weak self] in
      guard let self, !self.isFilling, let tile = self.chosen, case .own = tile.source else {
        return
      }
      Settings.shared[.newDrawingTemplate] = self.forNewDrawings.isActive ? tile.name : ""
    }
    LibraryThumbnails.shared.listeners.subscribe { [weak self] in self?.showPictures() }
      .store(in: &subscriptions)
  }

  private func add(_ tile: TemplateTile, to grid: Grid, _ index: Int) {
    grid.attach(tile.button, column: index % Self.columns, row: index / Self.columns)
    tile.button.join(tiles.first.flatMap { $0 === tile ? nil : $0.button })
    tile.button.toggled.connect { [weak self, weak tile] in
      guard let self, let tile, tile.button.isActive else { return }
      self.choose(tile)
    }
    // As a double click opens a file.
    let clicks = ClickGesture(phase: .capture)
    clicks.pressed.connect { [weak self] count, _, _ in
      if count == 2 { MainLoop.after(0) { self?.dialog.respond(.accept) } }
    }
    tile.button.add(clicks)
  }

  private func choose(_ tile: TemplateTile) {
    chosen = tile
    isFilling = true
    defer { isFilling = false }
    if !tile.button.isActive { tile.button.isActive = true }
    if case .own = tile.source {
      ownRow.isVisible = true
      forNewDrawings.isActive = Settings.shared[.newDrawingTemplate] == tile.name
    } else {
      ownRow.isVisible = false
    }
  }

  // MARK: The user's own

  /// Reads the folder of templates.
  ///
  /// - Parameter name: Of the one to be chosen afterwards.
  private func read(choosing name: String? = nil) {
    Task { [weak self] in
      let items = await TemplateFile.items()
      guard let self, !self.subscriptions.isEmpty else { return }
      self.show(items)
      if let tile = self.ownTiles.first(where: { $0.name == name }) {
        self.choose(tile)
        tile.button.grabFocus()
      }
    }
  }

  private func show(_ items: [LibraryItem]) {
    if let chosen, case .own = chosen.source { choose(tiles[0]) }
    for tile in ownTiles { own.remove(tile.button) }
    self.items = items
    ownTiles = items.map { TemplateTile($0.path, name: $0.name) }
    for (i, tile) in ownTiles.enumerated() { add(tile, to: own, i) }
    own.isVisible = !items.isEmpty
    hint.isVisible = items.isEmpty
    LibraryThumbnails.shared.want(items)
    showPictures()
  }

  private func showPictures() {
    for (tile, item) in zip(ownTiles, items) { tile.show(LibraryThumbnails.file(for: item)) }
  }

  private func renameChosen() {
    guard let tile = chosen, case .own(let path) = tile.source,
      let names = TemplateNameDialog(parent: dialog, tr("Rename the Template"), tile.name)
    else { return }
    self.names = names
    names.onDone = { [weak self] name in
      self?.names = nil
      guard let self, name != tile.name else { return }
      guard let target = TemplateFile.folder.unusedPath(for: name) else {
        return TemplateNameDialog.refuse(name, over: self.dialog)
      }
      Task { [weak self] in
        do throws(DocumentStoreError) {
          let torn = try await DocumentStore.move(path, to: target)
          if let torn { self?.tell(torn, DrawingFolder.name(of: target), target) }
          let isDefault = Settings.shared[.newDrawingTemplate] == tile.name
          if isDefault { Settings.shared[.newDrawingTemplate] = DrawingFolder.name(of: target) }
        } catch {
          if let self { self.tell(tr("The template keeps its name"), error, target) }
        }
        self?.read(choosing: DrawingFolder.name(of: target))
      }
    }
    names.present()
  }

  private func deleteChosen() {
    guard let tile = chosen, case .own(let path) = tile.source else { return }
    tiles[0].button.grabFocus()
    // It is on its way: nothing else is done with it meanwhile.
    choose(tiles[0])
    Task { [weak self] in
      do throws(BinnedItem.Failure) {
        let taken = try await BinnedItem.take(path)
        if let torn = taken.torn { self?.tell(torn, tile.name, path) }
        if Settings.shared[.newDrawingTemplate] == tile.name {
          Settings.shared[.newDrawingTemplate] = ""
        }
      } catch {
        guard let self, !self.subscriptions.isEmpty else { return }
        MessageDialog.tell(
          parent: self.dialog,
          tr("“{file}” could not be moved to the bin").filled("file", tile.name), error.sentence)
      }
      self?.read()
    }
  }

  /// Tells that the last strokes of a template may be missing, unless the dialog is closed by then.
  private func tell(_ torn: TornCommit, _ name: String, _ path: String) {
    guard !subscriptions.isEmpty else { return }
    MessageDialog.tell(parent: dialog, name, ErrorPresentation.sentence(torn, path: path))
  }

  private func tell(_ title: String, _ error: DocumentStoreError, _ path: String) {
    MessageDialog.tell(
      parent: dialog, title, ErrorPresentation.sentence(error, path: path))
  }
}
