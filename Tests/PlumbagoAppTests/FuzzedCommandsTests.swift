import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// The words of which scripts/fuzz makes command lines, held against the table of subcommands.
@MainActor
@Suite("Fuzzed command lines") struct FuzzedCommandsTests {
  private typealias Subcommand = PlumbagoApp.Command.Subcommand

  /// The texts of a list in the fuzzer's source.
  private func texts(of list: String) throws -> Set<String> {
    let tokens = SwiftLexer.tokens(of: try Repository.text("Tests/Fuzz/Inputs.swift"))
    let name = try #require(tokens.firstIndex { $0.kind == .word && $0.text == list })
    let found = tokens[name...].prefix { $0.isString || $0.text != "]" }
    return Set(found.filter { $0.isString }.map { $0.text })
  }

  @Test func `each subcommand is tried`() throws {
    let tried = try texts(of: "subcommands")
    let table = Set(Subcommand.allCases.map { $0.rawValue })
    #expect(tried == table)
  }

  @Test func `each option of a subcommand is tried`() throws {
    let tried = try texts(of: "usualWords").filter { $0.hasPrefix("--") }
    let table = Set(Subcommand.allCases.flatMap { $0.options.keys.map { "--" + $0 } })
    #expect(tried == table.union(["--help", "--version"]))
  }
}
