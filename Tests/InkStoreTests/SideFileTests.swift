import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// What another program left, or put, under the names that SQLite looks at.
@Suite(.timeLimit(.minutes(20))) struct `Files beside a drawing` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A journal that makes `old` of a database when SQLite rolls it back.
  private func journal(restoring old: [UInt8]) -> [UInt8] {
    func big32(_ v: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(v >> $0 & 0xFF) } }
    let pages = old.count / 4096
    var bytes: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    bytes += big32(pages) + big32(0) + big32(pages) + big32(512) + big32(4096)
    bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
    for page in 0..<pages {
      let content = old[page * 4096..<(page + 1) * 4096]
      let sum = stride(from: 4096 - 200, to: 0, by: -200).reduce(0) {
        $0 + Int(content[page * 4096 + $1])
      }
      bytes += big32(page + 1) + Array(content) + big32(sum)
    }
    return bytes
  }

  /// A socket that waits under a name for who calls, until this is gone.
  private final class Listener {
    private let descriptor: CInt

    init(at path: String) throws {
      let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
      descriptor = socket(AF_UNIX, Int32(kind), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let name = path.utf8CString.map { UInt8(bitPattern: $0) }
      guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else {
        throw TemporaryFolder.Failed(what: "name \(path)", number: ENAMETOOLONG)
      }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard bound == 0, listen(descriptor, 4) == 0 else {
        throw TemporaryFolder.Failed(what: "listen at \(path)", number: errno)
      }
    }

    deinit { close(descriptor) }

    /// Whether somebody has called.
    var wasCalled: Bool {
      let caller = accept(descriptor, nil, nil)
      if caller >= 0 { close(caller) }
      return caller >= 0
    }
  }

  /// Makes what `/dev/zero` is, under another name.
  private static func makeZero(_ path: String) -> Bool {
    mknod(path, S_IFCHR | 0o600, 1 << 8 | 5) == 0
  }

  /// Whether this machine lets devices be made.
  static let canMakeDevices: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return makeZero(folder["zero"])
  }()

  /// What kind of file lies under a name, 0 where there is none.
  private func kind(of path: String) -> mode_t {
    var s = stat()
    return lstat(path, &s) == 0 ? s.st_mode & S_IFMT : 0
  }

  private func expectNoDrawing(_ path: String) async {
    for mode in [OpenMode.readWrite, .readWriteExisting, .readOnly] {
      #expect(await errorOfOpening(path, mode)?.name == "notADrawing", "\(path)")
    }
    let error = await #expect(throws: DocumentStoreError.self) {
      try await DocumentStore.inspect(path)
    }
    #expect(error?.name == "notADrawing", "\(path)")
    #expect(DocumentLock.holder(of: path) == nil, "\(path)")
  }

  private func expectRefusal(_ expected: String, _ comment: Comment) async throws {
    let path = folder["a.plumbago"]
    let before = try bytes(of: path)
    let names = folder.names
    for mode in [OpenMode.readWrite, .readWriteExisting, .readOnly] {
      #expect(await errorOfOpening(path, mode)?.name == expected, comment)
    }
    let error = await #expect(throws: DocumentStoreError.self, comment) {
      try await DocumentStore.inspect(path)
    }
    #expect(error?.name == expected, comment)
    #expect(try bytes(of: path) == before, comment)
    #expect(folder.names == names, comment)
  }

  @Test func `a journal is never rolled back into a drawing`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(folder["b.plumbago"], seed: 9, events: 60)
    let other = try bytes(of: folder["b.plumbago"])
    _ = try await makeDrawing(path, seed: 2, events: 8)
    for content in [journal(restoring: other), [UInt8](repeating: 0xA5, count: 5000)] {
      try write(content, to: path + "-journal")
      try await expectRefusal("sideFile", "\(content.count) bytes")
      #expect(try bytes(of: path + "-journal") == content)
    }
    // What it holds can still be taken out of it.
    let report = try await DocumentStore.recover(from: path, to: folder["c.plumbago"])
    unlink(path + "-journal")
    #expect(try await DocumentStore.inspect(path).strokes == report.strokes)
  }

  @Test func `beside an empty journal a drawing opens, and is written, whole`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, events: 8)
    let before = try bytes(of: path)
    try write([], to: path + "-journal")
    let facts = try await DocumentStore.inspect(path)
    #expect(facts.strokes == model.drawing.count)
    for mode in [OpenMode.readOnly, .readWriteExisting] {
      let store = try await DocumentStore.open(path, mode: mode)
      try await expectEqual(store, model)
      try await store.verify()
      try await store.close()
      #expect(try bytes(of: path) == before, "\(mode)")
    }
    // What is drawn beside it is there afterwards, with all from before.
    var further = model
    let store = try await DocumentStore.open(path)
    for _ in 0..<4 { try await store.perform([further.next().command]) }
    try await store.close()
    let again = try await DocumentStore.open(path)
    try await expectEqual(again, further)
    try await again.verify()
    try await again.close()
    // Whether SQLite has removed it or not, nothing was written into it.
    #expect((FilePaths.size(of: path + "-journal") ?? 0) == 0)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `only plain files are taken for side files, and none is waited for`(
    suffix: String
  ) async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path, events: 8)
    let side = path + suffix
    #expect(mkfifo(side, 0o600) == 0)
    try await expectRefusal("sideFile", "a pipe")
    unlink(side)
    try write(Array("precious".utf8), to: folder["other"])
    #expect(symlink(folder["other"], side) == 0)
    try await expectRefusal("sideFile", "a link")
    #expect(try bytes(of: folder["other"]) == Array("precious".utf8))
    unlink(side)
    #expect(mkdir(side, 0o700) == 0)
    try await expectRefusal("sideFile", "a folder")
    rmdir(side)
    #expect(await errorOfOpening(path, .readWrite) == nil)
  }

  @Test func `recovery waits for no pipe either`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, events: 8)
    for suffix in ["-wal", "-shm", "-journal"] { mkfifo(path + suffix, 0o600) }
    let report = try await DocumentStore.recover(from: path, to: folder["b.plumbago"])
    #expect(report.strokes == model.drawing.count)
  }

  @Test func `a pipe, a socket or a device is no drawing, and is not waited for`() async throws {
    mkfifo(folder["a.plumbago"], 0o600)
    #expect(symlink("/dev/zero", folder["zero"]) == 0)
    for path in [folder["a.plumbago"], folder["zero"]] { await expectNoDrawing(path) }
  }

  @Test func `a socket that waits and a terminal are no drawings, and nothing is written to them`()
    async throws
  {
    let socket = try Listener(at: folder["a.plumbago"])
    var terminal: CInt = -1
    var screen: CInt = -1
    let made = openpty(&screen, &terminal, nil, nil, nil)
    try #require(made == 0)
    defer {
      close(terminal)
      close(screen)
    }
    let device = String(cString: try #require(ttyname(terminal)))
    #expect(symlink(device, folder["terminal"]) == 0)
    let names = folder.names
    for path in [folder["a.plumbago"], device, folder["terminal"]] { await expectNoDrawing(path) }
    #expect(folder.names == names)
    #expect(kind(of: folder["a.plumbago"]) == S_IFSOCK)
    #expect(!socket.wasCalled)
    // What is written to a terminal comes to its screen.
    #expect(fcntl(screen, F_SETFL, O_NONBLOCK) == 0)
    var byte: UInt8 = 0
    let count = read(screen, &byte, 1)
    let error = errno
    #expect(count == -1 && error == EAGAIN, "\(count), \(error)")
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a socket is no side file, and nobody calls it`(suffix: String) async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, events: 8)
    let side = path + suffix
    let socket = try Listener(at: side)
    try await expectRefusal("sideFile", "a socket")
    // Recovery reads what is beside it.
    let report = try await DocumentStore.recover(from: path, to: folder["b.plumbago"])
    #expect(report.strokes == model.drawing.count)
    #expect(kind(of: side) == S_IFSOCK)
    #expect(!socket.wasCalled)
    unlink(side)
    #expect(await errorOfOpening(path, .readWrite) == nil)
  }

  @Test(
    .enabled(if: canMakeDevices, "this machine lets no devices be made"),
    arguments: ["", "-wal", "-shm", "-journal"])
  func `a device without an end is no drawing and no side file, and is not read`(
    suffix: String
  ) async throws {
    let path = folder["a.plumbago"]
    if suffix.isEmpty {
      #expect(Self.makeZero(path))
      await expectNoDrawing(path)
      #expect(folder.names == ["a.plumbago"])
    } else {
      let model = try await makeDrawing(path, events: 8)
      #expect(Self.makeZero(path + suffix))
      try await expectRefusal("sideFile", "a device")
      let report = try await DocumentStore.recover(from: path, to: folder["b.plumbago"])
      #expect(report.strokes == model.drawing.count)
    }
    #expect(kind(of: path + suffix) == S_IFCHR)
  }
}
