import Foundation
import RepositoryFiles
import Testing

/// The layouts of windows and dialogs (`data/ui/*.ui`), held against the Swift that brings them to life.
@Suite("Layouts of windows") struct InterfaceTests {
  static let layouts = Repository.files(under: "data/ui", suffix: ".ui")
  static let sources = Repository.files(under: "Sources/PlumbagoApp", suffix: ".swift")

  /// What the files of one type (`Window.swift`, `Window+Part.swift`) say of layouts: which they load, and the ids
  /// that they ask them for.
  private struct Use {
    var layouts: Set<String> = []
    var ids: Set<String> = []

    mutating func add(_ source: String) {
      layouts.formUnion(source.matches(of: #/\bLayout\(\s*"([\w-]+)"/#).map { String($0.1) })
      let question = #/\b[a-z]\w*\.(?:child|append|insert)\(\s*"(\w+)"/#
      ids.formUnion(source.matches(of: question).map { String($0.1) })
    }
  }

  private static func uses() throws -> [(type: String, use: Use)] {
    var uses: [String: Use] = [:]
    for path in sources {
      let file = path.split(separator: "/").last ?? ""
      let type = String(file.prefix { $0 != "+" && $0 != "." })
      uses[type, default: Use()].add(try Repository.text(path))
    }
    return uses.filter { !$0.value.layouts.isEmpty }.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }

  private static func layout(_ name: String) throws -> InterfaceFile {
    try InterfaceFile(try Repository.text("data/ui/\(name).ui"))
  }

  private static func name(_ path: String) -> String {
    String(path.dropFirst("data/ui/".count).dropLast(".ui".count))
  }

  @Test func `the resource file is made of every layout and style sheet, and nothing else`() throws
  {
    let list = try InterfaceFile(try Repository.text("data/org.plumbago.Plumbago.gresource.xml"))
    let listed = list.elements.filter { $0.name == "file" }.map { "data/" + $0.text }
    #expect(listed == Repository.files(under: "data/ui"))
    #expect(Self.layouts.count >= 8)
  }

  @Test(arguments: layouts)
  func `a layout is well-formed and of GTK 4.8`(path: String) throws {
    let check = try Command.run(["xmllint", "--noout", Repository.url(path).path])
    #expect(check.status == 0, "\(check)")
    let file = try InterfaceFile(try Repository.text(path))
    let required = file.elements.first { $0.name == "requires" }
    #expect(required?.attributes == ["lib": "gtk", "version": "4.8"])
    #expect(Set(file.ids).count == file.ids.count, "an id stands for one object")
    for object in file.objects {
      #expect(object.attributes["class"]?.hasPrefix("Gtk") == true)
    }
  }

  @Test func `every layout is loaded, and each that is loaded is there`() throws {
    let loaded = Set(try Self.uses().flatMap(\.use.layouts))
    #expect(loaded == Set(Self.layouts.map(Self.name)))
  }

  @Test func `every id that Swift asks for is in a layout that the same type loads`() throws {
    for (type, use) in try Self.uses() {
      let ids = try use.layouts.reduce(into: Set()) { try $0.formUnion(Self.layout($1).ids) }
      #expect(use.ids.subtracting(ids) == [], "\(type)")
    }
  }

  @Test(arguments: layouts)
  func `every id of a layout is asked for, or used by the layout itself`(path: String) throws {
    let file = try InterfaceFile(try Repository.text(path))
    let asked = try Self.uses().filter { $0.use.layouts.contains(Self.name(path)) }
      .flatMap(\.use.ids)
    #expect(Set(file.ids).subtracting(asked).subtracting(file.idsUsedInside) == [])
  }

  /// Controls that show no text of their own that tells what they are for.
  private static let controls: Set<String> = [
    "GtkDropDown", "GtkSwitch", "GtkScale", "GtkSpinButton", "GtkToggleButton",
  ]

  @Test(arguments: layouts)
  func `a control has a name for who cannot see it: the name of its row`(path: String) throws {
    let file = try InterfaceFile(try Repository.text(path))
    for object in file.objects where Self.controls.contains(object.attributes["class"] ?? "") {
      let id = object.attributes["id"] ?? ""
      // Rows that Swift fills with names get all of them there.
      let isNamedBySwift = !file.objects.contains { $0.property("label")?.isEmpty == false }
      #expect(
        isNamedBySwift || object.accessibleLabel?.isEmpty == false
          || object.property("label") != nil,
        "\(id)")
    }
    for row in file.objects where row.styles.contains("form-row") {
      let labels = row.all.filter { $0.attributes["class"] == "GtkLabel" }
      guard let control = row.childObjects.last, let called = control.accessibleLabel else {
        continue
      }
      if row.childObjects.count > 1 { #expect(called == labels.first?.property("label")) }
    }
  }
}
