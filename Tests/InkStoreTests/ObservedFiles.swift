import CSQLite
import Glibc
import Synchronization

/// A layer below SQLite that sees every write, truncation and sync, can make them fail, and can
/// tell what a disk would hold if the power failed between any two of them.
///
/// It stands on the system's own layer (https://sqlite.org/vfs.html) and is used by name.
final class ObservedFiles: Sendable {
  enum Operation: Sendable {
    case write(file: String, offset: Int, bytes: [UInt8])
    case truncate(file: String, size: Int)
    case sync(file: String)

    var file: String {
      switch self {
      case .write(let file, _, _), .truncate(let file, _), .sync(let file): file
      }
    }
    var isSync: Bool { if case .sync = self { true } else { false } }
  }

  private struct State {
    var operations: [Operation] = []
    /// How many more operations work before all of them fail with the code.
    var failure: (after: Int, code: Int32)?
    /// Which names cannot be opened.
    var isRefused: @Sendable (String) -> Bool = { _ in false }
  }

  /// What SQLite is told to use.
  let name: String
  private let state = Mutex(State())

  init() {
    name = "observed-\(UInt64.random(in: 0 ... .max))"
    ObservedLayer.register(self)
  }

  deinit { ObservedLayer.unregister(name) }

  var operations: [Operation] { state.withLock { $0.operations } }

  func forgetOperations() { state.withLock { $0.operations.removeAll() } }

  /// Lets `count` operations through, and none after them until ``heal()``.
  func fail(after count: Int, code: Int32) { state.withLock { $0.failure = (count, code) } }

  /// Lets no file be opened whose name fits, until ``heal()``.
  func refuseOpening(_ isRefused: @escaping @Sendable (String) -> Bool) {
    state.withLock { $0.isRefused = isRefused }
  }

  func refuses(_ path: String) -> Bool { state.withLock { $0.isRefused }(path) }

  func heal() {
    state.withLock {
      $0.failure = nil
      $0.isRefused = { _ in false }
    }
  }

  /// Enters an operation; returns the code with which it must fail, or SQLITE_OK.
  func admit(_ operation: Operation) -> Int32 {
    state.withLock {
      if let failure = $0.failure {
        guard failure.after > 0 else { return failure.code }
        $0.failure?.after -= 1
      }
      $0.operations.append(operation)
      return SQLITE_OK
    }
  }
}

/// The C side of ``ObservedFiles``.
private enum ObservedLayer {
  /// The layers that are registered, and what belongs to each.
  private static let layers = Mutex<[String: Layer]>([:])

  /// Unchecked, because the pointers are freed only after SQLite has forgotten them.
  private struct Layer: @unchecked Sendable {
    weak var observer: ObservedFiles?
    var vfs: UnsafeMutablePointer<sqlite3_vfs>
    var name: UnsafeMutablePointer<CChar>
  }

  /// What lies behind the system's own part of a file.
  private struct Tail {
    var observer: Unmanaged<ObservedFiles>
    var methods: UnsafeMutablePointer<sqlite3_io_methods>
    var original: UnsafePointer<sqlite3_io_methods>
    var name: Unmanaged<Name>
  }

  private final class Name {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static var system: UnsafeMutablePointer<sqlite3_vfs> { sqlite3_vfs_find(nil) }

  static func register(_ observer: ObservedFiles) {
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    let name = observer.name.withCString { strdup($0)! }
    vfs.pointee.zName = UnsafePointer(name)
    vfs.pointee.pNext = nil
    vfs.pointee.szOsFile = system.pointee.szOsFile + Int32(MemoryLayout<Tail>.stride) + 16
    vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
      ObservedLayer.open(vfs, path, file, flags, outFlags)
    }
    layers.withLock { $0[observer.name] = Layer(observer: observer, vfs: vfs, name: name) }
    sqlite3_vfs_register(vfs, 0)
  }

  static func unregister(_ name: String) {
    guard let layer = layers.withLock({ $0.removeValue(forKey: name) }) else { return }
    sqlite3_vfs_unregister(layer.vfs)
    layer.vfs.deallocate()
    free(layer.name)
  }

  private static func tail(
    _ file: UnsafeMutablePointer<sqlite3_file>
  ) -> UnsafeMutablePointer<Tail> {
    let size = (Int(system.pointee.szOsFile) + 15) / 16 * 16
    return (UnsafeMutableRawPointer(file) + size).assumingMemoryBound(to: Tail.self)
  }

  private static func open(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let vfs, let file else { return SQLITE_MISUSE }
    let observer = layers.withLock { $0[String(cString: vfs.pointee.zName)]?.observer }
    if let observer, let path, observer.refuses(String(cString: path)) {
      file.pointee.pMethods = nil
      return SQLITE_CANTOPEN
    }
    let code = system.pointee.xOpen(system, path, file, flags, outFlags)
    guard code == SQLITE_OK, let original = file.pointee.pMethods, let path, let observer
    else { return code }
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: original.pointee)
    methods.pointee.xWrite = { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_MISUSE }
      let tail = ObservedLayer.tail(file).pointee
      let copy = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      let code = tail.observer.takeUnretainedValue().admit(
        .write(file: tail.name.takeUnretainedValue().text, offset: Int(offset), bytes: copy))
      return code == SQLITE_OK ? tail.original.pointee.xWrite(file, bytes, count, offset) : code
    }
    methods.pointee.xTruncate = { file, size in
      guard let file else { return SQLITE_MISUSE }
      let tail = ObservedLayer.tail(file).pointee
      let code = tail.observer.takeUnretainedValue().admit(
        .truncate(file: tail.name.takeUnretainedValue().text, size: Int(size)))
      return code == SQLITE_OK ? tail.original.pointee.xTruncate(file, size) : code
    }
    methods.pointee.xSync = { file, flags in
      guard let file else { return SQLITE_MISUSE }
      let tail = ObservedLayer.tail(file).pointee
      let code = tail.observer.takeUnretainedValue().admit(
        .sync(file: tail.name.takeUnretainedValue().text))
      return code == SQLITE_OK ? tail.original.pointee.xSync(file, flags) : code
    }
    methods.pointee.xClose = { file in
      guard let file else { return SQLITE_MISUSE }
      let tail = ObservedLayer.tail(file).pointee
      let code = tail.original.pointee.xClose(file)
      tail.methods.deallocate()
      tail.name.release()
      tail.observer.release()
      return code
    }
    tail(file).initialize(
      to: Tail(
        observer: .passRetained(observer), methods: methods, original: original,
        name: .passRetained(Name(String(cString: path)))))
    file.pointee.pMethods = UnsafePointer(methods)
    return code
  }
}
