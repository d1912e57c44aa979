import Canvas
import Gtk
import GtkInk
import GtkScribble
import InkModel
import InkWidgets

/// A drawing in a window, or in a tab of one.
final class DocumentWindow {
  let toplevel: TabbedWindow
  var window: ApplicationWindow { toplevel.window }
  /// What is in the toplevel's title bar while the drawing is shown.
  private(set) lazy var titlebar = CachedBin(header.bar)
  /// What is below it.
  private(set) lazy var content = Box(.vertical, panels.root, lookingBack.bar.box)
  /// The commands, under `win.`.
  let actions = ActionGroup()
  let canvas: CanvasWidget
  let overlay: CanvasOverlay
  let document: OpenDocument
  let messages: Messages
  let dialogs: FileDialogs
  private(set) lazy var exports = RunningExports(messages)
  let header = DocumentHeader()
  /// Has the header while the window fills the screen; made when it first does.
  var fullscreenBar: FullscreenBar?
  /// The panels beside the paper.
  let panels: SidePanel
  let pagesPanel: PagesPanel
  let pageEnd: PageEnd
  let backToDrawing: BackToDrawing
  let layersPanel: LayersPanel
  /// The contents of the documents in the drawing.
  let outlines = DocumentOutlines()
  private(set) lazy var pageTexts = PageTextLoader(document)
  let libraryPanel = LibraryPanel()
  /// What is written, by page: from 1 on, 0 on a canvas without pages.
  var written: [Int: String] = [:]
  /// What screen readers say of the paper now.
  var paperDescription = ""
  /// What is written on the page in view, where it is, for screen readers.
  private(set) lazy var writtenLines = WrittenLines(document, on: overlay)
  /// The bar of the history, and the moments that it shows.
  private(set) lazy var lookingBack = LookingBack(document, on: canvas)
  /// Finds what is written in the drawing.
  let search: DocumentSearch
  /// Runs until the view has rested long enough to be remembered.
  var viewRest: Timer?
  /// Waits until the page in view can be shown.
  var pageUpdate: FrameTicks?
  /// Performs ``actions``; made once the window is complete.
  private(set) lazy var commands = CommandActions(ActionMap(actions), target: self) { command in
    guard case .window(var handler) = command.effect else { return nil }
    if Self.endsText.contains(String(command.actionName)) {
      let perform = handler.perform
      handler.perform = { window, text in
        window.overlay.endText()
        window.makeWaitingChanges()
        perform(window, text)
      }
    }
    return handler
  }
  let contextMenu: ContextMenu
  /// Asks for a number for the instrument over the paper.
  let instrumentQuestion: InstrumentQuestion
  /// Handwriting on the paper with the text tool.
  let textWriting: TextWriting
  let paperStrokes: PaperStrokes
  /// How many of them had begun as the name of a new drawing began to be written.
  var strokesBeforeName = 0
  /// Makes changes of the drawing that come from beside it, once nobody draws.
  let changesAtRest: ChangesAtRest
  /// The dialog that is open over the window.
  var paperDialog: PaperDialog?
  var templateDialog: TemplateDialog?
  var templateName: TemplateNameDialog?
  var exportDialog: ExportDialog?
  var alternativeTextDialog: AlternativeTextDialog?
  /// The layer that was told of last because nothing can be drawn on it.
  var refusedLayer: Int32?
  /// The step that was told of last with a button that takes it back.
  var revertibleStep: Int?
  /// The step that the drawing had when it was told that it was made of the file before.
  var stepOpenedAgain: Int?
  /// The change of the row of colours that was told of last, likewise.
  var paletteChange: PaletteChange?
  private var isClosing = false
  /// It closes once all is written, into a PDF as well, or there is the question what becomes of what cannot be.
  private var isAboutToClose = false
  /// The path that is noted as being opened (``OpeningMarks``), until the drawing is on the screen.
  private var markedPath: String?
  /// Runs from the first picture on.
  private var proof: Timer?
  /// A pen came while the window was too narrow to ask for its hand.
  var waitsForHand = false
  /// Seconds from the first picture on until the next start opens the drawing without asking, unless
  /// the app crashes.
  ///
  /// The picture is painted before the window shows. Larger: a drawing that is open when the
  /// machine loses power is more often only offered.
  private static let provenAfter = 0.1
  /// To settings and the desktop's appearance; they end with the window.
  var subscriptions: [Subscription] = []

