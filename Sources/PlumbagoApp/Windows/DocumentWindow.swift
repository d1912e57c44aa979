import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// One window with one drawing in it.
final class DocumentWindow {
  let window: UnsafeMutablePointer<GtkWindow>
  let canvas: CanvasWidget
  let desk: CanvasDesk
  let document: OpenDocument
  let banner = Banner()
  /// Something a person may like to know, once.
  let hint = Banner()
  let dialogs: FileDialogs
  let header = HeaderBar()
  let actions: Actions
  let contextMenu: ContextMenu
  /// What lies beside a tablet's surface.
  let pad: TabletPadController
  /// The dialog that is open over the window.
  var paperDialog: PaperDialog?
  private var isClosing = false

  init(_ application: Application, showing document: OpenDocument) {
    self.document = document
    window = gtk_application_window_new(application.gtk).cast()
    actions = Actions(window)
    pad = TabletPadController(of: window)
    canvas = CanvasWidget(session: document.session, picture: document.picture)
    desk = CanvasDesk(
      canvas: canvas, labels: Tools.labels, picker: Tools.shared.picker,
      places: Tools.shared.places)
    dialogs = FileDialogs(parent: window)
    contextMenu = ContextMenu(over: desk.widget, actions)

    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(overlay.opaque, desk.widget)
    gtk_overlay_add_overlay(overlay.opaque, banner.widget)
    gtk_overlay_add_overlay(overlay.opaque, hint.widget)
    gtk_widget_add_css_class(window.widget, "drawing")
    gtk_window_set_child(window, overlay)
    canvas.coveringWidgets += [banner.widget, hint.widget]
    for lying in [banner.widget, hint.widget] { desk.keepPalms(off: lying) }
    desk.topInset = { [weak self] in
      guard let self else { return 0 }
      return self.banner.height(forWidth: Double(gtk_widget_get_width(self.canvas.widget)))
    }
    banner.onChange = { [weak self] in self?.desk.topInsetChanged() }
    gtk_window_set_titlebar(window, header.widget)
    gtk_window_set_icon_name(window, Installation.applicationID)
    let size = Settings.shared.windowSize
    gtk_window_set_default_size(window, CInt(size.width), CInt(size.height))
    if Settings.shared.isMaximized { gtk_window_maximize(window) }
    // 360 is the narrowest phone; below it nothing useful fits.
    gtk_widget_set_size_request(window.widget, 300, 240)

    Accessible.name(canvas.widget, tr("Canvas"))
    addActions(application)
    Shortcuts.bindPlainKeys(in: window)
    header.fill(recent: application.recentMenu)
    header.onRename = { [weak self] in self?.rename(to: $0) }
    header.onClosed = { [weak self] in
      guard let self else { return }
      gtk_widget_grab_focus(self.canvas.widget)
    }

    canvas.onUpdate = { [weak self] in self?.took($0) }
    canvas.onFirstPicture = { [weak self] in self?.document.verify() }
    document.onFetched = { [weak self] update in self?.canvas.perform { _ in update } }
    document.onChange = { [weak self] in self?.documentChanged() }
    Appearance.shared.onChange { [weak self] in
      self?.canvas.paper = Appearance.shared.isDark ? .dark : .light
      self?.desk.refresh()
    }
    canvas.paper = Appearance.shared.isDark ? .dark : .light
    connectTools()
    connectTouch()
    contextMenu.scale = { [weak self] in self?.canvas.view.viewport.scale ?? 1 }
    contextMenu.onClosed = { [weak self] in
      guard let self else { return }
      gtk_widget_grab_focus(self.canvas.widget)
    }
    connectPen()
    followSettings()

    RawSignal.connectQuestion(window, "close-request") { [weak self] in self?.close() ?? false }
    RawSignal.connect1(window, "notify::is-active") { [weak self] _ in
      guard let self, gtk_window_is_active(self.window) == 0 else { return }
      self.canvas.finishContacts()
      self.rememberView()
    }
    documentChanged()
    historyChanged()
    showView()
    document.start()
    gtk_widget_grab_focus(canvas.widget)
  }

  private func followSettings() {
    let settings = Settings.shared
    document.session.stabilizer = Stabilizer(settings.stabilizer)
    canvas.fastInk = settings.fastInk
    settings.onChange(of: "fast-ink") { [weak self] in self?.canvas.fastInk = settings.fastInk }
    settings.onChange(of: "stabilizer") { [weak self] in
      self?.document.session.stabilizer = Stabilizer(settings.stabilizer)
    }
    document.session.forceCurve = settings.forceCurve
    settings.onChange(of: "force-curve") { [weak self] in
      self?.document.session.forceCurve = settings.forceCurve
    }
  }

