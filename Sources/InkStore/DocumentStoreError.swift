import CSQLite
import Glibc

/// The error of the system or of SQLite, for a report.
public struct StoreFailure: Error, Hashable, Sendable {
  /// SQLite's extended result code (https://sqlite.org/rescode.html), 0 where SQLite was not asked.
  public var code: Int32
  /// The system's `errno`, 0 where none is known.
  public var systemError: Int32
  /// In English, for a log; a shell makes its own sentence.
  public var message: String
  /// What was asked: the SQL, or the name of a C function with its argument.
  public var call: String

  public init(code: Int32 = 0, systemError: Int32 = 0, message: String, call: String = "") {
    self.code = code
    self.systemError = systemError
    self.message = message
    self.call = call
  }
}

/// Everything that can go wrong with a document file, by what a person could do about it.
public enum DocumentStoreError: Error, Hashable, Sendable {
  /// Nothing has this name.
  case notFound(StoreFailure)
  /// Something has the name that was to be new.
  case alreadyExists(StoreFailure)
  /// Something has this name that is no drawing: another format, an empty file, a folder.
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
  /// No room is left; the same command can be given again later.
  case diskFull(StoreFailure)
  /// It is open for writing elsewhere.
  case inUse(DocumentLock.Holder, StoreFailure)
  /// The file is not where it was opened any more, so that what is written now would not be found
  /// there; see ``DocumentStore/fileState()`` and what can be done about each.
  case displaced(FileState, StoreFailure)
  /// A command that does not fit the document: a mistake of the caller.
  case invalidCommand(StoreFailure)
  /// The store has been closed.
  case closed
  /// Anything else that reading or writing can meet.
  case ioError(StoreFailure)

  /// What the system or SQLite said.
  public var failure: StoreFailure {
    switch self {
    case .notFound(let f), .alreadyExists(let f), .notADrawing(let f), .newerVersion(_, let f),
      .damaged(let f), .permissionDenied(let f), .readOnly(let f), .diskFull(let f),
      .inUse(_, let f), .displaced(_, let f), .invalidCommand(let f), .ioError(let f):
      f
    case .closed: StoreFailure(message: "the document is closed")
    }
  }
}

extension DocumentStoreError {
  /// What an error of SQLite means for a document that was open, or being opened.
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
      // Less file than the header promises.
      self = .damaged(failure)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      self = .system(e.systemError, failure)
    default:
      self = .ioError(failure)
    }
  }

  /// What a failed system call means.
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

  /// What a failed system call means, from `errno`, right after the call that set it.
  ///
  /// - Parameter call: the call and what it was given, for a log.
  public static func system(call: String) -> DocumentStoreError {
    let number = errno
    return system(
      number,
      StoreFailure(systemError: number, message: String(cString: strerror(number)), call: call))
  }

  static func damaged(_ message: String) -> DocumentStoreError {
    .damaged(StoreFailure(message: message))
  }

  static func invalid(_ message: String) -> DocumentStoreError {
    .invalidCommand(StoreFailure(message: message))
  }
}

/// Runs work on a connection and says what its failure means for the document.
@discardableResult
func translating<T>(_ body: () throws(SQLiteError) -> T) throws(DocumentStoreError) -> T {
  do { return try body() } catch { throw DocumentStoreError(error) }
}
