import Canvas
import Foundation
import RepositoryFiles
import Testing

@testable import PlumbagoApp

@MainActor
@Suite("The help") struct HelpTests {
  @Test func `each page has a name, a text, and commands that there are, with their keys`() {
    #expect(HelpPage.all.count == 20)
    #expect(Set(HelpPage.all.map(\.id)).count == HelpPage.all.count)
    for page in HelpPage.all {
      #expect(!page.title.isEmpty)
      #expect(page.blocks.contains { if case .text = $0 { true } else { false } }, "\(page.id)")
      for block in page.blocks {
        switch block {
        case .commands(let actions):
          for action in actions {
            #expect(CommandTable.has(action) && !CommandTable[action].keys.isEmpty, "\(action)")
          }
        case .button(let action): #expect(CommandTable.has(action), "\(action)")
        case .page(let id): #expect(HelpPage.all.contains { $0.id == id }, "\(id)")
        case .text, .picture, .gestures, .textGestures, .fields: break
        }
      }
    }
  }

  private func text(of id: String) -> String {
    HelpPage.all.filter { $0.id == id }.flatMap(\.blocks).compactMap { block in
      if case .text(let text) = block { text.lowercased() } else { nil }
    }.joined(separator: "\n")
  }

  @Test func `the help names every brush of the tools, and watercolor's key`() {
    for definition in ToolCatalog.all where definition.tool.brush != nil {
      #expect(text(of: "tools").contains(definition.name.lowercased()))
    }
    let isNamed = HelpPage.all.flatMap(\.blocks).contains { block in
      if case .commands(let actions) = block {
        actions.contains("win.tool::watercolor")
      } else {
        false
      }
    }
    #expect(isNamed)
  }

  @Test func `the help says that the pen erases while its button is held`() {
    #expect(text(of: "pen").contains("erases while a button of it is held"))
  }

  @Test func `the help says in which other programs the pen writes, in which not yet, and why`()
    throws
  {
    let paragraphs = text(of: "other-programs").split(separator: "\n")
    let works = try #require(paragraphs.first { $0.hasPrefix("it works in") })
    #expect(works.contains("gtk 4"))
    let missing = try #require(paragraphs.first { $0.hasPrefix("it does not work yet") })
    for toolkit in ["flatpak", "gtk 3", "qt"] {
      #expect(missing.contains(toolkit), "\(toolkit)")
      #expect(!works.contains(toolkit), "\(toolkit)")
    }
    // Flatpak's programs have a GTK of their own; for the other toolkits nothing was made.
    for reason in ["a gtk of its own that does not see plumbago’s module", "no such module"] {
      #expect(missing.contains(reason), "\(reason)")
    }
  }

  /// The purposes for which a field is treated in a way of its own, and takes handwriting.
  private func purposesWritten() throws -> Set<String> {
    let source = try Repository.text("Sources/GtkScribble/TextField.swift")
    var purposes: Set<String> = []
    for line in source.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts[0].hasPrefix("case "), parts[1] != "nil" else { continue }
      for name in parts[0].matches(of: /GTK_INPUT_PURPOSE_([A-Z_]+)/) {
        purposes.insert(name.output.1.lowercased().replacingOccurrences(of: "_", with: "-"))
      }
    }
    return purposes
  }

  @Test func `S5 the page to try Scribble has a field of each purpose that is treated apart`()
    throws
  {
    let written = try purposesWritten()
    // These there are, if the source is still written as this reads it.
    #expect(written.isSuperset(of: ["digits", "number", "phone", "url", "email"]))
    let page = try InterfaceFile(Repository.text("data/ui/try-fields.ui"))
    let shown = Set(page.objects.compactMap { $0.property("input-purpose") })
    #expect(shown == written)
  }

  @Test func `each picture is there, light and dark, and no other`() {
    var names: [String] = []
    for block in HelpPage.all.flatMap(\.blocks) {
      if case .picture(let name, _) = block { names += ["\(name)-dark.png", "\(name)-light.png"] }
    }
    #expect(!names.isEmpty)
    #expect(
      Repository.files(under: "data/help/pictures").sorted()
        == names.map { "data/help/pictures/" + $0 }.sorted())
  }
}
