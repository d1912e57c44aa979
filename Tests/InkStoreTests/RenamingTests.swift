import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Giving a name that is to be new on file systems that cannot rename on that condition, and on such as have no
/// second names of a file either.
@Suite struct `Giving a name on a file system that lacks calls` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ lack: String, rivalBefore call: String = "none", _ command: [String]) throws
    -> String
  {
    try ChildProcess.output([ChildProcess.exerciser, "--lacking", lack, call] + command)
  }

  private func drawing(_ path: String) async throws -> Drawing {
    let store = try await DocumentStore.open(path, mode: .readWriteExisting)
    try await store.verify()
    let drawing = try await store.load().drawing
    try await store.close()
    return drawing
  }

  @Test(arguments: ["noreplace", "links"])
  func `a drawing is moved, and a new one is made`(lacking: String) async throws {
    let model = try await makeDrawing(folder["a.plumbago"])
    #expect(
      try run(lacking, ["rename", folder["a.plumbago"], folder["b.plumbago"]]) == "renamed")
    #expect(folder.names == ["b.plumbago"])
    #expect(try await drawing(folder["b.plumbago"]) == model.drawing)
    #expect(try run(lacking, ["draw", folder["c.plumbago"]]) == "drawn")
    #expect(folder.names == ["b.plumbago", "c.plumbago"])
    #expect(try await drawing(folder["c.plumbago"]).count == 1)
  }

  @Test(
    arguments: ["noreplace", "links"], ["noreplace", "link", "rename"])
  func `a file that another program makes at the last moment is not replaced`(
    lacking: String, before call: String
  ) async throws {
    let rival = Array("a rival".utf8)
    for command in ["rename", "draw"] {
      for name in folder.names { unlink(folder[name]) }
      let model = try await makeDrawing(folder["a.plumbago"])
      let (source, target) = (folder["a.plumbago"], folder["b.plumbago"])
      let said = try run(
        lacking, rivalBefore: call,
        command == "draw" ? ["draw", target] : ["rename", source, target])
      let found = try bytes(of: target)
      if found == rival {
        // A drawing that is opened is made where there is none; the other program's is none.
        let error = command == "draw" ? "error notADrawing" : "error alreadyExists"
        #expect(said.hasPrefix(error), "\(said)")
        #expect(try await drawing(source) == model.drawing)
        #expect(folder.names == ["a.plumbago", "b.plumbago"])
      } else {
        // The other program found the name taken, or this call was not needed.
        #expect(said == (command == "draw" ? "drawn" : "renamed"))
        let expected = command == "draw" ? 1 : model.drawing.count
        #expect(try await drawing(target).count == expected)
        #expect(call == "rename")
      }
    }
  }

  @Test(arguments: ["noreplace", "links"])
  func `a crash before any call leaves the whole drawing under one of the names`(lacking: String)
    async throws
  {
    let (source, target) = (folder["a.plumbago"], folder["b.plumbago"])
    let model = try await makeDrawing(source)
    let before = try bytes(of: source)
    var (calls, wasOld, wasNew) = (0, false, false)
    while true {
      for name in folder.names { unlink(folder[name]) }
      try write(before, to: source)
      let said = try run(lacking, ["rename", source, target, "\(calls)"])
      let isOld = FileIdentity(path: source) != nil
      // A name that was only reserved holds nothing.
      let isNew = (FilePaths.size(of: target) ?? 0) > 0
      #expect(isOld || isNew)
      for path in [isOld ? source : nil, isNew ? target : nil].compactMap({ $0 }) {
        #expect(try await drawing(path) == model.drawing, "killed before call \(calls)")
      }
      (wasOld, wasNew) = (wasOld || !isNew, wasNew || isNew)
      if said == "renamed" { break }
      #expect(said.isEmpty, "\(said)")
      calls += 1
      try #require(calls < 1000)
    }
    #expect(calls > 3 && wasOld && wasNew)
  }
}