  init(
    _ application: Application, in toplevel: TabbedWindow, behind other: DocumentWindow?,
    showing document: OpenDocument, at state: Viewport.State?
  ) {
    self.toplevel = toplevel
    self.document = document
    markedPath = document.path
    canvas = CanvasWidget(session: document.session, picture: document.picture)
    overlay = CanvasOverlay(
      canvas: canvas, labels: SharedToolPicker.labels, picker: SharedToolPicker.shared.picker,
      placements: SharedToolPicker.shared.placements)
    textWriting = TextWriting(overlay)
    let strokes = PaperStrokes(canvas)
    paperStrokes = strokes
    changesAtRest = ChangesAtRest { [weak strokes] in strokes?.isDrawing == true }
    let messages = Messages(over: overlay)
    self.messages = messages
    // Below a sheet that covers the paper.
    pageEnd = PageEnd(over: overlay)
    backToDrawing = BackToDrawing(over: overlay) { [weak messages] in messages?.frame ?? .empty }
    overlay.add(messages.card) { [weak messages] in messages?.frame }
    search = DocumentSearch(document, on: overlay)
    dialogs = FileDialogs(parent: toplevel.window) { [weak document] in document?.path }
    contextMenu = ContextMenu(over: Widget(overlay.widget))
    instrumentQuestion = InstrumentQuestion(over: overlay)
    panels = SidePanel(around: overlay)
    pagesPanel = PagesPanel(document.session, pages: document.foreign.shelf)
    layersPanel = LayersPanel(document.session)

    connectOverlay()
    panels.root.expandsVertically = true
    content.expandsVertically = true
    for widget in [Widget(titlebar), Widget(content)] { widget.insertActionGroup("win", actions) }
    // Before the window takes the actions.
    commands.refresh()
    toplevel.add(self, behind: other)

    Widget(canvas.widget).setAccessibleName(tr("Canvas"))
    header.fill(recent: application.recentMenu)
    connectHeader()
    connectCanvas()
    followAppearance()
    connectTools()
    connectSelection()
    connectText()
    connectPictures()
    connectTouch()
    contextMenu.scale = { [weak self] in self?.canvas.view.viewport.scale ?? 1 }
    contextMenu.onClosed = { [weak self] in self?.focusCanvas() }
    instrumentQuestion.onClosed = { [weak self] in self?.focusCanvas() }
    connectPen()
    // Before the pages, which open the panel that was open last.
    connectLayers()
    connectLibrary()
    if let other {
      libraryPanel.begin(as: other.libraryPanel)
    } else {
      libraryPanel.begin(in: FilePaths.split(document.path).folder)
    }
    connectNames()
    connectSearch()
    connectPages()
    connectDocuments()
    connectHistory()
    connectMessages()
    followSettings()

    documentChanged()
    historyChanged()
    showView(at: state)
    document.start()
    focusCanvas()
  }

  private func connectOverlay() {
    overlay.onContact = { [weak self] in
      self?.messages.follow($0)
      self?.paperStrokes.take($0)
      if case .down = $0 {
        self?.fullscreenBar?.hide()
        self?.pagesPanel.pause()
      }
      if case .move = $0 {} else { self?.backToDrawing.arrange() }
    }
    overlay.onCover = { [weak self] _ in
      self?.panels.arrangeSoon()
      // This may be within an allocation.
      MainLoop.after(0) {
        self?.search.bar.arrange()
        self?.messages.arrange()
        self?.pageChanged()
        self?.askForHandAgain()
      }
    }
  }

  private func connectHeader() {
    header.onRename = { [weak self] in await self?.refusal(renamingTo: $0) }
    header.onRefused = { [weak self] in self?.tellNameIsKept($0) }
    header.onClosed = { [weak self] in self?.focusCanvas() }
    header.onSwipe = { [weak self] in self?.showLibrary(true) }
  }

  private func connectCanvas() {
    canvas.onUpdate = { [weak self] in self?.took($0) }
    canvas.onFirstPicture = { [weak self] in
      self?.document.verify()
      self?.search.canReveal = true
      self?.proof = Timer(after: Self.provenAfter) { self?.noteProven() }
    }
    document.onFetched = { [weak self] update in self?.canvas.perform { _ in update } }
    document.onChange = { [weak self] in self?.documentChanged() }
  }

