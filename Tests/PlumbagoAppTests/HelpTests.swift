import Foundation
import RepositoryFiles
import Testing

@testable import PlumbagoApp

@MainActor
@Suite("The help") struct HelpTests {
  @Test func `each page has a name, a text, and commands that there are, with their keys`() {
    #expect(HelpPage.all.count == 8)
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
        case .text, .picture, .gestures: break
        }
      }
    }
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
