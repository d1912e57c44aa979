import Foundation
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct SoakTests {
    @Test func `S102 half a minute of random drawing, erasing, undoing and reopening`() throws {
      let soak = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "ink-soak").path
      let run = try Command.run(
        [soak, "--short", "--seed", "3"],
        environment: App.resources.merging(["PLUMBAGO_BINARY": App.binary]) { $1 })
      #expect(run.status == 0, "\(run)")
      #expect(run.standardOutput.contains("Soak: passed"))
    }
  }
}
