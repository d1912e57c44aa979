import Glibc

/// Standard output and standard error, for people and pipes.
nonisolated enum Console {
  /// Call before anything is opened: a file must not get the descriptor of a closed standard output or error,
  /// since messages would be written into it.
  static func start() {
    for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free descriptor is this one. Standard input and output fail as before; standard error
      // is discarded.
      _ = open("/dev/null", mode)
    }
  }

  /// Prints a line on standard output; returns whether that succeeded, and reports the error where it did not.
  ///
  /// A closed pipe ends the program, as SIGPIPE would.
  static func say(_ text: String) -> Bool {
    guard let number = put(text + "\n", 1) else { return true }
    complain(
      tr("Standard output cannot be written: {reason}")
        .filled("reason", String(cString: strerror(number))))
    return false
  }

  /// Prints an error on standard error: the program's name, then one sentence.
  static func complain(_ text: String) { _ = put("plumbago: " + text + "\n", 2) }

  /// Writes all of it; returns the `errno` of a failure.
  private static func put(_ text: String, _ descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let n = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if n < 0 && errno == EINTR { continue }
      guard n > 0 else { return errno }
      rest = rest.dropFirst(n)
    }
    return nil
  }
}

/// The program's exit codes.
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// The command line was right and the command failed.
  case failure = 1
  /// The command line was wrong.
  case usage = 2
}
