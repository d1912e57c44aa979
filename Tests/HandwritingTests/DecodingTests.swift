import Glibc
import Testing

@testable import Handwriting

struct DecodingTests {
  /// Frames that show the classes of `text` (0 for the blank), each with probability `sure`.
  func frames(_ text: [Int], sure: Float = 0.9, width: Int = 96) -> Sequence2D {
    var s = Sequence2D(width: width, count: text.count)
    for (t, c) in text.enumerated() {
      for k in 0..<width {
        s.values[t * width + k] = log(k == c ? sure : (1 - sure) / Float(width - 1))
      }
    }
    return s
  }

  func classes(_ text: String) -> [Int] { text.unicodeScalars.map { Int($0.value) - 31 } }

  func decoder(
    _ context: RecognitionContext = .init(.line), change: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> BeamSearchDecoder {
    var settings = DecoderSettings.usual(in: context)
    change(&settings)
    let pack = try Packs.untrained.get()
    return BeamSearchDecoder(
      model: TextModel(pack.model, settings: settings, context: context), alphabet: context.alphabet
    )
  }

  @Test func `plain frames are read as they are`() throws {
    let all = try decoder().decode(frames(classes("so it goes")), limit: 3)
    #expect(all.first?.classes == classes("so it goes"))
  }

  @Test func `a letter held is one and a letter after a blank is another`() throws {
    let l = classes("l")[0]
    let e = classes("e")[0]
    let bare = try decoder { $0.languageWeight = 0 }
    #expect(try bare.decode(frames([e, l, l, l, 0]), limit: 1)[0].classes == [e, l])
    #expect(try bare.decode(frames([e, l, 0, l, 0]), limit: 1)[0].classes == [e, l, l])
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `without language the search finds what adding up all paths finds`(seed: UInt64) throws {
    // Three classes for five frames: 243 paths, each adding to its text.
    var g = SeededGenerator(state: seed)
    let letters = [0] + classes("ab")
    var output = Sequence2D(width: 96, count: 5)
    for i in output.values.indices { output.values[i] = -40 }
    for t in 0..<5 {
      let p = letters.map { _ in Float.random(in: 0.1...1, using: &g) }
      for (k, c) in letters.enumerated() { output.values[t * 96 + c] = log(p[k] / p.reduce(0, +)) }
    }
    var sums: [[Int]: Double] = [:]
    for path in 0..<243 {
      var (rest, last, p) = (path, 0, 0.0)
      var text: [Int] = []
      for t in 0..<5 {
        let c = letters[rest % 3]
        rest /= 3
        p += Double(output.values[t * 96 + c])
        if c != 0, c != last { text.append(c) }
        last = c
      }
      sums[text, default: 0] += exp(p)
    }
    let found = try decoder {
      $0.languageWeight = 0
      $0.characterBonus = 0
      $0.beam = 1000
      $0.reach = 100
    }.decode(output, limit: 1000)
    let best = sums.max { $0.value < $1.value }!
    #expect(found[0].classes == best.key)
    for reading in found {
      #expect(abs(Double(exp(reading.ink)) - (sums[reading.classes] ?? 0)) < 1e-4)
    }
    for (text, sum) in sums {
      #expect(abs(Double(exp(ForwardProbability.of(text, in: output))) - sum) < 1e-4)
    }
    #expect(ForwardProbability.of(classes("ababab"), in: output) == -.infinity)
  }

  @Test func `the lexicon settles what the ink leaves open`() throws {
    // "th?" with e and c equally likely.
    var output = frames(classes("the"))
    for c in classes("ec") { output.values[2 * 96 + c] = log(0.45) }
    #expect(try decoder().decode(output, limit: 1)[0].classes == classes("the"))
  }

  @Test(arguments: ["zqxv", "Grzywacz", "x7k9", "AB-12", "a_b@c.de", "!!", "don't"])
  func `what is plainly written is read, be it a word or not`(text: String) throws {
    let spaced = classes(text).flatMap { [$0, 0] }
    #expect(try decoder().decode(frames(spaced, sure: 0.98), limit: 1)[0].classes == classes(text))
  }

  @Test(arguments: [[-3, -8], [-1, -1, -40], [-0.5, -20, -30, -31, -90]] as [[Float]])
  func `outputs combined lie between the surest and the least sure`(outputs: [Float]) {
    let mean = ForwardProbability.mean(outputs)
    #expect(mean <= outputs.max()! && mean >= outputs.min()!)
    #expect(abs(mean - ForwardProbability.mean(outputs.reversed())) < 1e-4)
    // What one of them rules out is unlikelier, not ruled out.
    let without = ForwardProbability.mean(outputs + [-.infinity])
    #expect(without < mean && without > mean - 3)
    #expect(ForwardProbability.mean([outputs[0], outputs[0]]) == outputs[0])
    #expect(ForwardProbability.mean([-.infinity, -.infinity]) == -.infinity)
  }

  @Test func `ink like none of the characters allowed is still read as one of them`() throws {
    // A bar that is surely a hyphen: to the search no letter is worth a try, and nothing would come out.
    let bar = frames(classes("-") + [0], sure: 0.999_999)
    let found = try decoder(.init(.character, alphabet: Set("ABC"))).characters(bar)
    #expect(Set(found.map(\.classes)) == Set(classes("ABC").map { [$0] }))
    #expect(found == found.sorted { $0.precedes($1) })
  }

  @Test(arguments: [1, 2, 3])
  func `what may follow some letters adds up to certainty`(seed: UInt64) throws {
    let language = try Packs.untrained.get().model
    var g = SeededGenerator(state: seed)
    for _ in 0..<200 {
      // The end of a word that begins with letters, or of none: as they come up, and as they never do.
      var context = 0
      for _ in 0..<Int.random(in: 0...6, using: &g) {
        context = language.gramContext(Int.random(in: 1...26, using: &g), after: context)
      }
      let sum = (0...26).reduce(0.0) { $0 + exp(-Double(language.gramCost($1, after: context))) }
      // Costs are kept to 1/16 nat.
      #expect(abs(sum - 1) < 0.06)
    }
  }

  @Test func `letters that go on as words do are likelier than any others`() throws {
    let model = TextModel(
      try Packs.untrained.get().model, settings: .usual(for: .word), context: .init(.word))
    func score(_ text: String) -> Float {
      model.finish(classes(text).reduce(model.initial) { model.advance($0, by: $1) })
    }
    // None of them is in the lexicon.
    for (likely, unlikely) in [("bremershire", "bremersheri"), ("unfrightly", "unfrgihtly")] {
      #expect(score(likely) > score(unlikely) + 4)
    }
  }

  @Test func `an alphabet is kept to`() throws {
    let found = try decoder(.init(.line, alphabet: Set("0123456789")))
      .decode(frames(classes("lO5")), limit: 20)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.classes.allSatisfy(classes("0123456789").contains) })
  }

