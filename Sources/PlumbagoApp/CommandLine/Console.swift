import Glibc

/// Standard output and standard error, for people and pipes.
nonisolated enum Console {
  static func say(_ text: String) { put(text + "\n", 1) }

  /// An error, in the manner of Unix: the program's name, then one sentence.
  static func complain(_ text: String) { put("plumbago: " + text + "\n", 2) }

  private static func put(_ text: String, _ descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let n = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if n < 0 && errno == EINTR { continue }
      guard n > 0 else { return }
      rest = rest.dropFirst(n)
    }
  }
}

/// What the program's exit says to whoever called it.
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// It was asked rightly and could not be done.
  case failure = 1
  /// It was asked wrongly.
  case usage = 2
}
