import Foundation
import RepositoryFiles
import Testing

/// What the repository's scripts say of themselves.
@Suite("The scripts' help") struct ScriptHelpTests {
  /// Scripts that answer to `--help` with the comment at their head.
  private static var scripts: [String] {
    Repository.files(under: "scripts").filter { path in
      guard let text = try? Repository.text(path) else { return false }
      return text.hasPrefix("#!/bin/bash") && text.contains("--help | -h)")
    }
  }

  @Test func `a script's help is all of the comment at its head`() throws {
    #expect(Self.scripts.count >= 5)
    for script in Self.scripts {
      let lines = try Repository.text(script).split(separator: "\n").dropFirst()
      let head = lines.prefix { $0.hasPrefix("#") }.map { $0.dropFirst($0 == "#" ? 1 : 2) }
      let help = try Command.run([script, "--help"])
      #expect(help.status == 0, "\(script)")
      #expect(
        help.standardOutput.trimmingCharacters(in: .newlines) == head.joined(separator: "\n"),
        "\(script)")
    }
  }
}
