/// The entries of a catalogue (`.po` or `.pot`), read as its format is described in the gettext manual.
struct PortableObject {
  struct Entry: Equatable {
    /// From the comments `#: path`.
    var files: [String] = []
    var isFuzzy = false
    var text = TranslatedText(singular: "")
    /// One a plural form, in their order; empty strings where nothing is translated yet.
    var translations: [String] = []
  }

  /// Without the header and without obsolete entries.
  private(set) var entries: [Entry] = []

  init(_ source: String) {
    for block in source.split(separator: "\n\n") {
      if let entry = Self.entry(block), !entry.text.singular.isEmpty { entries.append(entry) }
    }
  }

  private static func entry(_ block: Substring) -> Entry? {
    var entry = Entry()
    var values: [(key: String, value: String)] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix("#:") {
        entry.files += line.dropFirst(2).split(separator: " ").map(String.init)
      } else if line.hasPrefix("#,") {
        entry.isFuzzy = entry.isFuzzy || line.contains("fuzzy")
      } else if !line.hasPrefix("#"), let quote = line.firstIndex(of: "\"") {
        let value = TranslatedText.unescaped(
          String(line[line.index(after: quote)...].dropLast()))
        let key = line[..<quote].split(separator: " ").first.map(String.init)
        if let key {
          values.append((key, value))
        } else if !values.isEmpty {
          values[values.count - 1].value += value
        }
      }
    }
    guard !values.isEmpty else { return nil }
    for (key, value) in values {
      switch key {
      case "msgctxt": entry.text.context = value
      case "msgid": entry.text.singular = value
      case "msgid_plural": entry.text.plural = value
      default: entry.translations.append(value)
      }
    }
    return entry
  }
}
