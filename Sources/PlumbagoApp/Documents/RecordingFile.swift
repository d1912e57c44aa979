import Glibc
import InkModel

/// A `.stylus` file that cannot be used.
nonisolated enum RecordingFileError: Error {
  /// The system's reason.
  case unreadable(errno: Int32)
  case invalid(StylusRecordingError)
  /// It has more bytes than ``RecordingFile/mostBytes``.
  case tooLong
}

nonisolated enum RecordingFile {
  /// The most bytes of a recording: an hour of a pen that reports a thousand times a second.
  ///
  /// Larger: what never ends takes more memory before it is refused.
  static let mostBytes = 256 << 20

  /// Reads a recording from a file, or from standard input where the path is `-`.
  static func read(_ path: String) throws(RecordingFileError) -> StylusRecording {
    let descriptor = path == "-" ? 0 : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { if descriptor != 0 { Glibc.close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = Glibc.read(descriptor, &buffer, buffer.count)
      if n < 0 && errno == EINTR { continue }
      guard n >= 0 else { throw .unreadable(errno: errno) }
      guard n > 0 else { break }
      bytes += buffer[..<n]
      guard bytes.count <= mostBytes else { throw .tooLong }
    }
    do {
      return try StylusRecording(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .invalid(error)
    }
  }
}
