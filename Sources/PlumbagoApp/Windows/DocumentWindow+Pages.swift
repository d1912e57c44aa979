import Canvas
import Gtk
import InkModel
import InkWidgets

/// Pages: the panel, the commands, and moving from one to another.
extension DocumentWindow {
  func connectPages() {
    panels.add(pagesPanel)
    document.onArrival = { [weak self] in self?.pagesPanel.arrived($0) }
    pagesPanel.onShow = { [weak self] in self?.showPage($0) }
    pagesPanel.onMove = { [weak self] ids, target in
      self?.canvas.perform { $0.movePages(ids, to: target) }
    }
    pagesPanel.onLabel = { [weak self] id, label in
      self?.changesAtRest.make { self?.canvas.perform { $0.labelPage(id, label) } }
    }
    pagesPanel.onNew = { [weak self] label in
      self?.changesAtRest.make {
        guard let self else { return }
        let count = self.document.session.pages.count
        self.changePages(showing: count) { $0.addPages(at: count, label: label) }
      }
    }
    pagesPanel.onLeave = { [weak self] in self?.focusCanvas() }
    pagesPanel.onSelection = { [weak self] in self?.commands.refresh() }
    panels.onLeave = { [weak self] in self?.focusCanvas() }
    panels.onChange = { [weak self] in self?.panelChanged() }
    pagesPanel.style = canvas.paper
    canvas.view.pull.onAdd = { [weak self] in self?.addPageByPull() }
    // A sheet would hide the drawing that was opened.
    if !panels.isSheet { panels.show(Settings.shared[.sidePanel], focuses: false) }
    showPage()
  }

  private func panelChanged() {
    messages.arrange()
    let isOpen = panels.open === pagesPanel
    pagesPanel.setOpen(isOpen)
    libraryPanel.setOpen(showsLibrary)
    Settings.shared[.sidePanel] = panels.open?.id ?? ""
    commands.refresh()
  }

  /// The view or the pages have changed; this may be within an allocation, in which no text may be set.
  func pageChanged() {
    guard pageUpdate == nil else { return }
    pageUpdate = FrameTicks(on: canvas.widget) { [weak self] _ in
      self?.pageUpdate = nil
      self?.showPage()
      return false
    }
  }

  /// Shows which page is in view.
  private func showPage() {
    let pages = document.session.pages
    let page = pages.isEmpty ? nil : document.session.pageInView
    header.showPage(page.map { ($0 + 1, pages.count) })
    pagesPanel.showCurrent(page)
    pageEnd.arrange()
    backToDrawing.arrange()
    pageTexts.look()
    describePaper()
  }

  var hasPages: Bool { !document.session.pages.isEmpty }

  /// Whether there is a page so many after the one in view.
  func hasPage(after offset: Int) -> Bool {
    document.session.pageInView.map { document.session.pages.indices.contains($0 + offset) }
      ?? false
  }

  // MARK: Moving from page to page

  /// Shows a page from its top, counted from 0.
  func showPage(_ index: Int) {
    guard let frame = document.session.drawing.settings.layout.frame(index) else { return }
    canvas.view.showPage(frame)
  }

  /// Pages have gone: shows the nearest that is left where none is in view.
  ///
  /// Where adding the first ones was taken back, the view may be where an empty one was: it shows
  /// the drawing then.
  func showRemainingPage() {
    let session = document.session
    guard let page = session.pageInView else {
      if session.history.redoLabel == .addPages, session.isDrawingOutOfView {
        canvas.view.reveal(session.drawing.shownBounds)
      }
      return
    }
    guard session.drawing.settings.layout.pages(in: session.viewport.visibleCanvas).isEmpty
    else { return }
    showPage(page)
  }

  func showPage(after offset: Int) {
    guard let page = document.session.pageInView else { return }
    showPage(page + offset)
  }

  func fitPage() {
    guard let page = document.session.pageInView,
      let frame = document.session.drawing.settings.layout.frame(page)
    else { return }
    canvas.view.fitPage(frame)
  }

  // MARK: The arrangement of the pages

  /// In how many columns the pages stand here.
  var pageColumns: PageColumns { document.session.presentDrawing.arrangement.columns }

  /// Arranges the pages differently in this window, and shows the whole row of the page that is in view.
  ///
  /// - Parameter name: A raw value of `PageColumns`.
  func arrangePages(in name: String) {
    guard let columns = PageColumns(rawValue: name), columns != pageColumns else { return }
    canvas.finishContacts()
    let session = document.session
    let page = session.pageInView
    canvas.perform { $0.arrange(in: columns) }
    if let row = page.flatMap({ session.settings.layout.rowFrame($0) }) {
      canvas.view.showRow(row)
    }
    // So they stand after a kill, too.
    rememberView()
  }

  // MARK: Commands

  /// The pages that commands change: those selected in the panel, while it is open, else the one in view.
  var chosenPages: Set<Int32> {
    if panels.open === pagesPanel { return pagesPanel.selection.ids }
    let session = document.session
    return session.pageInView.map { [session.pages[$0].id] } ?? []
  }

  var canChangePages: Bool { canWrite && !chosenPages.isEmpty }

  var canDeletePages: Bool { canWrite && document.session.canDeletePages(chosenPages) }

