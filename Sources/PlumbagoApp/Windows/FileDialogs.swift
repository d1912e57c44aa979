import CGtk
import Gtk
import GtkInk

/// The desktop's own file dialogs, through the portal where there is one.
final class FileDialogs {
  private let parent: UnsafeMutablePointer<GtkWindow>
  /// A native dialog is nobody's child: it lives as long as it is held here.
  private var shown: GObjectReference?

  init(parent: some GObjectPointer) {
    self.parent = parent.cast()
  }

  /// A kind of file to choose: what it is called and which names it has.
  struct Filter {
    var name: String
    var patterns: [String]

    /// How names of this kind end.
    var suffix: String? {
      guard let pattern = patterns.first, pattern.hasPrefix("*.") else { return nil }
      return String(pattern.dropFirst())
    }

    static var drawings: Filter {
      Filter(name: tr("Plumbago drawings"), patterns: ["*.plumbago"])
    }
    static var pictures: [Filter] {
      [
        Filter(name: tr("PNG picture"), patterns: ["*.png"]),
        Filter(name: tr("SVG drawing"), patterns: ["*.svg"]),
        Filter(name: tr("PDF document"), patterns: ["*.pdf"]),
      ]
    }
    static var recordings: Filter {
      Filter(name: tr("Stylus recordings"), patterns: ["*.stylus"])
    }
  }

  func open(_ title: String, _ filters: [Filter], then: @escaping (String) -> Void) {
    run(title, GTK_FILE_CHOOSER_ACTION_OPEN, tr("_Open"), filters, name: nil) { path, _ in
      then(path)
    }
  }

  /// A thing to choose along with a file's name.
  struct Choice {
    var id: String
    var label: String
    /// What can be chosen and how it is called; `nil` for yes or no, which are `true` and `false`.
    var options: [(id: String, label: String)]?
    var selected: String
  }

  /// Asks for a picture's name and how it is to be made; hands on what was chosen by id.
  func savePicture(
    _ title: String, name: String, _ choices: [Choice],
    then: @escaping (String, [String: String]) -> Void
  ) {
    var chosen: [String: String] = [:]
    save(title, Filter.pictures, name: name, choices, onChoices: { chosen = $0 }) {
      then($0, chosen)
    }
  }

  /// Asks for a name to save under.
  ///
  /// What has the name was agreed to be replaced.
  func save(
    _ title: String, _ filters: [Filter], name: String, _ choices: [Choice] = [],
    onChoices: @escaping ([String: String]) -> Void = { _ in }, then: @escaping (String) -> Void
  ) {
    run(
      title, GTK_FILE_CHOOSER_ACTION_SAVE, tr("_Save"), filters, name: name, choices, onChoices
    ) {
      [weak self] path, chosen in
      let file = path.lowercased()
      guard let suffix = filters[chosen].suffix,
        !filters.contains(where: { $0.suffix.map { file.hasSuffix($0) } ?? false })
      else { return then(path) }
      // The dialog asked about another name than the one that the file gets.
      self?.agreeToReplace(path + suffix, then)
    }
  }

  private func agreeToReplace(_ path: String, _ then: @escaping (String) -> Void) {
    guard g_file_test(path, G_FILE_TEST_EXISTS) != 0 else { return then(path) }
    MessageDialog.ask(
      parent: parent,
      tr("There is a file “{file}” already").filled("file", OpenDocument.fileName(of: path)),
      tr("Replacing it will overwrite what it holds."),
      choices: [
        .init(tr("_Cancel")) {}, .init(tr("_Replace"), isDestructive: true) { then(path) },
      ])
  }

  /// Hands `then` the path and which of the filters was chosen.
  private func run(
    _ title: String, _ action: GtkFileChooserAction, _ accept: String, _ filters: [Filter],
    name: String?, _ choices: [Choice] = [],
    _ onChoices: @escaping ([String: String]) -> Void = { _ in },
    _ then: @escaping (String, Int) -> Void
  ) {
    let dialog = gtk_file_chooser_native_new(title, parent, action, accept, tr("_Cancel"))!
    gtk_native_dialog_set_modal(dialog.cast(), 1)
    var ours: [OpaquePointer?] = []
    for filter in filters {
      let made = gtk_file_filter_new()
      ours.append(made)
      gtk_file_filter_set_name(made, filter.name)
      for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
      gtk_file_chooser_add_filter(dialog, made)
      g_object_unref(made?.raw)
    }
    if let name { gtk_file_chooser_set_current_name(dialog, name) }
    for choice in choices { Self.add(choice, to: dialog) }
    shown = GObjectReference(dialog)
    g_object_unref(dialog.raw)
    RawSignal.connectInt(dialog, "response") { [weak self] response in
      if response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(dialog) {
        let filter = gtk_file_chooser_get_filter(dialog)
        let chosen = ours.firstIndex(of: filter) ?? 0
        var made: [String: String] = [:]
        for choice in choices {
          made[choice.id] = gtk_file_chooser_get_choice(dialog, choice.id).map {
            String(cString: $0)
          }
        }
        onChoices(made)
        if let path = takeString(g_file_get_path(file)) { then(path, chosen) }
        g_object_unref(file.raw)
      }
      self?.shown = nil
    }
    gtk_native_dialog_show(dialog.cast())
  }

  private static func add(_ choice: Choice, to dialog: OpaquePointer) {
    func list(_ texts: [String]) -> [UnsafePointer<CChar>?] {
      texts.map { UnsafePointer(g_strdup($0)) } + [nil]
    }
    if let options = choice.options {
      var ids = list(options.map(\.id))
      var labels = list(options.map(\.label))
      gtk_file_chooser_add_choice(dialog, choice.id, choice.label, &ids, &labels)
      for text in ids + labels { g_free(UnsafeMutableRawPointer(mutating: text)) }
    } else {
      gtk_file_chooser_add_choice(dialog, choice.id, choice.label, nil, nil)
    }
    gtk_file_chooser_set_choice(dialog, choice.id, choice.selected)
  }
}
