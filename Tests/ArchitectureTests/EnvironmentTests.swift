import RepositoryFiles
import Testing

/// Which variables of the environment change what the app does: where it is installed, and nothing else.
///
/// What people choose is a setting, and tests set it as people do; a variable for a test would be a second way to do
/// the same, in the app that people get.
@Suite("The environment") struct EnvironmentTests {
  /// Where the app finds what it was installed with, in a tree that is not installed.
  private static let installation: Set<String> = [
    "PLUMBAGO_DATA_DIR", "PLUMBAGO_LOCALE_DIR", "PLUMBAGO_READER",
  ]

  /// What tests, benchmarks and scripts read themselves.
  private static let tools: Set<String> = [
    "PLUMBAGO_BINARY", "PLUMBAGO_TEST_PICTURES", "PLUMBAGO_REGENERATE_FIGURES",
    "PLUMBAGO_REGENERATE_GOLDENS", "PLUMBAGO_WRITING_PICTURES",
  ]

  private func names(in text: String) -> Set<String> {
    Set(text.matches(of: /"(PLUMBAGO_[A-Z_]+)"/).map { String($0.1) })
  }

  @Test func `the app reads no variable but where it is installed`() throws {
    var found: Set<String> = []
    for path in Repository.files(under: "Sources") {
      guard [".swift", ".c", ".h"].contains(where: path.hasSuffix) else { continue }
      let here = names(in: try Repository.text(path))
      #expect(here.subtracting(Self.installation).isEmpty, "\(path)")
      found.formUnion(here)
    }
    #expect(found == Self.installation)
  }

  @Test func `tests and scripts set no variable that nobody reads`() throws {
    var found: Set<String> = []
    // This file names all of them.
    let here = "Tests/ArchitectureTests/EnvironmentTests.swift"
    for folder in ["Tests", "scripts"] {
      for path in Repository.files(under: folder)
      where (path.hasSuffix(".swift") || folder == "scripts") && path != here {
        let text = try Repository.text(path)
        let names = Set(text.matches(of: /\bPLUMBAGO_[A-Z_]+\b/).map { String($0.0) })
        #expect(names.subtracting(Self.installation.union(Self.tools)).isEmpty, "\(path)")
        found.formUnion(names)
      }
    }
    #expect(found.isSuperset(of: Self.installation.union(Self.tools)))
  }
}
