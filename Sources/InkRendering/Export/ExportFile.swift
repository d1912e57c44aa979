import CCairo
import Glibc
import InkModel

/// The system's text for an error, in the language of the locale.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// A file that appears whole or not at all.
///
/// 1. Created beside its path under a temporary name.
/// 2. ``write(_:)`` any number of times. The first failure is remembered, the rest is skipped.
/// 3. ``commit()`` makes sure that it is on the disk and gives it its name. Without it, the
///    temporary file is removed with this object.
///
/// The temporary file is locked (`flock`) as long as it is written. One that is not was left by a run that was
/// killed, and the next export into the same folder removes it.
///
/// A path that is no plain file (a pipe, a device) is written directly.
public final class ExportFile {
  /// As the caller named it, for errors.
  private let path: String
  /// The path with its links resolved: a link stays a link.
  private let target: String
  private var temporary: String?
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private var failure: ExportError?
  /// What was written, where there is no file.
  private(set) var memory: [UInt8]?

  /// Without a file; what is written is kept in ``memory``.
  init() {
    (path, target) = ("", "")
    descriptor = -1
    memory = []
  }

  init(_ path: String) throws(ExportError) {
    self.path = path
    buffer.reserveCapacity(1 << 16)
    var info = stat()
    let exists = stat(path, &info) == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR {
      throw .system(call: "open", path: path, code: EISDIR)
    }
    if exists, info.st_mode & S_IFMT != S_IFREG {
      target = path
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(call: "open", path: path, code: errno) }
      return
    }
    if exists, access(path, W_OK) != 0 {
      // A rename would replace a file that is protected from writing.
      throw .system(call: "access", path: path, code: errno)
    }
    if let real = realpath(path, nil) {
      target = String(cString: real)
      free(real)
    } else {
      target = path
    }
    let folder = FilePaths.split(target).folder
    Self.removeAbandoned(in: folder)
    var made: (name: String, descriptor: Int32)?
    for _ in 0..<100 {
      let name = folder + "/.plumbago-\(UInt32.random(in: 0 ... .max)).part"
      let d = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if d >= 0 {
        // Another export may have found it before it was locked, and removed it.
        let isLocked = flock(d, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        var s = stat()
        guard isLocked, fstat(d, &s) == 0, s.st_nlink > 0 else {
          close(d)
          continue
        }
        made = (name, d)
        break
      }
      guard errno == EEXIST else { break }
    }
    guard let made else { throw .system(call: "open", path: path, code: errno) }
    temporary = made.name
    descriptor = made.descriptor
    if exists { fchmod(descriptor, info.st_mode & 0o7777) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary { unlink(temporary) }
  }

  /// Removes the temporary files of exports that were killed.
  private static func removeAbandoned(in folder: String) {
    for name in FilePaths.names(in: folder) {
      guard name.hasPrefix(".plumbago-"), name.hasSuffix(".part"),
        UInt32(name.dropFirst(10).dropLast(5)) != nil
      else { continue }
      let path = folder + "/" + name
      let d = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard d >= 0 else { continue }
      defer { close(d) }
      var s = stat()
      guard fstat(d, &s) == 0, s.st_mode & S_IFMT == S_IFREG, flock(d, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  private func flush() {
    if memory != nil {
      memory?.append(contentsOf: buffer)
      buffer.removeAll(keepingCapacity: true)
      return
    }
    buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while failure == nil, !rest.isEmpty {
        let n = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if n > 0 {
          rest = rest.dropFirst(n)
        } else if errno != EINTR {
          failure = .system(call: "write", path: path, code: n == 0 ? EIO : errno)
        }
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name, once all of it is on the disk; not where the task was cancelled.
  func commit() throws(ExportError) {
    flush()
    if let failure { throw failure }
    guard memory == nil else { return }
    guard !Task.isCancelled else { throw .cancelled }
    let d = descriptor
    descriptor = -1
    if temporary != nil, fsync(d) != 0 {
      let code = errno
      close(d)
      throw .system(call: "fsync", path: path, code: code)
    }
    // Some network file systems report a full disk here and not before.
    guard close(d) == 0 else { throw .system(call: "close", path: path, code: errno) }
    guard let temporary else { return }
    guard rename(temporary, target) == 0 else {
      throw .system(call: "rename", path: path, code: errno)
    }
    self.temporary = nil
    // The new name survives a power cut once its folder is written; where folders cannot be
    // synced there is nothing more to do.
    let folder = open(FilePaths.split(target).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Writes all bytes of a file.
  public static func write(_ bytes: [UInt8], to path: String) throws(ExportError) {
    let file = try ExportFile(path)
    bytes.withUnsafeBytes { file.write($0) }
    try file.commit()
  }

  /// Whether a file can be written at a path; nothing is there afterwards that was not before.
  public static func canWrite(to path: String) -> Bool {
    !FilePaths.isHandedOver(path) && (try? ExportFile(path)) != nil
  }

  /// For cairo's stream functions, with this object as the closure.
  static let cairoWrite: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let file = Unmanaged<ExportFile>.fromOpaque(closure).takeUnretainedValue()
    file.write(UnsafeRawBufferPointer(start: data, count: Int(length)))
    return file.failure == nil ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
  }

  var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Turns a status of cairo's into an error, preferring the system's `errno`.
  func check(_ status: cairo_status_t, _ call: String) throws(ExportError) {
    if let failure { throw failure }
    if status != CAIRO_STATUS_SUCCESS {
      throw .rendering(RenderingError(call: call, status: status))
    }
  }
}
