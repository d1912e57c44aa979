import InkModel
import Testing

@testable import Handwriting

struct RecognizerTests {
  @Test func `no ink is no text`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    #expect(try await recognizer.recognize([]).text == "")
    #expect(try await recognizer.recognize([WrittenStroke([])]).candidates.isEmpty)
    let nowhere = WrittenStroke([Point(.nan, 1), Point(2, .infinity)])
    #expect(try await recognizer.recognize([nowhere]).lines.isEmpty)
  }

  @Test func `the same ink reads the same every time`() async throws {
    let first = HandwritingRecognizer(pack: try Packs.untrained.get())
    let second = HandwritingRecognizer(pack: try Packs.untrained.get())
    let ink = wave() + wave(at: Point(0, 120))
    #expect(try await first.recognize(ink) == second.recognize(ink))
  }

  @Test func `ink added below costs its own line only`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    var ink = wave() + wave(at: Point(0, 120))
    let before = try await recognizer.recognize(ink)
    #expect(await recognizer.linesRead == 2)
    ink += wave(at: Point(0, 240))
    let after = try await recognizer.recognize(ink)
    #expect(await recognizer.linesRead == 3)
    #expect(Array(after.lines.prefix(2)) == before.lines)
  }

  @Test func `a cancelled task stops with an error`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await recognizer.recognize(wave())
    }
    await #expect(throws: HandwritingError.cancelled) { try await task.value }
    #expect(await recognizer.linesRead == 0)
  }

  @Test func `every point of the ink belongs to one character`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    let ink = wave(letters: 12) + wave(letters: 7, at: Point(0, 130))
    let reading = try await recognizer.recognize(ink)
    var judged = 0
    for candidate in reading.candidates where candidate.text.contains(where: { !$0.isWhitespace }) {
      var owned = ink.map { $0.points.map { _ in 0 } }
      for range in candidate.characters.flatMap(\.ink) {
        for p in range.points { owned[range.stroke][p] += 1 }
      }
      // A line whose reading is empty owns nothing; the others own each point once.
      for line in reading.lines where line.candidates.contains(where: { !$0.text.isEmpty }) {
        for s in line.strokes { #expect(owned[s].allSatisfy { $0 == 1 }) }
        judged += line.strokes.count
      }
    }
    #expect(judged > 0)
  }

  @Test func `scores are shares, the best first`() async throws {
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    let candidates = try await recognizer.recognize(wave(), context: .init(.word), limit: 8)
      .candidates
    #expect(candidates.allSatisfy { (0...1).contains($0.score) })
    #expect(candidates.reduce(0) { $0 + $1.score } <= 1.0001)
    #expect(try #require(candidates.first).score == candidates.map(\.score).max())
  }

  @Test func `words are what stands between spaces`() {
    let characters = "ab  c\nd".map { RecognizedCharacter(character: $0, ink: []) }
    let candidate = Candidate(text: "ab  c\nd", score: 1, characters: characters)
    #expect(candidate.words == [0..<2, 4..<5, 6..<7])
  }

  @Test(arguments: 0..<30)
  func `no ink makes it crash or run away`(seed: UInt64) async throws {
    var g = SeededGenerator(state: seed)
    let recognizer = HandwritingRecognizer(pack: try Packs.untrained.get())
    let odd: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e13, 1e11, 0, -0.0, .leastNonzeroMagnitude,
    ]
    let strokes = (0..<Int.random(in: 0...40, using: &g)).map { _ in
      let spread = pow2(Int.random(in: -20...40, using: &g))
      return WrittenStroke(
        (0..<Int.random(in: 0...30, using: &g)).map { _ in
          func number(_ g: inout SeededGenerator) -> Double {
            Int.random(in: 0..<25, using: &g) == 0
              ? odd.randomElement(using: &g)! : Double.random(in: -spread...spread, using: &g)
          }
          return Point(number(&g), number(&g))
        })
    }
    let kind = RecognitionContext.Kind.allCases.randomElement(using: &g)!
    let context = RecognitionContext(
      kind, alphabet: Bool.random(using: &g) ? nil : Set("ab1"),
      textBefore: Bool.random(using: &g) ? "" : "Hel",
      lineHeight: Bool.random(using: &g) ? nil : odd.randomElement(using: &g)!)
    _ = try await recognizer.recognize(strokes, context: context)
  }

  @Test
  func
    `a stroke of 100,000 points and a page of scribble are cut down to a bounded amount of work`()
    throws
  {
    var g = SeededGenerator(state: 1)
    let huge = WrittenStroke(
      (0..<100_000).map { _ in
        Point(.random(in: 0...500, using: &g), .random(in: 0...50, using: &g))
      })
    let page = (0..<2000).map { _ in
      let at = Point(.random(in: 0...1000, using: &g), .random(in: 0...1400, using: &g))
      return WrittenStroke(
        (0..<20).map { _ in
          Point(at.x + .random(in: 0...60, using: &g), at.y + .random(in: 0...60, using: &g))
        })
    }
    for ink in [[huge], page] {
      for line in LineSegmenter.lines(of: ink, single: false, lineHeight: nil) {
        var flat = FlatInk(ink, taking: line)
        #expect(flat.range(0).count <= FlatInk.mostPointsInStroke + 1)
        InkNormalization.apply(to: &flat)
        // Two pieces a stroke at least, and six points in the air between strokes at most.
        #expect(InkFeatures(flat).count <= InkFeatures.mostPoints + 10 * LineSegmenter.mostStrokes)
      }
    }
  }

  private func pow2(_ n: Int) -> Double { n >= 0 ? Double(1 << n) : 1 / Double(1 << -n) }
}
