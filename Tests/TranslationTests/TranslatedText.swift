import RepositoryFiles

/// A text that a source hands to `tr`, `trn` or `trc`, as translators come to see it.
struct TranslatedText: Hashable {
  var context: String?
  var singular: String
  var plural: String?

  /// The functions, and which of their arguments are texts: so many, from the first.
  static let functions = ["tr": 1, "trn": 2, "trc": 2]

  /// The texts of a source, and a sentence for each call whose texts could not be extracted.
  static func all(in source: String) -> (texts: [TranslatedText], complaints: [String]) {
    var texts: [TranslatedText] = []
    var complaints: [String] = []
    for call in SourceCalls(source).calls {
      guard let count = functions[call.name] else { continue }
      var literals: [String] = []
      for argument in call.arguments.prefix(count) {
        guard let token = argument.literal, case .string(let form) = token.kind else {
          complaints.append("\(call.line): \(call.name) takes literals and nothing else")
          break
        }
        if form.isInterpolated {
          complaints.append("\(token.line): no interpolation in a text; name a {placeholder}")
        } else if form.isMultiline || form.isRaw {
          complaints.append("\(token.line): xgettext reads neither multi-line nor raw strings")
        } else if token.text.contains("\\u{") {
          complaints.append("\(token.line): write the character itself, not \\u{…}")
        } else if token.text.isEmpty {
          complaints.append("\(token.line): an empty text stands for the catalogue's header")
        } else {
          literals.append(unescaped(token.text))
        }
      }
      guard literals.count == count else {
        if call.arguments.count < count {
          complaints.append("\(call.line): \(call.name) lacks a text")
        }
        continue
      }
      switch call.name {
      case "trn": texts.append(TranslatedText(singular: literals[0], plural: literals[1]))
      case "trc": texts.append(TranslatedText(context: literals[0], singular: literals[1]))
      default: texts.append(TranslatedText(singular: literals[0]))
      }
    }
    return (texts, complaints)
  }

  /// What a literal stands for, of the escapes that a translatable text may hold.
  static func unescaped(_ literal: String) -> String {
    var result = ""
    var escaping = false
    for character in literal {
      if escaping {
        let escapes: [Character: Character] = ["n": "\n", "t": "\t", "0": "\0", "r": "\r"]
        result.append(escapes[character] ?? character)
        escaping = false
      } else if character == "\\" {
        escaping = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The `{placeholders}` of a text.
  static func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{\w+\}/).map { String($0.0) })
  }
}
