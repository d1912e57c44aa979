import Foundation
import InkModel
import InkStore
import InkTestSupport
import RecordedHands
import RepositoryFiles
import Testing

/// What `plumbago recognize --jsonl` answers a line with.
private struct Answer: Decodable {
  struct Candidate: Decodable {
    var text: String
    var score: Double
  }
  var id: String?
  var candidates: [Candidate]?
  var ms: Double?
  var error: String?
}

@Suite struct RecognizeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where the app finds its language packs: the shipped one, or one whose tiny network was never trained, which is
  /// quick and reads nothing.
  private func install(trained: Bool) throws {
    let pack = folder.url.appending(path: "share/plumbago/recognition/en")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    let network = trained ? "data/recognition/en" : "Tests/HandwritingTests/Goldens"
    for (source, name) in [("data/recognition/en", "language.bin"), (network, "network.bin")] {
      try FileManager.default.createSymbolicLink(
        at: pack.appending(path: name),
        withDestinationURL: Repository.url("\(source)/\(name)"))
    }
  }

  private func recognize(_ arguments: [String], input: String = "") throws -> Command {
    try folder.write(input, to: "input")
    return try Plumbago.shell(
      "PLUMBAGO_DATA_DIR=$PWD/share exec \"$plumbago\" recognize \"$@\" < input", arguments,
      in: folder)
  }

  private func answers(_ run: Command) throws -> [Answer] {
    try run.standardOutput.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
  }

  /// Ink as a line of JSON, in steps of whole units.
  private func line(_ text: String, id: String? = nil) throws -> String {
    let strokes = try #require(DrawnLetters().draw(text)).map { points in
      var last = (0, 0)
      return points.map { p -> String in
        let here = (Int(p.x.rounded()), Int(p.y.rounded()))
        defer { last = here }
        return "\(here.0 - last.0),\(here.1 - last.1)"
      }.joined(separator: ",")
    }
    let label = id.map { "\"id\":\"\($0)\"," } ?? ""
    return "{\(label)\"t\":\"\(text)\",\"s\":[\(strokes.map { "[\($0)]" }.joined(separator: ","))]}"
  }

  @Test func `each line of ink is answered by a line, in order, with its id`() throws {
    try install(trained: false)
    let input = [
      try line("tin", id: "a"), try line("mow"), "", #"{"id":"empty","s":[]}"#,
      try line("hat", id: #"\u00e9\"{"#),
    ].joined(separator: "\n")
    let run = try recognize(["--jsonl", "--top", "3"], input: input)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    let answers = try answers(run)
    #expect(answers.map(\.id) == ["a", nil, "empty", "é\"{"])
    #expect(answers[2].candidates?.isEmpty == true)
    for answer in answers {
      let candidates = try #require(answer.candidates)
      #expect(candidates.count <= 3)
      #expect(candidates.allSatisfy { (0...1).contains($0.score) })
      #expect(try #require(answer.ms) >= 0)
    }
    let single = try self.answers(try recognize(["--jsonl", "--top=1"], input: input))
    #expect(
      single.map { $0.candidates?.count ?? 0 } == answers.map { min($0.candidates?.count ?? 0, 1) })
    #expect(single.contains { $0.candidates?.count == 1 })
  }

  @Test func `whatever an id is, the answer is JSON that any reader takes`() throws {
    try install(trained: false)
    // Half of surrogate pairs, which some readers refuse, in values, keys and pairs that are no pairs.
    let ids = [
      #""\ud800""#, #""a\udc00\ud800b""#, #"{"\ud83d":["\udE00",{"k":"\ud83d\ude00"}]}"#,
      #"[ 1 , -0.5e+3,\ttrue , null,\r{ } ]"#.replacing(#"\t"#, with: "\t").replacing(
        #"\r"#, with: "\r"),
      #""tab \t quote \" slash \/ back \\ \u0000 \u007f é 語""#,
      "12345678901234567890123", "\"\u{2028}\"",
    ]
    let input = ids.map { #"{"id":\#($0),"s":[]}"# }.joined(separator: "\n")
    let run = try recognize(["--jsonl"], input: input)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.count == ids.count)
    for line in lines {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect((value as? [String: Any])?["candidates"] != nil)
    }
    let found = try lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }.map { $0?["id"] }
    #expect(found[0] as? String == "\u{FFFD}")
    #expect(found[1] as? String == "a\u{FFFD}\u{FFFD}b")
    #expect((found[3] as? [Any])?.count == 5)
    #expect(found[4] as? String == "tab \t quote \" slash / back \\ \0 \u{7F} é 語")
    #expect(lines[5].contains("12345678901234567890123"))
  }

  @Test func `a line of more strokes than pages hold is refused at once, and the next is read`()
    throws
  {
    try install(trained: false)
    let stroke = "[1,2,3,4]"
    let input = [
      #"{"s":[\#(Array(repeating: stroke, count: 10_001).joined(separator: ","))]}"#,
      try line("tin", id: "last"),
    ].joined(separator: "\n")
    let began = Date()
    let answers = try answers(try recognize(["--jsonl"], input: input))
    #expect(Date().timeIntervalSince(began) < 10)
    #expect(answers[0].error == "This line has more than 10000 strokes.")
    #expect(answers[1].id == "last" && answers[1].error == nil)
  }

  @Test func `a line that is no ink is said to be none, and the next is read`() throws {
    try install(trained: false)
    let input = """
      nonsense
      {"s":[[1,2,3]]}
      {"id":"x","t":"no ink"}
      {"s":[[1,2],["3",4]]}
      [[1,2]]
      \(try line("tin", id: "last"))
      """
    let run = try recognize(["--jsonl"], input: input)
    #expect(run.status == 1 && run.standardError.isEmpty)
    let answers = try answers(run)
    #expect(answers.count == 6)
    #expect(answers.prefix(5).allSatisfy { $0.error?.isEmpty == false && $0.candidates == nil })
    #expect(answers[0].error == "This line is not a JSON object.")
    #expect(answers[2].error == "This line has no strokes “s”." && answers[2].id == nil)
    #expect(answers[5].id == "last" && answers[5].error == nil)
  }

  @Test func `a line that is too long or nested too deep is said to be that, and the next is read`()
    throws
  {
    try install(trained: false)
    let input = [
      #"{"s":[],"x":"\#(String(repeating: "a", count: 17 << 20))"}"#,
      #"{"s":"# + String(repeating: "[", count: 100_000), try line("tin", id: "last"),
      String(repeating: "9", count: 17 << 20),
    ].joined(separator: "\n")
    let run = try recognize(["--jsonl"], input: input)
    #expect(run.status == 1 && run.standardError.isEmpty)
    let answers = try answers(run)
    #expect(answers.count == 4)
    #expect(
      answers.map(\.error) == [
        "This line is longer than 16777216 bytes.",
        "This line has more than 64 levels of lists and objects.", nil,
        "This line is longer than 16777216 bytes.",
      ])
    #expect(answers[2].id == "last")
  }

  @Test func `what is written is read with the pack as shipped, from lines and from a drawing`()
    async throws
  {
    try install(trained: true)
    let lines = try recognize(["--jsonl", "--context", "word"], input: try line("mouth"))
    #expect(try answers(lines).first?.candidates?.first?.text == "mouth")
    try await write(["come on", "the lid"], highlighted: true, to: "a.plumbago")
    let before = try folder.bytes("a.plumbago")
    let run = try recognize(["a.plumbago"])
    #expect(run.status == 0 && run.standardError.isEmpty)
    #expect(run.standardOutput.lowercased() == "come on\nthe lid\n")
    #expect(try folder.bytes("a.plumbago") == before)
  }

  @Test func `what an eraser took of a stroke is not read`() async throws {
    try install(trained: true)
    try await write(["hot"], to: "whole.plumbago")
    #expect(try recognize(["whole.plumbago"]).standardOutput == "hot\n")
    // Without its upper half an h is an n.
    let top = SweptDisc(from: Point(8, -80), to: Point(5, -54), radius: 9)
    try await write(["hot"], erasing: top, to: "erased.plumbago")
    #expect(try recognize(["erased.plumbago"]).standardOutput == "not\n")
  }

  @Test func `a drawing in which nothing is written has no text`() async throws {
    try install(trained: false)
    try await folder.emptyDrawing("a.plumbago")
    let run = try recognize(["a.plumbago"])
    #expect(run.status == 0 && run.standardOutput.isEmpty && run.standardError.isEmpty)
  }

  @Test func `without its data the command says which file it misses or finds damaged`() throws {
    let missing = try recognize(["--jsonl"])
    #expect(missing.status == 1 && missing.standardOutput.isEmpty)
    #expect(missing.standardError.contains("network.bin” cannot be read: No such file"))
    try install(trained: false)
    let network = "share/plumbago/recognition/en/network.bin"
    try FileManager.default.removeItem(atPath: folder.path(network))
    try Data("This is no network at all.".utf8).write(to: folder.url.appending(path: network))
    let damaged = try recognize(["--jsonl"])
    #expect(damaged.status == 1)
    #expect(damaged.standardError.contains("network.bin” is damaged."))
  }

  @Test(arguments: [
    (["--jsonl", "--language", "xx"], 1, "There is no handwriting data for the language “xx”."),
    (
      ["--jsonl", "--language", "../en"], 1,
      "There is no handwriting data for the language “../en”."
    ),
    (["--jsonl", "--top", "0"], 2, "The number of readings must be 1 to 100, not “0”."),
    (["--jsonl", "--context", "verse"], 2, "not “verse”."),
    (["--jsonl", "a.plumbago"], 2, "“recognize” is used like this:"),
    ([], 2, "“recognize” is used like this:"),
    (["a.plumbago"], 1, "There is no file “a.plumbago”."),
  ])
  func `what cannot be read is refused with a sentence`(
    arguments: [String], status: Int32, sentence: String
  ) throws {
    try install(trained: false)
    let run = try recognize(arguments)
    #expect(run.status == status)
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.contains(sentence), "\(run.standardError)")
  }

  /// A drawing with lines of drawn letters, at will with a highlighter's stroke over the first, and less
  /// what an eraser takes.
  private func write(
    _ lines: [String], highlighted: Bool = false, erasing disc: SweptDisc? = nil, to name: String
  ) async throws {
    var strokes: [(Ink, [Point])] = []
    for (k, text) in lines.enumerated() {
      strokes += try #require(DrawnLetters().draw(text)).map { points in
        (.standard, points.map { Point($0.x, $0.y + 180 * Double(k)) })
      }
    }
    if highlighted {
      let ink = Ink(StockBrushes.highlighter, .ink, size: 18)
      strokes.append((ink, (0...60).map { Point(Double($0) * 6, -20 + 12 * sin(Double($0))) }))
    }
    var order = OrderKey.first
    var commands: [StoreCommand] = []
    for (i, (ink, points)) in strokes.enumerated() {
      var wet = WetStroke(tool: StylusTool(.pen), ink: ink, seed: 1)
      wet.append(
        points.enumerated().map { j, p in
          StylusSample(
            position: p, time: Double(j) / 120, force: 0.5, altitude: 1, azimuth: 0.8)
        })
      let content = try #require(wet.finished(id: ContentID(Int64(i + 1))))
      var element = Element(
        id: ElementID(Int64(i + 1)), order: order,
        kind: .stroke(
          Stroke(content: content.id, ink: ink, path: content.path, seed: content.seed)))
      if let rest = disc.flatMap({ element.cut(by: $0) })?.rest {
        element.kind = rest
      }
      order = order.next
      commands.append(
        .commit(
          step: i + 1, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content])))
    }
    let store = try await DocumentStore.open(folder.path(name))
    try await store.perform(commands)
    try await store.close()
  }

  @Test
  func `S2 a hundred words of people's hands are read without a network, and none is asked for`()
    throws
  {
    try install(trained: true)
    let words = try RecordedWriting.words()
    let ink = try String(
      contentsOf: Repository.url("Tests/Fixtures/handwriting/words.jsonl"), encoding: .utf8)
    try folder.write(ink, to: "input")
    let run = try Plumbago.shell(
      """
      PLUMBAGO_DATA_DIR=$PWD/share exec unshare -r -n \
        strace -f -e trace=socket,connect -o trace "$plumbago" recognize --jsonl --context word < input
      """, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let read = try answers(run).map { $0.candidates?.first?.text ?? "" }
    try #require(read.count == 100 && words.count == 100)
    #expect(zip(words, read).count { $0.text == $1 } >= 90)
    let trace = try String(contentsOfFile: folder.path("trace"), encoding: .utf8)
    // A worker thread that may not change its priority, as in this namespace, tells the system's log, a local socket.
    let sockets = trace.split(separator: "\n").filter {
      $0.contains("(") && !$0.contains("AF_UNIX")
    }
    #expect(trace.contains("exited with 0"))
    #expect(!sockets.contains { $0.contains("socket(") || $0.contains("AF_INET") }, "\(sockets)")
  }
}
