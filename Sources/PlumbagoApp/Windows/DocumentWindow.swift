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
  let overlay: CanvasDesk
  let document: OpenDocument
  let banner = Banner()
  /// Something a person may like to know, once.
  let hint = Banner()
  let dialogs: FileDialogs
  let header = HeaderBar()
  /// What can be asked of the window; made once the window is whole.
  private(set) lazy var commands = CommandActions(window, target: self) { command in
    if case .window(let handler) = command.effect { handler } else { nil }
  }
  let contextMenu: ContextMenu
  /// What lies beside a tablet's surface.
  let pad: TabletPadController
  /// The dialog that is open over the window.
  var paperDialog: PaperDialog?
  private var isClosing = false

  init(_ application: Application, showing document: OpenDocument) {
    self.document = document
    window = gtk_application_window_new(application.gtk).cast()
    pad = TabletPadController(of: window)
    canvas = CanvasWidget(session: document.session, picture: document.picture)
    overlay = CanvasDesk(
      canvas: canvas, labels: SharedToolPicker.labels, picker: SharedToolPicker.shared.picker,
      places: SharedToolPicker.shared.places)
    dialogs = FileDialogs(parent: window)
    contextMenu = ContextMenu(over: overlay.widget.widget)

    let layers = gtk_overlay_new()!
    gtk_overlay_set_child(layers.opaque, overlay.widget.widget)
    gtk_overlay_add_overlay(layers.opaque, banner.widget)
    gtk_overlay_add_overlay(layers.opaque, hint.widget)
    gtk_widget_add_css_class(window.widget, "drawing")
    gtk_window_set_child(window, layers)
    canvas.coveringWidgets += [banner.widget, hint.widget]
    for lying in [banner.widget, hint.widget] { overlay.keepPalms(off: lying) }
    overlay.topInset = { [weak self] in
      guard let self else { return 0 }
      return self.banner.height(forWidth: Double(gtk_widget_get_width(self.canvas.widget)))
    }
    banner.onChange = { [weak self] in self?.overlay.topInsetChanged() }
    gtk_window_set_titlebar(window, header.widget)
    gtk_window_set_icon_name(window, Installation.applicationID)
    let size = Settings.shared.windowSize
    gtk_window_set_default_size(window, CInt(size.width), CInt(size.height))
    if Settings.shared.isMaximized { gtk_window_maximize(window) }
    // 360 is the narrowest phone; below it nothing useful fits.
    gtk_widget_set_size_request(window.widget, 300, 240)

    Accessible.name(canvas.widget, tr("Canvas"))
    commands.refresh()
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
      self?.overlay.refresh()
    }
    canvas.paper = Appearance.shared.isDark ? .dark : .light
    connectTools()
    connectSelection()
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
    commands.refresh()
    header.undoTooltip = undoTitle ?? tr("Nothing to undo")
    header.redoTooltip = redoTitle ?? tr("Nothing to redo")
    overlay.setHistory(undo: undoTitle, redo: redoTitle)
  }

  var canWrite: Bool { !document.session.isReadOnly }

  /// What undoing would take back, as a person reads it; `nil` where there is nothing.
  var undoTitle: String? {
    canWrite ? document.session.undoLabel.map { EditNames.undo($0) } : nil
  }
  var redoTitle: String? {
    canWrite ? document.session.history.redoLabel.map { EditNames.redo($0) } : nil
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
      banner.show(
        .saving, trouble,
        actions: [(CommandTable["win.save-as"].label, { [weak self] in self?.saveAs() })])
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
          .readOnly, sentence,
          actions: [(CommandTable["win.save-as"].label, { [weak self] in self?.saveAs() })])
      }
    } else {
      banner.hide(.readOnly)
    }
    historyChanged()
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
      choices.append(.init(CommandTable["win.save-as"].label) { [weak self] in self?.saveAs() })
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

  /// Closes the window as its close button does: what is drawn goes to the disk first.
  func requestClose() { gtk_window_close(window) }

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
