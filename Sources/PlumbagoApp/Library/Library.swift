import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore
import Synchronization

/// The folder where drawings live that a person saved nowhere else: files like any others, where people see them.
nonisolated enum Library {
  /// The folders that keepers use, made when they are needed.
  ///
  /// A folder that a person chose is never made: it may be on a disk that is gone for a while.
  static var folders: DocumentFolders {
    DocumentFolders(working: Installation.workingCopies, library: standard)
  }

  private static let choice = Mutex("")

  /// Takes the folder of the preferences, empty for ``standard``.
  static func choose(_ path: String) { choice.withLock { $0 = path } }

  /// The folder that the library shows, whether or not it is there.
  static var chosen: String {
    let path = choice.withLock { $0 }
    return path.hasPrefix("/") ? path : standard
  }

  /// Where new drawings go: ``chosen``, or ``standard`` while that is gone.
  static var folder: String {
    let chosen = chosen
    return chosen == standard || FileTest.isFolder(chosen) ? chosen : standard
  }

  /// `Plumbago` in the account's folder for documents; a folder in the data folder in a sandbox, and
  /// where no drawing can be made there.
  static let standard = standardFolder(
    isSandbox: Sandbox.isFlatpak,
    documents: UserFolders.documents ?? UserFolders.home + "/Documents",
    data: Installation.drawings)

  /// Finds ``standard``, and makes it where it is not there yet.
  ///
  /// - Parameters:
  ///   - documents: The folder for documents, whether or not it is there.
  ///   - data: The folder of drawings in the data folder, which a sandbox keeps, too.
  static func standardFolder(isSandbox: Bool, documents: String, data: String) -> String {
    let visible = documents + "/Plumbago"
    // A sandbox has no folder for documents, and what is made in its place is gone with its last
    // process. The folder is there only for people who have shared it with the sandbox themselves.
    let places = isSandbox && !FileTest.isFolder(visible) ? [data] : [visible, data]
    return places.first { (try? FilePaths.makeFolder($0)) != nil } ?? data
  }

  /// Whether people are to be told that drawings are kept in the data folder, and may go with the
  /// program: in a sandbox, of which the data belong to the program, and once.
  ///
  /// - Parameters:
  ///   - folder: The library's.
  ///   - data: The folder of drawings in the data folder.
  static func isToTellOfDataFolder(
    wasTold: Bool, isSandbox: Bool = Sandbox.isFlatpak, folder: String = chosen,
    data: String = Installation.drawings
  ) -> Bool {
    !wasTold && isSandbox && folder == data
  }

  /// Whether a drawing was saved by the app rather than where a person chose; the old folder counts, too.
  static func contains(_ path: String) -> Bool {
    path.hasPrefix(chosen + "/") || path.hasPrefix(standard + "/") || isOld(path)
  }

  /// Whether a drawing lies where those of 0.1 and 0.2 did, under time stamps and with titles in them.
  static func isOld(_ path: String) -> Bool {
    standard != Installation.drawings && path.hasPrefix(Installation.drawings + "/")
  }

  /// A path for a new drawing: the day and time, and a number where that is taken.
  static func newPath(in folder: String = folder) -> String {
    FilePaths.unused("\(folder)/\(LocalTime.stamp).plumbago")
  }

  /// A path for a new drawing that is made of a file of another format: with that file's name, where it can have it.
  static func newPath(for path: String) -> String {
    let name = DrawingFolder.fileName(for: ForeignFile.title(of: path))
    return DrawingFolder(folder).unusedPath(for: name) ?? newPath()
  }

  /// The newest drawing in the library that was made of a file as it is now, whatever it is called and in whichever folder;
  /// `nil` where there is none.
  @concurrent static func drawing(madeOf path: String) async -> String? {
    let name = DrawingFolder.name(of: DrawingFolder.fileName(for: ForeignFile.title(of: path)))
    return await DrawingFolder(folder).drawing(
      madeOf: path, called: name,
      savedInto: { facts in
        var targets: [ClosingPDF] = []
        if let pdf = facts[.closingDocument].flatMap({ ClosingPDF(text: $0) }),
          let identity = facts[.identity], ClosingChoices.path(for: identity) == pdf.path
        {
          targets.append(pdf)
        }
        if let pdf = facts[.writtenDocument].flatMap({ ClosingPDF(text: $0) }) {
          targets.append(pdf)
        }
        return targets.map { ($0.path, $0.known) }
      })
  }

  /// Whether a file has a name from ``newPath()``, which nobody chose.
  static func isUnnamed(_ path: String) -> Bool {
    let name = DrawingFolder.name(of: path).utf8
    let pattern = "dddd-dd-dd dd.dd.dd".utf8
    guard name.count >= pattern.count else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard
      zip(name, pattern).allSatisfy({
        $1 == UInt8(ascii: "d") ? digits.contains($0) : $0 == $1
      })
    else { return false }
    let rest = String(decoding: Array(name.dropFirst(pattern.count)), as: UTF8.self)
    return rest.isEmpty
      || (rest.hasPrefix(" (") && rest.hasSuffix(")") && Int(rest.dropFirst(2).dropLast()) != nil)
  }

  /// What people see of a drawing's or a folder's name.
  static func title(of path: String, isFolder: Bool = false) -> String {
    !isFolder && isUnnamed(path) ? tr("Untitled drawing") : DrawingFolder.name(of: path)
  }

  /// The same of what is listed.
  static func title(of item: LibraryItem) -> String {
    title(of: item.path, isFolder: item.kind == .folder)
  }

  /// Whether there is anything in it, folders included.
  @concurrent static func hasDrawings() async -> Bool {
    !DrawingFolder(folder).items(.date).isEmpty
  }

  // MARK: Drawings of older versions

  /// Moves drawings that versions before left in the data folder to where people see them, under their titles.
  ///
  /// One that is open, damaged or cannot be moved stays where it is, and is tried again at the next start.
  ///
  /// - Returns: New paths by old ones.
  static func bringOver(_ paths: [String]) async -> [String: String] {
    var moved: [String: String] = [:]
    for path in paths where isOld(path) && FileTest.exists(path) {
      let title = (try? await DocumentStore.inspect(path).title) ?? nil
      let name = title ?? DrawingFolder.name(of: path)
      let target =
        DrawingFolder(folder).unusedPath(for: DrawingFolder.fileName(for: name))
        ?? FilePaths.unused(folder + "/" + FilePaths.split(path).name)
      do throws(DocumentStoreError) {
        try await DocumentStore.move(path, to: target)
        moved[path] = target
        await Remembered.follow(path, to: target, isRenamed: false)
      } catch {
        Console.complain(ErrorPresentation.sentence(error, path: path))
      }
    }
    return moved
  }

  /// What is still in the data folder.
  @concurrent static func old() async -> [String] {
    guard standard != Installation.drawings else { return [] }
    return DrawingFolder(Installation.drawings).items(.date).filter { $0.kind == .drawing }
      .map(\.path)
  }
}
