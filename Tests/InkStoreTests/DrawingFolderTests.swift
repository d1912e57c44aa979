import Foundation
import Testing

@testable import InkStore

/// The listing of a folder of drawings, and the names that they can have.
@Suite struct DrawingFolderTests {
  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "folder-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func put(_ name: String, in folder: String, bytes: Int = 10, time: Double = 1000) throws {
    let path = folder + "/" + name
    try Data(repeating: 1, count: bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
  }

  @Test func `folders and drawings are listed, and nothing else`() throws {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    for name in ["a.plumbago", ".hidden.plumbago", "b.txt", "c.plumbago-wal", "d.plumbago.part"] {
      try put(name, in: path)
    }
    for name in ["Work", ".git", "e.plumbago"] {
      try FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    }
    let items = DrawingFolder(path).items(.name)
    #expect(items.map(\.name) == ["e", "Work", "a"])
    #expect(items.map(\.kind) == [.folder, .folder, .drawing])
    #expect(items[2].path == path + "/a.plumbago")
    #expect(items[2].byteCount == 10)
    #expect(items[2].modified == 1_000_000)
  }

  @Test func `a folder that is gone has nothing in it`() {
    #expect(DrawingFolder("/nowhere/at/all").items(.date).isEmpty)
  }

  @Test func `a drawing is as new and as large as its log makes it`() throws {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try put("a.plumbago", in: path, bytes: 100, time: 1000)
    try put("b.plumbago", in: path, bytes: 100, time: 2000)
    try put("a.plumbago-wal", in: path, bytes: 30, time: 3000)
    // A log that was emptied tells nothing.
    try put("b.plumbago-wal", in: path, bytes: 0, time: 9000)
    let items = DrawingFolder(path).items(.date)
    #expect(items.map(\.name) == ["a", "b"])
    #expect(items.map(\.modified) == [3_000_000, 2_000_000])
    #expect(items.map(\.byteCount) == [130, 100])
  }

