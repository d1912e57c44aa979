import Foundation
import RepositoryFiles
import Testing

/// scripts/resources in a tree of its own, with the repository's data.
@Suite struct ResourcesScriptTests {
  private let folder: TemporaryFolder
  private var share: URL { folder.url.appending(path: ".build/share") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      try Repository.text("scripts/resources"), to: "scripts/resources", executable: true)
    for name in ["data", "po"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name),
        withDestinationURL: Repository.root.appending(path: name))
    }
  }

  @Test func `several may run at once`() throws {
    let run = try Command.run([
      "bash", "-c",
      """
      cd "$0"
      for n in 1 2 3 4 5 6; do scripts/resources > $n & ended+=($!); done
      for id in "${ended[@]}"; do wait "$id" || exit; done
      cmp 1 6
      """, folder.url.path,
    ])
    #expect(run.status == 0, "\(run)")
    for name in [
      "glib-2.0/schemas/gschemas.compiled", "plumbago/org.plumbago.Plumbago.gresource",
      "plumbago/recognition", "locale/ru/LC_MESSAGES/plumbago.mo",
    ] {
      #expect(FileManager.default.fileExists(atPath: share.appending(path: name).path), "\(name)")
    }
  }

  @Test func `what is gone from the sources is gone, and nothing else is touched`() throws {
    let script = folder.url.appending(path: "scripts/resources").path
    #expect(try Command.run([script]).status == 0)
    let schemas = share.appending(path: "glib-2.0/schemas/gschemas.compiled")
    func number() throws -> UInt64? {
      try FileManager.default.attributesOfItem(atPath: schemas.path)[.systemFileNumber] as? UInt64
    }
    let before = try #require(try number())
    #expect(try Command.run([script]).status == 0)
    #expect(try number() == before)
    try "".write(to: share.appending(path: "gone"), atomically: true, encoding: .utf8)
    #expect(try Command.run([script]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: share.appending(path: "gone").path))
  }
}
