import Gtk
import Handwriting
import PageReading
import SearchIndex

/// The engine that reads pages: one for the whole process.
nonisolated enum SearchReading {
  private static let pack: Result<LanguagePack, HandwritingError> = {
    do throws(HandwritingError) {
      let system = WritingSystem.english
      return .success(
        try LanguagePack(system, at: Installation.recognition + "/" + system.language))
    } catch {
      return .failure(error)
    }
  }()

  /// `nil` where the engine's data is missing: then no ink is read.
  static let reader: PageReader? = (try? pack.get()).map { PageReader(pack: $0) }

  /// Whether there is one, without waiting for it.
  static var isInstalled: Bool {
    FileTest.exists(Installation.recognition + "/" + WritingSystem.english.language)
  }

  /// What is written in drawings; in memory where the cache folder takes no file.
  static let index: SearchIndex? =
    (try? SearchIndex(at: Installation.searchIndex)) ?? (try? SearchIndex(at: ":memory:"))

  /// Why there is none.
  static var missing: HandwritingError? {
    if case .failure(let error) = pack { error } else { nil }
  }

  /// The query for words that somebody types.
  static func query(_ words: String) -> SearchQuery {
    // A letter begins a word of every line.
    SearchQuery(words, isOpen: !isOneLetter(words), isKnown: knows)
  }

  /// Whether it is a letter by itself, and no word of a script whose words may be single characters.
  static func isOneLetter(_ words: String) -> Bool {
    let characters = words.filter { !$0.isWhitespace }
    guard characters.count == 1, let letter = characters.first, letter.isLetter else {
      return false
    }
    return !SearchTokens.isIdeograph(letter) && !syllables.contains(letter)
  }

  /// Those of Korean.
  private static let syllables: ClosedRange<Character> = "\u{AC00}"..."\u{D7A3}"

  /// Says that nothing is found.
  static func nothing(for words: String) -> String {
    isOneLetter(words) ? tr("Type two letters or more.") : tr("Nothing found")
  }

  /// Whether the language has a word, in small letters.
  @Sendable static func knows(_ word: String) -> Bool { (try? pack.get())?.knows(word) ?? false }
}