  @Test func `a sentence begins with a capital where the ink leaves it open`() throws {
    var output = frames([classes("o")[0], 0, classes("h")[0]])
    for c in classes("oO") { output.values[c] = log(0.45) }
    let start = try decoder(.init(.line, textBefore: "So it was. ")).decode(output, limit: 1)[0]
      .classes
    let middle = try decoder(.init(.line, textBefore: "and then, ")).decode(output, limit: 1)[0]
      .classes
    #expect(start == classes("Oh"))
    #expect(middle == classes("oh"))
  }

  /// The first reading of frames that show `text`, where the ink says any of `open` at index `at`, each as likely.
  func reading(
    _ text: String, at index: Int, open: String, _ context: RecognitionContext, sure: Float = 0.9
  ) throws -> String {
    var output = frames(classes(text), sure: sure)
    for c in classes(open) { output.values[index * 96 + c] = log(0.9 / Float(open.count)) }
    let best = try decoder(context).decode(output, limit: 1)[0]
    return String(best.classes.map { Character(Unicode.Scalar(UInt8($0 + 31))) })
  }

  @Test func `in an address no sentence begins, be it a field's or one in a text`() throws {
    func read(_ text: String, at index: Int, _ open: String, _ context: RecognitionContext) throws
      -> String
    {
      try reading(text, at: index, open: open, context, sure: 0.99)
    }
    let mail = RecognitionContext(.email)
    #expect(try read("ada@nome.com", at: 0, "aA", mail) == "ada@nome.com")
    #expect(try read("ada@nome.com", at: 9, "cC", mail) == "ada@nome.com")
    let inText = RecognitionContext(.line, textBefore: "mail ")
    let address = try read("ada@nome.com", at: 9, "cC", inText)
    #expect(address == "ada@nome.com")
    let begun = RecognitionContext(.line, textBefore: "See www.")
    #expect(try read("nome.org", at: 0, "nN", begun) == "nome.org")
    #expect(try read("nome.org", at: 5, "oO", begun) == "nome.org")
    // Any word that a dot parts without a gap.
    #expect(try read("nome.org", at: 5, "oO", .init(.line, textBefore: "a ")) == "nome.org")
    // Behind the whole address the next sentence begins.
    let end = RecognitionContext(.line, textBefore: "Mail ada@nome.")
    #expect(try read("com. oh", at: 5, "oO", end) == "com. Oh")
  }

