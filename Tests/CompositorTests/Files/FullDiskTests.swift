import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct FullDiskTests {
    private static let sentence = "The disk is full. What you draw stays here"

    /// Draws until the disk is full; how many strokes that took.
    private func fill(_ bench: FileBench, _ app: Program, _ tree: AccessibleTree) throws -> Int {
      for i in 0..<400 {
        bench.stroke(200 + Double(i % 15) * 38, 130 + Double(i / 15) * 16)
        if i % 20 == 19, try tree.texts().contains(where: { $0.contains(Self.sentence) }) {
          return i + 1
        }
      }
      throw KeptError(description: "the disk took 400 strokes")
    }

    @Test(.enabled(if: FileBench.canMount, "this machine allows no mounts"))
    func `on a full disk ink stays on the screen, and is written as soon as there is room`()
      async throws
    {
      let bench = try FileBench()
      let folder = bench.path("disk")
      let (app, window) = try bench.start(
        script: """
          mkdir "$1"
          mount -t tmpfs -o size=512k none "$1"
          head -c 200k /dev/zero > "$1/ballast"
          exec "$plumbago" "$1/a.plumbago"
          """, [folder], isolated: true)
      try window.maximize()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      let count = try fill(bench, app, tree)
      bench.screen.pen.proximityOut()
      // Until the message is back, where the last stroke was near it.
      try bench.screen.waitUntilStill(for: 0.7)
      let message = try tree.box(tree.wait(for: Self.sentence)).outset(by: 40)
      let drawn = try bench.paper()

      // Nothing is lost by closing either: it asks first.
      window.close()
      try tree.wait(for: "could not be saved")
      try tree.press("Keep Open")
      try bench.screen.waitForWindows(1)

      // Its disk as this process sees it.
      let inside = "/proc/\(app.processID)/root" + folder
      try FileManager.default.removeItem(atPath: inside + "/ballast")
      try tree.wait(forNo: Self.sentence)
      // Only the message is gone.
      let gone = try bench.paper().difference(from: drawn).box
      let top = Double(FileBench.paperTop)
      #expect(Double(gone.y) + top >= message.minY && Double(gone.maxY) + top <= message.maxY)
      for suffix in ["", "-wal"] {
        let bytes = try Data(contentsOf: URL(filePath: "\(inside)/a.plumbago\(suffix)"))
        try bytes.write(to: URL(filePath: bench.path("copy.plumbago" + suffix)))
      }
      let facts = try await DocumentStore.inspect(bench.path("copy.plumbago"))
      #expect(facts.strokes == count && facts.samples == count * 7)
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `a limit on the size of files is a full disk, too`() async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      let (app, window) = try bench.start(
        // Blocks of 512 bytes: more than a window's pixels need, less than the log may have.
        script: "ulimit -S -f 6000; exec \"$plumbago\" \"$1\"", [path])
      try window.maximize()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      let count = try fill(bench, app, tree)
      bench.screen.pen.proximityOut()
      let kept = try await DocumentStore.inspect(path).strokes
      #expect(kept < count)
      let raise = try Command.run(
        ["prlimit", "--pid", String(app.processID), "--fsize=unlimited"])
      #expect(raise.status == 0, "\(raise)")
      try tree.wait(forNo: Self.sentence)
      try await Kept.wait(for: "all strokes", in: path, by: app) { $0.strokes == count }
      try bench.finish(app, window)
      #expect(bench.names("a") == ["a.plumbago"])
      bench.screen.close()
    }
  }
}
