import RepositoryFiles
import Testing

/// The app speaks the languages that it has catalogues for, from where it is told that they lie.
@Suite("The app's languages") struct SpokenTests {
  /// What the app answers to `--help` for someone in a country, with its locale and catalogue made for it.
  private func help(in language: String, _ country: String) throws -> String {
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
      [AppBinary.path, "--help"],
      environment: [
        "PLUMBAGO_LOCALE_DIR": folder.url.path, "LOCPATH": folder.url.path,
        "LC_ALL": "\(name).UTF-8", "LANGUAGE": "",
      ])
    try #require(run.status == 0, "\(run)")
    return run.standardOutput
  }

  @Test func `each language is heard`() throws {
    #expect(try help(in: "ru", "RU").contains(/\p{Script=Cyrillic}{4}/))
    #expect(try help(in: "ja", "JP").contains(/\p{Script=Hiragana}{2}/))
  }
}
