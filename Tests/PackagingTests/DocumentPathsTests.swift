import Foundation
import RepositoryFiles
import Testing

/// What the texts for people who change the app name of the repository.
@Suite("The paths in documents") struct DocumentPathsTests {
  static let documents = [
    "README.md", "CONTRIBUTING.md", "docs/where.md", "training/README.md",
  ]
  private static let files = ["Sources", "Tests", "data"].flatMap {
    Repository.files(under: $0)
  }

  @Test(arguments: documents)
  func `each file and folder that a document names is there`(document: String) throws {
    let text = try Repository.text(document)
    let paths = Self.paths(in: text)
    #expect(!paths.isEmpty)
    for path in paths { #expect(Self.isThere(path), "\(path)") }
    for name in Self.names(in: text) {
      #expect(Self.files.contains { $0.hasSuffix("/\(name)") }, "\(name)")
    }
  }

  /// With their folders; “NAME” stands for any name, and “*” for any part of one.
  private static func paths(in text: String) -> [String] {
    let folders = #/\b(?:Sources|Tests|data|docs|scripts|po|training|Examples)/[\w.+*/-]+/#
    return text.matches(of: folders).map { String($0.0) }
      // The end of a sentence is none of a path.
      .map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      .filter { !$0.contains("/NAME.") }
  }

  /// Files that are named without their folder.
  private static func names(in text: String) -> [String] {
    text.matches(of: #/`([\w+]+\.(?:swift|ui|md|c|h))`/#).map { String($0.1) }
  }

  private static func isThere(_ path: String) -> Bool {
    let parts = path.components(separatedBy: "*")
    guard let end = parts.last, parts.count > 1 else {
      return FileManager.default.fileExists(atPath: Repository.url(path).path)
    }
    return files.contains { $0.hasPrefix(parts[0]) && $0.dropFirst(parts[0].count).contains(end) }
  }
}
