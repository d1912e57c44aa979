import InkModel
import InkTestSupport
import Testing

@testable import Canvas

@Suite struct SelectionBarLayoutTests {
  @Test
  func `the bar is in the window, and on the selection only where there is no room beside it`() {
    var g = SeededGenerator(seed: 8)
    for _ in 0..<3000 {
      let window = Rect(
        x: 0, y: 0, width: .random(in: 300...1600, using: &g),
        height: .random(in: 240...1000, using: &g))
      let (width, height) = (224.0, 48.0)
      let frame = Rect(
        x: .random(in: -200...window.width, using: &g),
        y: .random(in: -200...window.height, using: &g), width: .random(in: 52...900, using: &g),
        height: .random(in: 52...900, using: &g))
      let bar = SelectionBarLayout.frame(
        width: width, height: height, selection: frame, ink: [frame], in: window)
      #expect(window.contains(bar))
      #expect(abs(bar.width - width) < 1e-9 && abs(bar.height - height) < 1e-9)
      let gap = SelectionBarLayout.gap
      let room = window.outset(by: -SelectionBarLayout.margin)
      let fits =
        room.maxY - frame.maxY - gap >= height || frame.minY - gap - room.minY >= height
      if fits { #expect(!bar.intersects(frame)) }
    }
  }

  @Test func `the bar leaves the tools alone where it can`() {
    let window = Rect(x: 0, y: 0, width: 900, height: 600)
    let frame = Rect(x: 400, y: 200, width: 100, height: 100)
    let tools = Rect(x: 100, y: 305, width: 700, height: 92)
    let bar = SelectionBarLayout.frame(
      width: 224, height: 48, selection: frame, ink: [frame], in: window, taken: [tools])
    #expect(!bar.intersects(tools) && !bar.intersects(frame))
  }
}
