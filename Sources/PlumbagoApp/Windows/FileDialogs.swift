import Exchange
import Gtk
import InkModel
import InkStore

/// The desktop's file dialogs, through the portal where there is one.
final class FileDialogs {
  typealias Filter = FileChooser.Filter

  private let parent: Window
  /// The dialog that is open: it is closed when this reference goes.
  private var shown: FileChooser?

  /// Whether a question about the chosen name is open.
  private var isAgreeing = false
  /// Told when nothing is asked any more, whether a file was chosen or not; what is done with it may still come.
  var onClosed: () -> Void = {}

  /// Where a dialog begins; `nil` leaves it to GTK.
  private let folder: () -> String?

  /// - Parameter beside: The path of the drawing beside which files probably are.
  init(parent: some GObjectPointer, beside: @escaping () -> String?) {
    self.parent = Window(parent)
    folder = { Self.folder(beside: beside()) }
  }

  /// The folder of a drawing that was saved somewhere; else the one that was used last, if it is still there; else
  /// the folder for documents.
  private static func folder(beside path: String?) -> String? {
    if let path, !Library.contains(path) { return FilePaths.split(path).folder }
    return [SessionFile.folder, UserFolders.documents].compactMap(\.self)
      .first { FileTest.isFolder($0) }
  }

  /// Where drawings are: in the folder of one, or in the library.
  static func drawings(beside path: String?) -> String {
    path.map { FilePaths.split($0).folder }.flatMap { FileTest.isFolder($0) ? $0 : nil }
      ?? Library.folder
  }

  /// - Parameter folder: As of ``save(_:_:name:in:endings:then:)``.
  func open(
    _ title: String, _ filters: [Filter], in folder: String? = nil,
    then: @escaping (String) -> Void
  ) {
    run(title, .open, tr("_Open"), filters, name: nil, in: folder) { then($0.path) }
  }

  /// Asks for a name to save under.
  ///
  /// The user has agreed to replace a file that has the name.
  ///
  /// - Parameters:
  ///   - folder: Where the dialog begins, if it is still there; `nil` for where files probably are.
  ///   - endings: Those that a name keeps; with any other it gets the one of the filter that is chosen.
  func save(
    _ title: String, _ filters: [Filter], name: String, in folder: String? = nil,
    endings: [String] = [], then: @escaping (String) -> Void
  ) {
    save(title, filters, name: name, in: folder, endings: endings, option: nil) { path, _ in
      then(path)
    }
  }

  /// The same for a drawing, whose own file is not replaced: `isOwn` says whether a path is that.
  ///
  /// Where the suffix is added here nothing is asked about that file; the dialog itself asks about a whole name.
  func save(
    _ title: String, _ filters: [Filter], name: String, in folder: String?,
    isOwn: @escaping (String) -> Bool, then: @escaping (String) -> Void
  ) {
    run(title, .save, tr("_Save"), filters, name: name, in: folder) { [weak self] choice in
      self?.complete(choice, filters, [], isOwn: isOwn, then)
    }
  }

  /// The same with a box to check, which begins as `isOptionOn` says; `then` gets whether it is checked.
  func save(
    _ title: String, _ filters: [Filter], name: String, in folder: String? = nil,
    endings: [String] = [], option: String?, isOptionOn: Bool = false,
    then: @escaping (String, Bool) -> Void
  ) {
    run(
      title, .save, tr("_Save"), filters, name: name, in: folder, option: option,
      isOptionOn: isOptionOn
    ) { [weak self] choice in
      self?.complete(choice, filters, endings, isOwn: { _ in false }) {
        then($0, choice.isOptionOn)
      }
    }
  }

  /// Gives a name that was chosen its suffix.
  private func complete(
    _ choice: FileChooser.Choice, _ filters: [Filter], _ endings: [String],
    isOwn: (String) -> Bool, _ then: @escaping (String) -> Void
  ) {
    let path = choice.path
    let file = path.lowercased()
    guard let suffix = filters[choice.filter ?? 0].suffix,
      !(endings + filters.compactMap(\.suffix)).contains(where: { file.hasSuffix($0) })
    else { return then(path) }
    guard !isOwn(path + suffix) else { return then(path + suffix) }
    // The dialog asked about the name without its suffix.
    agreeToReplace(path + suffix, then)
  }

