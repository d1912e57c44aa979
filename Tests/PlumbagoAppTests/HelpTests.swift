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
