import Glibc
import TabletCompositor
import Testing

extension CompositorTests {
  /// The command, `tablet-compositor SCRIPT -- PROGRAM`, run as anyone runs it.
  @Suite struct CommandTests {
    /// Runs the command with a script on a screen's session, whose folder it borrows.
    private func run(
      _ script: String, _ program: [String], options: [String] = []
    ) throws -> (status: ProgramStatus, output: String, error: String) {
      let screen = try Screen()
      defer { screen.close() }
      let file = screen.folder.path + "/test.script"
      let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      _ = script.withCString { write(descriptor, $0, strlen($0)) }
      close(descriptor)
      let command = try screen.launch("tablet-compositor", options + [file, "--"] + program)
      let status = try command.waitForExit(timeout: 60)
      return (status, command.standardOutput, command.standardError)
    }

    @Test func `a script draws, looks, and finds what it expects`() throws {
      let result = try run(
        """
        wait-window Paint   # the demonstration
        resize 800 600
        wait-still
        windows
        mark
        pen tilt 20 -10
        pen stroke 100 300 400 300 force 0.8
        wait-still
        expect-changed 200 9000 in 90 280 320 40
        expect-unchanged in 90 350 320 100
        touch tap 500 400
        mouse click 300 20
        key ctrl+shift+z
        settle
        expect-quiet
        close
        expect-exit 0
        """, ["gtk4-demo", "--run=paint"], options: ["--size", "900x700", "--scale", "2"])
      #expect(result.error == "")
      #expect(result.output == "Paint [gtk4-demo] 0,0 800x600\n")
      #expect(result.status == .exited(0))
    }

    @Test(
      arguments: [
        ("dance", "there is no command “dance”; see --help"),
        ("pen down 10", "Y is missing"),
        ("pen down 10 x", "Y: x is no number"),
        ("settle now", "too much: now"),
        ("expect-changed", "there is no mark to compare with"),
        ("expect-pixel 1 1 #000000", "the pixel is #9a9996"),
        ("resize 5 5", "no window is open"),
      ])
    func `a line that fails ends the script and is named`(line: String, reason: String) throws {
      let result = try run("# a comment\n\n\(line)\n", ["/bin/sleep", "60"])
      #expect(result.status == .exited(1))
      #expect(result.error.hasSuffix("test.script:3: \(line): \(reason)\n"))
    }

    @Test func `a crash of the program ends the script`() throws {
      let result = try run("wait-window", ["/bin/sh", "-c", "kill -ABRT $$"])
      #expect(result.status == .exited(1))
      #expect(result.error.contains("sh was ended by Aborted"))
    }

    @Test func `wrong use is told`() throws {
      let screen = try Screen()
      defer { screen.close() }
      for arguments in [[], ["script"], ["--size", "big", "s", "--", "p"], ["--nonsense"]] {
        let command = try screen.launch("tablet-compositor", arguments)
        #expect(try command.waitForExit() == .exited(2))
        #expect(command.standardError.hasPrefix("tablet-compositor: "))
      }
      let help = try screen.launch("tablet-compositor", ["--help"])
      #expect(try help.waitForExit() == .exited(0))
      #expect(help.standardOutput.hasPrefix("usage: "))
    }
  }
}
