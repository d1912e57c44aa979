import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import GtkScribble
import Handwriting
import InkModel
import InkRendering
import InkStore
import Scribble

/// The running app: its windows and actions, and opening drawings.
final class Application {
  static private(set) var shared: Application?

  let gtk = Gtk.Application(id: Installation.applicationID)
  private(set) var windows: [DocumentWindow] = []
  /// Drawings of the windows closed so far while the app quits.
  private var closedByQuitting: [SessionFile.OpenDrawing]?
  var isQuitting: Bool { closedByQuitting != nil }
  private(set) lazy var recent = RecentDrawings()
  private var wantsNewDrawing = false
  /// Drawings that the start does not open, until they are open or are declined.
  var offered: [SessionFile.OpenDrawing] = []
  /// Whether a window offers them, or has done so.
  var isOffering = false
  /// The message that offers them; `nil` before it comes, and once none is offered any more.
  var restoringOffer: RestoringOffer?
  /// Whether what was open last is still being opened.
  var isRestoring = false
  /// Drawings that are opened where they were, until they are open.
  var reopening: [SessionFile.OpenDrawing] = []
  /// The windows of these and of what is offered.
  weak var restored: RestoredWindows?
  /// Opens what was asked for last, once all that was asked for before is open.
  var opening: Task<Void, Never>?
  /// Those of the file that is asked for now.
  var dialogs: FileDialogs?
  /// That of a file to save what is left of another one in, which a message has offered.
  var recovery: FileDialogs?
  /// What shows dialogs over a window, one after the other; the first one's is open, or what it led to, or it waits for its
  /// window.
  var waitingDialogs: [(Window?) -> Gtk.MessageDialog] = []
  private var subscriptions: [Subscription] = []
  private lazy var commands = CommandActions(ActionMap(gtk), target: self) { command in
    if case .app(let handler) = command.effect { handler } else { nil }
  }

  var recentMenu: Menu { recent.menu }

  private init() {}

  /// Runs until the last window closes.
  ///
  /// Returns the exit code.
  ///
  /// - Parameter isService: Without a window, for who calls over the session's bus.
  static func run(files: [String], newWindow: Bool, isService: Bool = false) -> Int32 {
    Library.choose(Settings.shared[.libraryFolder])
    Gtk.Application.setNames(program: "plumbago", shown: "Plumbago")
    OriginalFile.prefetch(files)
    guard Gtk.Application.connectToDisplay() else {
      Console.complain(
        tr("There is no display to open a window on. “plumbago --help” lists what works without.")
      )
      return ExitCode.failure.rawValue
    }
    // A closed pipe on standard output or error must not end the process, and lose ink.
    signal(SIGPIPE, SIG_IGN)
    MainLoop.attach()
    CrashReport.watch(toolkit: Gtk.Application.toolkitVersion)
    let app = Application()
    shared = app
    app.gtk.started.connect { [unowned app] in app.startUp() }
    app.gtk.activated.connect { [unowned app] in app.activate() }
    app.gtk.onOpen { [unowned app] files in for file in files { app.open(file) } }
    DesktopSearch.start()
    if isService { app.gtk.becomeService(stayingFor: serviceTime) }
    if newWindow {
      // Ask the instance that runs already, if one does.
      if app.gtk.isElsewhere() {
        app.gtk.activateElsewhere("new")
        return 0
      }
      app.wantsNewDrawing = true
    }
    return app.gtk.run(files.isEmpty ? ["plumbago"] : ["plumbago", "--"] + files)
  }

  /// Milliseconds: who searches types on, and starting anew for each letter would take longer than the answer.
  private static let serviceTime = 60_000

  // MARK: Life

