import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The input-method module leaves an input method of the desktop (Wayland's text-input protocol) all that it had.
  @Suite struct InputMethodTests {
    /// gtk4-demo with a window that has one entry, and where that is, on a desktop with an input method.
    private func demo(_ variables: [String: String?]) throws -> (OtherProgram, Rect) {
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"], variables: variables, hasInputMethod: true)
      let entry = try #require(try demo.fields().first)
      try demo.screen.waitForField("the entry")
      return (demo, entry)
    }

    @Test(arguments: ["plumbago", "plumbago:wayland"])
    func `what the desktop's input method composes, puts in and deletes is so in the field`(
      choice: String
    ) throws {
      let (demo, entry) = try demo(["GTK_IM_MODULE": choice])
      let (screen, inputMethod) = (demo.screen, demo.screen.inputMethod)
      try screen.waitUntilStill()
      inputMethod.forget()
      try demo.expectShown(composed: "née", in: entry)
      // It is no part of the text as yet.
      try screen.settle()
      #expect(!inputMethod.told.isEmpty)
      #expect(inputMethod.told.allSatisfy { $0?.surroundingText == "" })
      try demo.compose(commit: "née")
      try demo.expectHeard("née", cursor: 4)
      try demo.expectCopied("née")
      try demo.compose(commit: " day")
      try demo.expectHeard("née day", cursor: 8)
      try demo.compose(deleting: (4, 0))
      try demo.expectHeard("née", cursor: 4)
      try demo.expectCopied("née")
      // Behind the caret as well, which is in the middle.
      try demo.compose(commit: " one two")
      try demo.expectHeard("née one two", cursor: 12)
      for _ in 0..<3 { try screen.keyboard.press("Left") }
      try demo.compose(commit: "or ")
      try demo.expectHeard("née one or two", cursor: 12)
      try demo.compose(deleting: (3, 3))
      try demo.expectHeard("née one ", cursor: 9)
      try demo.expectCopied("née one ")
      try demo.done()
    }

    @Test(arguments: ["plumbago", "plumbago:wayland"])
    func `the desktop's input method hears of a field what it hears without the module`(
      choice: String
    ) throws {
      let usual = try heard(["GTK_IM_MODULE": "wayland", "GTK_PATH": nil])
      let withModule = try heard(["GTK_IM_MODULE": choice])
      #expect(withModule == usual)
      // The caret was somewhere else each time that letters came or were passed over.
      #expect(!usual.contains { $0.cursorRectangle == nil })
      #expect(Set(usual.map(\.cursorRectangle)).count >= 4)
    }

    /// What is heard of an entry that is empty, is typed in, has letters selected, is composed in, and has the result.
    private func heard(_ variables: [String: String?]) throws -> [FieldState] {
      let (demo, _) = try demo(variables)
      let (screen, keyboard) = (demo.screen, demo.screen.keyboard)
      var states: [FieldState] = []
      func add(_ text: String, cursor: Int, anchor: Int? = nil) throws {
        try demo.expectHeard(text, cursor: cursor, anchor: anchor)
        try screen.settle()
        states.append(try #require(screen.inputMethod.field))
      }
      /// Has the program tell all anew.
      func focusAgain() throws {
        screen.withholdFocus()
        try screen.settle()
        #expect(screen.inputMethod.field == nil)
        screen.withholdFocus(false)
      }
      try focusAgain()
      try add("", cursor: 0)
      try keyboard.type("wonderful day")
      try add("wonderful day", cursor: 13)
      for _ in 0..<3 { try keyboard.press("Left", [.shift]) }
      try screen.settle()
      try focusAgain()
      try add("wonderful day", cursor: 10, anchor: 13)
      // What is selected goes.
      try demo.compose(preedit: "né")
      try add("wonderful ", cursor: 10)
      try demo.compose(commit: "née")
      try add("wonderful née", cursor: 14)
      try demo.done()
      return states
    }

    @Test(arguments: ["plumbago", "plumbago:wayland"])
    func `S38 the pen writes where the desktop's input method wrote, which hears of it next`(
      choice: String
    ) throws {
      let (demo, entry) = try demo(["GTK_IM_MODULE": choice])
      try demo.compose(commit: "one ")
      try demo.expectHeard("one ", cursor: 4)
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied("one coffee")
      try demo.screen.waitForField("the entry")
      try demo.compose(commit: "!")
      try demo.expectHeard("one coffee!", cursor: 11)
      try demo.expectCopied("one coffee!")
      try demo.done()
    }

    @Test
    func
      `S38 in texts of many lines the pen writes among what the desktop's input method composes`()
      throws
    {
      let program = try OtherProgram.changing(hasInputMethod: true)
      let screen = program.screen
      let view = try program.box("view", try AccessibleTree(screen))
      screen.mouse.click(at: view.center)
      screen.mouse.leave()
      try program.expectHeard("", cursor: 0)
      try program.compose(commit: "one née day ")
      try program.expectHeard("one née day ", cursor: 13)
      try program.wait(for: "one née day ", in: "view")
      try program.compose(deleting: (4, 0))
      try program.expectHeard("one née ", cursor: 9)
      try program.wait(for: "one née ", in: "view")
      // What is composed is shown and no part of the text, before the ink as after it.
      try program.expectShown(composed: "wonder", in: view)
      try program.expectHeard("one née ", cursor: 9)
      #expect(program.said("view") == "one née ")
      try program.compose()
      try screen.waitUntilStill()
      try program.write("coffee", in: view, from: 160)
      // The input method hears of it with what it does next.
      try program.wait(for: "one née coffee", in: "view")
      try program.expectShown(composed: "wonder", in: view)
      #expect(program.said("view") == "one née coffee")
      try program.compose(commit: "!")
      try program.expectHeard("one née coffee!", cursor: 16)
      try program.wait(for: "one née coffee!", in: "view")
      try program.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S45 the desktop's keyboard is not asked for from the first ink to a pause`(name: String)
      throws
    {
      let program = try OtherProgram.changing(hasInputMethod: true)
      let (screen, pen) = (program.screen, program.screen.pen)
      let tree = try AccessibleTree(screen)
      screen.mouse.click(at: try program.box("password", tree).center)
      screen.mouse.leave()
      try screen.waitForField("a password entry") { $0.purpose == .password }
      screen.inputMethod.forget()
      let box = try program.box(name, tree)
      let start = Point(box.minX + 20, box.center.y + 9)
      let (ink, second) = try ScribbleTests.recordedPair(at: start)
      for stroke in ink[..<second] {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      let next = Array(ink[second...])
      pen.hover(at: next[0][0])
      pen.down(at: next[0][0])
      // The pen stays down: no pause ends.
      try program.wait(for: "world", in: name)
      try screen.settle()
      #expect(screen.inputMethod.told.allSatisfy { $0?.purpose != .normal })
      pen.move(along: Array(next[0].dropFirst()))
      pen.up()
      ScribbleTests.write(Array(next.dropFirst()), with: pen)
      try program.wait(for: "world call", in: name)
      try screen.waitForField("“\(name)”") { $0.purpose == .normal }
      try program.done()
    }

    @Test
    func `S40 a password entry tells the desktop's input method what it is, and takes no ink`()
      throws
    {
      let program = try OtherProgram.changing(hasInputMethod: true)
      let screen = program.screen
      let tree = try AccessibleTree(screen)
      let box = try program.box("password", tree)
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try screen.waitForField("a password entry") { $0.purpose == .password }
      try program.write("coffee", in: box)
      pause(1.5)
      #expect(program.said("password") == nil)
      try program.compose(commit: "a")
      try program.wait(for: "a", in: "password")
      // As a control, one that takes ink.
      try program.write("coffee", in: try program.box("entry", tree))
      try program.wait(for: "coffee", in: "entry")
      try screen.waitForField("an entry") { $0.purpose == .normal }
      try program.done()
    }
  }
}

extension OtherProgram {
  /// Has the desktop's input method change the field that has the keyboard, once all was heard of it.
  fileprivate func compose(
    preedit: String? = nil, commit: String? = nil, deleting: (before: Int, after: Int) = (0, 0)
  ) throws {
    try screen.settle()
    screen.inputMethod.send(preedit: preedit, commit: commit, deleting: deleting)
  }

  /// Has the desktop's input method compose a word at the caret, and waits until a field shows it.
  fileprivate func expectShown(composed text: String, in box: Rect) throws {
    let inside = PixelBox(covering: box)
    let before = try screen.waitUntilStill().cropped(to: inside)
    try compose(preedit: text)
    // More than a caret that has come or gone.
    try screen.wait(for: "what is composed", in: inside) {
      $0.difference(from: before).box.width > 15
    }
  }

  /// Waits until the desktop's input method hears of a text with the caret behind so many of its bytes.
  ///
  /// - Parameter anchor: The other end of what is selected, where something is.
  fileprivate func expectHeard(_ text: String, cursor: Int, anchor: Int? = nil) throws {
    try screen.waitForField("the text “\(text)”, the caret behind \(cursor)") {
      $0.surroundingText == text && $0.cursor == cursor && $0.anchor == anchor ?? cursor
    }
  }
}
