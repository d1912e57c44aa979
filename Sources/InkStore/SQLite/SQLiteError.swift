import CSQLite
import Glibc

/// An error of SQLite: its code, its message, and the call that failed.
package struct SQLiteError: Error, Hashable {
  /// The extended result code (https://sqlite.org/rescode.html).
  package var code: Int32
  /// `errno` of the system call behind it, 0 where there was none.
  var systemError: Int32
  package var message: String
  /// The SQL, or the name of the C function.
  var call: String

  /// SQLITE_IOERR_SHORT_READ: the file ends before the page does. (The C macro is not imported.)
  static let shortRead = SQLITE_IOERR | 2 << 8

  /// The primary result code, without what the extended one adds.
  package var primaryCode: Int32 { code & 0xFF }

  package init(code: Int32, systemError: Int32 = 0, message: String, call: String) {
    self.code = code
    self.systemError = systemError
    self.message = message
    self.call = call
  }

  /// From the last call on `handle`, which may be `nil` where opening ran out of memory.
  ///
  /// - Parameter systemError: `errno` right after that call, which set it to 0 before: SQLite
  ///   itself forgets it where a commit fails.
  init(_ code: Int32, handle: OpaquePointer?, call: String, systemError: Int32 = 0) {
    var extended = code
    var systemError = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? systemError : 0
    var message = String(cString: sqlite3_errstr(code))
    if let handle {
      // The connection's code is the fuller one, unless a misuse never reached it.
      let last = sqlite3_extended_errcode(handle)
      if last & 0xFF == code & 0xFF {
        extended = last
        message = String(cString: sqlite3_errmsg(handle))
        let known = sqlite3_system_errno(handle)
        if known != 0 { systemError = known }
      }
    }
    self.init(code: extended, systemError: systemError, message: message, call: call)
  }
}
