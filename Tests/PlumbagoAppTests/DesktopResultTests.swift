import InkModel
import Testing

@testable import PlumbagoApp

/// What the desktop's search is told of a hit, and tells back.
@MainActor
@Suite struct DesktopResultTests {
  @Test(arguments: ["/home/a/Notes.plumbago", "/home/a\nb/図 “x”.plumbago"])
  func `a result is known again by its identity`(path: String) throws {
    let box = Rect(x: 1.5, y: -20, width: 30, height: 12)
    let result = DesktopResult(path: path, page: 3, box: box, excerpt: "great benefits")
    let again = try #require(DesktopResult(result.id))
    #expect(again == result)
    let hit = try #require(again.shownHit("benefits"))
    #expect(hit.page == 3 && hit.box == box && hit.words == "benefits")
  }

  @Test func `what was found in a name is on no page`() throws {
    let result = DesktopResult(path: "/home/a/Notes.plumbago")
    #expect(try #require(DesktopResult(result.id)).shownHit("notes") == nil)
  }

  @Test(arguments: ["", "x", "1\n2\n3", "a\n\n\n/x", "1\n\n\nrelative", "\n\n\n\n"])
  func `what is none of ours is nothing`(id: String) {
    #expect(DesktopResult(id) == nil)
  }
}
