import Foundation
import RepositoryFiles
import Testing

@Suite struct RecoverTests {
  @Test func `recover saves a good drawing whole`() async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago", seed: 5)
    let before = try folder.bytes("a.plumbago")
    let run = try Plumbago.run(["recover", "a.plumbago", "b.plumbago"], in: folder)
    let count = document.drawing.count
    #expect(run.status == 0 && run.standardError.isEmpty)
    #expect(run.standardOutput.hasPrefix("\(count) stroke"))
    #expect(try Info(of: "b.plumbago", in: folder).strokes == count)
    #expect(try folder.bytes("a.plumbago") == before)
    #expect(folder.names == ["a.plumbago", "b.plumbago"])
  }

  @Test func `recover saves part of a damaged drawing and leaves it as it is`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("whole.plumbago", seed: 5, steps: 200)
    let whole = try Info(of: "whole.plumbago", in: folder)
    var bytes = try folder.bytes("whole.plumbago")
    // A page of zeros in the middle, as a bad sector leaves it.
    let middle = bytes.count / 2 / 4096 * 4096
    bytes.replaceSubrange(middle..<middle + 4096, with: Data(count: 4096))
    try bytes.write(to: folder.url.appending(path: "bad.plumbago"))
    let info = try Plumbago.run(["info", "bad.plumbago"], in: folder)
    let run = try Plumbago.run(["recover", "bad.plumbago", "saved.plumbago"], in: folder)
    #expect(run.status == 0, "\(run)")
    let saved = try Info(of: "saved.plumbago", in: folder)
    #expect(saved.strokes > whole.strokes / 2)
    #expect(saved.strokes <= whole.strokes)
    if info.status != 0 {
      #expect(info.standardError.contains("is damaged"))
    }
    #expect(try folder.bytes("bad.plumbago") == bytes)
    #expect(folder.names == ["bad.plumbago", "saved.plumbago", "whole.plumbago"])
  }

  @Test func `recover replaces no file, and makes none where nothing is left`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    try folder.write("precious", to: "b.plumbago")
    let taken = try Plumbago.run(["recover", "a.plumbago", "b.plumbago"], in: folder)
    #expect(taken.status == 1)
    #expect(
      taken.standardError
        == "plumbago: There is a file “b.plumbago” already; it was left as it is.\n")
    let foreign = try Plumbago.run(["recover", "b.plumbago", "c.plumbago"], in: folder)
    #expect(foreign.status == 1)
    #expect(foreign.standardError == "plumbago: “b.plumbago” is not a Plumbago drawing.\n")
    #expect(String(decoding: try folder.bytes("b.plumbago"), as: UTF8.self) == "precious")
    #expect(folder.names == ["a.plumbago", "b.plumbago"])
  }
}
