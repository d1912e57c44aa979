import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@Suite struct ReplayTests {
  @Test func `a recording is drawn into a new file, sample for sample`() async throws {
    let folder = try TemporaryFolder()
    let recording = try StylusRecording(
      parsing: Repository.text("Tests/Fixtures/stylus/demo.stylus"))
    let run = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty && run.standardOutput.isEmpty)
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.strokes == recording.strokes.count)
    #expect(info.samples == recording.strokes.reduce(0) { $0 + $1.samples.count })
    #expect(info.undo == info.strokes)
    #expect(folder.names == ["a.plumbago"])
  }

  @Test func `a second replay adds to the drawing`() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let run = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
      #expect(run.status == 0, "\(run)")
    }
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.strokes == 236 && info.undo == 236)
  }

  @Test func `replay reads standard input`() throws {
    let folder = try TemporaryFolder()
    let run = try Plumbago.shell(
      "exec \"$plumbago\" replay - a.plumbago < \"$1\"", [Plumbago.recording], in: folder)
    #expect(run.status == 0)
    #expect(try Info(of: "a.plumbago", in: folder).strokes == 118)
  }

  @Test(arguments: [
    ("plumbago-stylus 1\nsize 100 100\nhover x 1 1\n", "“bad.stylus” makes no sense in line 3."),
    (
      "plumbago-stylus 1\nsize 100 100\n# a comment\n\ntool pen 0 0\ndown 0 1\n",
      "“bad.stylus” makes no sense in line 6."
    ),
    ("plumbago-stylus 1\nsize 100 100\nfly 0 1 1\n", "“bad.stylus” makes no sense in line 3."),
    (
      "plumbago-stylus 1\nsize 100 100\ntool pen 0 0\ndown 0 nan 1\n",
      "“bad.stylus” makes no sense in line 4."
    ),
    ("plumbago-stylus 99\n", "“bad.stylus” was recorded by a newer version of Plumbago."),
    ("SVG", "“bad.stylus” is not a stylus recording."),
    ("", "“bad.stylus” is not a stylus recording."),
  ])
  func `a bad recording is refused with its line, and nothing is drawn`(
    text: String, sentence: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "bad.stylus")
    try await folder.drawing("old.plumbago")
    let before = try folder.bytes("old.plumbago")
    for target in ["new.plumbago", "old.plumbago"] {
      let run = try Plumbago.run(["replay", "bad.stylus", target], in: folder)
      #expect(run.status == 1)
      #expect(run.standardError == "plumbago: \(sentence)\n")
    }
    #expect(try folder.bytes("old.plumbago") == before)
    #expect(folder.names == ["bad.stylus", "old.plumbago"])
  }

  @Test func `a drawing that is open elsewhere takes no replay`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    let before = try await store.load().history
    let run = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
    #expect(run.status == 1)
    #expect(run.standardError == "plumbago: “a.plumbago” is open elsewhere.\n")
    #expect(try await store.load().history == before)
    try await store.close()
  }

  @Test func `a drawing with damage that only writing would meet is left as it is`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago", steps: 60)
    let good = try folder.bytes("a.plumbago")
    var found = 0
    for offset in stride(from: good.count - 1, to: 4096, by: -good.count / 24)
    where good[offset] != 0 {
      var bad = good
      bad[offset] ^= 1
      try bad.write(to: folder.url.appending(path: "a.plumbago"))
      let run = try Plumbago.run(["replay", Plumbago.recording, "a.plumbago"], in: folder)
      guard run.status != 0 else { continue }
      found += 1
      #expect(run.status == 1 && run.standardError.contains("“a.plumbago” is damaged."))
      #expect(try folder.bytes("a.plumbago") == bad)
      #expect(folder.names == ["a.plumbago"])
    }
    #expect(found > 1)
  }
}
