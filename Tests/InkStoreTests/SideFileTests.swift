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
    for path in [folder["a.plumbago"], folder["zero"]] {
      for mode in [OpenMode.readWrite, .readWriteExisting, .readOnly] {
        #expect(await errorOfOpening(path, mode)?.name == "notADrawing", "\(path)")
      }
      let error = await #expect(throws: DocumentStoreError.self) {
        try await DocumentStore.inspect(path)
      }
      #expect(error?.name == "notADrawing")
      #expect(DocumentLock.holder(of: path) == nil)
    }
  }
}
