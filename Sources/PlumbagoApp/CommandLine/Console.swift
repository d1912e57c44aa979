import Glibc

/// Standard output and standard error, for people and pipes.
nonisolated enum Console {
  /// Call first of all: a file that is opened later must not come to be standard output or error,
  /// because what is said would go into it.
  static func start() {
    for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this one. What is closed stays unusable, but for complaints, which
      // nobody wants to hear then.
      _ = open("/dev/null", mode)
    }
  }

  /// Says a line on standard output; the answer is whether it got there, after a complaint where it
  /// did not.
  ///
  /// A reader that went away ends the program, as SIGPIPE does with every other.
  static func say(_ text: String) -> Bool {
    guard let number = put(text + "\n", 1) else { return true }
    complain(
      tr("Standard output cannot be written: {reason}")
        .filled("reason", String(cString: strerror(number))))
    return false
  }

  /// An error, in the manner of Unix: the program's name, then one sentence.
  static func complain(_ text: String) { _ = put("plumbago: " + text + "\n", 2) }

  /// Writes all of it; returns the `errno` of what kept it from doing so.
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

/// What the program's exit says to whoever called it.
nonisolated enum ExitCode: Int32 {
  case success = 0
  /// It was asked rightly and could not be done.
  case failure = 1
  /// It was asked wrongly.
  case usage = 2
}
