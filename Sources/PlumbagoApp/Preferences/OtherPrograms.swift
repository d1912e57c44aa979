import Glibc
import Gtk
import InkModel
import InkStore

/// Handwriting in other programs, for this user: a file that has programs choose the input-method module.
///
/// systemd reads `environment.d` when somebody logs in, so the choice holds for programs of the next session. A file of
/// that name which is not exactly what this writes is somebody else's, and stays as it is.
nonisolated struct OtherPrograms {
  enum State: Equatable, Sendable {
    /// The module is not installed.
    case missing
    case off
    case on
    /// The file has other content.
    case foreign
  }

  enum Failure: Error, Equatable {
    /// ``OtherPrograms/State/foreign``.
    case isForeign
    /// ``OtherPrograms/State/missing``.
    case isMissing
    /// The system's number for what went wrong.
    case system(CInt)
  }

  static let fileName = "90-plumbago-handwriting.conf"
  private static let module = "4.0.0/immodules/libim-plumbago.so"
  private static let note =
    "# Written by Plumbago: Handwriting in Other Programs"  // untranslated: a mark
  private static let choice = "GTK_IM_MODULE=plumbago${GTK_IM_MODULE:+:$GTK_IM_MODULE}"
  private static let searchStart = "GTK_PATH="
  private static let searchEnd = "${GTK_PATH:+:$GTK_PATH}"

  /// The file.
  let path: String
  /// The folder of GTK's modules with this one in it; `nil` where it is not installed.
  let modules: String?
  /// Whether GTK looks there without being told.
  let isStandard: Bool

  /// - Parameters:
  ///   - configuration: the user's folder for configurations, `~/.config`.
  ///   - prefixes: where the module may be installed, the likeliest first.
  ///   - standard: the prefix of GTK itself.
  init(configuration: String, prefixes: [String], standard: String = "/usr") {
    path = configuration + "/environment.d/" + Self.fileName
    let folders = prefixes.lazy.flatMap { prefix in
      Self.libraryFolders.map { (prefix, "\(prefix)/\($0)/gtk-4.0") }
    }
    let found = folders.first { access("\($0.1)/\(Self.module)", R_OK) == 0 }
    modules = found?.1
    isStandard = found?.0 == standard
  }

  /// Where distributions have libraries, below a prefix.
  private static let libraryFolders = [
    "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib",
  ]

  var state: State {
    var file = stat()
    // A link that leads nowhere is somebody's, too.
    guard lstat(path, &file) == 0 else { return modules == nil ? .missing : .off }
    guard let text = FilePaths.text(of: path), Self.isOwn(text) else { return .foreign }
    return .on
  }

  /// What the file says.
  var contents: String {
    var lines = [Self.note, Self.choice]
    if let modules, !isStandard {
      lines.append(Self.searchStart + Self.escaped(modules) + Self.searchEnd)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Environment files expand `$` and take a backslash and quotes for themselves.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      if #"\"'$ "#.contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// Whether a text is one that ``contents`` can be, wherever the module was installed.
  private static func isOwn(_ text: String) -> Bool {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "" else { return false }
    guard lines.prefix(2) == [note[...], choice[...]] else { return false }
    return lines.count == 2
      || lines.count == 3 && lines[2].hasPrefix(searchStart) && lines[2].hasSuffix(searchEnd)
  }

  func turnOn() throws(Failure) {
    switch state {
    case .missing: throw .isMissing
    case .foreign: throw .isForeign
    case .on: return
    case .off: break
    }
    do { try FilePaths.makeFolder(String(path.dropLast(Self.fileName.count + 1))) } catch {
      throw .system(errno)
    }
    // Never over a file that came meanwhile.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .system(errno) }
    let bytes = Array(contents.utf8)
    let written = write(file, bytes, bytes.count)
    let reason = errno
    guard close(file) == 0, written == bytes.count else {
      unlink(path)
      throw .system(written < 0 ? reason : ENOSPC)
    }
  }

  func turnOff() throws(Failure) {
    switch state {
    case .missing, .off: return
    case .foreign: throw .isForeign
    case .on: guard unlink(path) == 0 else { throw .system(errno) }
    }
  }
}

extension OtherPrograms {
  /// Of this user and this installation.
  static var here: OtherPrograms {
    let share = environment("PLUMBAGO_DATA_DIR") ?? Installation.share
    let prefix = share.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    return OtherPrograms(
      configuration: UserFolders.configuration, prefixes: [prefix, "/usr/local", "/usr"])
  }
}

/// What the preferences say of it.
nonisolated extension OtherPrograms {
  var note: String {
    switch state {
    case .on, .off: tr("In text fields of GTK 4 programs, from the next login on")
    case .missing: tr("Plumbago's input-method module is not installed")
    case .foreign:
      tr("Not changed, as the file has content of yours: {file}").filled("file", path)
    }
  }

  func text(of failure: Failure) -> String {
    switch failure {
    case .isMissing, .isForeign: note
    case .system(let number):
      tr("The file cannot be changed: {reason}").filled("reason", String(cString: strerror(number)))
    }
  }
}
