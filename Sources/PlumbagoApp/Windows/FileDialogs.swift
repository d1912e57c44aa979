import CGtk
import Gtk

/// The desktop's file dialogs, through the portal where there is one.
final class FileDialogs {
  typealias Filter = FileChooser.Filter

  private let parent: Window
  /// The dialog that is open: it is closed when this reference goes.
  private var shown: FileChooser?

  init(parent: some GObjectPointer) { self.parent = Window(parent) }

  func open(_ title: String, _ filters: [Filter], then: @escaping (String) -> Void) {
    run(title, .open, tr("_Open"), filters, name: nil) { path, _ in
      then(path)
    }
  }

  /// An option of an export, chosen along with the file's name.
  struct Choice {
    var id: String
    var label: String
    /// The values and their labels; `nil` for yes or no, which are `true` and `false`.
    var options: [(id: String, label: String)]?
    var selected: String
  }

  /// Asks for a picture's name and how it is to be made; `then` gets what was chosen, by id.
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
  /// The user has agreed to replace a file that has the name.
  func save(
    _ title: String, _ filters: [Filter], name: String, _ choices: [Choice] = [],
    onChoices: @escaping ([String: String]) -> Void = { _ in }, then: @escaping (String) -> Void
  ) {
    run(
      title, .save, tr("_Save"), filters, name: name, choices, onChoices
    ) {
      [weak self] path, chosen in
      let file = path.lowercased()
      guard let suffix = filters[chosen].suffix,
        !filters.contains(where: { $0.suffix.map { file.hasSuffix($0) } ?? false })
      else { return then(path) }
      // The dialog asked about the name without its suffix.
      self?.agreeToReplace(path + suffix, then)
    }
  }

  private func agreeToReplace(_ path: String, _ then: @escaping (String) -> Void) {
    guard FileTest.exists(path) else { return then(path) }
    MessageDialog.ask(
      parent: parent.cast(),
      tr("There is a file “{file}” already").filled("file", OpenDocument.fileName(of: path)),
      tr("Replacing it will overwrite what it holds."),
      choices: [
        .init(tr("_Cancel")) {}, .init(tr("_Replace"), isDestructive: true) { then(path) },
      ])
  }

  /// `then` gets the path and which of the filters was chosen.
  private func run(
    _ title: String, _ action: FileChooser.Action, _ accept: String, _ filters: [Filter],
    name: String?, _ choices: [Choice] = [],
    _ onChoices: @escaping ([String: String]) -> Void = { _ in },
    _ then: @escaping (String, Int) -> Void
  ) {
    let chooser = FileChooser(
      title, action, parent: parent, accept: accept, cancel: tr("_Cancel"))
    for filter in filters { chooser.addFilter(filter) }
    if let name { chooser.setCurrentName(name) }
    for choice in choices {
      chooser.addChoice(
        choice.id, label: choice.label, options: choice.options, selected: choice.selected)
    }
    shown = chooser
    chooser.show { [weak self, weak chooser] answer in
      if let answer, let chooser {
        var made: [String: String] = [:]
        for choice in choices { made[choice.id] = chooser.choice(choice.id) }
        onChoices(made)
        then(answer.path, answer.filter ?? 0)
      }
      self?.shown = nil
    }
  }
}

extension FileChooser.Filter {
  /// How names of this kind end.
  var suffix: String? {
    guard let pattern = patterns.first, pattern.hasPrefix("*.") else { return nil }
    return String(pattern.dropFirst())
  }

  static var drawings: Self { Self(tr("Plumbago drawings"), patterns: ["*.plumbago"]) }
  static var pictures: [Self] {
    [
      Self(tr("PNG picture"), patterns: ["*.png"]), Self(tr("SVG drawing"), patterns: ["*.svg"]),
      Self(tr("PDF document"), patterns: ["*.pdf"]),
    ]
  }
  static var recordings: Self { Self(tr("Stylus recordings"), patterns: ["*.stylus"]) }
}
