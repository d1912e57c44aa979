import Glibc
import InkModel

/// Replaces a file by a finished draft, or makes one of that name.
///
/// 1. The draft is complete and synced before anything happens to the target, and the target is
///    whole without its log before the draft takes its name (``ReplacedFile``).
/// 2. Where the folder allows, the draft is renamed to the target, which is atomic: a crash leaves
///    the old file or the new one.
/// 3. Where it does not (a document portal, a folder that is not ours), the target's bytes are
///    overwritten. A crash then leaves a broken target, so the caller must keep the draft or its
///    source until that is done; both callers do.
struct FileReplacement {
  /// The path that the draft gets, canonical.
  let target: String
  /// A folder for the draft if the target's own folder allows none.
  let fallbackFolder: String

  /// Makes a draft with `write`, which gets the path of the file to make, and replaces the target by it.
  func replace(
    _ write: (String) throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    FilePaths.removeAbandoned(beside: target)
    let draft = FilePaths.temporary(beside: target)
    defer { FilePaths.removeDrawing(draft) }
    if access(FilePaths.split(target).folder, W_OK | X_OK) == 0 {
      do {
        try write(draft)
        return try rename(draft)
      } catch {
        guard Self.meansNoFolder(error), access(target, W_OK) == 0 else { throw error }
      }
    } else if access(target, W_OK) != 0 {
      throw .system(call: "access \(target)")
    }
    FilePaths.removeAbandoned(beside: fallbackFolder + "/" + FilePaths.split(target).name)
    let distant = FilePaths.temporary(
      beside: fallbackFolder + "/" + FilePaths.split(target).name)
    defer { FilePaths.removeDrawing(distant) }
    try write(distant)
    try overwrite(from: distant)
  }

  /// Whether an error means that the folder takes no new files, though the target may be writable.
  private static func meansNoFolder(_ error: DocumentStoreError) -> Bool {
    switch error {
    case .permissionDenied, .readOnly, .notFound: true
    case .ioError(let failure): [EXDEV, EBUSY, ENOSYS, EOPNOTSUPP].contains(failure.systemError)
    default: false
    }
  }

  private func rename(_ draft: String) throws(DocumentStoreError) {
    try Self.sync(draft, withRightsOf: target)
    try FilePaths.replace(target, by: draft)
  }

  /// Brings a draft to the disk, with the permissions of the file that it replaces, and its owner where we may set it.
  static func sync(_ draft: String, withRightsOf target: String) throws(DocumentStoreError) {
    let descriptor = open(draft, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open \(draft)") }
    defer { close(descriptor) }
    var s = stat()
    if stat(target, &s) == 0 {
      fchmod(descriptor, s.st_mode & 0o7777)
      _ = fchown(descriptor, s.st_uid, s.st_gid)
    }
    guard fsync(descriptor) == 0 else { throw .system(call: "fsync \(draft)") }
  }

  private func overwrite(from draft: String) throws(DocumentStoreError) {
    let source = open(draft, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .system(call: "open \(draft)") }
    defer { close(source) }
    let replaced = try ReplacedFile(target)
    defer { withExtendedLifetime(replaced) {} }
    let destination = open(target, O_WRONLY | O_CLOEXEC)
    guard destination >= 0 else { throw .system(call: "open \(target)") }
    defer { close(destination) }
    let size = try FileCopying.copy(from: source, to: destination)
    guard ftruncate(destination, off_t(size)) == 0 else {
      throw .system(call: "ftruncate \(target)")
    }
    guard fsync(destination) == 0 else { throw .system(call: "fsync \(target)") }
  }
}

/// Copying bytes between open files.
enum FileCopying {
  /// Copies all of `source` to the beginning of `destination`; returns how many bytes that were.
  @discardableResult
  static func copy(from source: CInt, to destination: CInt) throws(DocumentStoreError) -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while true {
      let n = pread(source, &buffer, buffer.count, off_t(offset))
      if n < 0 && errno == EINTR { continue }
      guard n >= 0 else { throw .system(call: "pread") }
      if n == 0 { return offset }
      var done = 0
      while done < n {
        let m = buffer.withUnsafeBytes {
          pwrite(
            destination, ($0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!) + done, n - done,
            off_t(offset + done))
        }
        if m < 0 && errno == EINTR { continue }
        guard m > 0 else { throw .system(call: "pwrite") }
        done += m
      }
      offset += n
    }
  }
}
