import CSQLite
import Glibc

/// The error of the system or of SQLite, for a report.
public struct StoreFailure: Error, Hashable, Sendable {
  /// SQLite's extended result code (https://sqlite.org/rescode.html), 0 where SQLite was not called.
  public var code: Int32
  /// The system's `errno`, 0 where none is known.
  public var systemError: Int32
  /// In English, for a log; the app has its own sentence.
  public var message: String
  /// The call that failed: the SQL, or the name of a C function with its argument.
  public var call: String
  /// The file that it is about, where that is not the one that was to be opened.
  public var file: String?

  public init(code: Int32 = 0, systemError: Int32 = 0, message: String, call: String = "") {
    self.code = code
    self.systemError = systemError
    self.message = message
    self.call = call
  }
}

/// Everything that can go wrong with a document file, by what a person could do about it.
public enum DocumentStoreError: Error, Hashable, Sendable {
  /// There is no file of this name.
  case notFound(StoreFailure)
  /// The name that was to be new is in use.
  case alreadyExists(StoreFailure)
  /// The file of this name is no drawing: another format, an empty file, a folder.
  case notADrawing(StoreFailure)
  /// A drawing of a later version of the format.
  case newerVersion(Int, StoreFailure)
  /// A drawing with bytes that are not as they were written; `recover` may help.
  case damaged(StoreFailure)
  /// This user may not read the file or its folder.
  case permissionDenied(StoreFailure)
  /// It can be read but not written here: permission, a read-only disk, a folder without room for
  /// SQLite's side files. See ``WorkingCopy``.
  case readOnly(StoreFailure)
  /// The disk is full; the same command can be given again later.
  case diskFull(StoreFailure)
  /// It is open for writing elsewhere.
  case inUse(DocumentLock.Holder, StoreFailure)
  /// The file is not where it was opened any more, so that what is written now would not be found
  /// there; see ``DocumentStore/fileState()`` and what can be done about each.
  case displaced(FileState, StoreFailure)
  /// A file lies beside it, named here in full, that SQLite would take for its own and that no version of this
  /// app made: a journal, a link, a pipe. All is left as it is.
  case sideFile(String, StoreFailure)
  /// A command that does not fit the document: a mistake of the caller.
  case invalidCommand(StoreFailure)
  /// The store has been closed.
  case closed
  /// Any other error of reading or writing.
  case ioError(StoreFailure)

  /// The error of the system or of SQLite.
  public var failure: StoreFailure {
    switch self {
    case .notFound(let f), .alreadyExists(let f), .notADrawing(let f), .newerVersion(_, let f),
      .damaged(let f), .permissionDenied(let f), .readOnly(let f), .diskFull(let f),
      .inUse(_, let f), .displaced(_, let f), .sideFile(_, let f), .invalidCommand(let f),
      .ioError(let f):
      f
    case .closed: StoreFailure(message: "the document is closed")
    }
  }
}

extension DocumentStoreError {
  /// Maps an error of SQLite for a document that was open, or being opened.
  init(_ e: SQLiteError) {
    let failure = StoreFailure(
      code: e.code, systemError: e.systemError, message: e.message, call: e.call)
    switch e.primaryCode {
    case SQLITE_NOTADB:
      self = .notADrawing(failure)
    case SQLITE_CORRUPT:
      self = .damaged(failure)
    case SQLITE_FULL:
      self = .diskFull(failure)
    case SQLITE_READONLY:
      self = .readOnly(failure)
    case SQLITE_PERM, SQLITE_AUTH:
      self = .permissionDenied(failure)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self = .inUse(.otherProcess, failure)
    case SQLITE_IOERR where e.code == SQLiteError.shortRead:
      // The file is shorter than its header says.
      self = .damaged(failure)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      self = .system(e.systemError, failure)
    default:
      self = .ioError(failure)
    }
  }

  /// Maps a failed system call.
  static func system(_ number: Int32, _ failure: StoreFailure) -> DocumentStoreError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .diskFull(failure)
    case EACCES, EPERM: .permissionDenied(failure)
    case EROFS: .readOnly(failure)
    case ENOENT, ENOTDIR: .notFound(failure)
    case EEXIST: .alreadyExists(failure)
    case EISDIR: .notADrawing(failure)
    default: .ioError(failure)
    }
  }

  /// Maps a failed system call by `errno`, right after the call that set it.
  ///
  /// - Parameter call: the call and its argument, for a log.
  public static func system(call: String) -> DocumentStoreError {
    let number = errno
    return system(
      number,
      StoreFailure(systemError: number, message: String(cString: strerror(number)), call: call))
  }

  /// The same error, about another file than the one that was to be opened.
  func about(_ path: String) -> DocumentStoreError {
    var f = failure
    f.file = path
    return switch self {
    case .notFound: .notFound(f)
    case .alreadyExists: .alreadyExists(f)
    case .notADrawing: .notADrawing(f)
    case .newerVersion(let version, _): .newerVersion(version, f)
    case .damaged: .damaged(f)
    case .permissionDenied: .permissionDenied(f)
    case .readOnly: .readOnly(f)
    case .diskFull: .diskFull(f)
    case .inUse(let holder, _): .inUse(holder, f)
    case .displaced(let state, _): .displaced(state, f)
    case .sideFile(let file, _): .sideFile(file, f)
    case .invalidCommand: .invalidCommand(f)
    case .closed: .closed
    case .ioError: .ioError(f)
    }
  }

  static func damaged(_ message: String) -> DocumentStoreError {
    .damaged(StoreFailure(message: message))
  }

  static func invalid(_ message: String) -> DocumentStoreError {
    .invalidCommand(StoreFailure(message: message))
  }
}

/// Runs work on a connection and maps its errors to those of the document.
@discardableResult
func translating<T>(_ body: () throws(SQLiteError) -> T) throws(DocumentStoreError) -> T {
  do { return try body() } catch { throw DocumentStoreError(error) }
}
