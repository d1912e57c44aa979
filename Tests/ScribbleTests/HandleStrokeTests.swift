import Glibc
import InkModel
import RecordedHands
import Testing

@testable import Scribble

/// Which strokes that begin on a handle drag it, and which are writing.
@Suite struct HandleStrokeTests {
  /// A stroke as a pen reports it, twice in each point of its path.
  ///
  /// - Parameters:
  ///   - speed: In points a second.
  ///   - seconds: For which the pen rests first, without a report.
  private static func samples(
    _ stroke: [Point], speed: Double, resting seconds: Double = 0
  ) -> [StylusSample] {
    var samples = [StylusSample(position: stroke[0], time: 0)]
    var time = seconds
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let length = a.distance(to: b)
      let count = max(1, Int((length * 2).rounded()))
      for i in 1...count {
        let part = Double(i) / Double(count)
        samples.append(
          StylusSample(position: a.lerp(to: b, part), time: time + length * part / speed))
      }
      time += length / speed
    }
    return samples
  }

  /// What a stroke is as soon as that is known; open where it ends before.
  private static func known(_ samples: [StylusSample]) -> HandleStroke {
    for i in samples.indices {
      let stroke = HandleStroke(of: Array(samples[...i]))
      if stroke != .open { return stroke }
    }
    return .open
  }

  /// Along a slope, with a tremor.
  private static func line(_ length: Int, slope: Double, isLeftward: Bool = false) -> [Point] {
    (0...length).map { i in
      let x = Double(i)
      return Point(isLeftward ? 300 - x : 300 + x, 50 + slope * x + 0.5 * sin(x))
    }
  }

  @Test(arguments: [18.0, 24, 30, 36], [60.0, 500])
  func `S7 of a hundred words by many hands that begin on a handle five at the most drag it`(
    height: Double, speed: Double
  ) throws {
    let words = try RecordedWriting.words()
    let area = Rect(x: 0, y: 0, width: 1000, height: height)
    let strokes = words.map { word in
      Self.known(Self.samples(word.strokes(in: area)[0], speed: speed))
    }
    #expect(strokes.count >= 100)
    let drags = zip(words, strokes).filter { $0.1 == .drag }.map { $0.0.text }
    #expect(drags.count <= 5, "\(drags)")
    // Of the others most are known to be writing before they end.
    let writing = strokes.count { $0 == .writing }
    #expect(writing >= 80, "\(writing)")
  }

  @Test func `S7 a stroke along the line drags a handle, either way`() throws {
    for length in [20, 60, 200] {
      for slope in [-0.25, -0.1, 0, 0.1, 0.25] {
        for isLeftward in [false, true] {
          let line = Self.line(length, slope: slope, isLeftward: isLeftward)
          let stroke = Self.known(Self.samples(line, speed: 200))
          #expect(stroke == .drag, "\(length), \(slope), \(isLeftward)")
        }
      }
    }
    // Lines of people's hands, as long as a word of four letters.
    let dashes = try RecordedWriting.letters().filter { $0.text == "-" && $0.strokes.count == 1 }
    let lines = dashes.map { $0.strokes[0] }.filter { RecordedGestureTests.isLine($0, .across) }
    #expect(lines.count >= 15)
    let drags = lines.count { line in
      let drawn = RecordedGestureTests.along(line, from: 100, to: 140, at: 50)
      return Self.known(Self.samples(drawn, speed: 200)) == .drag
    }
    #expect(Double(drags) >= 0.95 * Double(lines.count), "\(drags) of \(lines.count)")
  }

  @Test func `S7 a pen that rests on a handle drags it wherever it goes then`() {
    let press = Point(50, 50)
    for end in [Point(50, 90), Point(20, 20), Point(90, 60)] {
      let rested = Self.known(Self.samples([press, end], speed: 200, resting: 0.13))
      #expect(rested == .drag, "to \(end)")
    }
    // A hand trembles meanwhile.
    let tremor = (0...30).map { i in
      StylusSample(
        position: press + Vector(0.15 * sin(Double(i)), 0), time: 0.005 * Double(i))
    }
    let held = Self.known(tremor)
    #expect(held == .drag)
    // Too short a rest.
    let brief = Self.known(Self.samples([press, Point(50, 90)], speed: 200, resting: 0.05))
    #expect(brief == .writing)
  }

  @Test func `a stroke that begins on a handle and goes down, aslant or around is writing`() {
    let press = Point(50, 50)
    for end in [Point(50, 90), Point(50, 10), Point(80, 65), Point(20, 38)] {
      let stroke = Self.known(Self.samples([press, end], speed: 200))
      #expect(stroke == .writing, "to \(end)")
    }
    let arch = (0...40).map { i in
      press + Vector(5 - 5 * cos(Double(i) / 10), -5 * sin(Double(i) / 10))
    }
    let around = Self.known(Self.samples(arch, speed: 200))
    #expect(around == .writing)
    let short = Self.known(Self.samples([press, Point(60, 50)], speed: 200))
    #expect(short == .open)
  }
}