  @Test func `names are sorted as people count, without regard to capitals`() {
    let names = ["Page 10", "page 2", "Page 1", "apple", "Page 02b", "10", "9", "Zoo", ""]
    let items = names.map {
      LibraryItem(kind: .drawing, path: "/x/\($0).plumbago", modified: 0, byteCount: 0)
    }
    let sorted = DrawingFolder.sorted(items.shuffled(), .name).map(\.name)
    #expect(
      sorted == ["", "9", "10", "apple", "Page 1", "page 2", "Page 02b", "Page 10", "Zoo"])
  }

  @Test func `drawings are sorted by what people see as their names, then by those of the files`() {
    let names = ["1", "2", "Zoo", "apple"]
    let items = names.map {
      LibraryItem(kind: .drawing, path: "/x/\($0).plumbago", modified: 0, byteCount: 0)
    }
    let sorted = DrawingFolder.sorted(items.shuffled(), .name) { item in
      item.name.count == 1 ? "Untitled" : item.name
    }
    #expect(sorted.map(\.name) == ["apple", "1", "2", "Zoo"])
  }

  @Test func `sorting is the same whatever the order was before`() {
    let items = (0..<40).map {
      LibraryItem(
        kind: $0 % 7 == 0 ? .folder : .drawing, path: "/x/n\($0 % 13)-\($0).plumbago",
        modified: Int64($0 % 5), byteCount: 0)
    }
    for order in DrawingFolder.Order.allCases {
      let first = DrawingFolder.sorted(items, order)
      for _ in 0..<10 { #expect(DrawingFolder.sorted(items.shuffled(), order) == first) }
      #expect(first.prefix(6).allSatisfy { $0.kind == .folder })
    }
    let times = DrawingFolder.sorted(items, .date).filter { $0.kind == .drawing }.map(\.modified)
    #expect(times == times.sorted(by: >))
  }

  @Test(arguments: [
    ("Plan", "Plan"), ("a/b", "a-b"), ("..hidden", "hidden"), ("tab\tnew\nline", "tab-new-line"),
    (" ends ", "ends"), ("", ""), ("...", ""), ("日本語のメモ", "日本語のメモ"),
    (String(repeating: "あ", count: 200), String(repeating: "あ", count: 78)),
  ])
  func `any title has a name that a file can have`(title: String, name: String) {
    let made = DrawingFolder.fileName(for: title)
    #expect(made == name)
    #expect(made.isEmpty || DrawingFolder.isName(made))
  }

  @Test func `a name that is taken gets a number`() throws {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = DrawingFolder(path)
    #expect(folder.unusedPath(for: "a") == path + "/a.plumbago")
    try put("a.plumbago", in: path)
    #expect(folder.unusedPath(for: "a") == path + "/a (2).plumbago")
    for name in ["", "a/b", ".a", "a\nb", String(repeating: "x", count: 250)] {
      #expect(folder.unusedPath(for: name) == nil)
    }
  }

  @Test func `a drawing that is moved has the ink of its log, and nothing stays behind`()
    async throws
  {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = path + "/a.plumbago"
    try FileManager.default.copyItem(
      atPath: `Documents of every version`.folder + "/v4.plumbago", toPath: source)
    let strokes = try await DocumentStore.inspect(source).strokes
    try await DocumentStore.move(source, to: path + "/b.plumbago")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["b.plumbago"])
    #expect(try await DocumentStore.inspect(path + "/b.plumbago").strokes == strokes)
    // Nothing is replaced.
    try put("c.plumbago", in: path)
    await #expect(throws: DocumentStoreError.self) {
      try await DocumentStore.move(path + "/b.plumbago", to: path + "/c.plumbago")
    }
    #expect(try await DocumentStore.inspect(path + "/b.plumbago").strokes == strokes)
    #expect(try Data(contentsOf: URL(filePath: path + "/c.plumbago")).count == 10)
  }

  @Test
  func `a folder that is made or moved takes no other's name, and what is open in it goes on`()
    async throws
  {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = DrawingFolder(path)
    let work = DrawingFolder(try folder.makeFolder(named: "Work"))
    #expect(work.path == path + "/Work")
    #expect(try folder.makeFolder(named: "Work") == path + "/Work (2)")
    #expect(throws: DocumentStoreError.self) {
      try DrawingFolder(path + "/gone").makeFolder(named: "Work")
    }
    try FileManager.default.copyItem(
      atPath: `Documents of every version`.folder + "/v4.plumbago",
      toPath: work.path + "/a.plumbago")
    let store = try await DocumentStore.open(work.path + "/a.plumbago")
    try await store.perform([.setMetadata(.title, "before")])
    #expect(throws: DocumentStoreError.self) { try work.move(to: path + "/Work (2)") }
    #expect(throws: DocumentStoreError.self) { try work.move(to: work.path + "/in itself") }
    #expect(folder.items(.name).map(\.name) == ["Work", "Work (2)"])
    try work.move(to: path + "/Old")
    #expect(folder.items(.name).map(\.name) == ["Old", "Work (2)"])
    try await store.follow()
    #expect(await store.path == path + "/Old/a.plumbago")
    try await store.perform([.setMetadata(.title, "after")])
    try await store.close()
    let metadata = try await DocumentStore.inspect(path + "/Old/a.plumbago").metadata
    #expect(metadata.title == "after")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/Old") == ["a.plumbago"])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `a copy has the drawing and its history, whatever version it was saved by`(
    version: Int
  ) async throws {
    let path = try folder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A file of its own: another test may have the fixture open.
    let source = path + "/a.plumbago"
    try FileManager.default.copyItem(
      atPath: `Documents of every version`.folder + "/v\(version).plumbago", toPath: source)
    let before = try Data(contentsOf: URL(filePath: source))
    try await DocumentStore.duplicate(source, to: path + "/b.plumbago")
    let (a, b) = (
      try await DocumentStore.inspect(source), try await DocumentStore.inspect(path + "/b.plumbago")
    )
    #expect(a.strokes == b.strokes && a.undoDepth == b.undoDepth)
    #expect(try Data(contentsOf: URL(filePath: source)) == before)
  }
}
