import Foundation
import InkModel
import InkTestSupport
import RepositoryFiles
import Testing

/// What looking ahead is worth: how far the end of the drawn line is from the pen when people see it.
///
/// The figures are in InkModel's documentation. To make them anew:
/// `PLUMBAGO_REGENERATE_FIGURES=1 swift test --filter PredictionFigures`.
enum PredictionFigures {
  static let page = "Sources/InkModel/InkModel.docc/Prediction.md"

  /// A stroke and where the hand truly was.
  struct Stroke {
    var samples: [StylusSample]
    var hand: (_ time: Double) -> Point

    init(_ hand: WritingHand, along line: [Point], seed: UInt64) {
      let walk = hand.walk(along: line)
      samples = hand.samples(of: walk, seed: seed)
      self.hand = { time in
        let ms = min(max(time * 1000, 0), Double(walk.count - 1))
        let i = Int(ms)
        return i + 1 < walk.count ? walk[i].lerp(to: walk[i + 1], ms - Double(i)) : walk[i]
      }
    }

    /// Of a recording nothing is known but its reports: between them the hand went straight.
    init(_ samples: [StylusSample]) {
      self.samples = samples
      hand = { time in
        let i = samples.firstIndex { $0.time >= time } ?? samples.count - 1
        guard i > 0, samples[i].time > time else { return samples[i].position }
        let (a, b) = (samples[i - 1], samples[i])
        return a.position.lerp(to: b.position, (time - a.time) / (b.time - a.time))
      }
    }
  }

  /// Canvas points, which at 100 % are pixels.
  struct Figures {
    /// Mean distance from the end of the drawn line to the pen.
    var gap = 0.0
    /// The farthest that the drawn line went from where the pen goes, but for the last 80 ms.
    var astray = 0.0
    /// The same in the last 80 ms before the pen lifts.
    var astrayAtEnd = 0.0
    /// How far it went from there on the average, to the end.
    var meanAstray = 0.0
  }

  /// Any report may be the last before a picture, and that is seen `ahead` seconds later.
  static func measure(_ strokes: [Stroke], predicting: Bool, seenAfter ahead: Double) -> Figures {
    var figures = Figures()
    var count = 0
    for stroke in strokes {
      var modeler = StrokeModeler()
      var points: [StrokePoint] = []
      let end = stroke.samples[stroke.samples.count - 1].time
      for (i, sample) in stroke.samples.enumerated() {
        modeler.update(sample, into: &points)
        // The first moments have nothing to go by.
        guard i >= 8 else { continue }
        var line = [points[points.count - 1]]
        modeler.tail(towards: nil, ahead: predicting ? ahead : 0, into: &line)
        let drawn = line[line.count - 1].position
        figures.gap += drawn.distance(to: stroke.hand(sample.time + ahead))
        count += 1
        let astray =
          (-20...80).map { stroke.hand(sample.time + Double($0) / 1000).distance(to: drawn) }.min()
          ?? 0
        figures.meanAstray += astray
        if sample.time < end - 0.08 {
          figures.astray = max(figures.astray, astray)
        } else {
          figures.astrayAtEnd = max(figures.astrayAtEnd, astray)
        }
      }
    }
    figures.gap /= Double(max(count, 1))
    figures.meanAstray /= Double(max(count, 1))
    return figures
  }

  struct Input: CustomTestStringConvertible, Sendable {
    var name: String
    var isCurve = false
    /// The largest error of a predicted line on its path and at its end, in pixels.
    var mostAstray: Double
    var mostAstrayAtEnd: Double
    var strokes: @Sendable () throws -> [Stroke]
    var testDescription: String { name }
  }

  private static func strokes(_ lines: [[Point]], _ change: (inout WritingHand) -> Void = { _ in })
    -> [Stroke]
  {
    var hand = WritingHand()
    change(&hand)
    return lines.enumerated().map { Stroke(hand, along: $1, seed: UInt64($0 + 1)) }
      .filter { $0.samples.count > 12 }
  }

  private static let rays = (0..<8).map { k in
    [Point(300, 300), Point(300, 300) + Vector(angle: Double(k) * .pi / 4 + 0.2) * 300]
  }

  private static func circle(_ radius: Double, turns: Int) -> [Point] {
    (0...turns * 120).map { Point(300, 300) + Vector(angle: Double($0) / 60 * .pi) * radius }
  }

