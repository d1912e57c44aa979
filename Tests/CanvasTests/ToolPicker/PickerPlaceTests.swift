import Canvas
import Glibc
import InkModel
import InkTestSupport
import Testing

@Suite struct PickerPlaceTests {
  /// As many as there are.
  private let tools = ToolCatalog.tools.count

  private static func window(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: 0, y: 0, width: .random(in: 300...2600, using: &random).rounded(),
      height: .random(in: 240...1800, using: &random).rounded())
  }

  private static func place(_ random: inout SeededGenerator) -> PickerPlace {
    let a = Double.random(in: 0...1, using: &random)
    let b = Double.random(in: 0...1, using: &random)
    let spot: PickerPlace.Spot =
      random.once(in: 2)
      ? .floating(x: a, y: b)
      : .docked(PickerPlace.Edge.allCases.randomElement(using: &random)!, along: a)
    return PickerPlace(spot, isFolded: random.once(in: 4))
  }

  @Test func `S22 the picker is within the window at any place and size`() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<4000 {
      let window = Self.window(&random)
      let layout = PickerPlaces.layout(width: window.width, height: window.height)
      let place = PickerLayout.fitted(Self.place(&random), tools: tools, in: window)
      let picker = PickerLayout(
        PickerLayout.form(place, layout), tools: tools, colors: 8, in: window)
      if picker.form == .compact {
        #expect(picker.width == window.width)
        continue
      }
      let frame = place.frame(width: picker.width, height: picker.height, in: window)
      #expect(window.contains(frame), "\(place) \(picker.width)×\(picker.height) in \(window)")
    }
  }

  @Test(arguments: [PickerPlace.Edge.left, .right])
  func `S22 in a window too low for a column the picker is a row at the top, on its own side`(
    _ edge: PickerPlace.Edge
  ) {
    for height in stride(from: 200.0, to: 700, by: 3) {
      let window = Rect(x: 0, y: 0, width: 720, height: height)
      let wanted = PickerPlace(.docked(edge, along: 0.5))
      let place = PickerLayout.fitted(wanted, tools: tools, in: window)
      let picker = PickerLayout(
        PickerLayout.form(place, .landscape), tools: tools, colors: 8, in: window)
      let frame = place.frame(width: picker.width, height: picker.height, in: window)
      #expect(window.contains(frame), "at \(height)")
      for i in 0..<tools {
        let tool = picker[.tool(i)] ?? .empty
        #expect(min(tool.width, tool.height) >= 24, "at \(height)")
      }
      if height > 424 {
        #expect(place == wanted)
      } else if height < 404 {
        #expect(picker.form == .row(tips: .bottom))
        #expect(edge == .left ? frame.minX == 12 : frame.maxX == 708)
      }
    }
    // Folded it is small enough for any place; at the upper and lower edges it is a row already.
    let low = Rect(x: 0, y: 0, width: 720, height: 240)
    for place in [
      PickerPlace(.docked(edge, along: 0.3), isFolded: true),
      PickerPlace(.docked(.bottom, along: 1)),
      PickerPlace(.floating(x: 0.2, y: 0.9)),
    ] {
      #expect(PickerLayout.fitted(place, tools: tools, in: low) == place)
    }
  }

  @Test func `everything in the picker lies within it, nothing on anything else`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1500 {
      let window = Self.window(&random)
      let layout = PickerPlaces.layout(width: window.width, height: window.height)
      let picker = PickerLayout(
        PickerLayout.form(Self.place(&random), layout), tools: .random(in: 2...9, using: &random),
        colors: .random(in: 1...8, using: &random), in: window, isMirrored: random.once(in: 2))
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
    for width in stride(from: 360.0, to: PickerPlaces.compactWidth, by: 7) {
      let window = Rect(x: 0, y: 0, width: width, height: 700)
      #expect(PickerPlaces.layout(width: width, height: 700) == .compact)
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
      let layout = PickerPlaces.layout(width: width, height: height)
      for known in [nil, Hand.left, .right] {
        let place = PickerPlaces.standard(layout, hand: known)
        let picker = PickerLayout(
          PickerLayout.form(place, layout), tools: tools, colors: 8, in: window)
        let frame = place.frame(width: picker.width, height: picker.height, in: window)
        for _ in 0..<4000 {
          let tip = Point(
            .random(in: 0...width, using: &random), .random(in: 0...height, using: &random))
          // Where the paper is: not on the picker, nor in the strip beyond it.
          let isBeyond =
            picker.tips.isHorizontal
            ? tip.y < frame.maxY
            : place.spot == .docked(.left, along: 0.5)
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
    for layout in PickerPlaces.Layout.allCases {
      let left = PickerPlaces.standard(layout, hand: .left)
      let right = PickerPlaces.standard(layout, hand: .right)
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
      for edge in PickerPlace.Edge.allCases {
        var place = Self.place(&random)
        place.isFolded = false
        for _ in 0..<120 {
          let picker = PickerLayout(
            PickerLayout.form(place, .landscape), tools: tools, colors: 8, in: window)
          let frame = place.frame(width: picker.width, height: picker.height, in: window)
          #expect(window.contains(frame))
          place.move(edge, frame: frame, in: window)
        }
        guard case .docked(let there, _) = place.spot else {
          Issue.record("afloat")
          continue
        }
        // Along an edge it stays at that edge, at its end.
        #expect(there == edge || there.isHorizontal != edge.isHorizontal)
      }
    }
  }

  @Test func `places come back from their text, and damaged text gives usual places`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var places = PickerPlaces()
      for layout in PickerPlaces.Layout.allCases where random.once(in: 2) {
        places.setPlace(Self.place(&random), layout, hand: nil)
      }
      #expect(PickerPlaces(text: places.text) == places, "\(places.text)")
      var bytes = Array(places.text.utf8)
      for _ in 0..<6 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 32...126, using: &random)
      }
      let damaged = PickerPlaces(text: String(decoding: bytes, as: UTF8.self))
      #expect(PickerPlaces(text: damaged.text) == damaged)
    }
    #expect(PickerPlaces(text: "landscape=left:7 portrait=up:0 =: x") == PickerPlaces())
  }

  @Test func `a picker put back where it usually stands follows the hand again`() {
    var places = PickerPlaces()
    places.setPlace(PickerPlace(.docked(.bottom, along: 0.2)), .landscape, hand: .right)
    #expect(places.place(.landscape, hand: .left).spot == .docked(.bottom, along: 0.2))
    places.setPlace(
      PickerPlaces.standard(.landscape, hand: .right), .landscape, hand: .right)
    #expect(
      places.place(.landscape, hand: .left) == PickerPlaces.standard(.landscape, hand: .left))
  }
}