  @Test func `a gap that is in doubt is none in an address in a text`() throws {
    func read(_ text: String, gap: Int, behind before: String) throws -> [Int]? {
      var output = frames(classes(text), sure: 0.99)
      output.values[gap * 96] = log(0.4)
      output.values[gap * 96 + classes(" ")[0]] = log(0.5)
      let context = RecognitionContext(.line, textBefore: before)
      return try decoder(context).decode(output, limit: 1).first?.classes
    }
    #expect(try read("ada@nome. com", gap: 9, behind: "mail ") == classes("ada@nome.com"))
    #expect(try read("so it is. then", gap: 9, behind: "and ") == classes("so it is. then"))
  }

  @Test func `where words join a gap of any width is no character`() throws {
    let space = classes(" ")
    #expect(try Packs.untrained.get().model.spaces == space)
    let seen = frames(classes("ada@nome. com"), sure: 0.99)
    let joined = seen.joiningGaps(space)
    for t in 0..<joined.count {
      let row = joined.values[t * 96..<(t + 1) * 96]
      #expect(abs(row.reduce(0) { $0 + exp($1) } - 1) < 1e-4)
      #expect(joined.values[t * 96 + space[0]] == -.infinity)
    }
    for kind in [RecognitionContext.Kind.email, .url] {
      let found = try decoder(.init(kind)).decode(joined, limit: 20)
      #expect(found.first?.classes == classes("ada@nome.com"))
      #expect(found.allSatisfy { !$0.classes.contains(space[0]) })
    }
  }

  @Test(arguments: [("one ", "of"), ("even ", "if"), ("part ", "of"), ("as ", "if")])
  func `the word before the caret tells which of two words is meant`(before: String, word: String)
    throws
  {
    let context = RecognitionContext(.line, textBefore: before)
    #expect(try reading(word, at: 0, open: "oi", context) == word)
  }

  @Test(arguments: [(" of the", "one"), (" going to", "are")])
  func `the word after the caret tells which of two words is meant`(after: String, word: String)
    throws
  {
    // Of two words the second is by itself the likelier: only what follows speaks for the first.
    let model = TextModel(
      try Packs.untrained.get().model, settings: .usual(for: .word),
      context: .init(.word, textAfter: after))
    let alone = TextModel(
      try Packs.untrained.get().model, settings: .usual(for: .word), context: .init(.word))
    func score(_ model: TextModel, _ text: String) -> Float {
      model.finish(classes(text).reduce(model.initial) { model.advance($0, by: $1) })
    }
    for other in ["the", "sun"] {
      let gain = score(model, word) - score(alone, word)
      #expect(gain > score(model, other) - score(alone, other))
    }
  }

