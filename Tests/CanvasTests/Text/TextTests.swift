import InkModel
import InkRendering
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Text boxes in the hands of the text tool and of every other.
@Suite struct `Editing text` {
  private func bench() -> Bench {
    let b = Bench()
    b.session.picker.select(.text)
    return b
  }

  /// Types a text as the editor tells it.
  private func type(_ text: String, _ b: Bench) throws {
    var box = try #require(b.session.textEditing).box
    box.runs[box.runs.count - 1].text += text
    b.take(b.session.changeText(to: box))
  }

  private func texts(_ b: Bench) -> [String] { b.all.compactMap { $0.textBox?.text } }

  /// A box that says “Hello” with its corner at a point.
  private func written(at p: Point = Point(100, 100)) throws -> Bench {
    let b = bench()
    b.tap(p)
    try type("Hello", b)
    b.take(b.session.endText())
    return b
  }

  private func middle(_ b: Bench) throws -> Point { try #require(b.all.first).bounds.center }

  @Test func `a tap begins a box there, which is a step once it has a text`() throws {
    let b = bench()
    b.tap(Point(100, 200))
    let editing = try #require(b.session.textEditing)
    #expect(editing.element == nil && b.all.isEmpty && b.session.history.undoLabel == nil)
    // Its first line lies around the tap.
    #expect(abs(editing.bounds.center.y - 200) < 6 && abs(editing.bounds.minX - 100) < 2)
    try type("Hello", b)
    #expect(b.all.isEmpty)
    b.take(b.session.endText())
    #expect(texts(b) == ["Hello"] && b.session.history.undoLabel == .text)
    b.take(b.session.undo())
    #expect(b.all.isEmpty)
    b.take(b.session.redo())
    #expect(texts(b) == ["Hello"])
  }

  @Test func `a box without a text leaves nothing`() throws {
    let b = bench()
    b.tap(Point(100, 200))
    b.take(b.session.endText())
    b.tap(Point(100, 200))
    try type("x", b)
    var box = try #require(b.session.textEditing).box
    box.runs[0].text = ""
    b.take(b.session.changeText(to: box))
    b.take(b.session.endText())
    #expect(b.all.isEmpty && b.session.history.steps.isEmpty)
    // The draft is gone from the file, too.
    #expect(b.told.last == .setMetadata(.textDraft, nil))
  }

  @Test func `a drag begins a box of its width, from whatever corner`() throws {
    for (from, to) in [
      (Point(100, 100), Point(350, 160)), (Point(350, 160), Point(100, 100)),
    ] {
      let b = bench()
      b.drag([from, to])
      let editing = try #require(b.session.textEditing)
      #expect(editing.box.width == 250)
      #expect(editing.canvasFromElement(Point.zero).distance(to: Point(100, 100)) < 0.01)
    }
    let b = bench()
    b.session.viewport.zoom(to: 2, about: .zero)
    b.drag([Point(100, 100), Point(300, 160)])
    #expect(b.session.textEditing?.box.width == 100)
  }

  @Test func `lines that would leave the page or the view break, as long as they would`()
    throws
  {
    let long = String(repeating: "words ", count: 40)
    for layout in [PageLayout.infinite, .pages(PageSize(width: 500, height: 400), count: 1)] {
      let b = bench()
      b.take(b.session.change(to: DrawingSettings(layout: layout)))
      b.tap(Point(200, 100))
      try type("short", b)
      #expect(try #require(b.session.textEditing).box.width == nil)
      try type(long, b)
      let editing = try #require(b.session.textEditing)
      let right = layout == .infinite ? 800.0 : 500
      #expect(editing.bounds.maxX < right && editing.bounds.maxX > right - 60, "\(editing.bounds)")
      #expect(editing.bounds.height > 40)
      // As an editor takes a text back: with the width that the box got.
      var box = editing.box
      box.runs[0].text = "short"
      b.take(b.session.changeText(to: box))
      #expect(try #require(b.session.textEditing).box.width == nil)
    }
  }

  @Test func `lines that are aligned break within the page, too, and long ones from before stay`()
    throws
  {
    for alignment in [TextAlignment.center, .end] {
      let b = bench()
      b.session.picker.textStyle.alignment = alignment
      b.tap(Point(400, 100))
      try type(String(repeating: "words ", count: 60), b)
      let area = try #require(b.session.textEditing).bounds
      #expect(area.minX > 0 && area.maxX < 800 && area.width > 300, "\(alignment) \(area)")
    }
    let b = try written(at: Point(700, 100))
    b.session.viewport.width = 720
    let old = try #require(b.all.first)
    b.take(b.session.beginText(old))
    try type(", world", b)
    #expect(try #require(b.session.textEditing).box.width == nil)
  }

  /// Aligns the lines of the text that is edited, and returns what it covers then.
  private func align(_ alignment: TextAlignment, _ b: Bench) throws -> Rect {
    var box = try #require(b.session.textEditing).box
    box.alignment = alignment
    b.take(b.session.changeText(to: box))
    return try #require(b.session.textEditing).bounds
  }

  @Test(arguments: [
    // As wide as its text, from within the view's margin too; broken where the view ends; of a width of its own.
    ("Hello\na longer line", Point(200, 100), Point?.none),
    ("Hello\na longer line", Point(5, 100), nil),
    (String(repeating: "words ", count: 40) + "\nend", Point(200, 100), nil),
    ("Hello", Point(200, 100), Point?(Point(400, 160))),
  ])
  func `lines that get another alignment move within their frame, which stays where it is`(
    text: String, start: Point, end: Point?
  ) throws {
    let b = bench()
    if let end { b.drag([start, end]) } else { b.tap(start) }
    try type(text, b)
    let frame = try #require(b.session.textEditing).bounds
    /// Letters may lean out of their lines a little.
    func isThere(_ now: Rect) -> Bool {
      zip(frame.corners, now.corners).allSatisfy { $0.distance(to: $1) < 2 }
    }
    let others: [TextAlignment] = [.center, .end, .justified, .end, .start]
    // A new one, then one that is there.
    for alignment in others {
      let now = try align(alignment, b)
      #expect(isThere(now), "\(alignment): \(now), not \(frame)")
    }
    b.take(b.session.endText())
    let before = b.session.drawing
    let steps = b.session.history.steps.count
    b.tap(frame.center)
    for alignment in others {
      let now = try align(alignment, b)
      #expect(isThere(now), "\(alignment): \(now), not \(frame)")
    }
    // There and back is no change.
    b.take(b.session.endText())
    #expect(b.session.history.steps.count == steps && b.session.drawing == before)
    b.tap(frame.center)
    _ = try align(.end, b)
    b.take(b.session.endText())
    let element = try #require(b.all.first)
    #expect(element.textBox?.alignment == .end && element.textBox?.text == text)
    #expect(isThere(element.bounds), "\(element.bounds), not \(frame)")
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test func `a text that had got another alignment when the app was killed is where it was seen`()
    throws
  {
    let b = try written()
    let frame = try #require(b.all.first).bounds
    b.tap(frame.center)
    _ = try align(.end, b)
    guard case .setMetadata(_, let draft)? = b.told.last else {
      Issue.record("no draft but \(b.told)")
      return
    }
    var contents = DocumentContents.empty
    contents.elements = b.all
    contents.nextElementID = ElementID(100)
    contents.metadata = DocumentMetadata([.textDraft: try #require(draft)])
    let found = try #require(contents.includingDraft.elements.first)
    #expect(found.textBox?.alignment == .end)
    #expect(zip(frame.corners, found.bounds.corners).allSatisfy { $0.distance(to: $1) < 2 })
  }

  @Test func `a drag shows the box that it makes, and nothing once it has ended`() {
    let b = bench()
    let contact = ContactID(StylusTool(.mouse))
    func sample(_ p: Point) -> StylusSample { StylusSample(position: p, time: 0, force: 0.5) }
    b.handle(.down(contact, tip: sample(Point(10, 10))))
    #expect(b.session.selectionOutline == nil)
    b.handle(.move(contact, settled: [], tip: sample(Point(60, 40))))
    #expect(b.session.selectionOutline == .box(Point(10, 10), Point(60, 40)))
    b.handle(.up(contact, settled: []))
    #expect(b.session.selectionOutline == nil && b.session.textEditing != nil)
  }

  @Test func `a tool that is lost begins no text`() {
    let b = bench()
    let contact = ContactID(StylusTool(.pen))
    b.handle(.down(contact, tip: StylusSample(position: Point(10, 10), time: 0, force: 0.5)))
    b.handle(.lost(contact))
    #expect(b.session.textEditing == nil && b.session.selectionOutline == nil && b.all.isEmpty)
  }

  @Test func `a tap on a box edits it, and undo brings back exactly what was`() throws {
    let b = try written()
    let before = b.session.drawing
    b.tap(try middle(b))
    #expect(b.session.textEditing?.element == b.all.first)
    // The paper is without it meanwhile, the drawing is not.
    #expect(b.session.shownDrawing.isEmpty && b.session.drawing == before)
    try type(" there", b)
    // A press elsewhere ends it, and begins the next one, which leaves nothing until it says something.
    b.tap(Point(600, 500))
    #expect(texts(b) == ["Hello there"])
    #expect(b.session.textEditing?.element == nil && b.session.textEditing?.box.text == "")
    #expect(b.session.shownDrawing == b.session.drawing)
    b.take(b.session.endText())
    #expect(b.session.textEditing == nil && texts(b) == ["Hello there"])
    let after = b.session.drawing
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    b.take(b.session.redo())
    #expect(b.session.drawing == after)
  }

  @Test func `what is not changed is no step, and what is emptied is deleted`() throws {
    let b = try written()
    let steps = b.session.history.steps.count
    b.tap(try middle(b))
    b.take(b.session.endText())
    #expect(b.session.history.steps.count == steps)
    b.tap(try middle(b))
    var box = try #require(b.session.textEditing).box
    box.runs = [TextRun("", family: "Sans", size: 10)]
    b.take(b.session.changeText(to: box))
    b.take(b.session.endText())
    #expect(b.all.isEmpty && b.session.history.steps.count == steps + 1)
    b.take(b.session.undo())
    #expect(texts(b) == ["Hello"])
  }

  @Test func `two taps with the selection tool edit a box, one selects it`() throws {
    let b = try written()
    b.session.picker.select(.selection)
    let clock = b.setClock()
    b.tap(try middle(b))
    #expect(b.selected.count == 1 && b.session.textEditing == nil)
    clock.now += 1
    b.tap(try middle(b))
    #expect(b.session.textEditing == nil)
    clock.now += 0.2
    b.tap(try middle(b))
    #expect(b.session.textEditing?.element == b.all.first && b.selected.isEmpty)
  }

  @Test(arguments: Eraser.Kind.allCases)
  func `every eraser takes it whole`(kind: Eraser.Kind) throws {
    let b = try written()
    b.session.picker.select(kind)
    let p = try middle(b)
    b.drag([p, Point(p.x + 3, p.y)])
    #expect(b.all.isEmpty)
    b.take(b.session.undo())
    #expect(texts(b) == ["Hello"])
  }

  @Test func `on paper that is turned it lies along the lines of the paper`() throws {
    for (turn, expected) in [(0.5, 0.0), (-0.5, 0), (1.5, -Double.pi / 2), (3, -Double.pi)] {
      let b = bench()
      b.session.viewport.rotate(to: turn, about: Point(400, 300))
      b.tap(Point(300, 300))
      let editing = try #require(b.session.textEditing)
      let difference = editing.canvasFromElement.angle - expected
      #expect(abs(difference - (difference / (2 * .pi)).rounded() * 2 * .pi) < 1e-9, "\(turn)")
    }
  }

  @Test func `a killed editor's text is a step when the file is opened again`() throws {
    let b = try written()
    b.tap(try middle(b))
    b.told = []
    try type(", world", b)
    guard case .setMetadata(let key, let draft) = try #require(b.told.first) else {
      return #expect(Bool(false), "no draft but \(b.told)")
    }
    #expect(key == .textDraft && b.told.count == 1)
    // As the next process reads it.
    var contents = DocumentContents.empty
    contents.elements = b.all
    contents.nextElementID = ElementID(100)
    contents.metadata = DocumentMetadata([.textDraft: try #require(draft)])
    let next = Bench(contents)
    next.take(next.session.recover())
    #expect(texts(next) == ["Hello, world"] && next.session.history.undoLabel == .text)
    #expect(next.all.first?.canvasFromElement == b.all.first?.canvasFromElement)
    next.take(next.session.undo())
    #expect(texts(next) == ["Hello"])
    // Where it became a step before the end, it is not made twice.
    b.take(b.session.endText())
    contents.elements = b.all
    let later = Bench(contents)
    later.take(later.session.recover())
    #expect(texts(later) == ["Hello, world"] && later.session.history.steps.isEmpty)
    // And what is damaged is left out.
    for bad in ["", "1", "1 2", "x 2 ab", "1 0 zz", "9 0 abcdef", "-1 0 "] {
      contents.metadata = DocumentMetadata([.textDraft: bad])
      let other = Bench(contents)
      other.take(other.session.recover())
      #expect(texts(other) == ["Hello, world"])
    }
  }

  @Test func `text from the clipboard becomes a box, which is selected`() throws {
    let b = bench()
    b.take(b.session.paste(text: "From another program\n", at: Point(300, 200)))
    #expect(texts(b) == ["From another program"] && b.selected.count == 1)
    #expect(try middle(b).distance(to: Point(300, 200)) < 1)
    let long = Array(repeating: "word", count: 400).joined(separator: " ")
    b.take(b.session.paste(text: long, at: Point(300, 200)))
    let box = try #require(b.all.last)
    #expect(box.bounds.width < 800 && box.bounds.height > 100)
  }

  @Test func `S84 text boxes are copied as text, from top to bottom, and as they are`() throws {
    let b = try written(at: Point(100, 300))
    b.tap(Point(100, 100))
    try type("First", b)
    b.take(b.session.endText())
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    let selected = try #require(b.session.selection).elements
    #expect(selected.plainText == "First\nHello")
    let clip = try #require(InkClip(data: InkClip(selected, contents: [:]).data))
    #expect(clip.elements.map(\.textBox) == selected.map(\.textBox))
    b.take(b.session.paste(clip, at: Point(500, 200)))
    #expect(texts(b).sorted() == ["First", "First", "Hello", "Hello"])
  }

  @Test func `a picked style is kept by settings, whatever its font is called`() {
    var picker = ToolPicker()
    picker.select(.text)
    picker.changeTextStyle {
      $0.family = "Æ 100% = “Sans”"
      $0.isBold = true
      $0.alignment = .end
      $0.size = 31.5
    }
    picker.setColor(Color(rgba: 0x1256_90FF))
    let read = ToolPicker(text: picker.text)
    #expect(read == picker && read.tool == .text && read.color == Color(rgba: 0x1256_90FF))
    // The brush keeps its own.
    #expect(read.ink == ToolPicker().ink)
  }

  @Test func `the style of a text that is edited is not that of new ones`() throws {
    let b = bench()
    b.session.picker.changeTextStyle { $0.size = 24 }
    let own = b.session.picker.textStyle
    var shown = own
    shown.isItalic = true
    shown.color = Color(rgba: 0x9D2B_49FF)
    shown.alignment = .end
    b.session.picker.showTextStyle(shown)
    #expect(b.session.picker.textStyle == shown && b.session.picker.newTextStyle == own)
    // Nor is it kept by settings.
    #expect(ToolPicker(text: b.session.picker.text).textStyle == own)
    b.tap(Point(100, 100))
    let editing = try #require(b.session.textEditing)
    #expect(editing.box.alignment == own.alignment && editing.box.runs == [own.run("")])
    // What is chosen with nothing selected is for new ones, too, and nothing else of the text.
    var chosen = shown
    chosen.size = 48
    chosen.alignment = .center
    b.session.picker.keepForNewText(changesFrom: shown, to: chosen)
    var kept = own
    kept.size = 48
    kept.alignment = .center
    b.session.picker.showTextStyle(chosen)
    b.session.picker.returnTextStyle()
    #expect(b.session.picker.textStyle == kept && !b.session.picker.showsTextStyle)
  }

  @Test func `lists are made, gone on with and ended`() {
    func applied(_ edits: [TextList.Edit], to text: String) -> String {
      var scalars = Array(text.unicodeScalars)
      for edit in edits.reversed() {
        scalars.replaceSubrange(edit.range, with: Array(edit.text.unicodeScalars))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    func toggled(_ list: TextList, _ text: String) -> String {
      applied(list.edits(toggling: TextList.paragraphs(of: text)), to: text)
    }
    #expect(toggled(.bullets, "a\nb") == "• a\n• b")
    #expect(toggled(.numbers, "• a\n• b") == "1. a\n2. b")
    #expect(toggled(.numbers, "1. a\n2. b") == "a\nb")
    func broken(_ text: String) -> String? {
      TextList.edit(breaking: text, at: text.unicodeScalars.count).map {
        applied([$0], to: text)
      }
    }
    #expect(broken("• a") == "• a\n• ")
    #expect(broken("x\n9. a") == "x\n9. a\n10. ")
    #expect(broken("• a\n• ") == "• a\n")
    #expect(broken("a • b") == nil)
  }
}
