import RepositoryFiles

/// What a GtkBuilder file says to people.
enum InterfaceText {
  /// Properties that people read.
  private static let shown: Set<String> = [
    "label", "title", "subtitle", "text", "secondary-text", "tooltip-text", "tooltip-markup",
    "placeholder-text", "comments", "copyright", "description",
  ]

  /// The texts that are marked for translators.
  static func translated(in source: String) throws -> [TranslatedText] {
    try InterfaceFile(source).elements.filter { $0.attributes["translatable"] == "yes" }.map {
      TranslatedText(context: $0.attributes["context"], singular: $0.text)
    }
  }

  /// The texts that people read and that are not marked.
  static func escaped(in source: String) throws -> [String] {
    try InterfaceFile(source).elements.filter { element in
      let isShown =
        switch element.name {
        case "item", "mark": true
        case "property": shown.contains(element.attributes["name"] ?? "")
        default: false
        }
      return isShown && element.children.isEmpty && element.attributes["translatable"] != "yes"
        && EscapedText.hasWord(element.text)
    }.map(\.text)
  }
}