  @Test func `a pair of words that go together is likelier in one line`() throws {
    let pack = try Packs.untrained.get()
    func score(_ text: String, pairs: Float) -> Float {
      var settings = DecoderSettings()
      settings.pairWeight = pairs
      let model = TextModel(pack.model, settings: settings, context: .init(.line))
      return model.finish(classes(text).reduce(model.initial) { model.advance($0, by: $1) })
    }
    #expect(score("according to", pairs: 0.5) > score("according to", pairs: 0) + 1)
    // A mark between them parts them, and words that nobody foresaw are neither helped nor forbidden.
    #expect(abs(score("according, to", pairs: 0.5) - score("according, to", pairs: 0)) < 1e-3)
    #expect(score("of zqxv", pairs: 0.5) > score("of zqxv", pairs: 0) - 2)
  }

  @Test func `a letter by itself is read as it is, capital or small`() throws {
    for letter in ["b", "K", "x", "Q"] {
      let shown = frames([0, classes(letter)[0], 0], sure: 0.8)
      #expect(try decoder(.init(.word)).decode(shown, limit: 1)[0].classes == classes(letter))
    }
  }

  @Test func `where a word is expected a letter is likelier than the digit or the mark like it`()
    throws
  {
    #expect(try reading("sold", at: 1, open: "o0", .init(.word)) == "sold")
    #expect(try reading("lid", at: 0, open: "l1|", .init(.word)) == "lid")
    #expect(try reading("105", at: 1, open: "o0", .init(.number)) == "105")
  }

  @Test func `a word that was chosen before is likelier from then on, and no other suffers`() throws
  {
    let pack = try Packs.untrained.get()
    func score(_ text: String, _ favored: [String]) -> Float {
      let model = TextModel(
        pack.model, settings: DecoderSettings(),
        context: .init(.line, textBefore: "a ", favored: favored))
      return model.finish(classes(text).reduce(model.initial) { model.advance($0, by: $1) })
    }
    #expect(score("Grzywacz", ["Grzywacz"]) > score("Grzywacz", []) + 5)
    #expect(score("the grzywacz and", ["Grzywacz"]) > score("the grzywacz and", []) + 5)
    // A part of it, what goes on after it and other words are as likely as before.
    for text in ["Grzywa", "Grzywaczy", "house", "105", "gr"] {
      #expect(abs(score(text, ["Grzywacz", "3x", ""]) - score(text, [])) < 1e-4)
    }
    // Of two readings that the ink leaves open the chosen one is read.
    #expect(try reading("housf", at: 4, open: "ef", .init(.line)) == "house")
    #expect(try reading("housf", at: 4, open: "ef", .init(.line, favored: ["housf"])) == "housf")
  }

  @Test func `where letters are read as they are written no word is likelier than another`() throws
  {
    // “e” is a little less like the ink than “f”.
    var output = frames(classes("housf"))
    output.values[4 * 96 + classes("f")[0]] = log(0.5)
    output.values[4 * 96 + classes("e")[0]] = log(0.4)
    #expect(try decoder().decode(output, limit: 1)[0].classes == classes("house"))
    let literal = try decoder(.init(.line, isLiteral: true))
    #expect(try literal.decode(output, limit: 1)[0].classes == classes("housf"))
  }

  @Test func `a known word is likelier than an unknown one and neither is impossible`() throws {
    let pack = try Packs.untrained.get()
    let model = TextModel(
      pack.model, settings: DecoderSettings(), context: .init(.line, textBefore: "a "))
    func score(_ text: String) -> Float {
      model.finish(classes(text).reduce(model.initial) { model.advance($0, by: $1) })
    }
    #expect(score("house") > score("housf"))
    #expect(score("bring") > score("brnig"))
    for text in ["zzzzzz", "x", "'''", "A1b2", "~~~", "  "] { #expect(score(text).isFinite) }
  }

  @Test func `the characters of a text are found in its frames, in order`() throws {
    let text = classes("hello")
    let output = frames([0, 0, text[0], 0, text[1], text[1], text[2], 0, text[3], 0, text[4], 0])
    #expect(Alignment.frames(of: text, in: output) == [2...2, 4...5, 6...6, 8...8, 10...10])
    #expect(Alignment.frames(of: classes("toolong"), in: frames([0, 0, 0])) == nil)
  }
}
