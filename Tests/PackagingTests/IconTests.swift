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
    #expect(path.contains("/symbolic/") == Self.symbolic.contains(path))
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
