/// What one language brings: its network, its words, and how its writing is laid out.
///
/// A pack is a folder, `data/recognition/<language>`, with `network.bin`, `language.bin`, `PROVENANCE.md` and
/// `CREDITS.md`. A new language is such a folder and a ``WritingSystem``; the engine stays as it is.
public struct LanguagePack: Sendable {
  /// BCP 47, "en".
  public let language: String
  let system: WritingSystem
  let network: Network
  let model: LanguageModel

  /// Opens a pack.
  /// - Parameter folder: path of the pack's folder.
  public init(_ system: WritingSystem, at folder: String) throws(HandwritingError) {
    self.system = system
    language = system.language
    network = try NetworkFile.read(MappedFile(path: folder + "/network.bin"))
    model = try LanguageModel(MappedFile(path: folder + "/language.bin"))
    guard network.classes == model.symbols.count + 1 else {
      throw .packDamaged(
        path: folder + "/network.bin",
        reason:
          "it reads \(network.classes - 1) characters and the language has \(model.symbols.count)")
    }
  }

  /// Every character that can come out.
  public var alphabet: [Character] { model.symbols.map(\.character) }

  /// Whether the lexicon has a word, written in small letters.
  public func knows(_ word: String) -> Bool { model.prefix(of: word) != nil }
}

/// How a language is written, as far as the engine must know.
public struct WritingSystem: Hashable, Sendable {
  /// BCP 47.
  public var language: String
  /// What stands between the lines of a paragraph.
  public var lineSeparator: String

  public init(language: String, lineSeparator: String = "\n") {
    self.language = language
    self.lineSeparator = lineSeparator
  }
}
