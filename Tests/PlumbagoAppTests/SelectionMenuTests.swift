import Canvas
import InkModel
import Testing

@testable import PlumbagoApp

/// What the menus of a selection and of an instrument have, by what is there.
@MainActor
@Suite("Menus of what lies on the paper") struct SelectionMenuTests {
  private static let forAll = [
    "win.cut", "win.copy", "win.duplicate", "win.delete",
    "win.to-front", "win.to-back", "win.move-to-layer", "win.export-selection",
  ]

  private func element(_ kind: Element.Kind) -> Element {
    Element(id: ElementID(1), order: .first, kind: kind)
  }

  private func stroke(_ ink: Ink = .standard) -> Element {
    let path = StrokePath([StrokePoint(x: 0, y: 0), StrokePoint(x: 9, y: 9)])
    return element(.stroke(Stroke(content: ContentID(1), ink: ink, path: path, seed: 1)))
  }

  private var text: Element {
    let runs = [TextRun("word", family: "Sans", size: 12)]
    return element(.other(TextBox(runs, extent: Rect(x: 0, y: 0, width: 30, height: 12))))
  }

  private func picture() throws -> Element {
    let blob = try #require(BlobID(Array(repeating: UInt8(1), count: BlobID.size)))
    return element(.other(PlacedPicture(blob: blob, width: 40, height: 30)))
  }

  private func menu(_ elements: [Element], hasLines: Bool = false) -> SelectionMenu {
    SelectionMenu(of: SelectionMenu.Contents(elements, hasLines: hasLines))
  }

  /// What a menu has beside what can be done with every selection, which it must have in its order.
  private func own(_ menu: SelectionMenu) -> [String] {
    let actions = menu.sections.flatMap(\.self)
    #expect(actions.filter(Self.forAll.contains) == Self.forAll)
    return actions.filter { !Self.forAll.contains($0) }
  }

  @Test func `the menu of a selection has what can act on something of it, and nothing else`()
    throws
  {
    let picture = try picture()
    let forPicture = [
      "win.crop", "win.flip-horizontally", "win.flip-vertically", "win.picture-opacity",
      "win.replace-picture", "win.save-picture", "win.alternative-text",
    ]
    let forInk = ["win.copy-as-text", "win.convert-to-text", "win.selection-color"]
    #expect(own(menu([stroke()])) == forInk)
    #expect(own(menu([text])) == ["win.copy-as-text", "win.selection-color"])
    #expect(own(menu([text, stroke()])) == forInk)
    #expect(own(menu([picture])) == forPicture)
    #expect(own(menu([picture, picture])).isEmpty)
    // With others, a picture is not the one that is meant.
    #expect(own(menu([picture, stroke()])) == forInk)
    #expect(own(menu([picture, stroke()], hasLines: true)) == forInk)
    // A picture of shapes can become ink.
    let ofShapes = own(menu([picture], hasLines: true))
    #expect(ofShapes.filter { $0 != "win.picture-to-ink" } == forPicture)
    #expect(ofShapes.contains("win.picture-to-ink"))
    // A highlighter marks writing, and is none.
    let highlighter = Ink(brush: "highlighter", brushVersion: 1, color: .ink, size: 12)
    #expect(own(menu([stroke(highlighter)])) == ["win.selection-color"])
  }

  @Test func `the menu of a selection's bar has what the bar has no buttons for, in that order`()
    throws
  {
    let beside = menu([stroke()]).besideButtons.flatMap(\.self)
    #expect(
      beside == [
        "win.cut", "win.copy-as-text", "win.convert-to-text", "win.to-front", "win.to-back",
        "win.move-to-layer", "win.export-selection",
      ])
    let pictures = menu([try picture()], hasLines: true)
    let all = pictures.sections.flatMap(\.self)
    let rest = pictures.besideButtons.flatMap(\.self)
    #expect(rest == all.filter(rest.contains))
    #expect(Set(all).subtracting(rest) == ["win.copy", "win.duplicate", "win.delete", "win.crop"])
  }

  @Test func `the menu on an instrument has nothing of the paper, and the one by key has both`() {
    let onCompass = ContextMenu.Subject.instrument(.compass)
    #expect(onCompass.instrumentKind == .compass)
    #expect(onCompass.paperItems.isEmpty)
    let byKey = ContextMenu.Subject.paper(below: .ruler)
    #expect(byKey.instrumentKind == .ruler)
    #expect(byKey.paperItems == CommandMenus.paper)
    #expect(ContextMenu.Subject.paper().instrumentKind == nil)
    #expect(ContextMenu.Subject.selection(menu([stroke()])).paperItems.isEmpty)
  }
}