  private func startUp() {
    judgeLastEnd()
    Appearance.shared.start()
    Gtk.Application.addIcons(Installation.icons)
    Layout.register()
    PenScrolling.install()
    CutMenus.install()
    ScribbleController.install(
      opening: {
        try? HandwritingRecognizer(
          .english, at: Installation.recognition + "/" + WritingSystem.english.language)
      },
      settings: {
        var settings = ScribbleSession.Settings()
        settings.pause = Settings.shared[.writingPause]
        return settings
      }, texts: Self.scribbleTexts, isOn: { Settings.shared[.writesInFields] })
    ScribbleController.fastInk = { Settings.shared[.fastInk] }
    ScribbleController.onText = { [weak self] field in
      self?.windows.first { $0.isSelected && field.window?.isSame(as: $0.window) == true }?
        .tellOfWriting()
    }
    let settings = Settings.shared
    subscriptions += [
      settings.subscribe(to: .colorScheme) { [weak self] _ in self?.commands.refresh() },
      settings.subscribe(to: .hand) { [weak self] _ in self?.commands.refresh() },
      settings.subscribe(to: .finger) { [weak self] _ in self?.commands.refresh() },
      settings.subscribe(to: .penSeen) { [weak self] _ in self?.commands.refresh() },
      // Before the windows, which choose it as well.
      settings.subscribe(to: .libraryFolder) { [weak self] in self?.chooseLibrary($0) },
    ]
    commands.refresh()
    // SIGTERM, SIGHUP and SIGINT quit in order, so that a stroke in progress is saved too.
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      MainLoop.onSystemSignal(signal) { [weak self] in self?.quit() }
    }
    Shortcuts.bind(to: gtk)
  }

  private static var scribbleTexts: ScribbleController.Texts {
    var texts = ScribbleController.Texts()
    texts.otherReadings = tr("Other readings")
    texts.asWritten = { tr("As written: {word}").filled("word", $0) }
    return texts
  }

  private func activate() {
    if wantsNewDrawing {
      wantsNewDrawing = false
      newDrawing()
    } else if let last = lastWindow {
      last.present()
    } else if !isRestoring {
      restore()
    }
  }

  /// The toplevel that was active last.
  weak var front: TabbedWindow?

  /// Of a drawing, the one that the user looks at, or did before a dialog or another program came.
  var lastWindow: DocumentWindow? {
    windows.first(where: \.isActive) ?? front?.selected ?? windows.last(where: \.isSelected)
  }

  /// Whether no pen is near a window, and nobody draws.
  var isQuiet: Bool { windows.allSatisfy { $0.search.isQuiet } }

  var activeWindow: Window? {
    gtk.activeWindow ?? windows.last.map { Window($0.window) }
  }

  /// The drawing of the active window.
  var activePath: String? {
    lastWindow?.document.path
  }

  /// The window that shows a drawing.
  func window(at path: String) -> DocumentWindow? { windows.first { $0.document.isAt(path) } }

  /// A drawing as its window has it, and what gives the pixels of its documents and pictures; `nil` where none shows it.
  func openDrawing(at path: String) -> (drawing: Drawing, pages: ForeignSource)? {
    window(at: path).map {
      ($0.document.session.presentDrawing.inOneColumn, ForeignSource($0.document.foreign.shelf))
    }
  }

  // MARK: Opening

  /// - Parameter host: In which window.
  /// - Returns: What shows it once a template is read; `nil` where it is shown already.
  @discardableResult
  func newDrawing(
    in host: Host = .preferred, into folder: String = Library.folder
  ) -> Task<Void, Never>? {
    guard let template = TemplateFile.forNewDrawings else {
      show(OpenDocument.untitled(in: folder), in: host)
      return nil
    }
    // The app must not end while there is no window yet.
    gtk.hold()
    return Task {
      defer { gtk.release() }
      do throws(DocumentStoreError) {
        await show(prepared: try await OpenDocument.untitled(from: template, in: folder), in: host)
      } catch {
        let document = OpenDocument.untitled(in: folder)
        document.tell(ErrorPresentation.sentence(error, path: template))
        show(document, in: host)
      }
    }
  }

  private func open(_ file: Gtk.Application.File) {
    switch file {
    case .path(let path): open(path)
    case .uri(let uri):
      tell(
        tr("“{file}” cannot be opened").filled("file", uri),
        tr("Plumbago opens files on this computer only."))
    }
  }

  /// Opens a drawing, or raises the window that shows it already.
  ///
  /// - Parameters:
  ///   - host: In which window.
  ///   - hit: What is shown of it first.
  ///   - mustExist: Whether a missing file is reported, rather than a drawing begun at its path.
  func open(
    _ path: String, in host: Host = .preferred, at hit: ShownHit? = nil, mustExist: Bool = false
  ) {
    // One after the other, so that a file that is asked for twice gets one window.
    afterOpening { await self.load(path, in: host, at: hit, mustExist: mustExist) }
  }

  /// Does something once everything before it has been opened; what is opened later waits for it.
  func afterOpening(_ body: @escaping @MainActor () async -> Void) {
    // The app must not end while there is no window yet.
    gtk.hold()
    let previous = opening
    opening = Task {
      await previous?.value
      defer { gtk.release() }
      await body()
    }
  }

  private func load(
    _ path: String, in host: Host, at hit: ShownHit?, mustExist: Bool
  ) async {
    if let window = windows.first(where: { $0.document.isAt(path) }) {
      window.present(waits: host.waitsForRelease)
      return window.show(hit)
    }
    if ExchangeFile.isExchange(path) { return await openExchange(path) }
    if ForeignFile.isForeign(path) { return await openForeign(path) }
    await LibraryReading.shared.letGo(path)
    do throws(DocumentStoreError) {
      OpeningMarks.begin(path)
      let document = try await OpenDocument.open(path, mustExist: mustExist)
      await show(prepared: document, in: host).show(hit)
    } catch {
      OpeningMarks.end(path)
      let sentence = ErrorPresentation.sentence(error, path: path)
      Console.complain(sentence)
      failedToOpen(path, sentence, error)
    }
  }

  /// Shows a drawing that is open in another window as well, where that window showed it last.
  ///
  /// - Parameter number: The window's among those of the drawing.
  func openAgain(_ path: String, as number: Int, in host: Host) {
    afterOpening {
      // It may have been refused, or opened otherwise meanwhile, and then one window is enough.
      guard !self.isQuitting, let window = self.window(at: path),
        host.restoredWindows?.contains(window.toplevel) ?? true
      else { return }
      await self.show(
        prepared: OpenDocument(beside: window.document), in: host,
        at: SessionFile.view(of: path, window: number))
    }
  }

  /// Shows a drawing in a window, whose first frame shows ink.
  ///
  /// - Parameters:
  ///   - host: In which window.
  ///   - state: Where it is shown; by default where it was looked at last.
  @discardableResult
  func show(
    prepared document: OpenDocument, in host: Host = .preferred, at state: Viewport.State? = nil
  ) async -> DocumentWindow {
    let state = state ?? SessionFile.view(of: document.path)
    host.replaced?.remember()
    let drawn = host.neighbor?.paperStrokes.count
    // Painted while the window is built.
    if host.isShown { DocumentWindow.prepare(document, at: state) }
    let window = makeWindow(for: document, in: host, at: state)
    if host.isShown { await document.picture.prepared() }
    // The paper is not changed below a pen that has gone on drawing meanwhile.
    if let former = host.neighbor, former.paperStrokes.count != drawn { await former.drawingEnds() }
    if isQuitting {
      // GTK closes no window that was never shown.
      noteSession()
      _ = await document.flush()
      window.closeAsItIs()
    } else {
      present(window, in: host)
      host.replaced?.requestClose()
    }
    return window
  }

  /// Shows a window's drawing in another window as well, at the same position of it.
  func showAgain(_ window: DocumentWindow) {
    window.rememberView()
    let state = window.canvas.view.currentState
    // At once, so that the file stays open where the first window closes before the other one is shown.
    let document = OpenDocument(beside: window.document)
    gtk.hold()
    Task {
      defer { gtk.release() }
      guard !isQuitting else {
        // The window that it was made of may have left the rest to it.
        _ = await document.flush()
        return document.close()
      }
      await show(prepared: document, in: .ownWindow, at: state)
    }
  }

  /// Moves a tab to a window of its own, at the same position of the drawing.
  func moveToWindow(_ tab: DocumentWindow) {
    showAgain(tab)
    tab.requestClose()
  }

  /// Which of the windows that show its drawing a window is, from 0 on; those that were closed by quitting count.
  func number(of window: DocumentWindow) -> Int {
    let path = window.document.keptPath
    let closed = (closedByQuitting ?? []).count { $0.path == path }
    let open = windows.filter { $0.document.keptPath == path }
    return closed + (open.firstIndex { $0 === window } ?? 0)
  }

  private func show(_ document: OpenDocument, in host: Host = .preferred) {
    let state = SessionFile.view(of: document.path)
    present(makeWindow(for: document, in: host, at: state), in: host)
  }

  private func makeWindow(
    for document: OpenDocument, in host: Host, at state: Viewport.State?
  ) -> DocumentWindow {
    closedByQuitting = nil
    let toplevel = toplevel(for: host)
    let window = DocumentWindow(
      self, in: toplevel, behind: host.neighbor, showing: document, at: state)
    windows.append(window)
    // Tabs of a window lie side by side, as in its strip.
    tabsMoved(in: toplevel)
    document.onLocationChange = { [weak self] in self?.noteSession() }
    return window
  }

  private func present(_ window: DocumentWindow, in host: Host) {
    if host.isShown {
      window.present(waits: host.waitsForRelease)
      tellOfCrash()
      tellOfDataFolder()
    } else {
      // It is painted once it is selected.
      window.noteProven()
    }
    // An unused window for a new drawing is closed when a drawing is opened.
    if !window.document.isPristine, let empty = windows.first(where: { $0.document.isPristine }) {
      empty.requestClose()
    }
    noteSession()
    LibraryReading.shared.start()
  }

  /// Shows the library with what is searched for.
  func search(for words: String) {
    // At once, without a template, which has to be read first.
    if windows.isEmpty { show(OpenDocument.untitled()) }
    guard let window = lastWindow else { return }
    window.present()
    window.showLibrary(true)
    window.libraryPanel.search(for: words)
  }

  // MARK: Windows

  /// Closes all windows; the next start opens what they show.
  func quit() {
    closedByQuitting = closedByQuitting ?? []
    if windows.isEmpty { gtk.quit() }
    for toplevel in toplevels { toplevel.closeAll() }
  }

  /// The windows, which have a tab or several each, in the order they were opened.
  var toplevels: [TabbedWindow] {
    var found: [TabbedWindow] = []
    for window in windows where !found.contains(where: { $0 === window.toplevel }) {
      found.append(window.toplevel)
    }
    return found
  }

  /// Closes a window with all its tabs; the next start opens those of the last one.
  func close(_ toplevel: TabbedWindow) {
    if toplevels.count > 1 { toplevel.closeAll() } else { quit() }
  }

  /// The tabs of a window have another order, or there is one more.
  func tabsMoved(in toplevel: TabbedWindow) {
    guard let first = windows.firstIndex(where: { $0.toplevel === toplevel }) else { return }
    windows.removeAll { $0.toplevel === toplevel }
    windows.insert(contentsOf: toplevel.tabs, at: first)
    noteOpenDrawings()
  }

  /// A window shows another tab.
  func shownTabsChanged() { noteOpenDrawings() }

  /// A window cannot close: quitting is cancelled, and the app goes on with what is open.
  func windowStays() {
    for toplevel in toplevels { toplevel.stay() }
    guard isQuitting else { return }
    closedByQuitting = nil
    noteSession()
  }

  func windowClosed(_ window: DocumentWindow) {
    SharedToolPicker.shared.save()
    if let closed = session(of: [window]).first { closedByQuitting?.append(closed) }
    windows.removeAll { $0 === window }
    if !isQuitting { moveOffer(from: window) }
    LibraryReading.shared.changed()
    noteSession()
  }

  private func noteSession() {
    noteOpenDrawings()
    for window in windows {
      if let path = window.document.keptPath { recent.add(path, title: window.document.title) }
    }
  }

  /// Notes what is open, and what is about to be, for the next start.
  func noteOpenDrawings() {
    let open = session(of: windows)
    awaitNoMore(open)
    // While quitting, the windows that were open at the beginning count as open.
    let last = (closedByQuitting ?? []) + open
    // The last window's drawing is what the next start shows.
    let next = windows.isEmpty || last.isEmpty ? [] : last + awaited
    SessionFile.note(next, open: (open + reopening).map(\.path))
  }

  private func session(of windows: [DocumentWindow]) -> [SessionFile.OpenDrawing] {
    windows.compactMap { window in
      window.document.keptPath.map {
        .init(path: $0, window: window.toplevel.number, isSelected: window.isSelected)
      }
    }
  }
}
