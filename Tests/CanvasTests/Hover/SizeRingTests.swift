import Canvas
import InkModel
import InkTestSupport
import Testing

@Suite struct SizeRingTests {
  private func rings(_ body: (SizeRing, Point, Rect) -> Void) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let window = Rect(
        x: 0, y: 0, width: .random(in: 300...1600, using: &random),
        height: .random(in: 200...1000, using: &random))
      // Corners and edges as often as the middle.
      func position(_ length: Double) -> Double {
        [0, length, .random(in: 0...length, using: &random)].randomElement(using: &random)!
      }
      let tip = Point(position(window.width), position(window.height))
      let (sizes, colors) = [(5, 5), (5, 0), (5, 3)].randomElement(using: &random)!
      body(SizeRing(sizes: sizes, colors: colors, around: tip, in: window), tip, window)
    }
  }

  @Test func `S28 S29 wherever the tip is, the ring is near, whole and within the window`() {
    rings { ring, tip, window in
      #expect(ring.center.distance(to: tip) <= 80)
      #expect(window.outset(by: 1e-9).contains(ring.frame), "\(ring.frame) in \(window)")
      for item in ring.items {
        #expect(item.position.distance(to: tip) <= 120)
        #expect(ring.frame.contains(Rect(center: item.position, radius: ring.itemRadius)))
      }
    }
  }

  @Test func `S29 items never overlap and are large enough to be hit`() {
    rings { ring, _, _ in
      #expect(ring.itemRadius >= 8)
      for (i, a) in ring.items.enumerated() {
        for b in ring.items[(i + 1)...] {
          #expect(a.position.distance(to: b.position) > 2 * ring.itemRadius)
        }
        #expect(ring.item(at: a.position) == a.item)
      }
      #expect(ring.item(at: ring.center) == nil)
    }
  }

  @Test func `S28 with room around it the ring is around the tip, sizes above and colours below`() {
    let tip = Point(500, 400)
    let ring = SizeRing(
      sizes: 5, colors: 5, around: tip, in: Rect(x: 0, y: 0, width: 1000, height: 800))
    #expect(ring.center == tip)
    #expect(ring.itemRadius >= 18)
    let positions = Dictionary(uniqueKeysWithValues: ring.items.map { ($0.item, $0.position) })
    for i in 0..<5 {
      #expect((positions[.size(i)]?.y ?? 1e9) < tip.y + 1)
      #expect((positions[.color(i)]?.y ?? 0) > tip.y - 1)
      if i > 0 { #expect((positions[.size(i)]?.x ?? 0) > (positions[.size(i - 1)]?.x ?? 1e9)) }
    }
    #expect(!ring.hasLeft(tip) && !ring.hasLeft(positions[.size(2)] ?? .zero))
    #expect(ring.hasLeft(Point(tip.x + 200, tip.y)))
  }

  @Test func `the ring's colours are those used lately, then the palette's`() {
    var picker = ToolPicker()
    #expect(picker.ringColorChoices == Array(picker.palette.prefix(5)))
    let own = Color(rgba: 0x1234_56FF)
    picker.setColor(own)
    #expect(picker.ringColorChoices == [own] + picker.palette.prefix(4))
    for i in 0..<8 { picker.setColor(Color(rgba: 0x0102_03FF + UInt32(i) << 24)) }
    #expect(picker.ringColorChoices.count == 5)
    #expect(Set(picker.ringColorChoices).count == 5)
  }
}

/// A hold that a test can ask within an expectation.
private final class Hold {
  var modifier = HeldModifier()

  var deadline: Double? { modifier.deadline }
  func press(at time: Double, isHovering: Bool) {
    modifier.press(at: time, isHovering: isHovering)
  }
  func release() { modifier.release() }
  func isDue(at time: Double) -> Bool { modifier.isDue(at: time) }
}

@Suite struct HeldModifierTests {
  @Test func `S28 a modifier held alone for 0.3 s is noticed once`() {
    let held = Hold()
    held.press(at: 10, isHovering: true)
    #expect(held.deadline == 10.3)
    #expect(!held.isDue(at: 10.29))
    // Keys that are held repeat.
    held.press(at: 10.25, isHovering: true)
    #expect(held.isDue(at: 10.3))
    #expect(!held.isDue(at: 11) && held.deadline == nil)
    held.release()
    held.press(at: 12, isHovering: true)
    #expect(held.isDue(at: 12.4))
  }

  @Test func `S28 anything else done meanwhile ends the hold until the key is let go`() {
    let interruptions: [(inout HeldModifier) -> Void] = [
      { $0.release() }, { $0.pressOther(65) }, { $0.interrupt() }, { $0.forget() },
    ]
    for interrupt in interruptions {
      let held = Hold()
      held.press(at: 1, isHovering: true)
      interrupt(&held.modifier)
      #expect(!held.isDue(at: 2) && held.deadline == nil)
    }
    let held = Hold()
    held.press(at: 1, isHovering: true)
    held.modifier.pressOther(65)
    held.modifier.releaseOther(65)
    held.press(at: 1.1, isHovering: true)
    #expect(!held.isDue(at: 3))
    held.release()
    held.press(at: 4, isHovering: true)
    #expect(held.isDue(at: 5))
  }

  @Test func `S28 nothing is waited for without a hovering tool, or with another key down`() {
    let held = Hold()
    held.press(at: 1, isHovering: false)
    #expect(held.deadline == nil)
    held.release()
    held.modifier.pressOther(65)
    held.press(at: 2, isHovering: true)
    #expect(held.deadline == nil)
  }
}
