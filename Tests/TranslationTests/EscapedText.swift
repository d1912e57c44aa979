import RepositoryFiles

/// A literal that a person will read and that does not go through `tr`.
struct EscapedText: Equatable {
  var line: Int
  var text: String

  /// The literals of a source that escape translation.
  ///
  /// Two nets are drawn. The first knows the functions that put text before a person, and takes every literal
  /// with a letter in it there. The second takes whatever reads as prose (a capitalised word, or two words in
  /// a row), wherever it stands: text that goes through a variable, say. `// untranslated: why` on the
  /// literal's line lets it pass.
  static func all(in source: String) -> [EscapedText] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return SourceCalls(source).literals.filter { literal in
      if literal.positions.contains(where: { isExempt($0.call) }) { return false }
      if lines[literal.token.line - 1].contains("// untranslated: ") { return false }
      let text = TranslatedText.unescaped(literal.token.text)
      // Only the innermost call is asked: what another makes of a literal is not known here.
      return isProse(text)
        || literal.positions.last.map { isShown(at: $0) } == true && hasWord(text)
    }.map { EscapedText(line: $0.token.line, text: $0.token.text) }
  }

  /// What takes text to translate, and what speaks to a programmer or a program only.
  private static func isExempt(_ function: String) -> Bool {
    TranslatedText.functions[function] != nil || function.hasPrefix("g_dbus_")
      || [
        "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure",
      ].contains(function)
  }

  /// Functions that show text and whose names do not say which argument it is; from 0.
  private static let textArguments: [String: Set<Int>] = [
    "gtk_label_new": [0], "gtk_expander_new": [0], "gtk_frame_new": [0],
    "gtk_file_chooser_native_new": [0, 3, 4], "gtk_color_chooser_dialog_new": [0],
    "gtk_dialog_add_button": [1], "gtk_info_bar_add_button": [1],
    "gtk_file_filter_set_name": [1], "gtk_stack_add_titled": [3],
    "g_menu_append": [1], "g_menu_append_section": [1], "g_menu_append_submenu": [1],
    "g_menu_item_new": [0], "g_menu_item_new_section": [0], "g_menu_item_new_submenu": [0],
    "g_application_add_main_option": [4, 5], "add_toast": [0], "addToast": [0],
    "print": [0], "say": [0], "complain": [0],
  ]

  /// Labels of arguments that are text by their meaning, in functions of our own.
  private static let textLabels: Set<String> = [
    "title", "subtitle", "tooltip", "placeholder", "heading", "accept", "summary",
  ]

  private static func isShown(at position: SourceCalls.Literal.Position) -> Bool {
    if let arguments = textArguments[position.call] { return arguments.contains(position.argument) }
    if let label = position.label, textLabels.contains(label) { return true }
    let setter =
      /(gtk|gdk|g)_\w+_set_(label|text|markup|title|subtitle|tooltip_text|tooltip_markup|placeholder_text|secondary_text|comments|body|description|program_name)/
    if position.call.wholeMatch(of: setter) != nil { return position.argument == 1 }
    if position.call.wholeMatch(of: /gtk_\w+_new_with_(label|mnemonic)/) != nil {
      return position.argument == 0
    }
    return false
  }

  /// The text without what no language changes: placeholders and the app's name.
  private static func words(_ text: String) -> String {
    text.replacing(/\{\w+\}|[Pp]lumbago/, with: "")
  }

  static func hasWord(_ text: String) -> Bool { words(text).contains(/\p{L}{2}/) }

  private static func isProse(_ text: String) -> Bool {
    // Style sheets and markup are written in words as well.
    if text.contains(/[{;]\s*[\w-]+\s*:/) && text.contains("}") { return false }
    let words = words(text)
    return words.contains(/(^|[^\p{L}\p{N}_.\/:@$%#-])\p{Lu}\p{Ll}+($|[\s,.…!?:;])/)
      || words.contains(/(^|\s)\p{Ll}{2,},? \p{Ll}{2,}($|[\s,.…!?:;])/)
  }
}
