import Glibc

/// The lines of standard input, none of which takes more memory than a limit.
nonisolated struct InputLines {
  enum Line: Equatable {
    /// Without its end; repaired where it is not UTF-8.
    case text(String)
    /// It has more bytes than the limit, and was skipped.
    case tooLong
  }

  /// The most bytes of a line.
  let limit: Int
  private var buffer: [UInt8] = []
  private var rest: ArraySlice<UInt8> = []

  init(limit: Int) { self.limit = limit }

  /// The next line, `nil` at the end of the input or where reading fails.
  mutating func next() -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if rest.isEmpty, !fill() {
        // The last line may lack its end.
        if isTooLong { return .tooLong }
        return line.isEmpty ? nil : .text(String(decoding: line, as: UTF8.self))
      }
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.endIndex)]
      isTooLong = isTooLong || line.count + part.count > limit
      if isTooLong { line.removeAll() } else { line += part }
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if end != nil {
        return isTooLong ? .tooLong : .text(String(decoding: line, as: UTF8.self))
      }
    }
  }

  /// Reads more; false at the end.
  private mutating func fill() -> Bool {
    buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = read(0, &buffer, buffer.count)
      if n < 0 && errno == EINTR { continue }
      guard n > 0 else { return false }
      rest = buffer[..<n]
      return true
    }
  }
}
