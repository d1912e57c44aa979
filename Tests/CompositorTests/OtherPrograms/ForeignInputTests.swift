import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The module hands everything on to another input method that is chosen behind it, in a program that knows of neither.
  @Suite struct ForeignInputTests {
    /// A folder for GTK_PATH with the input method of `Tests/Support/TestInputMethod`, whose name is `test`.
    private static let folder: String = {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "plumbago-test-input-\(getpid())").path
      let build = """
        mkdir -p "$1/4.0.0/immodules"
        compiler=${CC:-$(command -v clang || command -v cc)}
        "$compiler" -shared -fPIC -Wall -o "$1/4.0.0/immodules/libim-test.so" \
          Tests/Support/TestInputMethod/TestInputMethod.c $(pkg-config --cflags --libs gtk4)
        """
      let made = try? Command.run(["sh", "-ec", build, "sh", folder])
      if made?.status != 0 {
        Issue.record("the input method: \(made?.standardError ?? "the compiler did not start")")
      }
      return folder
    }()

    /// gtk4-demo with a window that has one entry, and where that is.
    private func demo(_ choice: String) throws -> (OtherProgram, Rect) {
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"],
        variables: [
          "GTK_IM_MODULE": choice, "GTK_PATH": ScribbleModule.folder + ":" + Self.folder,
        ])
      return (demo, try #require(try demo.fields().first))
    }

    @Test
    func `another input method commits, reads and deletes text as before, before and after ink`()
      throws
    {
      let (demo, entry) = try demo("plumbago:test")
      let keyboard = demo.screen.keyboard
      // It commits letters from the last one to the first, and 0 puts the word before the caret in capitals.
      try keyboard.type("cba ")
      try demo.expectCopied("abc")
      try keyboard.type("0")
      try demo.expectCopied("ABC")
      try keyboard.type(" wen ")
      try demo.expectCopied("ABC new")
      try keyboard.type(" ")
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied("ABC new coffee")
      try keyboard.type("cba ")
      try demo.expectCopied("ABC new coffeeabc")
      // What the pen has written is text around the caret, too.
      try keyboard.type("0")
      try demo.expectCopied("ABC new COFFEEABC")
      try demo.done()
    }

    /// Input methods with modules of their own that are tried where a machine has them.
    private static let installed = ["ibus"].filter {
      ScribbleModule.isInstalled("libim-\($0).so")
    }

    /// Without its service, which no test starts, such a module hands on what is typed.
    @Test(arguments: installed)
    func `an input method of the machine takes keys as before, before and after ink`(
      name: String
    ) throws {
      let (demo, entry) = try demo("plumbago:\(name)")
      let keyboard = demo.screen.keyboard
      let isLoaded = try demo.hasMapped("libim-\(name).so")
      #expect(isLoaded)
      try keyboard.type("new ")
      try demo.expectCopied("new ")
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied("new coffee")
      try keyboard.type("!")
      try demo.expectCopied("new coffee!")
      try demo.done()
    }

    @Test func `what another input method has not committed shows as it does without the module`()
      throws
    {
      var usual: Picture?
      for choice in ["test", "plumbago:test"] {
        let (demo, entry) = try demo(choice)
        let screen = demo.screen
        let inside = PixelBox(covering: entry)
        let empty = try screen.waitUntilStill().cropped(to: inside)
        try screen.keyboard.type("cba")
        try screen.settle()
        if let usual {
          // The caret blinks.
          try screen.wait(for: "the letters as they are without the module", in: inside) {
            $0 == usual
          }
        } else {
          // More than a caret that has come or gone.
          try screen.wait(for: "letters", in: inside) {
            $0.difference(from: empty).box.width > 5
          }
          // All of what was typed.
          pause(0.5)
          usual = try screen.waitUntilStill().cropped(to: inside)
        }
        try screen.keyboard.type(" ")
        try demo.expectCopied("abc")
        try demo.done()
      }
    }
  }
}
