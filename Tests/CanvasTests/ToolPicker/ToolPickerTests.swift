import Canvas
import InkModel
import InkTestSupport
import Testing

@Suite struct ToolPickerTests {
  /// A picker after some minutes in the hands of somebody restless.
  static func handled(_ seed: UInt64, steps: Int = 60) -> ToolPicker {
    var random = SeededGenerator(seed: seed)
    var picker = ToolPicker()
    for _ in 0..<steps { play(&picker, &random) }
    return picker
  }

  private static func play(_ picker: inout ToolPicker, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: picker.select(ToolCatalog.tools.randomElement(using: &random)!)
    case 1: picker.toggleEraser()
    case 2: picker.togglePrevious()
    case 3:
      picker.setSize(
        [.random(in: -10...200, using: &random), .nan, .infinity][
          random.once(in: 4) ? Int.random(in: 1...2, using: &random) : 0])
    case 4: picker.stepSize(.random(in: -30...30, using: &random))
    case 5: picker.setOpacity(.random(in: -1...2, using: &random))
    case 6: picker.setColor(picker.palette.randomElement(using: &random)!)
    case 7: picker.setColor(Color(rgba: .random(in: 0 ... .max, using: &random)))
    case 8: picker.switchMode()
    case 9:
      let color = Color(rgba: .random(in: 0 ... .max, using: &random))
      let old = picker.palette.randomElement(using: &random)!
      picker.replaceColor(random.once(in: 9) ? color : old, with: color)
    case 10: picker.removeColor(at: .random(in: 0..<9, using: &random))
    case 11: if random.once(in: 4) { picker.resetPalette() }
    default: picker.select(Eraser.Kind.allCases.randomElement(using: &random)!)
    }
  }

  private func expectInvariants(_ picker: ToolPicker, _ location: SourceLocation = #_sourceLocation)
  {
    #expect(picker.previous != picker.tool, sourceLocation: location)
    if let name = picker.tool.brush {
      #expect(picker.brush == name, sourceLocation: location)
    }
    for tool in ToolCatalog.tools {
      #expect(ToolPicker.sizes(of: tool).contains(picker.size(of: tool)), sourceLocation: location)
    }
    #expect(picker.opacity > 0.04 && picker.opacity <= 1, sourceLocation: location)
    #expect(picker.recents.count <= ToolPicker.recentLimit, sourceLocation: location)
    #expect(
      Set(picker.recents + picker.palette).count == picker.recents.count + picker.palette.count,
      sourceLocation: location)
  }

  @Test func `whatever is done with it, the picker holds two tools that can be held`() {
    for seed in 0..<200 as Range<UInt64> { expectInvariants(Self.handled(seed)) }
  }

  @Test func `a picker comes back from its text as it was`() {
    #expect(ToolPicker(text: ToolPicker().text) == ToolPicker())
    #expect(ToolPicker(text: "") == ToolPicker())
    for seed in 0..<200 as Range<UInt64> {
      let picker = Self.handled(seed)
      #expect(ToolPicker(text: picker.text) == picker, "\(picker.text)")
    }
  }

  @Test func `damaged text gives a picker that works`() {
    var random = SeededGenerator(seed: 5)
    for seed in 0..<400 as Range<UInt64> {
      var bytes = Array(Self.handled(seed).text.utf8)
      for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
        let i = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[i] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: i)
        default: bytes.insert(Array("=. ,-e0F".utf8).randomElement(using: &random)!, at: i)
        }
      }
      let picker = ToolPicker(text: String(decoding: bytes, as: UTF8.self))
      expectInvariants(picker)
      #expect(ToolPicker(text: picker.text) == picker)
    }
  }

  @Test func `a brush that only a newer version has keeps its ink until that is back`() {
    let text = "tool=quill brush=quill quill.color=C8273DFF quill.size=3.5"
    let picker = ToolPicker(text: text)
    #expect(picker.tool == ToolPicker().tool)
    #expect(picker.text.contains("quill.color=C8273DFF quill.size=3.5"))
  }

  @Test func `a start is with the tool held last, or the last brush where that leaves nothing`() {
    let leavesNothing = leavesNoMark + [.eraser]
    for seed in 0..<50 as Range<UInt64> {
      var picker = Self.handled(seed)
      for tool in ToolCatalog.tools {
        picker.select(tool)
        let start = picker.atStart
        guard leavesNothing.contains(tool) else {
          #expect(start == picker)
          continue
        }
        #expect(start.tool == .brush(picker.brush) && start.ink == picker.ink)
        // The other is one key away.
        #expect(start.previous == tool)
      }
    }
  }

  @Test func `S32 S37 the eraser toggled twice is the tool there was, from any tool`() {
    for seed in 0..<50 as Range<UInt64> {
      var picker = Self.handled(seed)
      let before = picker
      picker.toggleEraser()
      #expect((picker.tool == .eraser) == (before.tool != .eraser))
      picker.toggleEraser()
      #expect(picker.tool == before.tool)
      #expect(picker.ink == before.ink)
      #expect(picker.eraser == before.eraser)
    }
  }

  @Test
  func
    `every brush has a row in the catalogue, in its order, and every row a name and key of its own`()
  {
    #expect(ToolCatalog.tools.compactMap(\.brush) == ToolPicker.brushes)
    #expect(Set(ToolCatalog.all.map(\.name)).count == ToolCatalog.all.count)
    #expect(Set(ToolCatalog.all.compactMap(\.key)).count == ToolCatalog.all.count)
    for tool in ToolCatalog.tools { #expect(Tool(tool.description) == tool) }
  }

  @Test func `settings from before there was a pointer open as they were`() {
    let text =
      "tool=pencil previous=eraser brush=pencil eraser=part pencil.color=C8273DFF pencil.size=3.5"
    let picker = ToolPicker(text: text)
    #expect(picker.tool == .brush("pencil") && picker.previous == .eraser)
    #expect(picker.size(of: .brush("pencil")) == 3.5 && picker.eraserKind == .part)
    var pointing = picker
    pointing.select(.laser)
    #expect(ToolPicker(text: pointing.text) == pointing)
    #expect(pointing.text.contains("tool=laser previous=pencil"))
  }

  @Test func `S35 S37 the mode of a tool, switched twice, is as before`() {
    for seed in 0..<20 as Range<UInt64> {
      var picker = Self.handled(seed)
      for tool in ToolCatalog.tools {
        picker.select(tool)
        let before = picker
        picker.switchMode()
        #expect((picker == before) == ![.selection, .eraser].contains(tool))
        #expect(picker.tool == tool)
        picker.switchMode()
        #expect(picker == before)
      }
    }
  }

  /// Tools that a pad has no use for.
  private let leavesNoMark: [Tool] = [.selection, .laser]

  @Test func `a pad to try a pen on is drawn on, whatever selects or points`() {
    for seed in 0..<50 as Range<UInt64> {
      var picker = Self.handled(seed)
      for tool in ToolCatalog.tools {
        picker.select(tool)
        #expect(picker.onPad.tool == (leavesNoMark.contains(tool) ? .brush(picker.brush) : tool))
        #expect(picker.onPad.ink == picker.ink && picker.onPad.eraser == picker.eraser)
      }
    }
  }

  @Test func `S33 S37 going to the previous tool twice changes nothing at all`() {
    for seed in 0..<50 as Range<UInt64> {
      var picker = Self.handled(seed)
      let before = picker
      picker.togglePrevious()
      #expect(picker.tool == before.previous)
      picker.togglePrevious()
      // Beside the brush held last, where neither of the two is one.
      #expect(picker.tool == before.tool && picker.previous == before.previous)
    }
  }

  @Test func `a tool chosen again asks for its options and stays`() {
    var picker = ToolPicker()
    #expect(picker.select(.eraser) == .changed)
    let before = picker
    #expect(picker.select(.eraser) == .again)
    #expect(picker == before)
  }

  @Test func `each tool keeps its own size, and each brush its own colour and opacity`() {
    var picker = ToolPicker()
    var expected: [Tool: (size: Double, color: Color?)] = [:]
    for (i, tool) in ToolCatalog.tools.filter({ !leavesNoMark.contains($0) }).enumerated() {
      picker.select(tool)
      picker.setSize(ToolPicker.presets(of: tool)[i % 5])
      guard tool.brush != nil else {
        expected[tool] = (picker.size(of: tool), nil)
        continue
      }
      picker.setColor(picker.palette[i % picker.palette.count])
      picker.setOpacity(0.3 + Double(i) / 20)
      expected[tool] = (picker.size(of: tool), picker.ink.color)
    }
    for kind in Eraser.Kind.allCases {
      picker.select(kind)
      picker.setSize(20 + Double(kind.rawValue.count))
    }
    for kind in Eraser.Kind.allCases {
      #expect(picker.eraser(kind) == Eraser(kind, size: 20 + Double(kind.rawValue.count)))
    }
    for (tool, (size, color)) in expected {
      guard let name = tool.brush else { continue }
      #expect(picker.ink(of: name).size == size)
      #expect(picker.ink(of: name).color == color)
    }
  }

  @Test func `a colour leaves the brush its opacity, and is remembered when it is no palette's`() {
    var picker = ToolPicker()
    picker.setOpacity(0.5)
    let custom = (0..<10).map { Color(rgba: 0x1020_30FF + UInt32($0) << 8) }
    for color in custom + [custom[5], picker.palette[3]] { picker.setColor(color) }
    #expect(picker.ink.color.opaque == picker.palette[3])
    #expect(picker.ink.color.alpha == 128)
    #expect(picker.recents == [5, 9, 8, 7, 6, 4, 3, 2].map { custom[$0] })
  }

  @Test func `the highlighter offers light colours, and remembers its own apart from the pens'`() {
    var picker = ToolPicker()
    let (dark, light) = (Color(rgba: 0x3322_11FF), Color(rgba: 0xEEFF_88FF))
    picker.setColor(dark)
    picker.select(.brush("highlighter"))
    #expect(picker.palette.first == Color(rgba: 0xFFD9_00FF))
    #expect(Set(picker.palette).isDisjoint(with: DefaultPalette.colors))
    #expect(picker.recents.isEmpty)
    picker.setColor(light)
    #expect(picker.recents == [light])
    #expect(ToolPicker(text: picker.text) == picker)
    for tool in [Tool.brush("pencil"), .text] {
      picker.select(tool)
      #expect(picker.palette == DefaultPalette.colors)
      #expect(picker.recents == [dark])
    }
  }

  @Test func `a colour of the row is changed, and what has it in hand draws with the new one`() {
    var picker = ToolPicker()
    let (red, new) = (DefaultPalette.colors[2], Color(rgba: 0x1020_30FF))
    picker.setColor(red)
    picker.setOpacity(0.5)
    picker.replaceColor(red, with: new)
    var wanted = DefaultPalette.colors
    wanted[2] = new
    #expect(picker.palette == wanted)
    #expect(picker.ink.color.opaque == new)
    #expect(picker.ink.color.alpha == 128)
    #expect(picker.recents == [red])
    #expect(!picker.hasStandardPalette)
    #expect(ToolPicker(text: picker.text) == picker)
    // The row has no colour twice: one that it has changes places.
    picker.replaceColor(wanted[0], with: new)
    wanted.swapAt(0, 2)
    #expect(picker.palette == wanted)
    // What is in hand is another tool's, and stays so.
    picker.select(.eraser)
    picker.replaceColor(wanted[1], with: .white)
    #expect(picker.tool == .eraser && picker.ink.color.opaque == new)
    picker.resetPalette()
    #expect(picker.palette == DefaultPalette.colors && picker.hasStandardPalette)
    #expect(picker.recents == [new, .white])
  }

  @Test func `a colour of the row is changed where it is by now, and one that is gone is not`() {
    var picker = ToolPicker()
    let (red, new) = (DefaultPalette.colors[2], Color(rgba: 0x1020_30FF))
    // The row becomes shorter before it.
    picker.removeColor(at: 0)
    picker.replaceColor(red, with: new)
    var wanted = Array(DefaultPalette.colors.dropFirst())
    wanted[1] = new
    #expect(picker.palette == wanted)
    let before = picker
    picker.replaceColor(red, with: .white)
    #expect(picker == before)
    // Highlighters have a row of their own.
    picker.select(.brush("highlighter"))
    picker.replaceColor(new, with: .white)
    #expect(picker.hasStandardPalette)
  }

  @Test func `colours are taken out of the row but for the last, those of highlighters apart`() {
    var picker = ToolPicker()
    for _ in 0..<20 { picker.removeColor(at: 0) }
    #expect(picker.palette == [DefaultPalette.colors[7]])
    #expect(picker.recents == Array(DefaultPalette.colors.dropLast().reversed()))
    picker.select(.brush("highlighter"))
    #expect(picker.hasStandardPalette && picker.recents.isEmpty)
    var lights = HighlighterPalette.colors
    let gone = lights.remove(at: 3)
    picker.removeColor(at: 3)
    #expect(picker.palette == lights && picker.recents == [gone])
    #expect(picker.mostColors == 8)
    #expect(ToolPicker(text: picker.text) == picker)
  }

  /// The change that a body makes of the row of colours.
  private func change(
    _ picker: inout ToolPicker, _ kind: PaletteChange.Kind, _ body: (inout ToolPicker) -> Void
  ) throws -> PaletteChange {
    let before = picker
    body(&picker)
    return try #require(PaletteChange(kind, from: before, to: picker))
  }

  @Test func `a colour that was taken out of the row comes back at its position`() throws {
    var picker = ToolPicker()
    let lately = (1...8).map { (blue: UInt32) in Color(rgba: blue << 12 | 0xFF) }
    for color in lately { picker.setColor(color) }
    let red = DefaultPalette.colors[2]
    let removed = try change(&picker, .removed(red)) { $0.removeColor(at: 2) }
    #expect(!picker.palette.contains(red) && picker.has(removed))
    // Whatever was chosen in between.
    picker.select(.brush("highlighter"))
    let lights = picker.palette
    picker.takeBack(removed)
    #expect(picker.palette == lights)
    picker.select(.brush("pencil"))
    #expect(picker.palette == DefaultPalette.colors)
    // The oldest one had made room for the red.
    #expect(picker.recents == Array(lately.reversed()))
    #expect(!picker.has(removed))
    let before = picker
    picker.takeBack(removed)
    #expect(picker == before)
    // What changes nothing cannot be taken back.
    #expect(PaletteChange(.reset, from: picker, to: picker) == nil)
  }

  @Test func `a colour of the row that was changed is as it was, and what draws with it as well`()
    throws
  {
    var picker = ToolPicker()
    let (red, new) = (DefaultPalette.colors[2], Color(rgba: 0x1020_30FF))
    picker.setColor(red)
    picker.setOpacity(0.5)
    let before = picker
    let replaced = try change(&picker, .replaced(red, with: new)) {
      $0.replaceColor(red, with: new)
    }
    #expect(picker.ink.color.opaque == new)
    picker.takeBack(replaced)
    #expect(picker == before)
    // A tool that was given another colour since keeps that.
    let again = try change(&picker, .replaced(red, with: new)) {
      $0.replaceColor(red, with: new)
    }
    picker.setColor(.white)
    picker.takeBack(again)
    #expect(picker.palette == DefaultPalette.colors)
    #expect(picker.ink.color.opaque == .white)
    #expect(picker.recents == [.white])
    expectInvariants(picker)
  }

  @Test func `a row that has its standard colours again is brought back as it was`() throws {
    var picker = ToolPicker()
    picker.replaceColor(DefaultPalette.colors[2], with: Color(rgba: 0x1020_30FF))
    picker.removeColor(at: 0)
    let before = picker
    let reset = try change(&picker, .reset) { $0.resetPalette() }
    picker.takeBack(reset)
    #expect(picker == before)
    // Changed again since, it is left as it is.
    let second = try change(&picker, .reset) { $0.resetPalette() }
    picker.removeColor(at: 5)
    let row = picker.palette
    picker.takeBack(second)
    #expect(picker.palette == row)
  }

  @Test(arguments: ToolPicker.brushes)
  func `the colour that a brush came with can be had again after any other`(_ brush: String) {
    var picker = ToolPicker()
    picker.select(.brush(brush))
    let ink = picker.ink
    for color in picker.palette + [.black, .white] { picker.setColor(color) }
    #expect(picker.ink != ink)
    picker.setColor(picker.ownColor)
    #expect(picker.ink == ink)
  }

  @Test func `colours for a selection are those of its kind of ink, whatever was in hand before`() {
    for brush in ["pencil", "highlighter"] {
      var picker = ToolPicker()
      picker.select(.brush(brush))
      picker.select(.selection)
      #expect(picker.palette == DefaultPalette.colors)
      #expect(picker.withBrush(thatHighlights: false).palette == DefaultPalette.colors)
      #expect(picker.withBrush(thatHighlights: true).palette == HighlighterPalette.colors)
    }
  }

  @Test func `a colour chosen with the eraser in hand is drawn with`() {
    var picker = ToolPicker()
    picker.select(.eraser)
    picker.setColor(.black)
    #expect(picker.tool == .brush(picker.brush))
    #expect(picker.ink.color == .black)
  }

  @Test func `24 steps of size lead from the finest to the broadest`() {
    var picker = ToolPicker()
    // What selects or points has no size.
    for tool in ToolCatalog.tools where !leavesNoMark.contains(tool) {
      picker.select(tool)
      let range = ToolPicker.sizes(of: tool)
      picker.setSize(0)
      #expect(picker.size(of: tool) == range.lowerBound)
      for _ in 0..<24 {
        let before = picker.size(of: tool)
        picker.stepSize(1)
        #expect(picker.size(of: tool) > before)
      }
      #expect(abs(picker.size(of: tool) - range.upperBound) < 1e-9)
      #expect(ToolPicker.presets(of: tool).allSatisfy { range.contains($0) })
      #expect(ToolPicker.presets(of: tool) == ToolPicker.presets(of: tool).sorted())
    }
  }

  @Test func `a session draws and erases with what the picker holds`() throws {
    let b = Bench()
    b.session.picker.setColor(DefaultPalette.colors[2])
    b.session.picker.setSize(7)
    b.line(100)
    let element = try #require(Array(b.session.drawing.elements).first)
    guard case .stroke(let stroke) = element.kind else {
      Issue.record("no stroke")
      return
    }
    #expect(stroke.ink == b.session.picker.ink)
    #expect(stroke.ink.size == 7)
    b.session.picker.select(.stroke)
    b.session.picker.setSize(40)
    b.draw([Point(150, 60), Point(150, 70)])
    #expect(b.strokes == 1)
    b.draw([Point(150, 60), Point(150, 84)])
    #expect(b.strokes == 0)
  }
}
