import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The input-method module hands on keys that make a character together, to the context that the program would have had.
  @Suite struct ComposingKeysTests {
    /// A keyboard with a Compose key, xkb's `Multi_key`.
    private static let layout = "us(drix)"

    /// gtk4-demo with a window that has one entry, and where that is.
    private func demo(_ choice: String) throws -> (OtherProgram, Rect) {
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"], layout: Self.layout,
        variables: ["GTK_IM_MODULE": choice])
      return (demo, try #require(try demo.fields().first))
    }

    @Test(arguments: ["plumbago", "plumbago:wayland"])
    func `Compose sequences work as before, before and after ink`(choice: String) throws {
      let (demo, entry) = try demo(choice)
      let keyboard = demo.screen.keyboard
      func compose() throws {
        for pair in ["ae", "oe", "ss"] {
          try keyboard.press("Multi_key")
          try keyboard.type(pair)
        }
      }
      try compose()
      try demo.expectCopied("æœß")
      try keyboard.type(" ")
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied("æœß coffee")
      try compose()
      try demo.expectCopied("æœß coffeeæœß")
      try demo.done()
    }

    @Test func `a sequence that is not finished shows as it does without the module`() throws {
      var usual: Picture?
      for choice in ["gtk-im-context-simple", "plumbago"] {
        let (demo, entry) = try demo(choice)
        let screen = demo.screen
        let inside = PixelBox(covering: entry)
        let empty = try screen.waitUntilStill().cropped(to: inside)
        try screen.keyboard.press("Multi_key")
        try screen.keyboard.type("a")
        try screen.settle()
        if let usual {
          // The caret blinks.
          try screen.wait(for: "the sequence as it is without the module", in: inside) {
            $0 == usual
          }
        } else {
          // More than a caret that has come or gone.
          try screen.wait(for: "a part of the sequence", in: inside) {
            $0.difference(from: empty).box.width > 5
          }
          // All of what was typed.
          pause(0.5)
          usual = try screen.waitUntilStill().cropped(to: inside)
        }
        try screen.keyboard.type("e")
        try demo.expectCopied("æ")
        try demo.done()
      }
    }
  }
}
