import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// A display without layers of one's own: the X server, in memory.
  @Suite struct X11Tests {
    private static let size = (width: 1200, height: 800)

    /// How much ink the X server shows around a point.
    private func darkness(_ framebuffer: String, around x: Int, _ y: Int) throws -> Int {
      // A picture as xwd writes it: a head of 32-bit words, big end first, colours, rows.
      let data = try Data(contentsOf: URL(filePath: framebuffer))
      func word(_ i: Int) -> Int { data[4 * i..<4 * i + 4].reduce(0) { $0 << 8 | Int($1) } }
      let (stride, start) = (word(12), word(0) + 12 * word(19))
      #expect(word(11) == 32 && word(4) == Self.size.width)
      return (y - 4...y + 4).reduce(0) { sum, row in
        sum
          + (x - 4...x + 4).count { data[start + row * stride + 4 * $0 + 1] < 0x60 }
      }
    }

    @Test func `S54 on X11 ink comes by the window's frames, and what is drawn is kept`()
      async throws
    {
      let screen = try Screen(size: PixelSize(width: 300, height: 200))
      let server = try screen.launch(
        "Xvfb",
        [
          "-displayfd", "1", "-screen", "0", "\(Self.size.width)x\(Self.size.height)x24",
          "-fbdir", screen.folder.home, "-nolisten", "tcp",
        ])
      while !server.standardOutput.hasSuffix("\n"), server.status == .running { pause(0.01) }
      let display =
        ":" + server.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
      let framebuffer = screen.path("Xvfb_screen0")
      let path = screen.path("drawing.plumbago")
      // As if the layer were wanted at any price.
      let app = try screen.launchApp(
        [path], preferences: InkPresenter.direct.preferences,
        environment: ["GDK_BACKEND": "x11", "DISPLAY": display])
      func mouse(_ commands: [String]) throws {
        let run = try Command.run(["xdotool"] + commands, environment: ["DISPLAY": display])
        #expect(run.status == 0, "\(run.standardError)")
      }
      try mouse(["search", "--sync", "--onlyvisible", "--name", "drawing"])
      let deadline = Date().addingTimeInterval(20)
      func wait(for what: Comment, _ condition: () throws -> Bool) throws {
        while try !condition() {
          guard Date() < deadline, app.status == .running else {
            Issue.record("\(what) in vain: \(app.lastWords)")
            return
          }
          pause(0.02)
        }
      }
      pause(1)
      try mouse(["mousemove", "300", "400"])
      pause(0.3)
      #expect(try darkness(framebuffer, around: 380, 400) == 0)
      let moves = (1...30).flatMap { ["mousemove", "\(300 + 8 * $0)", "400", "sleep", "0.008"] }
      try mouse(["mousedown", "1"] + moves)
      // Before the button is let go.
      try wait(for: "ink under the pointer") { try darkness(framebuffer, around: 530, 400) > 4 }
      #expect(try darkness(framebuffer, around: 380, 400) > 4)
      try mouse(["mouseup", "1"])
      let strokes = try await Kept.strokes(1, in: path, by: app)
      #expect(strokes[0].samples.count >= 20)
      pause(0.3)
      #expect(try darkness(framebuffer, around: 530, 400) > 4)
      #expect(screen.windows.isEmpty)
      try app.expectQuiet()
      screen.close()
    }
  }
}