  private func followAppearance() {
    Appearance.shared.listeners.subscribe { [weak self] in
      let style: PaperStyle = Appearance.shared.isDark ? .dark : .light
      self?.canvas.paper = style
      self?.pagesPanel.style = style
      self?.overlay.refresh()
    }.store(in: &subscriptions)
    canvas.paper = Appearance.shared.isDark ? .dark : .light
  }

  // MARK: The tab

  /// Whether it is the tab that its window shows.
  var isSelected: Bool { toplevel.selected === self }

  /// Whether it is what the user works in.
  var isActive: Bool { isSelected && window.isActive }

  /// Whether its widgets are visible.
  var isShown: Bool {
    get { content.isVisible }
    set {
      content.isVisible = newValue
      titlebar.isVisible = newValue
      // GTK opens the first menu in the window that is its primary one.
      header.isPrimary = newValue
    }
  }

  var windowTitle: String { tr("{drawing} – Plumbago").filled("drawing", document.title) }

  /// The user works in another window, or in another tab.
  func deactivated() {
    canvas.finishContacts()
    // The other window of the drawing goes on with all that was done in this one.
    if !document.isOnly { canvas.perform { $0.yieldTurn() } }
    rememberView()
  }

  /// Gives the keyboard focus to the canvas.
  func focusCanvas() { overlay.focusPaper() }

  private func followSettings() {
    let settings = Settings.shared
    document.session.stabilizer = Stabilizer(settings[.stabilizer])
    document.session.forceCurve = settings[.forceCurve]
    canvas.fastInk = settings[.fastInk]
    subscriptions += [
      settings.subscribe(to: .stabilizer) { [weak self] in
        self?.document.session.stabilizer = Stabilizer($0)
      },
      settings.subscribe(to: .forceCurve) { [weak self] in
        self?.document.session.forceCurve = $0
      },
      settings.subscribe(to: .fastInk) { [weak self] in self?.canvas.fastInk = $0 },
    ]
  }

  // MARK: Updates

  /// Of the pages that there were after the last update.
  private lazy var pageCount = document.session.pages.count

  private func took(_ update: CanvasUpdate) {
    document.keep(update.commands)
    if update.historyChanged {
      stepMade()
      messages.stepMade()
      historyChanged()
      search.changed()
      LibraryReading.shared.noteActivity()
    }
    // A moment of the past is no step, and shows something else.
    if update.historyChanged || !update.damage.isEmpty { backToDrawing.arrange() }
    pagesPanel.took(update)
    if update.settingsChanged {
      let count = document.session.pages.count
      if count < pageCount { showRemainingPage() }
      pageCount = count
      pageChanged()
      readOutlines()
    }
    if update.arrangementChanged { search.pagesMoved() }
    tookLayers(update)
    if update.historyChanged || update.settingsChanged { hideOutdatedMessages() }
    if update.historyChanged { tellOfStepBeyondView(update) }
    if update.refusedInPast { tellOfThePast() }
  }

  func historyChanged() {
    commands.refresh()
    header.setHistory(
      undo: undoTitle ?? tr("Nothing to undo"), redo: redoTitle ?? tr("Nothing to redo"))
    overlay.setHistory(undo: undoTitle, redo: redoTitle)
  }

  var canWrite: Bool { !document.session.isReadOnly }

  /// Whether undo and redo act: while one looks back, a step would be made on what is not shown.
  private var canStep: Bool { canWrite && !isLookingBack }

  /// The label of what undo would revert; `nil` where there is nothing.
  var undoTitle: String? {
    canStep ? document.session.undoLabel.map { EditNames.undo($0) } : nil
  }
  var redoTitle: String? {
    canStep ? document.session.redoLabel.map { EditNames.redo($0) } : nil
  }

  private func documentChanged() {
    header.title = document.title
    header.subtitle = document.subtitle
    libraryPanel.currentChanged()
    search.moved()
    toplevel.titleChanged(of: self)
    switch document.trouble {
    case nil:
      messages.hide(.saving)
    case .some(let trouble):
      messages.show(
        .saving, trouble,
        actions: [(CommandTable["win.save-as"].label, { [weak self] in self?.saveAs() })])
    }
    if let notice = document.takeNotice() { show(notice) }
    if let restriction = document.restriction {
      let sentence = ErrorPresentation.sentence(
        restriction, path: document.path, isOutdated: document.isOutdated)
      if restriction == .damaged {
        messages.show(
          .readOnly, sentence,
          actions: [(tr("_Recover What Is Left…"), { [weak self] in self?.recover() })])
      } else {
        messages.show(
          .readOnly, sentence,
          actions: [(CommandTable["win.save-as"].label, { [weak self] in self?.saveAs() })])
      }
    } else {
      messages.hide(.readOnly)
    }
    tellOfForeignTrouble()
    historyChanged()
  }

