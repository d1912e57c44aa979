import CSQLite
import Glibc
import InkModel

/// What `recover` could save of a damaged drawing.
public struct RecoveryReport: Hashable, Sendable {
  /// Strokes in the new file.
  public var strokes = 0
  /// Strokes among them of which a part was lost and replaced: the ink by a plain pen, the path by
  /// the samples, the samples by the path, or the position in the layer order.
  public var repaired = 0
  /// Elements of other kinds, copied as they were.
  public var otherElements = 0
  /// Elements of kinds that this version does not know, likewise.
  public var unknownElements = 0
  /// Pictures and documents whose bytes are lost, in whole or in part; what showed them is saved without them.
  public var lostBlobs = 0
  /// Elements that showed and are lost, if the file still has their number.
  public var lost: Int?
}

extension DocumentStore {
  /// Writes what can be read of a damaged drawing to a new file, and changes nothing in the old one.
  ///
  /// What showed is saved, as far as its bytes are as they were written; the history is not. Throws
  /// ``DocumentStoreError/alreadyExists(_:)`` where `newPath` is taken and
  /// ``DocumentStoreError/notADrawing(_:)`` where nothing of a drawing is found; then no file is
  /// made. An error of the new file names it
  /// (``StoreFailure/file``).
  public static func recover(
    from path: String, to newPath: String, kinds: ElementKinds = .standard
  ) async throws(DocumentStoreError) -> RecoveryReport {
    try await DocumentStore(opener: DocumentOpener(), kinds: kinds, clock: Clock.now)
      .salvage(path, newPath)
  }

  private func salvage(
    _ path: String, _ newPath: String
  ) throws(DocumentStoreError) -> RecoveryReport {
    let path = FilePaths.canonical(path)
    let target = FilePaths.canonical(newPath)
    guard access(target, F_OK) != 0 else {
      throw DocumentStoreError.alreadyExists(
        StoreFailure(systemError: EEXIST, message: "the name is taken")
      ).about(newPath)
    }
    let s = try FilePaths.checkPlain(path)
    // Only read, but closing a file that SQLite has open here would release its locks.
    guard let claim = FileClaim(FileIdentity(s), for: .inspecting) else {
      throw .inUse(.thisProcess, StoreFailure(message: "the file is open in this process"))
    }
    defer { withExtendedLifetime(claim) {} }
    let file = FilePaths.openPlain(path)
    guard file >= 0 else { throw .system(call: "open \(path)") }
    defer { Glibc.close(file) }
    return try opener.salvage(path, file: file, to: newPath, kinds: kinds)
  }
}

extension DocumentOpener {
  /// Makes a drawing beside another one of all that can be read of that; returns its path.
  ///
  /// - Parameter file: The other one's descriptor. SQLite does not have that open.
  func rescue(_ path: String, file: CInt) throws(DocumentStoreError) -> String {
    let ending = ".\(DocumentFormat.fileExtension)"
    let target = FilePaths.unused(path.hasSuffix(ending) ? path : path + ending)
    _ = try salvage(path, file: file, to: target, kinds: .complete)
    return target
  }

  /// Makes a drawing of what can be read of another one and of its log.
  ///
  /// An error of the new file names it.
  ///
  /// - Parameter file: The other one's descriptor, which stays open.
  fileprivate func salvage(
    _ path: String, file: CInt, to target: String, kinds: ElementKinds
  ) throws(DocumentStoreError) -> RecoveryReport {
    try withScan(of: path, file: file) { scan throws(DocumentStoreError) in
      guard !scan.isEmpty else {
        throw .notADrawing(StoreFailure(message: "nothing of a drawing is in the file"))
      }
      do throws(DocumentStoreError) {
        return try createWhole(FilePaths.canonical(target)) {
          c throws(DocumentStoreError) in
          var salvage = Salvage(scan: scan, kinds: kinds, connection: c)
          return try salvage.run()
        }
      } catch {
        throw error.about(target)
      }
    }
  }

  /// Passes what is found in a file and its log.
  ///
  /// Both stay open meanwhile: bytes of pictures are read from them when they are written.
  private func withScan<T>(
    of path: String, file: CInt, _ body: (RecoveryScan) throws(DocumentStoreError) -> T
  ) throws(DocumentStoreError) -> T {
    let log = FilePaths.openPlain(FilePaths.log(of: path))
    defer { if log >= 0 { Glibc.close(log) } }
    let index = FilePaths.openPlain(FilePaths.index(of: path))
    defer { if index >= 0 { Glibc.close(index) } }
    func image(_ pageSize: Int) -> PageImage {
      PageImage(file: file, logFile: log, index: index, pageSize: pageSize, beyondDamage: true)
    }
    // Drawings have pages of 4096 bytes; a header that says otherwise may be right, or damaged.
    let first = RecoveryScan(image(4096))
    guard first.isEmpty, let header = try? FileHeader(descriptor: file), header.hasPages else {
      return try body(first)
    }
    return try body(RecoveryScan(image(header.pageSize)))
  }
}