  private func agreeToReplace(_ path: String, _ then: @escaping (String) -> Void) {
    guard FileTest.exists(path) else { return then(path) }
    let question = MessageDialog.ask(
      parent: parent.cast(),
      tr("There is a file “{file}” already").filled("file", OpenDocument.fileName(of: path)),
      tr("Replacing it will overwrite what it holds."),
      choices: [
        .init(tr("_Cancel")) {}, .init(tr("_Replace"), isDestructive: true) { then(path) },
      ])
    isAgreeing = true
    question.destroyed.connect { [weak self] in
      self?.isAgreeing = false
      self?.onClosed()
    }
  }

  /// Asks for a folder, from `start` on; the dialog can make one.
  func chooseFolder(_ title: String, from start: String, then: @escaping (String) -> Void) {
    let chooser = FileChooser(
      title, .selectFolder, parent: parent, accept: tr("_Choose"), cancel: tr("_Cancel"))
    chooser.setCurrentFolder(start)
    shown = chooser
    chooser.show { [weak self] answer in
      if let answer { then(answer.path) }
      self?.shown = nil
    }
  }

  /// Asks for the library's folder, from `start` on; what is in the one before stays there.
  func chooseLibraryFolder(from start: String) {
    chooseFolder(tr("The Library's Folder"), from: start) {
      Settings.shared[.libraryFolder] = $0 == Library.standard ? "" : $0
    }
  }

  private func run(
    _ title: String, _ action: FileChooser.Action, _ accept: String, _ filters: [Filter],
    name: String?, in start: String? = nil, option: String? = nil, isOptionOn: Bool = false,
    _ then: @escaping (FileChooser.Choice) -> Void
  ) {
    let chooser = FileChooser(
      title, action, parent: parent, accept: accept, cancel: tr("_Cancel"))
    for filter in filters { chooser.addFilter(filter) }
    chooser.addShortcut(folder: Library.folder)
    let known = start.flatMap { FileTest.isFolder($0) ? $0 : nil }
    if let folder = known ?? folder() { chooser.setCurrentFolder(folder) }
    if let name { chooser.setCurrentName(name) }
    if let option { chooser.addOption(option, isOn: isOptionOn) }
    shown = chooser
    chooser.show { [weak self] answer in
      if let answer {
        SessionFile.folder = FilePaths.split(answer.path).folder
        then(answer)
      }
      guard let self else { return }
      self.shown = nil
      if !self.isAgreeing { self.onClosed() }
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
  /// Documents and pictures.
  static var foreign: Self {
    Self(tr("PDF documents and pictures"), patterns: foreignPatterns)
  }
  static var openable: Self {
    Self(
      tr("Drawings, PDF documents and pictures"),
      patterns: drawings.patterns + foreignPatterns + exchangePatterns + texts.patterns)
  }
  /// Drawings that other programs have made.
  static var exchange: Self {
    Self(tr("Drawings of other programs"), patterns: exchangePatterns)
  }
  private static var exchangePatterns: [String] {
    ExchangeFormat.endings.flatMap { ["*." + $0, "*." + $0.uppercased()] }
  }
  private static var foreignPatterns: [String] {
    ["pdf", "png", "jpg", "jpeg", "webp", "gif", "tif", "tiff", "svg"].flatMap {
      ["*." + $0, "*." + $0.uppercased()]
    }
  }
  static var texts: Self { Self(tr("Text files"), patterns: ["*.txt", "*.TXT"]) }
  static var recordings: Self { Self(tr("Stylus recordings"), patterns: ["*.stylus"]) }
  static var gestureRecordings: Self { Self(tr("Recorded gestures"), patterns: ["*.jsonl"]) }
}
