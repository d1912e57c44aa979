import RepositoryFiles
import Testing

/// The scanners themselves, on sources made up to be wrong in one way each.
@Suite("Scanning for text") struct ScannerTests {
  @Test(
    arguments: [
      #"gtk_label_new("undo")"#,
      #"gtk_window_set_title(window, "untitled")"#,
      #"gtk_widget_set_tooltip_text(button, "undo")"#,
      #"gtk_button_new_with_label("quit")"#,
      #"gtk_check_button_new_with_mnemonic("_dark")"#,
      #"gtk_label_set_markup(label, "<b>done</b>")"#,
      #"gtk_entry_set_placeholder_text(entry, "name")"#,
      #"gtk_file_chooser_native_new(tr("Open"), window, action, "_open", tr("_Cancel"))"#,
      #"g_menu_append(menu, "quit", "app.quit")"#,
      #"gtk_dialog_add_button(dialog, "discard", 1)"#,
      #"add_toast("saved")"#,
      #"print("stroke")"#,
      #"say("strokes: \(count)")"#,
      #"complain("missing: {path}")"#,
      #"present(title: "untitled")"#,
      #"gtk_label_set_text(label, isDark ? "dark" : tr("Light"))"#,
      #"let title = "Untitled""#,
      #"let sentence = "could not be opened""#,
      #"return .failure("The file is damaged.")"#,
      #"let titles = ["new": "New Drawing"]"#,
      #"let text = "\(name): Cannot open it""#,
      #"let quoted = "“Sketch” was kept""#,
      "let text = \"\"\"\n  Usage: plumbago\n  \"\"\"",
      #"tr("Undo"); gtk_label_new("redo")"#,
      #"let text = "x \(tr("Undo")) Redo this""#,
      #"run(tr("Undo"), { gtk_label_new("redo") })"#,
      #"complain("plumbago cannot open it")"#,
    ])
  func `text that escapes is caught`(source: String) {
    #expect(EscapedText.all(in: source).count == 1)
  }

  @Test(
    arguments: [
      #"gtk_label_new(tr("Undo"))"#,
      #"gtk_widget_set_tooltip_text(b, trc("tool", "Pen"))"#,
      #"gtk_label_set_text(label, trn("{count} page", "{count} pages", n, ["count": "\(n)"]))"#,
      #"gtk_label_set_text(label, "\(percent) %")"#,
      #"gtk_label_set_text(label, "{name}")"#,
      #"g_menu_append(menu, tr("Quit"), "app.quit")"#,
      #"gtk_button_new_from_icon_name("document-open-symbolic")"#,
      #"gtk_widget_set_name(widget, "canvas")"#,
      #"signal("notify::is-active")"#,
      #"precondition(isOpen, "The drawing is open here")"#,
      #"let id = "org.plumbago.Plumbago""#,
      #"let key = "<Control>z""#,
      #"let css = ".paper { color: White; margin: 0 }""#,
      #"let path = "/org/plumbago/Plumbago""#,
      #"let name = "Latin Modern"  // untranslated: a font's name"#,
      #"// gtk_label_new("Undo")"#,
      #"let type = "GtkPlumbagoCanvas""#,
      #"let json = "\"strokes\": \(count)""#,
      #"say(JSON.object(["strokes": 1]).text)"#,
      #"say("plumbago \(version)")"#,
      #"gtk_about_dialog_set_program_name(about, "Plumbago")"#,
      #"let usage = "plumbago export FILE OUT.{png,svg,pdf} [--scale N]""#,
      #"gtk_window_set_title(window, tr("{name}!").filled("name", title))"#,
      #"g_dbus_proxy_call(proxy, "Read", nil)"#,
    ])
  func `what is no text passes`(source: String) {
    #expect(EscapedText.all(in: source) == [])
  }

  @Test func `a text to translate is read as translators will see it`() {
    let source = #"""
      let a = tr("Undo")
      let b = trn("{count} page", "{count} pages", n)
      let c = trc("tool", "Pen")
      let d = "\(tr("Say \"hi\"\n"))"
      func tr(_ text: String) -> String { text }
      // tr("Commented")
      let e = tr(
        "A long one")
      """#
    let (texts, complaints) = TranslatedText.all(in: source)
    #expect(complaints == [])
    #expect(
      Set(texts) == [
        TranslatedText(singular: "Undo"),
        TranslatedText(singular: "{count} page", plural: "{count} pages"),
        TranslatedText(context: "tool", singular: "Pen"),
        TranslatedText(singular: "Say \"hi\"\n"),
        TranslatedText(singular: "A long one"),
      ])
  }

  @Test(
    arguments: [
      #"tr(title)"#,
      #"tr("Page \(number)")"#,
      #"tr("One" + "two")"#,
      ##"tr(#"raw"#)"##,
      #"tr("Ellipsis\u{2026}")"#,
      #"tr("")"#,
      #"trn("{count} page", n)"#,
      #"trc("tool")"#,
      #"trc(context, "Pen")"#,
      "tr(\"\"\"\n  Many lines\n  \"\"\")",
    ])
  func `a text that could not be extracted is caught`(source: String) {
    let (texts, complaints) = TranslatedText.all(in: source)
    #expect(texts.isEmpty)
    #expect(!complaints.isEmpty)
  }

  @Test func `a layout is read as translators will see it, and what escapes is caught`() throws {
    let source = """
      <?xml version="1.0" encoding="UTF-8"?>
      <interface domain="plumbago">
        <object class="GtkButton" id="undo">
          <property name="label" translatable="yes" context="tool">_Pen &amp; Ink</property>
          <property name="tooltip-text">undo</property>
          <property name="icon-name">edit-undo-symbolic</property>
          <accessibility><property name="label" translatable="yes">Undo</property></accessibility>
          <property name="model">
            <object class="GtkStringList"><items>
              <item translatable="yes">On</item><item>Off</item><item>A4</item>
            </items></object>
          </property>
        </object>
      </interface>
      """
    #expect(
      try InterfaceText.translated(in: source) == [
        TranslatedText(context: "tool", singular: "_Pen & Ink"), TranslatedText(singular: "Undo"),
        TranslatedText(singular: "On"),
      ])
    #expect(try InterfaceText.escaped(in: source) == ["undo", "Off"])
  }

  @Test func `a catalogue is read whole`() {
    let source = """
      # A comment
      msgid ""
      msgstr "Language: ru\\n"

      #: Sources/A.swift Sources/B.swift
      #, fuzzy
      msgctxt "tool"
      msgid ""
      "Two "
      "lines"
      msgstr "a\\"b"

      msgid "{count} page"
      msgid_plural "{count} pages"
      msgstr[0] "x"
      msgstr[1] ""

      #~ msgid "Gone"
      #~ msgstr "y"
      """
    let entries = PortableObject(source).entries
    #expect(entries.count == 2)
    #expect(
      entries.first
        == PortableObject.Entry(
          files: ["Sources/A.swift", "Sources/B.swift"], isFuzzy: true,
          text: TranslatedText(context: "tool", singular: "Two lines"), translations: ["a\"b"]))
    #expect(entries.last?.text.plural == "{count} pages")
    #expect(entries.last?.translations == ["x", ""])
  }
}
