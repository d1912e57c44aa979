import Foundation
import RepositoryFiles
import Testing

/// The app speaks the languages that it has catalogues for, from where it is told that they lie.
@Suite("The app's languages") struct SpokenTests {
  /// What the app answers to someone in a country, with its locale and catalogue made for it.
  private func answer(
    to arguments: [String], in language: String, _ country: String
  ) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "\(language)/LC_MESSAGES/plumbago.mo")
    let catalogue = try Command.run(["msgfmt", "--output-file=\(file.path)", "po/\(language).po"])
    try #require(catalogue.status == 0, "\(catalogue)")
    let name = "\(language)_\(country)"
    let locale = try Command.run([
      "localedef", "-i", name, "-f", "UTF-8", folder.url.appending(path: "\(name).UTF-8").path,
    ])
    // It warns (1) of what one country's definition leaves out; what it makes is whole all the same.
    try #require(locale.status <= 1, "\(locale)")
    let run = try Command.run(
      [AppBinary.path] + arguments,
      environment: [
        "PLUMBAGO_LOCALE_DIR": folder.url.path, "LOCPATH": folder.url.path,
        "LC_ALL": "\(name).UTF-8", "LANGUAGE": "",
      ])
    try #require(run.status == 0, "\(run)")
    return run.standardOutput
  }

  @Test func `each language is heard`() throws {
    let russian = try answer(to: ["--help"], in: "ru", "RU")
    #expect(russian.contains(/\p{Script=Cyrillic}{4}/))
    let japanese = try answer(to: ["--help"], in: "ja", "JP")
    #expect(japanese.contains(/\p{Script=Hiragana}{2}/))
  }

  @Test func `numbers for people have the decimal mark of their language, and files a point`()
    throws
  {
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: "a.plumbago")
    // Its first page is 300.5 × 200 points large, which are 106.0 × 70.6 mm.
    let drawing = Repository.root.appending(path: "Tests/Fixtures/documents/v6.plumbago")
    try FileManager.default.copyItem(at: drawing, to: copy)
    let text = try answer(to: ["info", copy.path], in: "ru", "RU")
    #expect(text.contains("106 × 70,6 "))
    let japanese = try answer(to: ["info", copy.path], in: "ja", "JP")
    #expect(japanese.contains("106 × 70.6 "))
    let json = try answer(to: ["info", "--json", copy.path], in: "ru", "RU")
    #expect(json.contains("300.5"))
    #expect(!json.contains("300,5"))
  }
}
