import TabletCompositor
import Testing

extension InputOnScreen {
  /// What becomes of ink when the desktop closes a program's window.
  @Suite struct ClosedProgramsTests {
    @Test func `S38 ink that waits is text before a program hears that the desktop closes it`()
      throws
    {
      let program = try OtherProgram.changing(settings: "writing-pause=2.0")
      let tree = try AccessibleTree(program.screen)
      let (entry, spare) = (try program.box("entry", tree), try program.box("spare", tree))
      // The recogniser is open then.
      try program.write("world", in: spare)
      try program.wait(for: "world", in: "spare")
      pause(1)
      try program.write("coffee", in: entry)
      #expect(program.said("entry") == nil, "before the pause")
      program.window.close()
      try program.wait(for: "coffee", in: "closing")
      #expect(program.said("entry") == "coffee")
      try program.done()
    }

    @Test func `a window in which nothing waits to be read closes as ever`() throws {
      let program = try OtherProgram.changing()
      let tree = try AccessibleTree(program.screen)
      try program.write("world", in: try program.box("spare", tree))
      try program.wait(for: "world", in: "spare")
      pause(1)
      program.window.close()
      try program.wait(for: "", in: "closing")
      try program.done()
    }
  }
}
