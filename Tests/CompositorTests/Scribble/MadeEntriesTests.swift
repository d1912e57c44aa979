import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The text entries that the app's sources make, against a list that is written by hand.
  @Suite struct MadeEntriesTests {
    /// Each file that makes text entries, and what these are called.
    static let made: [String: [String]] = [
      "data/ui/alternative-text.ui": ["Alternative Text"],
      "data/ui/export.ui": ["Numbers of pages"],
      "data/ui/gesture-recorder.ui": ["Name of the hand"],
      "data/ui/paper.ui": ["Spacing (mm)", "Width (mm)", "Height (mm)", "Number of pages"],
      "data/ui/preferences-pen.ui": ["Write here to try it"],
      "data/ui/shortcuts.ui": ["Search"],
      "data/ui/template-name.ui": ["Name of the template"],
      "data/ui/try-fields.ui": [
        "Name or Any Line", "Search", "Number", "Digits", "Date", "Phone Number", "E-Mail Address",
        "Web Address",
        "Label to Rename", "Text of Many Lines", "Password, Which Takes No Handwriting",
      ],
      "data/ui/try-gesture.ui": ["Practice: Scratch Out", "Practice: Break a Line"],
      "Sources/InkWidgets/Text/TextBoxView.swift": ["Text Box"],
      "Sources/InkWidgets/ToolPicker/ColorOptions.swift": ["Hexadecimal color or color name"],
      "Sources/PlumbagoApp/Layers/LayerRow.swift": ["Name of the layer"],
      "Sources/PlumbagoApp/Layers/LayersPanel.swift": ["Name of the new layer"],
      "Sources/PlumbagoApp/Library/LibraryPanel.swift": [
        "Search the library", "Name of the new drawing",
      ],
      "Sources/PlumbagoApp/Library/LibraryRow.swift": ["Name of the drawing"],
      "Sources/PlumbagoApp/Pages/PageLabelField.swift": ["Label of the page"],
      "Sources/PlumbagoApp/Pages/PageQuestion.swift": ["Number or label of the page"],
      "Sources/PlumbagoApp/Pages/PagesPanel.swift": ["Label of the new page"],
      "Sources/PlumbagoApp/Paper/InstrumentQuestion.swift": ["Radius (mm)"],
      "Sources/PlumbagoApp/Paper/PaperDialog.swift": ["Hexadecimal color or color name"],
      "Sources/PlumbagoApp/Search/SearchBar.swift": ["Find in the drawing"],
      "Sources/PlumbagoApp/Windows/DocumentHeader.swift": ["Name of the drawing"],
      "Sources/PlumbagoApp/Windows/PasswordDialog.swift": ["Password"],
    ]

    /// What else entries of a file are called, for what they are used.
    private static let otherNames = [
      "Sources/PlumbagoApp/Library/LibraryRow.swift": ["Name of the folder"],
      "Sources/PlumbagoApp/Paper/InstrumentQuestion.swift": ["Angle (°)"],
    ]

    /// Entries that no window of ``TextEntryTests/manifest`` has, and which are written in elsewhere.
    private static let others: Set<String> = [
      // By TryScribbleTests.
      "Practice: Scratch Out", "Practice: Break a Line",
      // They show only while they are written in: by the tests of S42 in the panels.
      "Name of the new layer", "Name of the new drawing", "Label of the new page",
      // A text box on the canvas: by TextBoxTests.
      "Text Box",
      // By LibraryMovingTests.
      "Name of the folder",
      // Below.
      "Password",
    ]

    /// What makes a text entry in the app's own files; GTK's choosers of colours have one in their editor.
    private static let makers: Set<String> = [
      "Entry()", "SearchEntry()", "PasswordEntry()", "TextView()", "EditableLabel()",
      "EditableLabel(", "SpinButton()", "SpinButton(", "NameField(", "NewItemArea(",
      "ColorChooserDialog(", "ColorChooserWidget()", "ColorChooserWidget(",
    ]

    private static let classes: Set<String> = [
      "GtkEntry", "GtkSearchEntry", "GtkPasswordEntry", "GtkText", "GtkTextView", "GtkSpinButton",
      "GtkEditableLabel", "AdwEntryRow", "AdwPasswordEntryRow", "AdwSpinRow",
    ]

    /// The files that make text entries, and how many.
    private func found() throws -> [String: Int] {
      var found: [String: Int] = [:]
      for file in Repository.files(under: "data/ui", suffix: ".ui") {
        let objects = try InterfaceFile(Repository.text(file)).objects
        found[file] = objects.count { Self.classes.contains($0.attributes["class"] ?? "") }
      }
      let raw = /gtk_[a-z_]*(?:entry|text|text_view|spin_button|editable_label)_new[a-z_]*/
      let sources = ["Sources/PlumbagoApp", "Sources/InkWidgets"].flatMap {
        Repository.files(under: $0, suffix: ".swift")
      }
      for file in sources {
        // What the fields that have names of their own are made of.
        guard !file.hasSuffix("/NameField.swift"), !file.hasSuffix("/NewItemArea.swift") else {
          continue
        }
        let text = try Repository.text(file)
        // A type that is made, or called without anything: other types are called `Entry`, too, and take something.
        let made = text.matches(of: /[A-Za-z_.]+\(\)?/).count {
          Self.makers.contains(String($0.output).replacingOccurrences(of: "Gtk.", with: ""))
        }
        found[file] = made + text.matches(of: raw).count
      }
      return found.filter { $0.value > 0 }
    }

    /// What the source of entries has them called, where it says so to screen readers.
    private func namesGiven(in file: String) throws -> Set<String> {
      let calls = try Repository.text(file).matches(of: /entry\)?\.setAccessibleName\(.+/)
      let names = calls.flatMap { call in
        call.output.matches(of: /tr\("([^"]*)"\)/).map { String($0.output.1) }
      }
      return Set(names)
    }

    @Test
    func `S5 each text entry that the app's sources make stands in a list of those written in`()
      throws
    {
      let found = try found()
      #expect(found == Self.made.mapValues(\.count))
      let written = Set(TextEntryTests.manifest.flatMap(\.entries))
        .union(TryScribbleTests.fields.map(\.name)).union(Self.others)
      var given: Set<String> = []
      for (file, names) in Self.made.merging(Self.otherNames, uniquingKeysWith: +) {
        for name in names { #expect(written.contains(name), "“\(name)” of \(file)") }
        guard file.hasSuffix(".swift") else { continue }
        let own = try namesGiven(in: file)
        #expect(own.isSubset(of: names), "\(own.sorted()) of \(file)")
        given.formUnion(own)
      }
      #expect(given.count >= 4)
    }

    @Test func `S40 the field for a document's password takes no writing`() throws {
      let screen = try Screen(size: PixelSize(width: 700, height: 640))
      let path = screen.path("locked.pdf")
      try Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf"))
        .write(to: URL(filePath: path))
      let app = try screen.launchApp([path])
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "“locked.pdf” is protected by a password")
      try screen.waitUntilStill()
      let dialog = try #require(screen.windows.last)
      let found = try tree.widgets().last {
        guard $0.name == "Password" else { return false }
        let role = try tree.role($0)
        // AT-SPI has a role of its own for passwords, of this number.
        return role == 40 || AccessibleRole(rawValue: role)?.takesText == true
      }
      let own = try tree.box(#require(found))
      let start = dialog.point(own.minX + 30, own.center.y + 8)
      InputOnScreen.ScribbleTests.write(
        try InputOnScreen.ScribbleTests.recorded("coffee", at: start, size: 16), with: screen.pen)
      pause(2)
      // Behind a word of the pen it would not fit.
      try screen.keyboard.press("End")
      try screen.keyboard.type("secret")
      let button = try tree.box(tree.wait(for: "Open", isWhole: true)).center
      try Pointing.pen.press(dialog.point(button.x, button.y), on: screen)
      let end = Date().addingTimeInterval(20)
      while screen.windows.map(\.title) != ["locked – Plumbago"], Date() < end {
        try screen.settle()
        pause(0.02)
      }
      let said = try tree.texts()
      #expect(screen.windows.map(\.title) == ["locked – Plumbago"], "\(said)")
      try screen.waitUntilStill()
      try app.expectQuiet()
      try #require(screen.windows.first).close()
      let status = try app.waitForExit()
      #expect(status == .exited(0))
      screen.close()
    }
  }
}
