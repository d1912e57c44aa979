import Canvas
import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct PickerPlacementTests {
  /// As many as there are.
  private let tools = ToolCatalog.tools.count

  private static func window(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: 0, y: 0, width: .random(in: 300...2600, using: &random).rounded(),
      height: .random(in: 240...1800, using: &random).rounded())
  }

  private static func placement(_ random: inout SeededGenerator) -> PickerPlacement {
    let a = Double.random(in: 0...1, using: &random)
    let b = Double.random(in: 0...1, using: &random)
    let position: PickerPlacement.Position =
      random.once(in: 2)
      ? .floating(x: a, y: b)
      : .docked(PickerPlacement.Edge.allCases.randomElement(using: &random)!, along: a)
    return PickerPlacement(position, isFolded: random.once(in: 4))
  }

  @Test func `S22 the picker is within the window at any placement and size`() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<4000 {
      let window = Self.window(&random)
      let layout = PickerPlacements.layout(width: window.width, height: window.height)
      let showsLayer = random.once(in: 2)
      let placement = PickerLayout.fitted(
        Self.placement(&random), tools: tools, showsLayer: showsLayer, in: window)
      let picker = PickerLayout(
        PickerLayout.form(placement, layout), tools: tools, colors: 8, showsLayer: showsLayer,
        in: window)
      if picker.form == .compact {
        #expect(picker.width == window.width)
        continue
      }
      let frame = placement.frame(width: picker.width, height: picker.height, in: window)
      #expect(window.contains(frame), "\(placement) \(picker.width)×\(picker.height) in \(window)")
    }
  }

  @Test(arguments: [PickerPlacement.Edge.left, .right])
  func `S22 in a window too low for a column the picker is a row at the top, on its own side`(
    _ edge: PickerPlacement.Edge
  ) {
    for height in stride(from: 200.0, to: 700, by: 3) {
      let window = Rect(x: 0, y: 0, width: 720, height: height)
      let wanted = PickerPlacement(.docked(edge, along: 0.5))
      let placement = PickerLayout.fitted(wanted, tools: tools, in: window)
      let picker = PickerLayout(
        PickerLayout.form(placement, .landscape), tools: tools, colors: 8, in: window)
      let frame = placement.frame(width: picker.width, height: picker.height, in: window)
      #expect(window.contains(frame), "at \(height)")
      for i in 0..<tools {
        let tool = picker[.tool(i)] ?? .empty
        #expect(min(tool.width, tool.height) >= 24, "at \(height)")
      }
      // What a column needs for its tools at the least, besides its other parts and margins.
      let least = 172 + 24 * Double(tools)
      if height > least + 12 {
        #expect(placement == wanted)
      } else if height < least - 8 {
        #expect(picker.form == .row(tips: .bottom))
        #expect(edge == .left ? frame.minX == 12 : frame.maxX == 708)
      }
    }
    // Folded it is small enough for any placement; at the upper and lower edges it is a row already.
    let low = Rect(x: 0, y: 0, width: 720, height: 240)
    for placement in [
      PickerPlacement(.docked(edge, along: 0.3), isFolded: true),
      PickerPlacement(.docked(.bottom, along: 1)),
      PickerPlacement(.floating(x: 0.2, y: 0.9)),
    ] {
      #expect(PickerLayout.fitted(placement, tools: tools, in: low) == placement)
    }
  }

  @Test func `everything in the picker lies within it, nothing on anything else`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1500 {
      let window = Self.window(&random)
      let layout = PickerPlacements.layout(width: window.width, height: window.height)
      let picker = PickerLayout(
        PickerLayout.form(Self.placement(&random), layout),
        tools: .random(in: 2...9, using: &random),
        colors: .random(in: 1...8, using: &random), showsLayer: random.once(in: 2),
        in: window, isMirrored: random.once(in: 2))
      let whole = Rect(x: 0, y: 0, width: picker.width, height: picker.height).outset(by: 0.01)
      for (i, a) in picker.items.enumerated() {
        #expect(whole.contains(a.frame), "\(a.item)")
        for b in picker.items[(i + 1)...] {
          #expect(!a.frame.outset(by: -0.01).intersects(b.frame), "\(a.item) on \(b.item)")
        }
      }
    }
  }

  @Test func `S59 S61 a narrow window has targets for fingers, and undo elsewhere`() {
    for width in stride(from: 360.0, to: PickerPlacements.compactWidth, by: 7) {
      let window = Rect(x: 0, y: 0, width: width, height: 700)
      #expect(PickerPlacements.layout(width: width, height: 700) == .compact)
      let picker = PickerLayout(.compact, tools: tools, colors: 8, in: window)
      #expect(picker.width == width)
      for (item, frame) in picker.items {
        #expect(frame.width >= 44 && frame.height >= 44, "\(item) \(frame) at \(width)")
      }
      #expect(picker[.undo] == nil && picker[.redo] == nil)
    }
    for form in [PickerLayout.Form.row(tips: .top), .column(tips: .right)] {
      let picker = PickerLayout(
        form, tools: tools, colors: 8, in: Rect(x: 0, y: 0, width: 800, height: 600))
      #expect(picker[.undo] != nil && picker[.redo] != nil)
    }
  }

  @Test func `a narrow window has the colors of the palette's upper row before the others`() {
    for width in stride(from: 360.0, to: PickerPlacements.compactWidth, by: 7) {
      let window = Rect(x: 0, y: 0, width: width, height: 700)
      let picker = PickerLayout(.compact, tools: tools, colors: 8, in: window)
      let fromLeft = picker.items.sorted { $0.frame.minX < $1.frame.minX }
      let shown = fromLeft.compactMap { entry -> Int? in
        if case .color(let i) = entry.item { i } else { nil }
      }
      #expect(shown.count >= 2, "at \(width)")
      #expect(shown == Array([0, 2, 4, 6, 1, 3, 5, 7].prefix(shown.count)), "at \(width)")
    }
  }

  @Test(arguments: [PickerLayout.Form.row(tips: .bottom), .column(tips: .right)])
  func `colors before one that is removed stay where they are, and those after it move up by one`(
    form: PickerLayout.Form
  ) throws {
    func positions(_ picker: ToolPicker) throws -> [Point] {
      let layout = PickerLayout(
        form, tools: tools, colors: picker.palette.count,
        in: Rect(x: 0, y: 0, width: 1280, height: 1000))
      return try picker.palette.indices.map { i in
        let frame = layout[.color(i)]
        return try #require(frame).center
      }
    }
    let before = ToolPicker()
    let old = try positions(before)
    // Two by two across the tools, and each two further on along them.
    for i in stride(from: 0, to: old.count - 2, by: 2) {
      let (across, along) = (old[i + 1] - old[i], old[i + 2] - old[i])
      let isRow = form == .row(tips: .bottom)
      #expect(isRow ? across.dx == 0 && across.dy > 0 : across.dy == 0 && across.dx > 0)
      #expect(isRow ? along.dy == 0 && along.dx > 0 : along.dx == 0 && along.dy > 0)
    }
    for removed in before.palette.indices {
      var after = before
      after.removeColor(at: removed)
      let new = try positions(after)
      for (i, color) in before.palette.enumerated() where i != removed {
        let now = try #require(after.palette.firstIndex(of: color))
        #expect(new[now] == old[i < removed ? i : i - 1], "\(i) without \(removed)")
      }
    }
  }

  @Test func `rows and columns say the layer, and leave the palette`() throws {
    for size in stride(from: 600.0, to: 1400, by: 10) {
      let window = Rect(x: 0, y: 0, width: size, height: size)
      for form in [PickerLayout.Form.row(tips: .bottom), .column(tips: .right)] {
        func picker(showsLayer: Bool) -> PickerLayout {
          PickerLayout(form, tools: tools, colors: 8, showsLayer: showsLayer, in: window)
        }
        let (none, one) = (picker(showsLayer: false), picker(showsLayer: true))
        #expect(none[.layer] == nil)
        #expect((one[.color(7)] == nil) == (none[.color(7)] == nil), "\(form) at \(size)")
        let name = try #require(one[.layer], "\(form) at \(size)")
        #expect(name.width >= 44 && name.height >= 44, "\(form) at \(size)")
        // Tools can be hit; beside the palette they are as broad as they are drawn.
        let tool = one[.tool(0)] ?? .empty
        let least = one[.color(7)] == nil ? 24.0 : 26
        #expect(min(tool.width, tool.height) >= least, "\(form) at \(size)")
      }
    }
    // In windows as tablets and laptops have them.
    for (width, height) in [(1280.0, 900.0), (900, 1280), (800, 800)] {
      let window = Rect(x: 0, y: 0, width: width, height: height)
      for form in [PickerLayout.Form.row(tips: .bottom), .column(tips: .right)] {
        let picker = PickerLayout(form, tools: tools, colors: 8, showsLayer: true, in: window)
        #expect(picker[.layer] != nil && picker[.color(7)] != nil, "\(form) in \(window)")
      }
    }
  }

  /// How many of the palette's colours are at hand.
  private func swatches(_ picker: PickerLayout) -> Int {
    picker.items.count { if case .color = $0.item { true } else { false } }
  }

  /// Whether no two items lie on each other, and none is there twice.
  private func isApart(_ picker: PickerLayout) -> Bool {
    let items = picker.items
    return items.indices.allSatisfy { i in
      let inner = items[i].frame.outset(by: -0.01)
      return items[(i + 1)...].allSatisfy {
        $0.item != items[i].item && !inner.intersects($0.frame)
      }
    }
  }

  @Test(arguments: [PickerLayout.Form.row(tips: .bottom), .column(tips: .right), .compact])
  func `in more room nothing is missing that was there in less, and colours come before a name`(
    _ form: PickerLayout.Form
  ) {
    for showsLayer in [false, true] {
      var before: Set<PickerLayout.Item> = []
      for size in stride(from: 300.0, through: 1400, by: 1) {
        let window = Rect(x: 0, y: 0, width: size, height: size)
        let picker = PickerLayout(
          form, tools: tools, colors: 8, showsLayer: showsLayer, in: window)
        let items = Set(picker.items.map { $0.item })
        #expect(isApart(picker), "\(form) at \(size)")
        #expect(items.isSuperset(of: before), "\(form) at \(size)")
        // In a compact window both are in the header.
        let isWide = form != .compact
        #expect(items.contains(.undo) == isWide, "\(form) at \(size)")
        #expect(items.contains(.redo) == isWide, "\(form) at \(size)")
        before = items
        guard size >= 360, let name = picker[.layer] else { continue }
        let least = min(name.width, name.height)
        #expect(least >= 44, "\(form) at \(size)")
        // Of a row or a compact window: in a column each name is as broad as that.
        let isBroad = name.width > 84 && picker.width > picker.height
        if isBroad { #expect(swatches(picker) == 8, "\(form) at \(size)") }
      }
    }
  }

  @Test func `a window 640 points wide has colours at hand, whatever is said of the layer`() {
    let window = Rect(x: 0, y: 0, width: 640, height: 640)
    for showsLayer in [false, true] {
      for form in [PickerLayout.Form.row(tips: .bottom), .column(tips: .right)] {
        let picker = PickerLayout(
          form, tools: tools, colors: 8, showsLayer: showsLayer, in: window)
        // Three columns of two.
        #expect(swatches(picker) == 6, "\(form), layer \(showsLayer)")
        #expect(picker[.color(0)] != nil && picker[.color(2)] != nil)
        #expect((picker[.layer] != nil) == showsLayer)
        let room = PickerPlacement.room(in: window)
        #expect(max(picker.width, picker.height) <= room.width, "\(form), layer \(showsLayer)")
      }
    }
  }

  @Test func `S59 a narrow window has a target for a finger that says the layer, beside colours`() {
    for width in stride(from: 360.0, to: PickerPlacements.compactWidth, by: 7) {
      let window = Rect(x: 0, y: 0, width: width, height: 700)
      func picker(showsLayer: Bool) -> PickerLayout {
        PickerLayout(.compact, tools: tools, colors: 8, showsLayer: showsLayer, in: window)
      }
      let (none, one) = (picker(showsLayer: false), picker(showsLayer: true))
      for (item, frame) in one.items {
        #expect(frame.width >= 44 && frame.height >= 44, "\(item) \(frame) at \(width)")
        #expect(frame.maxX <= width, "\(item) \(frame) at \(width)")
      }
      // In the narrowest windows one colour is then among all colours only.
      #expect(one[.layer] != nil && swatches(one) > 0, "at \(width)")
      #expect(swatches(one) >= min(swatches(none) - 1, 3), "at \(width)")
    }
  }

  @Test func `however low a window is, a column says the layer, or else a row instead of it`() {
    let wanted = PickerPlacement(.docked(.left, along: 0.5))
    for height in stride(from: 240.0, to: 900, by: 3) {
      let window = Rect(x: 0, y: 0, width: 720, height: height)
      let placement = PickerLayout.fitted(wanted, tools: tools, showsLayer: true, in: window)
      let form = PickerLayout.form(placement, .landscape)
      let picker = PickerLayout(form, tools: tools, colors: 8, showsLayer: true, in: window)
      let frame = placement.frame(width: picker.width, height: picker.height, in: window)
      #expect(picker[.layer] != nil, "at \(height)")
      #expect(window.contains(frame), "at \(height)")
    }
  }

  @Test func `S59 folded tools say the layer beside their button, along the edge they are at`()
    throws
  {
    let window = Rect(x: 0, y: 0, width: 360, height: 640)
    for edge in PickerPlacement.Edge.allCases {
      let placement = PickerPlacement(.docked(edge, along: 0.5), isFolded: true)
      for layout in PickerPlacements.Layout.allCases {
        let form = PickerLayout.form(placement, layout)
        func picker(showsLayer: Bool) -> PickerLayout {
          PickerLayout(form, tools: tools, colors: 8, showsLayer: showsLayer, in: window)
        }
        let button = PickerLayout.foldedSide
        let none = picker(showsLayer: false)
        #expect(none[.layer] == nil && none.width == button && none.height == button)
        let one = picker(showsLayer: true)
        let name = try #require(one[.layer], "at the \(edge)")
        #expect(name.width >= 44 && name.height >= 44, "at the \(edge)")
        // Nothing more of the paper is taken across the edge.
        #expect((edge.isHorizontal ? one.height : one.width) == button, "at the \(edge)")
        #expect(one[.unfold] == none[.unfold], "at the \(edge)")
      }
    }
    let floating = PickerPlacement(.floating(x: 0.5, y: 0.5), isFolded: true)
    let afloat = PickerLayout(
      PickerLayout.form(floating, .portrait), tools: tools, colors: 8, showsLayer: true, in: window,
      isMirrored: true)
    let (button, name) = (afloat[.unfold] ?? .empty, afloat[.layer] ?? .empty)
    #expect(!name.isEmpty && name.maxX <= button.minX)
  }

  @Test func `every tool and all colours are in reach however little room there is`() {
    for size in stride(from: 300.0, to: 1400, by: 25) {
      for form in [PickerLayout.Form.row(tips: .top), .column(tips: .right), .compact] {
        let picker = PickerLayout(
          form, tools: tools, colors: 8, in: Rect(x: 0, y: 0, width: size, height: size))
        for i in 0..<tools { #expect(picker[.tool(i)] != nil) }
        #expect(picker[.colors] != nil && picker[.handle] != nil)
      }
    }
  }

  /// Whether a hand that writes lies on a frame.
  ///
  /// It is below and beside its tip, to the lower right for a right hand: as broad as a palm on a
  /// tablet of 96 widget points an inch.
  private func handCovers(_ frame: Rect, _ hand: Hand, tip: Point) -> Bool {
    let side = hand == .right ? 1.0 : -1
    let center = Point(tip.x + side * 130, tip.y + 150)
    let (rx, ry) = (128.0, 140.0)
    let x = min(max(center.x, frame.minX), frame.maxX) - center.x
    let y = min(max(center.y, frame.minY), frame.maxY) - center.y
    return x * x / (rx * rx) + y * y / (ry * ry) < 1
  }

  @Test func `S21 no hand that draws beside the picker lies on it where it is by default`() {
    var random = SeededGenerator(seed: 21)
    for (width, height) in [(1280.0, 800.0), (800, 1280), (1920, 1080), (640, 900)] {
      let window = Rect(x: 0, y: 0, width: width, height: height)
      let layout = PickerPlacements.layout(width: width, height: height)
      for known in [nil, Hand.left, .right] {
        let placement = PickerPlacements.standard(layout, hand: known)
        let picker = PickerLayout(
          PickerLayout.form(placement, layout), tools: tools, colors: 8, in: window)
        let frame = placement.frame(width: picker.width, height: picker.height, in: window)
        for _ in 0..<4000 {
          let tip = Point(
            .random(in: 0...width, using: &random), .random(in: 0...height, using: &random))
          // Where the paper is: not on the picker, nor in the strip beyond it.
          let isBeyond =
            picker.tips.isHorizontal
            ? tip.y < frame.maxY
            : placement.position == .docked(.left, along: 0.5)
              ? tip.x < frame.maxX : tip.x > frame.minX
          if isBeyond { continue }
          for hand in known.map({ [$0] }) ?? Hand.allCases {
            #expect(!handCovers(frame, hand, tip: tip), "\(hand) at \(tip) on \(frame)")
          }
        }
      }
    }
  }

  @Test func `S21 the other hand has the picker on the other side`() {
    for layout in PickerPlacements.Layout.allCases {
      let left = PickerPlacements.standard(layout, hand: .left)
      let right = PickerPlacements.standard(layout, hand: .right)
      for window in [Rect(x: 0, y: 0, width: 1000, height: 800)] {
        let a = left.frame(width: 90, height: 60, in: window)
        let b = right.frame(width: 90, height: 60, in: window)
        #expect(a.minY == b.minY)
        #expect(a.minX + b.maxX == window.width)
        #expect(a != b)
      }
    }
  }

  @Test func `S22 arrow keys bring the picker to each edge from anywhere`() {
    var random = SeededGenerator(seed: 9)
    let window = Rect(x: 0, y: 0, width: 1100, height: 700)
    for _ in 0..<100 {
      for edge in PickerPlacement.Edge.allCases {
        var placement = Self.placement(&random)
        placement.isFolded = false
        for _ in 0..<120 {
          let picker = PickerLayout(
            PickerLayout.form(placement, .landscape), tools: tools, colors: 8, in: window)
          let frame = placement.frame(width: picker.width, height: picker.height, in: window)
          #expect(window.contains(frame))
          placement.move(edge, frame: frame, in: window)
        }
        guard case .docked(let there, _) = placement.position else {
          Issue.record("afloat")
          continue
        }
        // Along an edge it stays at that edge, at its end.
        #expect(there == edge || there.isHorizontal != edge.isHorizontal)
      }
    }
  }

  @Test func `placements come back from their text, and damaged text gives usual placements`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var placements = PickerPlacements()
      for layout in PickerPlacements.Layout.allCases where random.once(in: 2) {
        placements.setPlacement(Self.placement(&random), layout, hand: nil)
      }
      #expect(PickerPlacements(text: placements.text) == placements, "\(placements.text)")
      var bytes = Array(placements.text.utf8)
      for _ in 0..<6 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 32...126, using: &random)
      }
      let damaged = PickerPlacements(text: String(decoding: bytes, as: UTF8.self))
      #expect(PickerPlacements(text: damaged.text) == damaged)
    }
    #expect(PickerPlacements(text: "landscape=left:7 portrait=up:0 =: x") == PickerPlacements())
  }

  @Test func `a picker put back where it usually stands follows the hand again`() {
    var placements = PickerPlacements()
    placements.setPlacement(PickerPlacement(.docked(.bottom, along: 0.2)), .landscape, hand: .right)
    #expect(placements.placement(.landscape, hand: .left).position == .docked(.bottom, along: 0.2))
    placements.setPlacement(
      PickerPlacements.standard(.landscape, hand: .right), .landscape, hand: .right)
    #expect(
      placements.placement(.landscape, hand: .left)
        == PickerPlacements.standard(.landscape, hand: .left))
  }
}
