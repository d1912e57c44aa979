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
          try screen.wait(for: "letters", in: inside) { hasLetter($0, since: empty) }
          // All of what was typed.
          pause(0.5)
          usual = try screen.waitUntilStill().cropped(to: inside)
        }
        try screen.keyboard.type(" ")
        try demo.expectCopied("abc")
        try demo.done()
      }
    }

    // MARK: IBus

    private static let ibus = "libim-ibus.so"

    /// gtk4-demo that uses IBus, with our module before it or by itself, and where its entry is.
    private func demoOfIBus(
      withModule: Bool, before: (Screen) throws -> Void = { _ in }
    ) throws -> (OtherProgram, Rect) {
      var variables: [String: String?] = [
        // With the input methods of the machine.
        "GTK_EXE_PREFIX": nil, "GTK_IM_MODULE": withModule ? "plumbago:ibus" : "ibus",
        // Each key waits for its answer: else IBus 1.5.27 mixes up those that come fast.
        "IBUS_ENABLE_SYNC_MODE": "1",
      ]
      if !withModule { variables.updateValue(nil, forKey: "GTK_PATH") }
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"], layout: "us(drix)", variables: variables,
        before: before)
      let isLoaded = try demo.hasMapped(Self.ibus)
      #expect(isLoaded)
      return (demo, try #require(try demo.fields().first))
    }

    /// Types a word, a space, a character by the keyboard's Compose key, and a letter that tells that all has arrived.
    private func typeAll(_ keyboard: Keyboard) throws {
      try keyboard.type("new ")
      try keyboard.press("Multi_key")
      try keyboard.type("aex")
    }

    /// The text of the entry, once what was typed last has arrived, and with it all before that.
    private func text(of demo: OtherProgram, endingIn end: String) throws -> String {
      var text = ""
      for _ in 0..<20 where !text.hasSuffix(end) {
        pause(0.5)
        text = try demo.copiedText()
      }
      #expect(text.hasSuffix(end))
      return text
    }

    @Test func `programs on a screen have no input method of the machine unless they are to`()
      throws
    {
      #expect(ScribbleModule.isInstalled(Self.ibus))
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"], variables: OtherProgram.withoutModule)
      let isLoaded = try demo.hasMapped(Self.ibus)
      #expect(!isLoaded)
      try demo.done()
    }

    @Test func `without its service IBus takes keys as without the module, before and after ink`()
      throws
    {
      let (plain, _) = try demoOfIBus(withModule: false)
      try typeAll(plain.screen.keyboard)
      let usual = try text(of: plain, endingIn: "x")
      #expect(usual.hasPrefix("new "))
      try plain.done()
      let (demo, entry) = try demoOfIBus(withModule: true)
      let keyboard = demo.screen.keyboard
      try typeAll(keyboard)
      let typed = try text(of: demo, endingIn: "x")
      #expect(typed == usual)
      try keyboard.type(" ")
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied(usual + " coffee")
      try typeAll(keyboard)
      try demo.expectCopied(usual + " coffee" + usual)
      try demo.done()
    }

    /// What became of keys in a program with IBus and its service.
    private struct Typed: Equatable {
      var text: String
      /// Whether a key did nothing as long as the service stood still.
      var waits: Bool
    }

    private func typedThroughService(withModule: Bool) throws -> Typed {
      var launched: Program?
      let (demo, entry) = try demoOfIBus(withModule: withModule) { screen in
        launched = try screen.launch(
          "ibus-daemon", ["--panel=disable", "--config=disable", "--emoji-extension=disable"])
        let bus = try #require(screen.environment["DBUS_SESSION_BUS_ADDRESS"])
        let wait = try Command.run(
          ["gdbus", "wait", "--session", "--timeout", "20", "org.freedesktop.IBus"],
          environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
        #expect(wait.status == 0, "\(wait)")
      }
      let service = try #require(launched)
      let (screen, inside) = (demo.screen, PixelBox(covering: entry))
      try typeAll(screen.keyboard)
      let typed = try text(of: demo, endingIn: "x")
      let usual = try secondsOfKey(on: screen, inside)
      try #require(usual < 2, "too slow to tell what waits: a key shows after \(usual) s")
      let before = try screen.waitUntilStill().cropped(to: inside)
      service.signal(SIGSTOP)
      try screen.keyboard.type("w")
      pause(max(1, 5 * usual))
      let isShown = hasLetter(screen.screenshot(of: inside), since: before)
      service.signal(SIGCONT)
      let all = try text(of: demo, endingIn: "ww")
      if withModule {
        try screen.keyboard.type(" ")
        try demo.write("coffee", in: entry, from: 160)
        try demo.expectCopied(all + " coffee")
        try typeAll(screen.keyboard)
        try demo.expectCopied(all + " coffee" + typed)
      }
      try demo.done()
      return Typed(text: all, waits: !isShown)
    }

    /// How long a letter takes from its key to the screen.
    private func secondsOfKey(on screen: Screen, _ inside: PixelBox) throws -> Double {
      let before = try screen.waitUntilStill().cropped(to: inside)
      let start = ContinuousClock.now
      try screen.keyboard.type("w")
      try screen.wait(for: "a letter", in: inside) { hasLetter($0, since: before) }
      return (ContinuousClock.now - start) / .seconds(1)
    }

    /// Whether more has changed than a caret that has come or gone.
    private func hasLetter(_ picture: Picture, since before: Picture) -> Bool {
      picture.difference(from: before).box.width > 5
    }

    @Test func `keys go through IBus's service as without the module, before and after ink`() throws
    {
      let usual = try typedThroughService(withModule: false)
      #expect(usual.waits)
      #expect(usual.text.hasPrefix("new ") && usual.text.hasSuffix("xww"))
      let withModule = try typedThroughService(withModule: true)
      #expect(withModule == usual)
    }
  }
}
