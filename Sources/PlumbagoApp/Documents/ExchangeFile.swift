import Canvas
import Exchange
import ForeignReading
import Glibc
import InkModel
import InkRendering
import InkStore

/// Why a file of another program was not read or written.
nonisolated struct ExchangeFileError: Error, Equatable {
  enum Reason: Equatable {
    case exchange(ExchangeError)
    case export(ExportError)
    /// The file of this name is a drawing.
    case replacesDrawing
    /// The file of this name is read for what is to be written.
    case replacesSource
    /// A file of text is not in UTF-8.
    case notText
    /// A file of text has more than ``PlainTextFile/mostBytes``.
    case tooMuchText
    /// A file of text has none but blanks.
    case emptyText
  }

  var reason: Reason
  var path: String
}

/// Files of other programs, as ``Exchange/ExchangeFormat`` knows them, and of plain text.
nonisolated enum ExchangeFile {
  /// Reads a file.
  static func read(_ path: String) throws(ExchangeFileError) -> ExchangeDocument {
    if PlainTextFile.isText(path) { return try PlainTextFile.document(of: path) }
    do throws(ExchangeError) {
      return try ExchangeFormat.read(try contents(of: path))
    } catch {
      throw ExchangeFileError(reason: .exchange(error), path: path)
    }
  }

  /// Makes a drawing at a path where there is no file.
  ///
  /// - Parameter source: The path of the file that the document was read from.
  /// - Returns: How many elements were left out, because no drawing can hold them or their bytes cannot be read.
  static func makeDrawing(
    of document: ExchangeDocument, from source: String, at output: String
  ) async throws(DocumentStoreError) -> Int {
    guard FilePaths.size(of: output) == nil else {
      throw .alreadyExists(StoreFailure(systemError: EEXIST, message: output, call: output))
    }
    let store = try await DocumentStore.open(output, mode: .readWrite)
    var held: [ExchangeBytes: HeldBytes] = [:]
    for bytes in document.bytes { held[bytes] = try await hold(bytes, beside: source, in: store) }
    let drawing = document.measured.drawing(holding: held)
    var commands = [drawing.command].compactMap(\.self)
    if !document.title.isEmpty { commands.append(.setMetadata(.title, document.title)) }
    try await store.perform(commands)
    try await store.close()
    return drawing.leftOut
  }

  /// Puts bytes of a picture or a document into a drawing's file; `nil` where they cannot be shown.
  private static func hold(
    _ bytes: ExchangeBytes, beside source: String, in store: DocumentStore
  ) async throws(DocumentStoreError) -> HeldBytes? {
    guard let data = self.bytes(bytes, beside: source), let file = StoredBytes.unnamedFile() else {
      return nil
    }
    defer { close(file) }
    guard StoredBytes.write(data[...], to: file),
      let summary = try? await ReaderProcess.inspect(into: file, program: Installation.reader)
    else { return nil }
    let draft = try await store.beginBlob(type: summary.facts.mediaType)
    try await store.append(data, to: draft)
    return HeldBytes(
      blob: try await store.finish(draft),
      sizes: summary.sizes.map { Vector($0.width, $0.height) })
  }

  /// Where a document below the pages is saved, beside a file of Xournal++.
  private static func attachment(of path: String) -> String {
    path + "." + ExchangeFormat.attachment
  }

  /// Throws where a file that is to be written, or one saved beside it, is also read for that.
  ///
  /// Links lead to the same file.
  static func check(
    _ output: String, replacesNoneOf sources: [String]
  ) throws(ExchangeFileError) {
    var written = [output]
    if ExchangeFormat(path: output) == .xournal { written.append(attachment(of: output)) }
    for path in written
    where sources.contains(where: { FileIdentity.isShared(by: path, $0) }) {
      throw ExchangeFileError(
        reason: DocumentStore.isDrawing(path) ? .replacesDrawing : .replacesSource, path: path)
    }
  }

  /// Writes a drawing whose file is open.
  ///
  /// - Parameters:
  ///   - store: Of its file; `nil` for a drawing that has none yet, and so no pictures.
  ///   - pages: What gives the pixels of documents, for where these cannot be saved beside the file.
  /// - Returns: What the format cannot hold of it.
  @concurrent static func write(
    _ drawing: Drawing, title: String, from store: DocumentStore?, as format: ExchangeFormat,
    to path: String, pages: ForeignSource
  ) async throws -> Set<ExchangeLoss> {
    let attachment = attachment(of: path)
    var document = ExchangeDocument(drawing, title: title, for: format)
    if format == .xournal, document.pages.contains(where: { $0.background.document != nil }),
      !ExportFile.canWrite(to: attachment)
    {
      do throws(ExportError) {
        let pictures = try DocumentPictures.pictures(of: drawing, pages)
        document = ExchangeDocument(drawing, title: title, for: format, pictures: pictures)
      } catch {
        throw ExchangeFileError(reason: .export(error), path: path)
      }
    }
    // All of a picture is in memory once, since its text is packed as one.
    var held: [ExchangeBytes: [UInt8]] = [:]
    if let store {
      for bytes in document.bytes {
        guard case .blob(let id) = bytes, let facts = try await store.blob(id) else { continue }
        held[bytes] = try await store.bytes(of: id, in: 0..<facts.length)
      }
    }
    try write(document, as: format, to: path) { bytes in
      guard case .data(let own) = bytes else { return held[bytes] }
      return own
    }
    // The drawing first: what is refused leaves nothing beside it.
    if format == .xournal,
      let pdf = document.pages.lazy.compactMap(\.background.document).first
        .flatMap({ held[$0] })
    {
      // Not without it, though the task was cancelled meanwhile.
      try await Task { try save(pdf, to: attachment) }.value
    }
    return document.losses
  }

  static func write(
    _ document: ExchangeDocument, as format: ExchangeFormat, to path: String,
    bytes: @escaping (ExchangeBytes) -> [UInt8]?
  ) throws(ExchangeFileError) {
    guard !DocumentStore.isDrawing(path) else {
      throw ExchangeFileError(reason: .replacesDrawing, path: path)
    }
    let packed: [UInt8]
    do throws(ExchangeError) {
      packed = try format.write(document, bytes: bytes)
    } catch {
      throw ExchangeFileError(reason: .exchange(error), path: path)
    }
    try save(packed, to: path)
  }

  private static func save(_ bytes: [UInt8], to path: String) throws(ExchangeFileError) {
    do {
      try ExportFile.write(bytes, to: path)
    } catch {
      throw ExchangeFileError(reason: .export(error), path: path)
    }
  }

  /// Bytes that a file refers to; `nil` where they cannot be read.
  static func bytes(_ bytes: ExchangeBytes, beside path: String) -> [UInt8]? {
    if case .data(let data) = bytes { return data }
    guard let file = file(of: bytes, beside: path) else { return nil }
    return try? contents(of: file)
  }

  /// The path of the file that has bytes; `nil` where they are in none of their own.
  private static func file(of bytes: ExchangeBytes, beside path: String) -> String? {
    switch bytes {
    case .attachment(let name): name.contains("/") ? nil : path + "." + name
    case .file(let name):
      name.hasPrefix("/") ? name : FilePaths.split(path).folder + "/" + name
    case .data, .blob: nil
    }
  }

  /// The files that a document refers to, which was read from a path.
  static func files(of document: ExchangeDocument, beside path: String) -> [String] {
    document.bytes.compactMap { file(of: $0, beside: path) }
  }

  /// All bytes of a plain file that has no more than `limit`.
  static func contents(
    of path: String, limit: Int = ExchangeLimits.bytes
  ) throws(ExchangeError) -> [UInt8] {
    let descriptor = FilePaths.openPlain(path)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, code: errno) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw .system(call: "fstat", path: path, code: errno)
    }
    guard info.st_size <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(info.st_size))
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = Glibc.read(descriptor, &part, part.count)
      if n < 0, errno == EINTR { continue }
      guard n >= 0 else { throw .system(call: "read", path: path, code: errno) }
      guard n > 0 else { return bytes }
      bytes += part[..<n]
      guard bytes.count <= limit else { throw .tooLarge }
    }
  }
}

nonisolated extension ExchangeDocument {
  /// The same with what its texts cover, laid out.
  var measured: ExchangeDocument {
    var copy = self
    for i in copy.pages.indices {
      for n in copy.pages[i].items.indices {
        guard case .text(let box) = copy.pages[i].items[n].content else { continue }
        copy.pages[i].items[n].content = .text(box.measured)
      }
    }
    return copy
  }
}
