import Canvas
import InkModel
import Testing

@testable import PlumbagoApp

@MainActor
@Suite("Windows that adapt") struct AdaptiveWindowTests {
  @Test(arguments: [
    ([5, 5, 5, 5], 2, [0..<2, 2..<4]), ([9, 1, 1, 1], 2, [0..<1, 1..<4]),
    ([3, 3, 3], 1, [0..<3]), ([1, 1, 1, 9, 2], 3, [0..<3, 3..<4, 4..<5]), ([4], 3, [0..<1]),
  ])
  func `sections are split so that the highest column is as low as can be`(
    heights: [Int], count: Int, parts: [Range<Int>]
  ) {
    #expect(ShortcutsWindow.split(heights, into: count) == parts)
  }

  @Test func `what is used most is in the table, has keys, and is listed once`() {
    #expect(CommandTable.mostUsed.count > 8)
    for action in CommandTable.mostUsed {
      #expect(CommandTable.has(action) && !CommandTable[action].keys.isEmpty, "\(action)")
    }
    let listed = Shortcuts.groups.flatMap(\.shortcuts)
    let actions = listed.map(\.action).filter { !$0.isEmpty }
    #expect(Set(actions).count == actions.count)
    #expect(listed.count == CommandTable.all.count { !$0.keys.isEmpty })
  }

  // MARK: Messages

  @Test
  func `a file that was written is told of before all else, but after what is not safe`() {
    let order = Messages.Subject.allCases
    let written = order.firstIndex(of: .written) ?? 0
    let before = Array(order[..<written])
    // Those stay as long as the state: behind one of them nobody would be told.
    let states: [Messages.Subject] = [.readOnly, .recording, .keyboardPen]
    let questions: [Messages.Subject] = [
      .layer, .past, .separated, .closingPDF, .foreign, .openedBefore, .offer, .crash, .hand,
      .gestures, .erasing,
    ]
    let after = order[written...]
    let isBeforeOthers = (states + questions).allSatisfy { after.contains($0) }
    #expect(before == [.saving])
    #expect(isBeforeOthers)
  }

  nonisolated private static let area = Rect(x: 12, y: 12, width: 976, height: 676)

  /// Tools at each edge of a paper of 1000 by 700 points.
  nonisolated private static let tools: [Rect] = [
    Rect(x: 200, y: 8, width: 600, height: 96), Rect(x: 200, y: 596, width: 600, height: 96),
    Rect(x: 8, y: 100, width: 96, height: 500), Rect(x: 896, y: 100, width: 96, height: 500),
    Rect(x: 0, y: 580, width: 1000, height: 120),
  ]

  private func frames(beside tools: [Rect], in area: Rect = Self.area) -> [Rect] {
    [MessagePosition.Edge.top, .bottom].map { edge in
      MessagePosition.frame(at: edge, in: area, beside: tools, width: 620, distance: 12) {
        $0 < 480 ? 96 : 52
      }
    }
  }

  @Test(arguments: tools)
  func `a message lies within the paper and on no tool, wherever they are`(tool: Rect) {
    for frame in frames(beside: [tool]) {
      #expect(Self.area.contains(frame) && !frame.intersects(tool), "\(frame)")
      #expect(frame.width > 400)
    }
  }

  /// Tools at the top, the bottom, the left and the right, 92 points thick and 12 from their edge; the
  /// middle of what they leave of 1000 points.
  @Test(arguments: zip(PickerPlacement.Edge.allCases, [500.0, 500, 552, 448]))
  func `messages and hints have one middle, that of the paper beside the tools`(
    edge: PickerPlacement.Edge, middle: Double
  ) throws {
    let tool =
      switch edge {
      case .left: Rect(x: 12, y: 100, width: 92, height: 500)
      case .right: Rect(x: 896, y: 100, width: 92, height: 500)
      case .top: Rect(x: 200, y: 12, width: 600, height: 92)
      case .bottom: Rect(x: 200, y: 596, width: 600, height: 92)
      }
    for frame in frames(beside: [tool]) { #expect(frame.center.x == middle) }
    let window = Rect(x: 0, y: 0, width: 1000, height: 700)
    let placement = PickerPlacement(.docked(edge, along: 0.5))
    let room = try #require(
      PickerLayout.room(beside: placement, .landscape, in: window, of: window))
    let hint = room.centeredFrame(width: 80, height: 30, y: 110)
    #expect(hint.center.x == middle)
  }

  @Test func `a message lies where nothing was drawn last`() {
    let frames = frames(beside: [])
    let above = Rect(x: 400, y: 30, width: 50, height: 10)
    #expect(MessagePosition.best(frames, beside: [], clearOf: [.empty]) == frames[0])
    #expect(MessagePosition.best(frames, beside: [], clearOf: [above]) == frames[1])
    // Tools count for more than ink.
    let below = [Rect(x: 300, y: 640, width: 400, height: 60)]
    #expect(MessagePosition.best(frames, beside: below, clearOf: [above]) == frames[0])
  }

  @Test func `a message covers no selection, and stays while the other edge is no better`() {
    let frames = frames(beside: [])
    let (above, below) = (
      Rect(x: 400, y: 30, width: 50, height: 10), Rect(x: 400, y: 650, width: 50, height: 10)
    )
    func best(_ others: Rect..., now: Rect) -> Rect {
      MessagePosition.best(frames, now: now, beside: [], clearOf: others)
    }
    // A selection counts for more than ink.
    #expect(best(above, below, now: frames[0]) == frames[1])
    #expect(best(below, above, now: frames[1]) == frames[0])
    for now in frames {
      #expect(best(.empty, .empty, now: now) == now)
      #expect(best(above.union(below), .empty, now: now) == now)
    }
    // Where it was with another size of the window.
    #expect(best(.empty, now: frames[1].outset(by: 5)) == frames[0])
  }

  @Test func `a message fits a narrow and low paper`() {
    let area = Rect(x: 12, y: 12, width: 336, height: 216)
    for frame in frames(beside: [], in: area) { #expect(area.contains(frame), "\(frame)") }
  }
}