  /// Adds a page like the last of the chosen ones behind it, and shows it.
  func addPage() {
    let chosen = chosenPages
    let pages = document.session.pages
    let index = pages.lastIndex { chosen.contains($0.id) }.map { $0 + 1 } ?? pages.count
    changePages(showing: index) { $0.addPages(at: index) }
  }

  /// Adds a page behind the last, and shows it.
  func addLastPage() {
    let count = document.session.pages.count
    changePages(showing: count) { $0.addPages(at: count) }
  }

  /// Adds a page behind the last; the view stays where it was pulled to.
  private func addPageByPull() {
    canvas.perform { $0.addPages(at: $0.pages.count) }
  }

  func duplicatePages() {
    let chosen = chosenPages
    let pages = document.session.pages
    guard let last = pages.lastIndex(where: { chosen.contains($0.id) }) else { return }
    changePages(showing: last + 1) { $0.duplicatePages(chosen) }
  }

  func deletePages() {
    let chosen = chosenPages
    let pages = document.session.pages
    guard let first = pages.firstIndex(where: { chosen.contains($0.id) }) else { return }
    changePages(showing: min(first, pages.count - chosen.count - 1)) { $0.deletePages(chosen) }
    tellOfDeletedPages(pages.filter { chosen.contains($0.id) })
  }

  /// Says that pages were deleted, and offers to take that back, where something was on one of them.
  private func tellOfDeletedPages(_ deleted: [Page]) {
    let (history, left) = (document.session.history, document.session.pages)
    guard history.undoLabel == .deletePages, let edit = history.edit(history.head),
      !left.contains(where: { page in deleted.contains { $0.id == page.id } })
    else { return }
    // What stays and was moved is in the edit twice: as it was, and as it is now.
    let hadInk = edit.removed.count > edit.inserted.count
    guard hadInk || deleted.contains(where: { $0.background.blob != nil }) else { return }
    messages.show(
      .step,
      trn("{count} page was deleted.", "{count} pages were deleted.", deleted.count),
      actions: [undoAction(of: .deletePages)])
  }

  func turnPages(clockwise: Bool) {
    let chosen = chosenPages
    canvas.perform { $0.turnPages(chosen, clockwise: clockwise) }
  }

  /// Makes a step of the pages; what is new is selected, and the page of an index shown.
  func changePages(
    showing index: Int, _ change: @escaping (CanvasSession) -> CanvasUpdate
  ) {
    canvas.finishContacts()
    let before = Set(document.session.pages.map(\.id))
    let wasEmpty = document.session.drawing.isEmpty
    canvas.perform(change)
    let pages = document.session.pages
    // What was on a canvas without pages may be a page before the new one.
    let index = before.isEmpty ? pages.count - 1 : index
    guard pages.indices.contains(index) else { return }
    let new: Set<Int32> =
      before.isEmpty ? [pages[index].id] : Set(pages.map(\.id)).subtracting(before)
    if before.isEmpty, !wasEmpty, index == 0 { showFirstPage() } else { showPage(index) }
    if before.isEmpty, index > 0 { tellOfOwnPage() }
    // While several are being selected, only pages that were made or tapped are selected.
    let shown: Set<Int32> = pagesPanel.selection.isOfSeveral ? [] : [pages[index].id]
    pagesPanel.select(new.isEmpty ? shown : new)
  }

  /// A canvas with ink has got its first page: the ink stays where it is seen, and what is beside the page is told of.
  func showFirstPage() {
    let session = document.session
    if session.settings.layout.pages(in: session.viewport.visibleCanvas).isEmpty { showPage(0) }
    guard session.elementsBesidePages > 0 else { return }
    // What is on hidden layers is beside the page, too.
    let isLarger = session.settings.layout.frame(0)?.contains(session.drawing.shownBounds) == false
    guard isLarger else { return tellOfInkBesidePages() }
    messages.show(
      .besidePages,
      tr("The drawing is larger than page 1. What lies beside the page is kept there."))
  }

  /// Says that what was on a canvas without pages is a page now, and offers to take that back.
  private func tellOfOwnPage() {
    messages.show(
      .step, tr("The drawing is page 1 now, and page 2 is empty."),
      actions: [undoAction(of: .addPages)])
  }

  /// Edits the label of the first of the chosen pages, in the panel.
  func labelPage() {
    let chosen = chosenPages
    guard canWrite, let index = document.session.pages.firstIndex(where: { chosen.contains($0.id) })
    else { return }
    panels.show(pagesPanel.id)
    pagesPanel.editLabel(of: index)
  }

  // MARK: Asking for a page

  /// Asks for the number or the label of the page to show; says so where there are none.
  func goToPage() {
    let layout = document.session.drawing.settings.layout
    guard layout != .infinite else { return tellOfNoPages() }
    fullscreenBar?.reveal()
    header.askForPage(of: layout, now: document.session.pageInView ?? 0) { [weak self] in
      self?.showPage($0)
      self?.focusCanvas()
    }
  }

  private func tellOfNoPages() {
    var actions: [(String, () -> Void)] = []
    if canWrite {
      actions.append(
        (
          CommandTable["win.add-page"].label,
          { [weak self] in
            self?.messages.hide(.noPages)
            self?.addPage()
          }
        )
      )
    }
    messages.show(.noPages, tr("The drawing has no pages yet."), actions: actions)
  }
}
