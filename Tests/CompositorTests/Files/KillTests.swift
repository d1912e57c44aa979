import Foundation
import InkModel
import InkStore
import InkTestSupport
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct KillTests {
    /// What a drawing's file tells after some number of the script's actions.
    private struct Stage: Equatable, CustomStringConvertible {
      var strokes: Int
      var undo: Int
      var redo: Int
      var description: String { "\(strokes) strokes, \(undo) to undo, \(redo) to redo" }

      mutating func draw() {
        strokes += 1
        undo += 1
        redo = 0
      }
      mutating func stepBack() {
        guard undo > 0 else { return }
        (strokes, undo, redo) = (strokes - 1, undo - 1, redo + 1)
      }
      mutating func stepForth() {
        guard redo > 0 else { return }
        (strokes, undo, redo) = (strokes + 1, undo + 1, redo - 1)
      }
    }

    /// Seconds on the monotonic clock.
    private func now() -> Double { ProcessInfo.processInfo.systemUptime }

    /// Points of each stroke.
    private static let length = 8

    /// Draws until `end`, with an undo or a redo now and then; returns when each action was
    /// over, and what the file should tell then.
    private func draw(
      _ bench: FileBench, from start: Stage, until end: Double, _ generator: inout SeededGenerator
    ) throws -> [(time: Double, stage: Stage)] {
      var stage = start
      var log: [(Double, Stage)] = []
      while now() < end {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
          try bench.screen.keyboard.press("z", [.control])
          stage.stepBack()
        case 1:
          try bench.screen.keyboard.press("z", [.control, .shift])
          stage.stepForth()
        default:
          let x = Double.random(in: 220...700, using: &generator)
          let y = Double.random(in: 120...560, using: &generator)
          let points = (0..<Self.length).map { Point(x + Double($0) * 4, y + Double($0 % 3)) }
          bench.screen.pen.down(at: points[0])
          // The tip is down at many of the ends.
          for p in points.dropFirst() {
            pause(0.004)
            if now() >= end { return log }
            bench.screen.pen.move(to: p)
          }
          bench.screen.pen.up()
          stage.draw()
        }
        log.append((now(), stage))
      }
      return log
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `kill -9 at random moments loses at most a quarter of a second and harms no file`(
      seed: UInt64
    ) async throws {
      var generator = SeededGenerator(seed: seed)
      let bench = try FileBench(size: PixelSize(width: 800, height: 600))
      let path = bench.path("a.plumbago")
      var stage = Stage(strokes: 0, undo: 0, redo: 0)
      for _ in 0..<10 {
        // Each start recovers what the kill before it left.
        let (app, _) = try bench.start([path])
        bench.screen.pen.hover(at: Point(400, 300))
        try bench.screen.settle()
        let end = now() + Double.random(in: 0.05...0.7, using: &generator)
        let log = try draw(bench, from: stage, until: end, &generator)
        let killed = now()
        app.kill()
        try app.expectQuiet()
        bench.screen.pen.proximityOut()

        let isThere = FileManager.default.fileExists(atPath: path)
        let safe = log.count { $0.time <= killed - 0.25 }
        let stages: [Stage] = [stage] + log.map(\.stage)
        let possible = Array(stages[safe...])
        guard isThere else {
          #expect(possible.contains(Stage(strokes: 0, undo: 0, redo: 0)))
          continue
        }
        let facts = try await DocumentStore.inspect(path)
        let found = Stage(
          strokes: facts.strokes, undo: facts.undoDepth, redo: facts.redoDepth)
        #expect(possible.contains(found), "\(found), not one of \(possible)")
        #expect(facts.samples == facts.strokes * Self.length)
        stage = found
      }
      let store = try await DocumentStore.open(path)
      try await store.verify()
      let contents = try await store.load()
      #expect(contents.elements.count == stage.strokes)
      // Enough was drawn for the ends to have met it.
      #expect(stage.undo + stage.redo > 15)
      try await store.close()
      #expect(bench.names("a.plumbago") == ["a.plumbago"])
      bench.screen.close()
    }

    @Test func `what a kill left is on the screen at the next start, to the pixel`() async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      var (app, window) = try bench.start([path])
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(6)
      bench.screen.pen.proximityOut()
      try await Kept.wait(for: "6 strokes", in: path, by: app) { $0.strokes == 6 }
      let before = try bench.paper()
      app.kill()
      (app, window) = try bench.start([path])
      try window.maximize()
      #expect(try bench.paper() == before)
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `the end of a session keeps the stroke that is under the pen`() async throws {
      let bench = try FileBench()
      let (app, _) = try bench.start([bench.path("a.plumbago")])
      try bench.screen.waitUntilStill()
      bench.screen.pen.down(at: Point(300, 300))
      bench.screen.pen.move(along: (1...20).map { Point(300 + Double($0) * 4, 300) })
      try bench.screen.waitUntilStill()
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
      let strokes = try await Kept.strokes(1, in: bench.path("a.plumbago"))
      #expect(strokes[0].samples.count == 21)
      bench.screen.close()
    }
  }
}
