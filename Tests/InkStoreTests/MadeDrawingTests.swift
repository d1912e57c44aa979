import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// What was made of a file of another format is found by what it says of itself.
@Suite struct `Drawings made of other files` {
  let folder: TemporaryFolder

  /// More than a drawing without it has.
  private static let content = randomBytes(200_000, seed: 1)

  init() throws {
    folder = try TemporaryFolder()
    for name in ["Library", "Library/Work", "Library/Work/Old"] { mkdir(folder[name], 0o755) }
    try write(Self.content, to: folder["paper.pdf"])
  }

  /// Makes a drawing of a file in the library.
  private func make(
    _ name: String, of source: String, holding bytes: [UInt8] = Self.content, hoursAgo: Int = 0
  ) async throws {
    let path = folder["Library/\(name).plumbago"]
    let store = try await DocumentStore.open(path)
    let blob = try await store.add(bytes, type: "application/pdf")
    var settings = DrawingSettings.standard
    settings.layout = PageLayout([
      Page(
        id: 1, order: .first, size: PageSize(width: 300, height: 300),
        background: .document(blob, page: 0))
    ])
    try await store.perform([
      .begin(with: settings), .setMetadata(.source, FilePaths.canonical(folder[source])),
    ])
    try await store.close()
    setTime(path, hours: -hoursAgo)
  }

  /// Says of a file that it was written some hours from now.
  private func setTime(_ path: String, hours: Int) {
    let written = timespec(tv_sec: time(nil) + hours * 3600, tv_nsec: 0)
    utimensat(AT_FDCWD, path, [written, written], 0)
  }

  /// The name of what is found for the file.
  private func found() async -> String? {
    let path = await DrawingFolder(folder["Library"]).drawing(
      madeOf: folder["paper.pdf"], called: "paper", within: .seconds(600))
    return path.map { String($0.dropFirst(folder["Library/"].count)) }
  }

  @Test func `they are found under any name and in any folder, the newest first`() async throws {
    var name = await found()
    #expect(name == nil)
    try await make("paper", of: "paper.pdf", hoursAgo: 3)
    name = await found()
    #expect(name == "paper.plumbago")
    rename(folder["Library/paper.plumbago"], folder["Library/Work/Old/Read.plumbago"])
    name = await found()
    #expect(name == "Work/Old/Read.plumbago")
    try await make("Work/Again", of: "paper.pdf", hoursAgo: 2)
    name = await found()
    #expect(name == "Work/Again.plumbago")
    // What a syncing program has put beside it comes after it.
    try await make("Work/Again (conflicted copy 2026-01-02 030405)", of: "paper.pdf", hoursAgo: 1)
    name = await found()
    #expect(name == "Work/Again.plumbago")
  }

  @Test func `others that are called so or have the same bytes are not`() async throws {
    try await make("paper", of: "other.pdf")
    try await make("paper (2)", of: "paper.pdf", holding: randomBytes(200_000, seed: 2))
    try await make("Work/Read", of: "other.pdf")
    try write(Array("no drawing".utf8) + Self.content, to: folder["Library/broken.plumbago"])
    var name = await found()
    #expect(name == nil)
    try await make("Work/Old/Boats", of: "paper.pdf", hoursAgo: 5)
    name = await found()
    #expect(name == "Work/Old/Boats.plumbago")
    // The file has other bytes now.
    try write(randomBytes(200_000, seed: 3), to: folder["paper.pdf"])
    name = await found()
    #expect(name == nil)
  }

  @Test func `one that is called so is found after the file was written again with its bytes`()
    async throws
  {
    try await make("paper (2)", of: "paper.pdf")
    setTime(folder["paper.pdf"], hours: 100)
    let name = await found()
    #expect(name == "paper (2).plumbago")
  }
}