  // MARK: What happens

  private func took(_ update: CanvasUpdate) {
    document.keep(update.commands)
    if update.historyChanged { historyChanged() }
  }

  private func historyChanged() {
    let history = document.session.history
    let undoLabel = document.session.undoLabel
    let canWrite = !document.session.isReadOnly
    actions.enable("undo", canWrite && undoLabel != nil)
    actions.enable("redo", canWrite && history.redoLabel != nil)
    header.undoTooltip = undoLabel.map { EditNames.undo($0) } ?? tr("Nothing to undo")
    actions.enable("paper", canWrite)
    header.redoTooltip = history.redoLabel.map { EditNames.redo($0) } ?? tr("Nothing to redo")
    desk.setHistory(
      undo: canWrite ? undoLabel.map { EditNames.undo($0) } : nil,
      redo: canWrite ? history.redoLabel.map { EditNames.redo($0) } : nil)
  }

  private func documentChanged() {
    header.title = document.title
    header.subtitle = document.subtitle
    gtk_window_set_title(
      window, tr("{drawing} – Plumbago").filled("drawing", document.title))
    switch document.trouble {
    case nil:
      banner.hide(.saving)
    case .some(let trouble):
      banner.show(.saving, trouble, actions: [(tr("Save As…"), { [weak self] in self?.saveAs() })])
    }
    if let notice = document.takeNotice() { banner.show(.notice, notice) }
    if let restriction = document.restriction {
      let sentence = ErrorPresentation.sentence(restriction, path: document.path)
      if restriction == .damaged {
        banner.show(
          .readOnly, sentence,
          actions: [(tr("_Recover What Is Left…"), { [weak self] in self?.recover() })])
      } else {
        banner.show(
          .readOnly, sentence, actions: [(tr("Save As…"), { [weak self] in self?.saveAs() })])
      }
    } else {
      banner.hide(.readOnly)
    }
    historyChanged()
  }

  // MARK: Actions

  private func addActions(_ application: Application) {
    actions.add("undo") { [weak self] in self?.canvas.perform { $0.undo() } }
    actions.add("redo") { [weak self] in self?.canvas.perform { $0.redo() } }
    addToolActions()
    addSelectionActions()
    addPenActions()
    actions.add("save-as") { [weak self] in self?.saveAs() }
    actions.add("rename") { [weak self] in self?.header.editTitle() }
    actions.add("paper") { [weak self] in self?.choosePaper() }
    actions.add("export") { [weak self] in self?.export() }
    actions.add("record") { [weak self] in self?.toggleRecording() }
    addViewActions()
    addTouchActions()
    actions.add("close") { [weak self] in
      guard let self else { return }
      gtk_window_close(self.window)
    }
  }

  // MARK: Closing

  /// True while the window has to stay: what is drawn goes to the disk first.
  private func close() -> Bool {
    guard !isClosing else { return false }
    canvas.finishContacts()
    remember()
    rememberView()
    if document.isSaved {
      leave()
      return false
    }
    Task { [weak self] in
      guard let self else { return }
      if await self.document.flush() { self.closeAsItIs() } else { self.askAboutUnsaved() }
    }
    return true
  }

  private func leave() {
    isClosing = true
    Application.shared?.windowClosed(self)
    document.close()
  }

  private func askAboutUnsaved() {
    var choices: [MessageDialog.Choice] = [
      .init(tr("_Keep Open")) { Application.shared?.windowStays() }
    ]
    if document.restriction == .damaged {
      choices.append(.init(tr("_Recover What Is Left…")) { [weak self] in self?.recover() })
    } else {
      choices.append(.init(tr("_Save As…")) { [weak self] in self?.saveAs() })
    }
    if document.isSafe {
      choices.append(.init(tr("_Close")) { [weak self] in self?.closeAsItIs() })
    } else {
      choices.append(
        .init(tr("_Discard the Rest"), isDestructive: true) { [weak self] in self?.closeAsItIs() })
    }
    MessageDialog.ask(
      parent: window, tr("“{drawing}” could not be saved").filled("drawing", document.title),
      document.trouble ?? "", choices: choices)
  }

  /// Closes whatever is still to be written.
  func closeAsItIs() {
    guard !isClosing else { return }
    leave()
    gtk_window_destroy(window)
  }

  private func remember() {
    guard gtk_window_is_fullscreen(window) == 0 else { return }
    let isMaximized = gtk_window_is_maximized(window) != 0
    Settings.shared.isMaximized = isMaximized
    guard !isMaximized else { return }
    var (width, height): (CInt, CInt) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    if width > 0, height > 0 { Settings.shared.windowSize = (Int(width), Int(height)) }
  }

  func present() { gtk_window_present(window) }
}
