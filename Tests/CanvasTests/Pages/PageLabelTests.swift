import Canvas
import InkModel
import InkTestSupport
import Testing

/// Labels of pages, and the pages that people mean by them.
@Suite @MainActor struct `Labels of pages` {
  private static func layout(_ labels: [String]) -> PageLayout {
    var key = OrderKey.first
    return PageLayout(
      labels.enumerated().map { i, label in
        defer { key = key.next }
        return Page(id: Int32(i + 1), order: key, size: StandardPage.a5.size, label: label)
      })
  }

  @Test func `a label is one line without spaces around it, and not endless`() {
    var page = Page(id: 1, order: .first, size: StandardPage.a5.size, label: "  Week\n 12 ")
    #expect(page.label == "Week 12")
    page.label = String(repeating: "x", count: 5000)
    #expect(page.label.count == Page.longestLabel)
    page.label = " \t"
    #expect(page.label.isEmpty)
  }

  @Test func `a page is meant by its label, else by its number, else by how its label begins`() {
    let layout = Self.layout(["i", "ii", "", "Week 12", "2", "Weekend"])
    for (text, index) in [
      ("i", 0), ("II", 1), ("3", 2), ("week 12", 3), ("  Week  12 ", 3), ("2", 4), ("weeke", 5),
      ("we", 3), ("6", 5),
    ] { #expect(layout.index(named: text) == index, "\(text)") }
    for text in ["", " ", "7", "0", "-1", "x", "2.5"] {
      #expect(layout.index(named: text) == nil, "\(text)")
    }
    #expect(layout.hasLabels && !Self.layout(["", ""]).hasLabels)
  }

  @Test func `a copy of a page has no label, and what moves keeps it`() throws {
    let b = Bench()
    b.take(b.session.change(to: DrawingSettings(layout: Self.layout(["a", "b", "c"]))))
    b.take(b.session.duplicatePages([2]))
    #expect(b.session.pages.map(\.label) == ["a", "b", "", "c"])
    b.take(b.session.movePages([3], to: 0))
    #expect(b.session.pages.map(\.label) == ["c", "a", "b", ""])
  }
}
