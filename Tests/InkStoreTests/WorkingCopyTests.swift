import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Working copies` {
  let folder: TemporaryFolder
  let original: String
  let data: String

  init() throws {
    folder = try TemporaryFolder()
    mkdir(folder["portal"], 0o755)
    original = folder["portal/Skizze.plumbago"]
    data = folder["data"]
  }

  @Test func `work is written back whole, and nothing is left`() async throws {
    var model = try await makeDrawing(original)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    #expect(!copy.isRecovered)
    let store = try await DocumentStore.open(copy.path)
    let identity = try await store.metadata().identity
    try await expectEqual(store, model)
    for _ in 0..<3 {
      try await store.perform([model.next().command])
      let before = try bytes(of: original)
      #expect(try await copy.writeBack(from: store) == nil)
      #expect(try bytes(of: original) != before)
      // Nothing new, nothing written.
      let after = try bytes(of: original)
      #expect(try await copy.writeBack(from: store) == nil)
      #expect(try bytes(of: original) == after)
      let reader = try await DocumentStore.open(original, mode: .readOnly)
      try await expectEqual(reader, model)
      #expect(try await reader.metadata().identity == identity)
      #expect(try await reader.metadata()[WorkingCopy.originalKey] == nil)
      try await reader.close()
    }
    try await store.close()
    await copy.discard()
    #expect(FilePaths.names(in: data) == [])
    #expect(FilePaths.names(in: folder["portal"]) == ["Skizze.plumbago"])
  }

  @Test func `work whose commit cannot be read counts as work, and the original waits for it`()
    async throws
  {
    _ = try await makeDrawing(original)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    try await store.perform([.setMetadata(.title, "Work")])
    let file = try bytes(of: copy.path)
    var log = try bytes(of: copy.path + "-wal")
    try await store.close()
    // A bit of the last page's checksum: nothing tells whether the commit had reached the disk.
    log[log.count - 4120 + 20] ^= 1
    try write(file, to: copy.path)
    try write(log, to: copy.path + "-wal")

    let leftovers = await WorkingCopy.leftovers(in: data)
    #expect(leftovers.map(\.path) == [copy.path])
    let again = try await WorkingCopy.checkOut(original, in: data)
    #expect(again.isRecovered && again.path == copy.path)
    let logThen = try bytes(of: copy.path + "-wal")
    #expect(logThen == log)
    let reopened = try await DocumentStore.open(again.path)
    let told = await reopened.tornCommit
    try await reopened.close()
    let saved = try await DocumentStore.inspect(try #require(told?.rescued))
    #expect(saved.title == "Work")
  }

  @Test func `an original whose last commit cannot be read is not replaced by a copy without it`()
    async throws
  {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await DocumentStore.open(folder["a.plumbago"])
    try await store.perform([model.next().command])
    let file = try bytes(of: folder["a.plumbago"])
    var log = try bytes(of: folder["a.plumbago-wal"])
    try await store.close()
    log[log.count - 4120 + 20] ^= 1
    try write(file, to: original)
    try write(log, to: original + "-wal")
    do {
      _ = try await WorkingCopy.checkOut(original, in: data)
      Issue.record("copied without its last commit")
    } catch {
      #expect(error.name == "damaged")
    }
    let logThen = try bytes(of: original + "-wal")
    #expect(logThen == log)
    #expect(FilePaths.names(in: data) == [])
  }

  @Test func `a name may be as long as its folder allows`() async throws {
    // 246 bytes.
    let original = folder["portal/" + String(repeating: "あ", count: 79) + ".plumbago"]
    var model = try await makeDrawing(original)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    try await store.perform([model.next().command])
    try await copy.writeBack(from: store)
    try await store.close()
    #expect(try await WorkingCopy.checkOut(original, in: data).path == copy.path)
    await copy.discard()
    try await expectEqual(try await DocumentStore.open(original), model)
  }

  @Test func `a new drawing appears with its first write back`() async throws {
    let copy = try await WorkingCopy.checkOut(original, in: data)
    var model = RandomDocument(seed: 1)
    let store = try await DocumentStore.open(copy.path)
    try await store.perform([model.next().command])
    #expect(FilePaths.names(in: folder["portal"]) == [])
    try await copy.writeBack(from: store)
    try await store.close()
    await copy.discard()
    try await expectEqual(try await DocumentStore.open(original), model)
  }

  @Test func `work that a crash kept from being written back is found and used`() async throws {
    var model = try await makeDrawing(original)
    let before = try bytes(of: original)
    do {
      let copy = try await WorkingCopy.checkOut(original, in: data)
      #expect(await WorkingCopy.leftovers(in: data) == [])
      let store = try await DocumentStore.open(copy.path)
      try await store.perform([model.next().command])
      // The process ends here.
      try await store.close()
      // Work that is nowhere else is not discarded.
      await copy.discard()
    }
    #expect(try bytes(of: original) == before)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    #expect(copy.isRecovered)
    #expect(await WorkingCopy.leftovers(in: data) == [copy])
    let store = try await DocumentStore.open(copy.path)
    try await expectEqual(store, model)
    try await copy.writeBack(from: store)
    try await store.close()
    #expect(await WorkingCopy.leftovers(in: data) == [])
    await copy.discard()
    #expect(FilePaths.names(in: data) == [])
    try await expectEqual(try await DocumentStore.open(original), model)
  }

  @Test func `a working copy without new work is replaced by the original`() async throws {
    var model = try await makeDrawing(original)
    _ = try await WorkingCopy.checkOut(original, in: data)
    let elsewhere = try await DocumentStore.open(original)
    try await elsewhere.perform([model.next().command])
    try await elsewhere.close()
    let copy = try await WorkingCopy.checkOut(original, in: data)
    #expect(!copy.isRecovered)
    try await expectEqual(try await DocumentStore.open(copy.path), model)
  }

  @Test func `what someone else did to the original meanwhile is put aside, not lost`() async throws
  {
    var ours = try await makeDrawing(original)
    var theirs = ours
    theirs.ink.generator = SeededGenerator(seed: 77)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    try await store.perform([ours.next().command])
    let other = try await DocumentStore.open(original)
    for _ in 0..<3 { try await other.perform([theirs.next().command]) }
    try await other.close()
    let aside = try #require(try await copy.writeBack(from: store))
    #expect(aside.hasPrefix(FilePaths.canonical(data)))
    let kept = try await DocumentStore.open(aside)
    try await expectEqual(kept, theirs)
    try await kept.close()
    let written = try await DocumentStore.open(original)
    try await expectEqual(written, ours)
    try await written.close()
    // It is ours again, so the next time is like any other.
    try await store.perform([ours.next().command])
    #expect(try await copy.writeBack(from: store) == nil)

    // Even what is no drawing at all.
    try write(Array("a shopping list".utf8), to: original)
    try await store.perform([ours.next().command])
    let list = try #require(try await copy.writeBack(from: store))
    #expect(try bytes(of: list) == Array("a shopping list".utf8))
  }

  @Test(arguments: [false, true])
  func `a version of the original that grew apart by as many steps is put aside, not lost`(
    wasWrittenBack: Bool
  ) async throws {
    let ink = try await makeDrawing(original, changesSettings: false).ink
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    let elsewhere = folder["elsewhere.plumbago"]
    try write(try bytes(of: original), to: elsewhere)
    func drawLine(_ store: DocumentStore, samples: Int) async throws {
      var making = ink
      let found = try await store.load()
      let made = making.content(found.nextContentID.number, count: samples, near: .zero)
      let stroke = Stroke(content: made.id, ink: .standard, path: made.path, seed: made.seed)
      let edit = DrawingEdit(
        label: .draw,
        inserted: [
          Element(id: found.nextElementID, order: .first, kind: .stroke(stroke))
        ], contents: [made])
      try await store.perform([.commit(step: found.history.head + 1, edit: edit)])
    }
    if wasWrittenBack {
      try await drawLine(store, samples: 21)
      #expect(try await copy.writeBack(from: store) == nil)
    }
    // Steps are told apart by their time.
    usleep(2000)
    let other = try await DocumentStore.open(elsewhere)
    try await drawLine(other, samples: 22)
    try await other.close()
    // As a syncing program hands it over.
    let theirs = try bytes(of: elsewhere)
    unlink(original)
    try write(theirs, to: original)
    try await drawLine(store, samples: 23)
    let aside = try #require(try await copy.writeBack(from: store))
    #expect(try bytes(of: aside) == theirs)
    // Their version is known now, and what was written over it is ours.
    try await drawLine(store, samples: 24)
    #expect(try await copy.writeBack(from: store) == nil)
    try await store.close()
  }

  @Test func `an original that cannot be replaced yet is put aside once, when it is replaced`()
    async throws
  {
    var ours = try await makeDrawing(original)
    var theirs = ours
    theirs.ink.generator = SeededGenerator(seed: 77)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    try await store.perform([ours.next().command])
    let other = try await DocumentStore.open(original)
    for _ in 0..<3 { try await other.perform([theirs.next().command]) }
    func asides() -> [String] {
      FilePaths.names(in: data).filter { $0.hasSuffix(".plumbago") }
    }
    for _ in 0..<3 {
      let error = await #expect(throws: DocumentStoreError.self) {
        try await copy.writeBack(from: store)
      }
      #expect(error?.name == "inUse")
      #expect(asides() == [])
    }
    try await other.close()
    let aside = try #require(try await copy.writeBack(from: store))
    #expect(asides().count == 1)
    let kept = try await DocumentStore.open(aside)
    try await expectEqual(kept, theirs)
    try await kept.close()
    try await store.close()
  }

  @Test func `an original that nobody else has changed is put aside by no fact about it`()
    async throws
  {
    _ = try await makeDrawing(original)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    for title in ["One", "Two"] {
      try await store.perform([.setMetadata(.title, title)])
      #expect(try await copy.writeBack(from: store) == nil)
    }
    #expect(try await DocumentStore.inspect(original).title == "Two")
    try await store.close()
    #expect(await WorkingCopy.leftovers(in: data) == [])
    await copy.discard()
    #expect(FilePaths.names(in: data) == [])
  }

  @Test func `a drawing is checked out once at a time`() async throws {
    _ = try await makeDrawing(original)
    let copy = try await WorkingCopy.checkOut(original, in: data)
    let store = try await DocumentStore.open(copy.path)
    let error = await #expect(throws: DocumentStoreError.self) {
      try await WorkingCopy.checkOut(original, in: data)
    }
    #expect(error?.name == "inUse")
    try await store.close()
    let child = try ChildProcess([ChildProcess.exerciser, "hold", copy.path])
    #expect(child.line() == "holding")
    let again = await #expect(throws: DocumentStoreError.self) {
      try await WorkingCopy.checkOut(original, in: data)
    }
    guard case .inUse(.otherProcess, _) = again else {
      Issue.record("\(String(describing: again))")
      return
    }
  }

  @Test func `what cannot be opened is not checked out`() async throws {
    try write(Array("text".utf8), to: original)
    let error = await #expect(throws: DocumentStoreError.self) {
      try await WorkingCopy.checkOut(original, in: data)
    }
    #expect(error?.name == "notADrawing")
    #expect(FilePaths.names(in: data) == [])
    #expect(try bytes(of: original) == Array("text".utf8))
  }

  @Test func `two originals of one name have two working copies`() async throws {
    _ = try await makeDrawing(original)
    _ = try await makeDrawing(folder["Skizze.plumbago"])
    let paths = try await [original, folder["Skizze.plumbago"]].asyncMap {
      try await WorkingCopy.checkOut($0, in: data).path
    }
    #expect(Set(paths).count == 2)
  }

  @Test func `where a drawing can be edited is told without a trace`() async throws {
    _ = try await makeDrawing(original)
    let before = folder.names + FilePaths.names(in: folder["portal"])
    #expect(EditingLocation(for: original, isLocal: { _ in true }) == .inPlace)
    #expect(EditingLocation(for: original, isLocal: { _ in false }) == .workingCopy(.fileSystem))
    #expect(EditingLocation(for: folder["new.plumbago"]) == .inPlace)
    #expect(EditingLocation(for: folder["none/new.plumbago"]) == .readOnly)
    // Rights mean nothing to root.
    let user = getuid() == 0 ? ["--user", "65534"] : []
    func location(_ path: String) throws -> String {
      try ChildProcess.output([ChildProcess.exerciser] + user + ["location", path])
    }
    chmod(folder.path, 0o755)
    chmod(original, 0o666)
    chmod(folder["portal"], 0o555)
    #expect(try location(original).contains("workingCopy") == true)
    #expect(try location(folder["portal/new.plumbago"]) == "readOnly")
    chmod(original, 0o444)
    #expect(try location(original) == "readOnly")
    #expect(folder.names + FilePaths.names(in: folder["portal"]) == before)
  }

  @Test func `the kernel's table says what kind of disk a file is on`() {
    let table = """
      23 29 0:21 / /proc rw,nosuid shared:5 - proc proc rw
      29 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      77 29 0:48 / /home/u/net rw shared:9 master:3 - nfs4 server:/x rw
      78 29 0:61 / /run/user/1000/doc rw - fuse.portal portal rw
      79 29 259:3 / /mnt rw - fuseblk /dev/nvme0n1p3 rw
      """
    #expect(EditingLocation.fileSystem(of: 0x801, in: table) == "ext4")
    #expect(EditingLocation.fileSystem(of: 48, in: table) == "nfs4")
    #expect(EditingLocation.fileSystem(of: 61, in: table) == "fuse.portal")
    #expect(EditingLocation.fileSystem(of: 259 << 8 | 3, in: table) == "fuseblk")
    #expect(EditingLocation.fileSystem(of: 999, in: table) == nil)
    #expect(["nfs4", "fuse.portal", "cifs"].allSatisfy(EditingLocation.isRemote))
    #expect(
      !["ext4", "fuseblk", "btrfs", "tmpfs", "overlay"].contains(where: EditingLocation.isRemote))
  }
}

extension Sequence {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
