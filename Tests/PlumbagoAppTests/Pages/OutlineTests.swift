import InkModel
import InkStore
import Testing

@testable import PlumbagoApp

/// The contents of documents, folded up and not, and the addresses that are opened.
@MainActor @Suite struct OutlineTests {
  private func outline(_ levels: [Int]) -> Outline {
    Outline(levels.enumerated().map { .init(level: $1, title: "\($0)", page: Int32($0 + 1)) })
  }

  @Test func `what is below a folded entry is not shown, and comes back as it was`() {
    var outline = outline([0, 1, 2, 1, 0, 0, 1])
    #expect(outline.visible == [0, 4, 5])
    outline.fold(0, false)
    #expect(outline.visible == [0, 1, 3, 4, 5])
    outline.fold(1, false)
    #expect(outline.visible == [0, 1, 2, 3, 4, 5])
    outline.fold(0, true)
    #expect(outline.visible == [0, 4, 5])
    outline.fold(0, false)
    #expect(outline.visible == [0, 1, 2, 3, 4, 5])
    // Nothing is below it.
    outline.fold(4, true)
    #expect(!outline.isFolded(4) && outline.visible == [0, 1, 2, 3, 4, 5])
    #expect(outline.parent(of: 2) == 1 && outline.parent(of: 4) == nil)
  }

  @Test func `a single entry above all others is unfolded, and wild levels make sense`() {
    #expect(outline([0, 1, 2, 1]).visible == [0, 1, 3])
    let wild = outline([7, -3, 60, 2])
    #expect(wild.entries.map(\.level) == [0, 0, 1, 2])
    #expect(Outline().visible.isEmpty && Outline().isEmpty)
    var moved = outline([0, 0])
    moved.follow { $0 == 0 ? 9 : nil }
    #expect(moved.entries.map(\.page) == [9, nil])
  }

  /// A reader that has an answer or none, and how often it was asked.
  @MainActor private final class Reader {
    var answers = false
    var asked = 0
    private let outlines = DocumentOutlines()
    private let layout = PageLayout([
      Page(
        id: 1, order: .first, size: StandardPage.a4.size,
        background: .document(BlobID(of: [1]), page: 0))
    ])

    /// Reads what is not known, and returns once that is done.
    func read(again: Bool = false) async {
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        outlines.read(layout, again: again) { [self] _ in
          asked += 1
          return answers ? [] : nil
        } then: { _ in
          done.resume()
        }
      }
    }
  }

  @Test func `contents that cannot be read are asked for again only where somebody wants that`()
    async
  {
    let reader = Reader()
    await reader.read()
    await reader.read()
    #expect(reader.asked == 1)
    await reader.read(again: true)
    #expect(reader.asked == 2)
    reader.answers = true
    await reader.read()
    #expect(reader.asked == 2)
    await reader.read(again: true)
    await reader.read(again: true)
    // Known now.
    #expect(reader.asked == 3)
  }

  @Test func `only addresses of the web and of mail are opened, and none that looks like another`()
  {
    for good in ["https://example.org/a?b", "HTTP://x.y", "mailto:a@b.c"] {
      #expect(WebAddress(good)?.text == good)
    }
    #expect(WebAddress("www.example.org")?.text == "https://www.example.org")
    for bad in [
      "", "example.org", "file:///etc/passwd", "javascript:alert(1)", "smb://a/b", "/bin/sh",
      "https://a\u{202E}gro.elpmaxe", "https://a b", "https://a\u{0}", "https://a\n",
    ] {
      #expect(WebAddress(bad) == nil, "\(bad)")
    }
    #expect(WebAddress.shown("https://a\u{202E}b\n") == "https://a%b%")
    #expect(WebAddress.shown(String(repeating: "a", count: 9999)).count == 401)
  }
}
