import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct SyncTests {
    /// Whether this machine lets one process watch another.
    static let canTrace: Bool =
      (try? Command.run(["strace", "-o", "/dev/null", "true"]))?.status == 0

    @Test(.enabled(if: canTrace, "strace is not allowed here"))
    func `each stroke is one commit that is on the disk, and undo is one more`() async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      let trace = bench.path("trace")
      let (app, window) = try bench.start(
        script: """
          exec strace -f -qq -y -e trace=fdatasync,fsync,sync_file_range -o "$2" "$plumbago" "$1"
          """, [path, trace])
      try bench.screen.waitUntilStill()
      func syncs() throws -> Int {
        try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
          .count { $0.contains("sync(") && $0.contains("/a.plumbago-wal>") }
      }
      bench.stroke(300, 150)
      try await Kept.wait(for: "a stroke", in: path, by: app) { $0.strokes == 1 }
      // The first commit also began the log, whose header is a sync of its own.
      let first = try syncs()
      #expect(first >= 1)
      for i in 2...9 {
        bench.stroke(300, 150 + Double(i) * 20)
        try await Kept.wait(for: "\(i) strokes", in: path, by: app) { $0.strokes == i }
      }
      #expect(try syncs() - first == 8)
      try bench.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "an undo", in: path, by: app) { $0.redoDepth == 1 }
      #expect(try syncs() - first == 9)
      try bench.finish(app, window)
      bench.screen.close()
    }
  }
}
