import RepositoryFiles
import Testing

/// Imports go down only: what Package.swift says of the floors, held against each source file.
@Suite("Architecture") struct ArchitectureTests {
  /// The rules that an import breaks, as sentences; empty where it may stand.
  static func complaints(about imported: String, in target: String) -> [String] {
    guard let floor = Floor.named(target) else { return ["\(target) is not in the table"] }
    if Floor.system.contains(imported) || imported == target { return [] }
    if imported == "FoundationEssentials" {
      return floor.foundation == .essentials ? [] : ["\(target) does without Foundation"]
    }
    if imported.hasPrefix("Foundation") { return ["Sources do without \(imported)"] }
    guard let other = Floor.named(imported) else {
      return ["\(imported) is neither one of ours nor of the system's"]
    }
    var complaints: [String] = []
    if !floor.mayImport.contains(imported) {
      complaints.append("\(target) does not depend on \(imported)")
    }
    if let above = floor.number, let below = other.number, below >= above,
      !Floor.sideways.contains([target, imported])
    {
      complaints.append("\(imported) stands on floor \(below), not below \(target)'s \(above)")
    }
    return complaints
  }

  @Test(arguments: Floor.all.map(\.target))
  func `every import goes down`(target: String) throws {
    for path in Repository.files(under: "Sources/\(target)", suffix: ".swift") {
      for imported in SwiftImport.all(in: try Repository.text(path)) {
        let complaints = Self.complaints(about: imported.module, in: target)
        #expect(complaints.isEmpty, "\(path):\(imported.line)")
      }
    }
  }

  @Test func `a wrong import is caught`() {
    let wrong = [
      ("InkModel", "Foundation"), ("InkModel", "FoundationEssentials"), ("InkModel", "Glib"),
      ("InkModel", "InkRendering"), ("InkRendering", "InkStore"), ("InkStore", "InkRendering"),
      ("InkStore", "Foundation"), ("InkStore", "FoundationXML"), ("GtkInk", "Canvas"),
      ("Gtk", "Canvas"), ("Gtk", "InkRendering"), ("Gtk", "GtkInk"), ("Canvas", "Gtk"),
      ("GtkInk", "FoundationEssentials"), ("InkWidgets", "InkStore"), ("InkWidgets", "PlumbagoApp"),
      ("Canvas", "CGtk"), ("PlumbagoApp", "CSQLite"), ("Unknown", "InkModel"),
    ]
    for (target, imported) in wrong {
      let complaints = Self.complaints(about: imported, in: target)
      #expect(!complaints.isEmpty, "\(target) imports \(imported)")
    }
    for (target, imported) in [("InkStore", "FoundationEssentials"), ("GtkInk", "Dispatch")] {
      #expect(Self.complaints(about: imported, in: target).isEmpty, "\(target) imports \(imported)")
    }
  }

  @Test func `imports are found however they are written`() {
    let source = """
      import A  // import Commented
      /* import Nested /* import Deeper */ import Still */
      @testable import B
      public import struct C.D
      @_exported import func E.f
      let text = "import Quoted \\(import_(x))"
      let many = \"""
        import Quoted
        \"""
      #if canImport(G)
        import G
      #endif
      """
    #expect(SwiftImport.all(in: source).map(\.module) == ["A", "B", "C", "E", "G"])
    #expect(SwiftImport.all(in: source).map(\.line) == [1, 3, 4, 5, 11])
  }

  @Test func `every target stands in the table and the table in every target`() throws {
    let folders = Set(
      Repository.files(under: "Sources").map { String($0.split(separator: "/")[1]) })
    #expect(folders == Set(Floor.all.map(\.target)))
    let rules = Floor.all.flatMap { floor in floor.mayImport.map { (floor, $0) } }
    for (floor, imported) in rules {
      #expect(
        Self.complaints(about: imported, in: floor.target).isEmpty,
        "the table lets \(floor.target) import \(imported)")
    }
  }

  @Test func `the table is what Package.swift says`() throws {
    let declared = PackageManifest.targets(in: try Repository.text("Package.swift"))
      .filter { Floor.named($0.name) != nil }
    #expect(declared.map(\.name) == Floor.all.map(\.target), "in the same order")
    for target in declared {
      let floor = try #require(Floor.named(target.name))
      #expect(target.floor == floor.number, "the floor of \(target.name)")
      #expect(target.dependencies == floor.mayImport, "the dependencies of \(target.name)")
    }
  }
}
