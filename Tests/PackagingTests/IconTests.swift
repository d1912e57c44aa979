import Foundation
import RepositoryFiles
import Testing

/// The icons: well-formed, of the size that their folder promises, and fit to be recoloured.
@Suite("Icons") struct IconTests {
  static let all = Repository.files(under: "data/icons", suffix: ".svg")
  static let symbolic = all.filter { $0.hasSuffix("-symbolic.svg") }

  @Test(arguments: all)
  func `each is well-formed`(path: String) throws {
    let check = try Command.run(["xmllint", "--noout", path])
    #expect(check.status == 0, "\(check)")
  }

  @Test(arguments: all)
  func `each has the size of its kind`(path: String) throws {
    let size = Self.symbolic.contains(path) ? 16 : 128
    let text = try Repository.text(path)
    #expect(
      text.contains("width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 \(size) \(size)\""))
  }

  /// A folder that the index leaves out is never looked into, and no icon is shown.
  @Test(arguments: all)
  func `each lies where icon themes look`(path: String) throws {
    let index = try String(contentsOfFile: "/usr/share/icons/hicolor/index.theme", encoding: .utf8)
    let folder = path.split(separator: "/").dropFirst(3).dropLast().joined(separator: "/")
    #expect(index.contains("\n[\(folder)]\n"))
  }

  @Test func `each symbolic icon that the app names is ours or the platform's`() throws {
    let named = try Repository.files(under: "Sources", suffix: ".swift").flatMap { path in
      SwiftLexer.tokens(of: try Repository.text(path)).filter {
        $0.isString && $0.text.hasSuffix("-symbolic")
      }.map(\.text)
    }
    let platform = Repository.files(below: URL(filePath: "/usr/share/icons/Adwaita"))
    let known = Set((Self.all + platform).compactMap { $0.split(separator: "/").last })
    #expect(named.filter { !known.contains("\($0).svg") } == [])
    #expect(!named.isEmpty)
  }

  /// GTK 4.8 recolours the fills of a symbolic icon; a line or a gradient would keep its own colour.
  @Test(arguments: symbolic)
  func `a symbolic icon is filled shapes of one colour`(path: String) throws {
    let text = try Repository.text(path)
    for attribute in ["stroke", "style=", "class=", "Gradient", "opacity", "<image"] {
      #expect(!text.contains(attribute))
    }
    let fills = Set(text.matches(of: /fill="([^"]*)"/).map { String($0.1) })
    #expect(fills == ["#2e3436"])
  }

  @Test func `none holds anything from outside`() throws {
    for path in Self.all {
      let text = try Repository.text(path)
      let links = text.matches(of: /(href|url)[=(]"?([^")]*)/).map { String($0.2) }
      #expect(links.allSatisfy { $0.hasPrefix("#") }, "\(path)")
    }
  }
}