  static let inputs = [
    Input(name: "straight lines, 500 px/s", mostAstray: 1, mostAstrayAtEnd: 1) {
      strokes(rays) { $0.pace = 500 }
    },
    Input(
      name: "circles of 20 to 150 px, 500 px/s", isCurve: true, mostAstray: 1.5,
      mostAstrayAtEnd: 1.5
    ) {
      strokes([
        circle(20, turns: 3), circle(40, turns: 3), circle(80, turns: 2), circle(150, turns: 2),
      ]) { $0.pace = 500 }
    },
    Input(name: "a zigzag, 500 px/s", mostAstray: 1.5, mostAstrayAtEnd: 1.5) {
      let line = (0..<10).map { Point(100 + 40 * Double($0), $0 % 2 == 0 ? 300 : 420) }
      return strokes([line]) { $0.pace = 500 }
    },
    Input(name: "printed letters, 200 px/s", isCurve: true, mostAstray: 1.5, mostAstrayAtEnd: 1.5) {
      let words = ["the lamella", "who meant it", "wild oat", "chain", "EHLMNTW 0123467"]
      return strokes(words.compactMap { DrawnLetters(size: 18).draw($0) }.flatMap { $0 }) {
        $0.pace = 200
      }
    },
    Input(name: "a joined hand (demo.stylus)", isCurve: true, mostAstray: 9, mostAstrayAtEnd: 11) {
      let text = try Repository.text("Tests/Fixtures/stylus/demo.stylus")
      return try StylusRecording(parsing: text).strokes.map(\.samples).filter { $0.count > 12 }
        .map { Stroke($0) }
    },
    Input(name: "flicks that lift at 500 px/s", mostAstray: 1.5, mostAstrayAtEnd: 1.5) {
      strokes(rays + [circle(60, turns: 1)]) {
        $0.pace = 500
        $0.flick = 0.4
      }
    },
  ]

  static func table() throws -> String {
    func text(_ v: Double) -> String { String(format: "%.2f", v) }
    var lines = [
      "| Input | Seen after | Gap without | Gap with | Error on the path | Error at the end |",
      "|---|---|---|---|---|---|",
    ]
    for input in inputs {
      let strokes = try input.strokes()
      for (ahead, name) in [(1.0 / 60, "1/60 s"), (1.0 / 120, "1/120 s")] {
        let without = measure(strokes, predicting: false, seenAfter: ahead)
        let with = measure(strokes, predicting: true, seenAfter: ahead)
        let cells = [without.gap, with.gap, with.astray, with.astrayAtEnd].map(text)
        lines.append("| \(input.name) | \(name) | \(cells.joined(separator: " | ")) |")
      }
    }
    return lines.joined(separator: "\n")
  }
}

@Suite struct PredictionFiguresTests {
  @Test(arguments: PredictionFigures.inputs, [1.0 / 60, 1.0 / 120])
  func `S54 the drawn tip is at least twice as near to the pen with prediction, and hardly astray`(
    input: PredictionFigures.Input, ahead: Double
  ) throws {
    let strokes = try input.strokes()
    let without = PredictionFigures.measure(strokes, predicting: false, seenAfter: ahead)
    let with = PredictionFigures.measure(strokes, predicting: true, seenAfter: ahead)
    #expect(with.gap < without.gap / (input.isCurve ? 2 : 4))
    #expect(with.astray < input.mostAstray)
    #expect(with.astrayAtEnd < input.mostAstrayAtEnd)
    // Without it nothing goes anywhere but where the pen was.
    #expect(max(without.astray, without.astrayAtEnd) < 0.1)
  }

  @Test func `the figures in the documentation are those of this modeler`() throws {
    let table = try PredictionFigures.table()
    let url = Repository.url(PredictionFigures.page)
    let page = try Repository.text(PredictionFigures.page)
    let old = page.split(separator: "\n").filter { $0.hasPrefix("|") }
    if ProcessInfo.processInfo.environment["PLUMBAGO_REGENERATE_FIGURES"] != nil {
      let made = page.replacing(old.joined(separator: "\n"), with: table)
      return try made.write(to: url, atomically: true, encoding: .utf8)
    }
    let new = table.split(separator: "\n")
    #expect(old.count == new.count)
    for (a, b) in zip(old, new) {
      let (cells, made) = (a.split(separator: "|"), b.split(separator: "|"))
      #expect(cells.prefix(2) == made.prefix(2))
      for (x, y) in zip(cells.dropFirst(2), made.dropFirst(2)) {
        let x = x.trimmingCharacters(in: .whitespaces)
        let y = y.trimmingCharacters(in: .whitespaces)
        guard let kept = Double(x), let found = Double(y) else {
          #expect(x == y)
          continue
        }
        // Rounding apart, and what one machine's arithmetic differs from another's.
        #expect(abs(kept - found) < 0.05 + 0.05 * kept, "\(b)")
      }
    }
  }
}