  private func show(_ notice: OpenDocument.Notice) {
    if let other = notice.other {
      messages.show(
        .separated, notice.sentence,
        actions: [(tr("_Open That File"), { Application.shared?.open(other) })])
      return
    }
    switch notice.topic {
    case .drawing: messages.show(.notice, notice.sentence)
    case .newFile: messages.show(.newFile, notice.sentence)
    case .closingPDF:
      messages.show(
        .closingPDF, notice.sentence,
        actions: [(tr("_Do Not Save There Any More"), { [weak self] in self?.dropClosingPDF() })])
    }
  }

  /// Says once that the app crashed, and offers the report.
  func tell(of crash: CrashReport) {
    messages.show(
      .crash, tr("Plumbago ended unexpectedly last time. What was drawn is kept."),
      actions: [showing(crash)], onShown: { CrashReport.forget() })
  }

  /// The button that shows the report of a crash, again and again while its message is there.
  private func showing(_ crash: CrashReport) -> (String, () -> Void) {
    let action: () -> Void = { [weak self] in
      guard let self else { return }
      CrashReportWindow.show(crash, parent: self.window)
    }
    return (tr("Show _Report…"), action)
  }

  // MARK: Closing

  /// True while the drawing has to stay open, until all changes are on disk.
  func close() -> Bool {
    guard !isClosing else { return false }
    ScribbleController.endWriting(in: Widget(content))
    endInput()
    remember()
    rememberView()
    // What another window shows, too, is kept by that one.
    if document.isSaved || !document.isOnly, !exports.isAwaited {
      leave()
      return false
    }
    // A second press asks no second time.
    guard !isAboutToClose else { return true }
    isAboutToClose = true
    Task { [weak self] in
      guard let self else { return }
      await self.exports.finishAwaited()
      // What could not be saved into a PDF is told, or asked about, over the drawing.
      guard self.isAboutToClose, !self.isClosing else { return }
      // It was drawn on meanwhile, perhaps.
      self.endInput()
      guard self.document.isOnly else { return self.closeAsItIs() }
      if await self.document.flush() { self.closeAsItIs() } else { self.askAboutUnsaved() }
    }
    return true
  }

  /// Waits until nobody draws, or the drawing closes.
  func drawingEnds() async {
    guard !isClosing else { return }
    await withCheckedContinuation { next in changesAtRest.make { next.resume() } }
  }

  /// Whether the drawing closes, or has closed.
  var isLeaving: Bool { isClosing || isAboutToClose }

  /// Ends strokes and the text that is edited, and makes the changes that wait for that.
  private func endInput() {
    canvas.finishContacts()
    overlay.endText()
    changesAtRest.makeNow()
  }

  /// Makes the changes that wait, unless a tool is down.
  private func makeWaitingChanges() {
    if !document.session.isBusy { changesAtRest.makeNow() }
  }

  /// Stays open where it is about to close: something is told, or asked about, over it.
  func keepOpen() {
    guard isAboutToClose, !isClosing else { return }
    isAboutToClose = false
    toplevel.select(self)
    Application.shared?.windowStays()
  }

  private func leave() {
    changesAtRest.makeNow()
    isClosing = true
    exports.cancelAll()
    search.end()
    writtenLines.end()
    libraryPanel.end()
    noteProven()
    Application.shared?.windowClosed(self)
    document.close()
  }

  private func askAboutUnsaved() {
    guard !isClosing else { return }
    toplevel.select(self)
    var choices: [MessageDialog.Choice] = [
      .init(tr("_Keep Open")) { Application.shared?.windowStays() }
    ]
    if document.restriction == .damaged {
      choices.append(.init(tr("_Recover What Is Left…")) { [weak self] in self?.recover() })
    } else {
      choices.append(.init(CommandTable["win.save-as"].label) { [weak self] in self?.saveAs() })
    }
    if document.isSafe {
      choices.append(.init(tr("_Close")) { [weak self] in self?.closeAsItIs() })
    } else {
      choices.append(
        .init(tr("_Discard the Rest"), isDestructive: true) { [weak self] in self?.closeAsItIs() })
    }
    let dialog = MessageDialog.ask(
      parent: window, tr("“{drawing}” could not be saved").filled("drawing", document.title),
      document.trouble ?? "", choices: choices)
    // However it is answered, and before that takes effect.
    dialog.destroyed.connect { [weak self] in self?.isAboutToClose = false }
  }

