import Glibc

/// What can go wrong around a ``Screen``, as a sentence for the person who reads a failed test.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed: what was being done, and why it could not be.
  case system(String, code: Int32)
  /// A program could not be started.
  case launch(String, reason: String)
  /// A condition did not come true in time. The picture of that moment was saved, where given.
  case timeout(waitingFor: String, seconds: Double, picture: String?)
  /// A program that was needed ended: how, and the end of what it had written.
  case ended(String, how: String, output: String)
  /// A program wrote warnings or worse.
  case notQuiet(String, lines: [String])
  /// A client misused the protocol, or asked for what this compositor does not have.
  case protocolTrouble([String])
  /// A file could not be written or read.
  case file(String, String)
  /// No key of the keyboard layout gives this.
  case noKey(String)

  public var description: String {
    switch self {
    case .system(let what, let code):
      "\(what): \(String(cString: strerror(code)))"
    case .launch(let program, let reason): "cannot start \(program): \(reason)"
    case .timeout(let what, let seconds, let picture):
      "waited \(seconds) s in vain for \(what)"
        + (picture.map { "; the screen at that moment: \($0)" } ?? "")
    case .ended(let program, let how, let output):
      "\(program) \(how)" + (output.isEmpty ? "" : "; its last words:\n\(output)")
    case .notQuiet(let program, let lines):
      "\(program) complained:\n" + lines.joined(separator: "\n")
    case .protocolTrouble(let lines):
      "trouble with the Wayland protocol:\n" + lines.joined(separator: "\n")
    case .file(let path, let reason): "\(path): \(reason)"
    case .noKey(let key): "no key of this keyboard gives \(key)"
    }
  }
}
