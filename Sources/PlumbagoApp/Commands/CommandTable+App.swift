import Canvas
import Gtk
import InkModel

/// Files, settings, help.
extension CommandTable {
  /// One word for one thing: of the drawing in the window, and of what is selected in the library.
  static let renameLabel = tr("_Rename…")

  static let files = Group(
    title: tr("Files"),
    commands: [
      .app("new", tr("_New Drawing"), keys: ["<Control>n"]) { $0.newDrawing() },
      .app("open", tr("_Open…"), keys: ["<Control>o"]) { $0.chooseFile() },
      // The rows of recent drawings say their own names.
      .app("open-file", tr("Open _Recent"), taking: { $0.open($1, mustExist: true) }),
      .win("save", tr("_Save"), keys: ["<Control>s"]) { $0.save() },
      .win("save-as", tr("Save _As…"), keys: ["<Control><Shift>s"]) { $0.saveAs() },
      .win("save-copy", tr("Save a Cop_y…"), isEnabled: { $0.canSaveCopy }) { $0.saveCopy() },
      .win("forget-history", tr("For_get History…"), isEnabled: { $0.canForgetHistory }) {
        $0.forgetHistory()
      },
      .win("rename", renameLabel, keys: ["F2"]) { $0.rename() },
      .win(
        "details", tr("Details…"), title: tr("Details of the Drawing"),
        keys: ["<Alt>Return"],  // untranslated: a key
        isEnabled: { $0.canShowDetails }
      ) { $0.showDetails() },
      .win("paper", tr("_Paper…"), keys: ["<Control><Shift>p"], isEnabled: { $0.canWrite }) {
        $0.choosePaper()
      },
      .win("insert-pages", tr("Insert Pages _From…"), isEnabled: { $0.canWrite }) {
        $0.insertPages()
      },
      .win("save-into-pdf", tr("Save _Into PDF…"), isEnabled: { $0.canSaveIntoPDF }) {
        $0.saveIntoPDF()
      },
      .win("export", tr("_Export…"), keys: ["<Control>e"]) { $0.export() },
      .win("print", tr("Prin_t…"), keys: ["<Control>p"]) { $0.print() },
    ])

  static let general = Group(
    title: tr("General"),
    commands: [
      // GTK binds the key of a window's primary menu.
      .listed(["F10"], tr("Main Menu"), action: "app.menu"),
      .win("context-menu", tr("Context Menu"), keys: [KeyNames.menu, "<Shift>F10"]) {
        $0.showMenu()
      },
      .app("preferences", tr("_Preferences"), keys: ["<Control>comma"]) {
        PreferencesWindow.show(parent: $0.activeWindow)
      },
      .app("shortcuts", tr("_Keyboard Shortcuts"), keys: ["<Control>question"]) {
        ShortcutsWindow.show(parent: $0.activeWindow)
      },
      .app("help", tr("_Help"), keys: ["F1"]) { HelpWindow.show(parent: $0.activeWindow) },
      .app("gestures", tr("_Gestures"), keys: ["<Shift>F1"]) {
        GesturesWindow.show(parent: $0.activeWindow)
      },
      .win(
        "second-window", tr("Show in Another _Window"),
        title: tr("Show the Drawing in Another Window"), keys: ["<Control><Alt>w"]
      ) { Application.shared?.showAgain($0) },
      .win("close", tr("Close the Tab or Window"), keys: ["<Control>w"]) { $0.requestClose() },
      .app("quit", tr("Quit"), keys: ["<Control>q"]) { $0.quit() },
      .app("about", tr("_About Plumbago")) { AboutWindow.show(parent: $0.activeWindow) },
      .win("test-input", tr("Test Inp_ut…")) { InputTesterWindow.show(parent: $0.window) },
      .win("record", tr("Record _Stylus…")) { $0.toggleRecording() },
      scheme(.system, tr("As the System")),
      scheme(.light, tr("Light")),
      scheme(.dark, tr("Dark")),
      hand(.right, tr("Right Hand")),
      hand(.left, tr("Left Hand")),
      hand(nil, tr("Either Hand")),
      .app(
        "finger-draws", tr("Draw With a F_inger"), isOn: { _ in Settings.shared.fingerDraws }
      ) { Settings.shared[.finger] = $1 ? .draw : .pan },
    ])

  private static func scheme(_ scheme: Settings.ColorScheme, _ label: String) -> AppCommand {
    .app(
      "color-scheme", value: scheme.rawValue, label,
      chosen: { _ in Settings.shared[.colorScheme].rawValue }
    ) { Settings.shared[.colorScheme] = Settings.ColorScheme(rawValue: $1) ?? .system }
  }

  /// - Parameter hand: `nil` for either, as long as it is not known.
  private static func hand(_ hand: Hand?, _ label: String) -> AppCommand {
    .app(
      "hand", value: hand?.rawValue ?? "ask", label,
      chosen: { _ in Settings.shared[.hand]?.rawValue ?? "ask" }
    ) { Settings.shared[.hand] = Hand(rawValue: $1) }
  }
}
