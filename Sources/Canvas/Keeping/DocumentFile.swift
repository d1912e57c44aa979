import InkModel
import InkStore

/// An open drawing's file: the name by which people know it, and the store that changes
/// are written to.
///
/// Most drawings are edited in place. One whose folder does not allow that is edited as a
/// ``InkStore/WorkingCopy``; then ``store`` is the copy's, and ``path`` still the original's.
public struct DocumentFile: Sendable {
  /// Why a drawing is read-only.
  public enum Obstacle: Hashable, Sendable {
    /// Another process writes it.
    case openElsewhere
    /// It cannot be written, nor replaced by another file.
    case unwritable
  }

  /// Absolute.
  public let path: String
  public let store: DocumentStore
  public let copy: WorkingCopy?
  /// `nil` where it can be changed.
  public let obstacle: Obstacle?

  init(
    path: String, store: DocumentStore, copy: WorkingCopy? = nil, obstacle: Obstacle? = nil
  ) {
    self.path = path
    self.store = store
    self.copy = copy
    self.obstacle = obstacle
  }

  /// Opens an existing drawing: in place, as a working copy, or read-only, whichever its folder
  /// allows first.
  public static func open(
    _ path: String, in folders: DocumentFolders
  ) async throws(DocumentStoreError) -> DocumentFile {
    // Work that was not written back comes first, whether or not the original still exists.
    let canonical = FilePaths.canonical(path)
    let leftovers = await WorkingCopy.leftovers(in: folders.working)
    if let copy = leftovers.first(where: { $0.original == canonical }) {
      return try await open(path, copy)
    }
    let obstacle: Obstacle
    do throws(DocumentStoreError) {
      switch folders.editing(path) {
      case .inPlace:
        return DocumentFile(
          path: path, store: try await DocumentStore.open(path, mode: .readWriteExisting))
      case .workingCopy:
        return try await open(path, checkOut(path, folders))
      case .readOnly:
        obstacle = .unwritable
      }
    } catch {
      switch error {
      case .inUse(.otherProcess, _): obstacle = .openElsewhere
      case .readOnly: obstacle = .unwritable
      default: throw error
      }
    }
    return DocumentFile(
      path: path, store: try await DocumentStore.open(path, mode: .readOnly), obstacle: obstacle)
  }

  private static func checkOut(
    _ path: String, _ folders: DocumentFolders
  ) async throws(DocumentStoreError) -> WorkingCopy {
    try FilePaths.makeFolder(folders.working)
    return try await WorkingCopy.checkOut(path, in: folders.working)
  }

  private static func open(
    _ path: String, _ copy: WorkingCopy
  ) async throws(DocumentStoreError) -> DocumentFile {
    DocumentFile(
      path: path, store: try await DocumentStore.open(copy.path, mode: .readWriteExisting),
      copy: copy)
  }

  /// Makes an empty drawing where there is no file, and performs `beginning` on it.
  static func create(
    _ path: String, in folders: DocumentFolders, beginning: [StoreCommand]
  ) async throws(DocumentStoreError) -> DocumentFile {
    let file: DocumentFile
    if case .workingCopy = folders.editing(path) {
      file = try await open(path, checkOut(path, folders))
    } else {
      file = DocumentFile(
        path: path, store: try await DocumentStore.open(path, mode: .readWrite))
    }
    guard !beginning.isEmpty else { return file }
    do throws(DocumentStoreError) {
      try await file.store.perform(beginning)
    } catch {
      await file.close()
      throw error
    }
    return file
  }

  /// Closes the store, and removes a working copy whose original has all its work.
  func close() async {
    // A side file that closing could not remove is removed when the drawing is opened next.
    try? await store.close()
    await copy?.discard()
  }
}

/// The folders of the app, and how files in other folders can be edited.
public struct DocumentFolders: Sendable {
  /// For working copies.
  public var working: String
  /// For drawings that were never saved elsewhere, and for those whose folder is gone.
  public var library: String
  /// How a file at a path can be edited.
  var editing: @Sendable (String) -> EditingLocation = { EditingLocation(for: $0) }

  public init(working: String, library: String) {
    self.working = working
    self.library = library
  }
}
