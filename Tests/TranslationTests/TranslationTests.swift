import Foundation
import RepositoryFiles
import Testing

/// Everything that a person reads can be translated, and what is translated is whole.
@Suite("Translations") struct TranslationTests {
  static let sources = Repository.files(under: "Sources", suffix: ".swift")
  /// Where text that a person sees may stand.
  static let shown = ["Sources/PlumbagoApp", "Sources/InkWidgets"]
    .flatMap { Repository.files(under: $0, suffix: ".swift") }

  static let interfaces = Repository.files(under: "data/ui", suffix: ".ui")

  static var languages: [String] { get throws { try Repository.entries("po/LINGUAS") } }

  private func catalogue(_ language: String) throws -> PortableObject {
    PortableObject(try Repository.text("po/\(language).po"))
  }

  /// What xgettext finds.
  private func template() throws -> PortableObject {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "plumbago.pot")
    let run = try Command.run(["scripts/translations", "--extract", file.path])
    try #require(run.status == 0, "\(run)")
    try #require(run.standardError.isEmpty, "\(run)")
    return PortableObject(try String(contentsOf: file, encoding: .utf8))
  }

  @Test func `POTFILES.in lists every file with text in it, and no other`() throws {
    let kinds = [".desktop.in", ".metainfo.xml.in", ".mime.xml.in", ".gschema.xml", ".ui"]
    let data = Repository.files(under: "data").filter { path in
      kinds.contains { path.hasSuffix($0) }
    }
    let swift = try Self.sources.filter { path in
      let (texts, complaints) = TranslatedText.all(in: try Repository.text(path))
      return !texts.isEmpty || !complaints.isEmpty
    }
    let listed = try Repository.entries("po/POTFILES.in")
    #expect(listed == (data + swift).sorted(), "run scripts/translations")
  }

  @Test func `LINGUAS lists every catalogue, and no other`() throws {
    let catalogues = Repository.files(under: "po", suffix: ".po").map {
      $0.dropFirst(3).dropLast(3)
    }
    #expect(try Self.languages == catalogues.map(String.init))
  }

  @Test(arguments: try languages)
  func `a catalogue is well-formed`(language: String) throws {
    let check = try Command.run(
      ["msgfmt", "--check", "--output-file=/dev/null", "po/\(language).po"])
    #expect(check.status == 0 && check.standardError.isEmpty, "\(check)")
  }

  @Test(arguments: sources)
  func `a text to translate is a plain literal`(path: String) throws {
    let complaints = TranslatedText.all(in: try Repository.text(path)).complaints
    #expect(complaints.isEmpty, "\(path)")
  }

  @Test(arguments: shown)
  func `no text escapes translation`(path: String) throws {
    let escaped = EscapedText.all(in: try Repository.text(path))
    #expect(escaped == [], "\(path): hand it to tr, or say // untranslated: why")
  }

  @Test(arguments: interfaces)
  func `no text of a window's layout escapes translation`(path: String) throws {
    let escaped = try InterfaceText.escaped(in: try Repository.text(path))
    #expect(escaped == [], "\(path): translatable=\"yes\"")
  }

  @Test func `what is extracted of the layouts is what they say`() throws {
    let said = try Self.interfaces.flatMap {
      try InterfaceText.translated(in: try Repository.text($0))
    }
    let extracted = try template().entries.filter { entry in
      entry.files.contains { $0.hasSuffix(".ui") }
    }.map(\.text)
    #expect(said.count > 100)
    #expect(Set(said) == Set(extracted))
  }

  @Test func `what is extracted is what the sources say`() throws {
    let said = try Self.sources.flatMap { TranslatedText.all(in: try Repository.text($0)).texts }
    let extracted = try template().entries.filter { entry in
      entry.files.contains { $0.hasSuffix(".swift") }
    }.map(\.text)
    // One text may stand both with and without a plural, which gettext makes one of.
    func keys(_ texts: [TranslatedText]) -> Set<String> {
      Set(texts.map { "\($0.context ?? "")\u{4}\($0.singular)" })
    }
    #expect(keys(said) == keys(extracted))
    let plurals = Set(said.compactMap(\.plural))
    #expect(plurals == Set(extracted.compactMap(\.plural)))
  }

  @Test(arguments: try languages)
  func `a catalogue has every text, merged and translated`(language: String) throws {
    let translated = try catalogue(language).entries
      .filter { !$0.isFuzzy && !$0.translations.contains("") }
    let wanted = try template().entries
    let missing = Set(wanted.map(\.text)).subtracting(translated.map(\.text))
    #expect(
      missing.map(\.singular).sorted() == [], "run scripts/translations, then po/\(language).po")
  }

  @Test(arguments: try languages)
  func `a translation has the placeholders of its text`(language: String) throws {
    for entry in try catalogue(language).entries {
      let singular = TranslatedText.placeholders(entry.text.singular)
      let plural = entry.text.plural.map(TranslatedText.placeholders) ?? singular
      for translation in entry.translations where !translation.isEmpty {
        let found = TranslatedText.placeholders(translation)
        #expect(found.isSubset(of: singular.union(plural)), "\(translation)")
        #expect(found.isSuperset(of: singular.intersection(plural)), "\(translation)")
      }
    }
  }
}