  /// Ends the mark of ``OpeningMarks``, whose list says when: the app still runs, and so the library
  /// paints and reads the drawing again.
  func noteProven() {
    guard let path = markedPath else { return }
    markedPath = nil
    proof = nil
    OpeningMarks.end(path)
    LibrarySuspects.shared.clear(path)
  }

  /// Offers drawings that were not opened again because the app ended while they were open or being
  /// opened.
  ///
  /// - Parameters:
  ///   - paths: Theirs; one that was open in several windows may be there for each.
  ///   - isFirst: Whether one of them is offered for the first time since that end.
  ///   - crash: The report of a crash that was not told of yet.
  ///   - open: Opens them all.
  ///   - decline: Called where the message is closed. It may go without an answer, too.
  ///   - onShown: Called as the message comes on the screen, which others may keep it from.
  func offer(
    _ paths: [String], isFirst: Bool, with crash: CrashReport?, open: @escaping () -> Void,
    decline: @escaping () -> Void, onShown: (() -> Void)? = nil
  ) {
    guard !paths.isEmpty else { return }
    var sentence = isFirst ? Self.firstOffer(of: paths) : Self.laterOffer(of: paths)
    // What was offered before was not open at this end.
    if !isFirst, crash != nil {
      sentence = tr("Plumbago ended unexpectedly last time.") + " " + sentence
    }
    let hideAndOpen: () -> Void = { [weak self] in
      self?.messages.hide(.offer)
      open()
    }
    var actions = [(tr("_Open Anyway"), hideAndOpen)]
    if let crash { actions.append(showing(crash)) }
    messages.show(.offer, sentence, actions: actions, onClose: decline, onShown: onShown)
  }

  /// Of several, some may have been offered before: it does not say that each was open at this end.
  private static func firstOffer(of paths: [String]) -> String {
    let count = Set(paths).count
    return count == 1
      ? tr(
        "“{file}” was not opened again: Plumbago ended unexpectedly while it was open or being opened. What was drawn is kept."
      ).filled("file", OpenDocument.title(of: paths[0]))
      : trn(
        "{count} drawing was not opened again, as it may be why Plumbago ended unexpectedly. What was drawn is kept.",
        "{count} drawings were not opened again, as they may be why Plumbago ended unexpectedly. What was drawn is kept.",
        count)
  }

  private static func laterOffer(of paths: [String]) -> String {
    let count = Set(paths).count
    return count == 1
      ? tr(
        "“{file}” is still not opened by itself, as it may be why Plumbago ended earlier. What was drawn is kept."
      ).filled("file", OpenDocument.title(of: paths[0]))
      : trn(
        "{count} drawing is still not opened by itself, as it may be why Plumbago ended earlier. What was drawn is kept.",
        "{count} drawings are still not opened by themselves, as they may be why Plumbago ended earlier. What was drawn is kept.",
        count)
  }

  /// Closes the drawing, and with the last tab its window as the close button does, after all changes are on disk.
  func requestClose() {
    // An unused one may have been closed for the drawing that comes in its place.
    guard !isClosing else { return }
    // GTK closes no window that was never shown.
    if toplevel.tabs.count == 1, window.isVisible {
      window.close()
    } else if !close() {
      toplevel.remove(self)
    }
  }

  /// Closes the drawing even with unsaved changes.
  func closeAsItIs() {
    guard !isClosing else { return }
    leave()
    toplevel.remove(self)
  }

  /// Has the next window open as large as this one.
  func remember() {
    guard let size = WindowSize(of: window) else { return }
    WindowSize.ofNext = size
    WindowSize.saved = size
  }

  /// - Parameter waits: Whether what is pressed is let go first; see ``TabbedWindow/select(_:focuses:waits:)``.
  func present(waits: Bool = true) {
    toplevel.select(self, waits: waits)
    window.present()
  }
}
