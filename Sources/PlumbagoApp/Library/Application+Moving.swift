import Gtk
import InkModel
import InkStore

/// What was moved within the library is told of, and goes back where that is asked for.
extension Application {
  /// A drawing or a folder that was moved to another folder of the library.
  struct MovedItem {
    /// Where it is now.
    var path: String
    /// Where it was.
    var origin: String
    var isFolder: Bool
  }

  /// Gives a drawing of the library another path; one that is open continues there.
  ///
  /// - Returns: What became of its last commit, where that could not be read.
  func moveDrawing(
    _ path: String, to target: String
  ) async throws(DocumentStoreError) -> TornCommit? {
    if let open = window(at: path) {
      try await open.document.move(to: target)
      return nil
    }
    await LibraryReading.shared.letGo(path)
    await OpenDocument.waitUntilComplete(path)
    let torn = try await DocumentStore.move(path, to: target)
    Remembered.follow(path, to: target)
    return torn
  }

  /// Says where drawings and folders are now, with a button that takes them back.
  ///
  /// - Parameter losses: What else is to be told, in sentences.
  func tellOfMoved(_ moved: [MovedItem], into folder: String, _ losses: [String]) {
    let sentence = Self.sentence(moved).filled(
      "folder", Library.title(of: FilePaths.canonical(folder), isFolder: true))
    lastWindow?.messages.show(
      .notice, ([sentence] + losses).joined(separator: " "),
      actions: [
        (
          CommandTable["win.undo"].label,
          { [weak self] in
            self?.lastWindow?.messages.hide(.notice)
            self?.moveBack(moved)
          }
        )
      ], takesBack: true)
  }

  /// Where they are now; the folder's name is to be filled in.
  private static func sentence(_ moved: [MovedItem]) -> String {
    if moved.count == 1 {
      return tr("“{file}” is in “{folder}” now.")
        .filled("file", Library.title(of: moved[0].path, isFolder: moved[0].isFolder))
    }
    let folders = moved.count(where: \.isFolder)
    let drawings = moved.count - folders
    if folders == 0 {
      return trn(
        "{count} drawing is in “{folder}” now.", "{count} drawings are in “{folder}” now.",
        drawings)
    }
    if drawings == 0 {
      return trn(
        "{count} folder is in “{folder}” now.", "{count} folders are in “{folder}” now.",
        folders)
    }
    // Translators: “2 folders and 1 drawing are in “Work” now.”
    return tr("{folders} and {drawings} are in “{folder}” now.")
      .filled("folders", trn("{count} folder", "{count} folders", folders))
      .filled("drawings", trn("{count} drawing", "{count} drawings", drawings))
  }

  /// Brings what was moved back; what cannot go is told of, and stays.
  private func moveBack(_ moved: [MovedItem]) {
    gtk.hold()
    Task {
      defer { gtk.release() }
      var last: String?
      for item in moved {
        do throws(DocumentStoreError) {
          if item.isFolder {
            try await moveFolder(item.path, to: item.origin)
          } else {
            _ = try await moveDrawing(item.path, to: item.origin)
          }
          last = item.origin
        } catch {
          tell(
            tr("“{file}” could not be moved back")
              .filled("file", Library.title(of: item.path, isFolder: item.isFolder)),
            ErrorPresentation.sentence(error, path: item.origin))
        }
      }
      updateLibraries(showing: last)
    }
  }
}
