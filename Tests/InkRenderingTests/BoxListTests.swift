import InkRendering
import InkTestSupport
import Testing

@Suite struct BoxListTests {
  private func boxes(_ count: Int, seed: UInt64) -> [PixelBox] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      PixelBox(
        x: .random(in: -50...400, using: &generator), y: .random(in: -50...400, using: &generator),
        width: .random(in: 0...60, using: &generator),
        height: .random(in: 0...60, using: &generator))
    }
  }

  @Test(arguments: [1, 2, 5, 12, 13, 40, 200], [1, 2, 3] as [UInt64])
  func `everything that was added is covered, by few boxes, within the box around all`(
    _ count: Int, seed: UInt64
  ) {
    var list = BoxList()
    var around = PixelBox.empty
    for box in boxes(count, seed: seed) {
      list.add(box)
      around = around.union(box)
      #expect(list.boxes.count <= 12)
      #expect(list.bounds == around)
    }
    for box in boxes(count, seed: seed) where !box.isEmpty {
      let covered = (box.y..<box.maxY).allSatisfy { y in
        (box.x..<box.maxX).allSatisfy { x in
          let pixel = PixelBox(x: x, y: y, width: 1, height: 1)
          return list.boxes.contains { $0.contains(pixel) }
        }
      }
      #expect(covered)
    }
  }

  @Test func `steps along a line stay small boxes`() {
    var list = BoxList()
    for i in 0..<10 { list.add(PixelBox(x: i * 40, y: i * 40, width: 8, height: 8)) }
    #expect(list.boxes.reduce(0) { $0 + $1.count } == 640)
    list.add(PixelBox(x: 0, y: 0, width: 8, height: 8))
    #expect(list.boxes.count == 10)
    list.removeAll()
    #expect(list.isEmpty && list.bounds == .empty)
  }
}
