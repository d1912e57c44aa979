import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel
import InkStore

extension OpenDocument {
  /// A new drawing, in the library from its first change on.
  static func untitled(in folder: String = Library.folder) -> OpenDocument {
    empty(at: Library.newPath(in: folder))
  }

  /// Opens a file, or begins a drawing that will be one.
  ///
  /// - Parameter mustExist: Whether none is begun.
  static func open(
    _ path: String, mustExist: Bool = false
  ) async throws(DocumentStoreError) -> OpenDocument {
    await waitUntilComplete(path)
    let isLeftover = await WorkingCopy.leftovers(in: Library.folders.working)
      .contains { $0.original == FilePaths.canonical(path) }
    if !FileTest.exists(path), !isLeftover {
      // A drawing under such a name would be taken for what it is not.
      guard !mustExist, !isForeign(named: path) else {
        throw .notFound(StoreFailure(systemError: ENOENT, message: path, call: "open \(path)"))
      }
      try checkRoom(for: path)
      let document = empty(at: path)
      // It may have been meant to be another.
      if Settings.shared[.tellsOfNewFiles] {
        document.tell(
          tr("“{file}” does not exist yet. It is created with the first change.")
            .filled("file", fileName(of: path)), about: .newFile)
      }
      return document
    }
    let file = try await DocumentFile.open(path, in: Library.folders)
    let contents: DocumentContents
    do throws(DocumentStoreError) {
      contents = try await file.store.load()
    } catch {
      if case .damaged = error { await file.store.abandon() } else { try? await file.store.close() }
      throw error
    }
    let document = OpenDocument(
      CanvasSession(contents), DocumentKeeper(file, folders: Library.folders),
      name: Library.isOld(path) ? contents.metadata.title : nil)
    document.source = contents.metadata[.source]
    document.takeClosingPDF(contents.metadata)
    document.takeWrittenPDF(contents.metadata)
    document.tell(refused: contents.refusedElements)
    if let torn = await file.store.tornCommit { document.tell(torn) }
    return document
  }

  static func empty(at path: String) -> OpenDocument {
    var contents = DocumentContents.empty
    contents.settings = Settings.shared[.newDrawing]
    return OpenDocument(
      CanvasSession(contents),
      DocumentKeeper(creatingAt: path, folders: Library.folders, settings: contents.settings))
  }

  /// Whether a file's name is that of a document or a picture.
  ///
  /// Texts and ink of other programs are known by their names before (``ExchangeFile/isExchange(_:)``).
  static func isForeign(named path: String) -> Bool {
    path.lowercased().hasSuffix(".pdf") || PictureFormats.isPicture(named: path)
  }

  /// Throws if no drawing can be made at a path, so that this is known before anything is drawn.
  private static func checkRoom(for path: String) throws(DocumentStoreError) {
    let folder = FilePaths.split(path).folder
    guard access(folder, W_OK | X_OK) != 0 else { return }
    let number = errno
    let failure = StoreFailure(
      systemError: number, message: String(cString: strerror(number)), call: "access \(folder)")
    if number == EACCES || number == EROFS { throw .permissionDenied(failure) }
    throw .notFound(failure)
  }

  /// Salvages what is readable of a damaged file.
  static func recover(
    from path: String, to target: String
  ) async throws(DocumentStoreError) -> RecoveryReport {
    try await DocumentStore.recover(from: path, to: target)
  }
}
