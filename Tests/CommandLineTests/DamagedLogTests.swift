import Foundation
import InkModel
import InkStore
import InkTestSupport
import RepositoryFiles
import Testing

/// A drawing whose log a crash left behind, and in which a bit was flipped afterwards.
@Suite(.timeLimit(.minutes(20))) struct DamagedLogTests {
  private static let strokes = 20

  /// Makes “b.plumbago” as the end of a process leaves it: each stroke is a commit in its log.
  private func crash(in folder: TemporaryFolder) async throws {
    try await folder.emptyDrawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    var ink = RandomInk(seed: 3)
    var order = OrderKey.first
    for i in 1...Self.strokes {
      let content = ink.content(Int64(i), count: 30, near: Point(100, Double(20 * i)))
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      let element = Element(id: ElementID(Int64(i)), order: order, kind: .stroke(stroke))
      let edit = DrawingEdit(label: .draw, inserted: [element], contents: [content])
      try await store.perform([.commit(step: i, edit: edit)])
      order = order.next
    }
    for ending in ["", "-wal"] {
      let bytes = try folder.bytes("a.plumbago" + ending)
      try bytes.write(to: folder.url.appending(path: "b.plumbago" + ending))
    }
    try await store.close()
  }

  @Test(arguments: [false, true])
  func `a bit flipped in a log is told of by each command with 1, and nothing is written`(
    isInHeader: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    try await crash(in: folder)
    // As the crash left it, it is no damage.
    let whole = try Plumbago.run(["info", "b.plumbago"], in: folder)
    #expect(whole.status == 0 && whole.standardError.isEmpty, "\(whole)")
    #expect(whole.standardOutput.contains("Strokes: \(Self.strokes)\n"), "\(whole)")

    // 32 bytes stand before all pages, and 24 before each, of 4096.
    var log = try folder.bytes("b.plumbago-wal")
    let middle = 32 + (log.count - 32) / 4120 / 2 * 4120
    log[isInHeader ? 17 : middle + 24 + 100] ^= 1
    try log.write(to: folder.url.appending(path: "b.plumbago-wal"))
    let drawing = try folder.bytes("b.plumbago")
    let names = ["a.plumbago", "b.plumbago", "b.plumbago-wal"]
    #expect(folder.names == names)

    // What lies before the damage counts.
    let told = try Info(of: "b.plumbago", in: folder)
    let possible = isInHeader ? 0...0 : 1...(Self.strokes - 1)
    #expect(possible.contains(told.strokes), "\(told)")
    for arguments in [["info", "b.plumbago"], ["info", "--json", "b.plumbago"]] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 1, "\(run)")
      #expect(run.standardError.contains("“b.plumbago” held before its log was damaged"), "\(run)")
    }
    for arguments in [
      ["export", "b.plumbago", "out.png"], ["export", "b.plumbago", "out.svg"],
      ["export", "b.plumbago", "out.pdf"], ["thumbnail", "b.plumbago", "out.png"],
      ["replay", Plumbago.recording, "b.plumbago"],
    ] {
      let run = try Plumbago.run(arguments, in: folder)
      #expect(run.status == 1, "\(run)")
      #expect(run.standardError.contains("“b.plumbago” is damaged."), "\(run)")
    }
    #expect(folder.names == names)
    #expect(try folder.bytes("b.plumbago") == drawing)
    #expect(try folder.bytes("b.plumbago-wal") == log)

    // What lies after it is looked at, too.
    let recover = try Plumbago.run(["recover", "b.plumbago", "c.plumbago"], in: folder)
    #expect(recover.status == 0, "\(recover)")
    let saved = try Info(of: "c.plumbago", in: folder)
    #expect(saved.strokes > told.strokes && saved.strokes <= Self.strokes, "\(saved)")
    #expect(folder.names == names + ["c.plumbago"])
    #expect(try folder.bytes("b.plumbago") == drawing)
    #expect(try folder.bytes("b.plumbago-wal") == log)
  }

  @Test func `a last commit that cannot be read is told, and what is left of it kept beside`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await crash(in: folder)
    var log = try folder.bytes("b.plumbago-wal")
    // In the checksum of the last page, which itself is whole. No index lies beside the log.
    log[log.count - 4120 + 20] ^= 1
    try log.write(to: folder.url.appending(path: "b.plumbago-wal"))
    let drawing = try folder.bytes("b.plumbago")
    let names = folder.names
    let sentence = "The last strokes of “b.plumbago” may be incomplete."

    let info = try Plumbago.run(["info", "b.plumbago"], in: folder)
    #expect(info.status == 1 && info.standardError.contains(sentence), "\(info)")
    #expect(info.standardOutput.contains("Strokes: \(Self.strokes - 1)\n"), "\(info)")
    let export = try Plumbago.run(["export", "b.plumbago", "out.svg"], in: folder)
    #expect(export.status == 0 && export.standardError.contains(sentence), "\(export)")
    try FileManager.default.removeItem(at: folder.url.appending(path: "out.svg"))
    #expect(folder.names == names)
    #expect(try folder.bytes("b.plumbago") == drawing)
    #expect(try folder.bytes("b.plumbago-wal") == log)

    // Drawing goes on, and the log is gone then.
    let replay = try Plumbago.run(["replay", Plumbago.recording, "b.plumbago"], in: folder)
    #expect(replay.status == 0 && replay.standardError.contains(sentence), "\(replay)")
    #expect(replay.standardError.contains("“b (2).plumbago”"), "\(replay)")
    #expect(folder.names == ["a.plumbago", "b (2).plumbago", "b.plumbago"])
    let rescued = try Info(of: "b (2).plumbago", in: folder)
    #expect(rescued.strokes == Self.strokes)
    let whole = try Plumbago.run(["info", "b.plumbago"], in: folder)
    #expect(whole.status == 0 && whole.standardError.isEmpty, "\(whole)")
  }
}
