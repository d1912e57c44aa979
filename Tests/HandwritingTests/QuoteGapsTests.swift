import Testing

@testable import Handwriting

/// The spaces beside straight quotes in a reading.
struct QuoteGapsTests {
  private func closed(_ text: String, in context: RecognitionContext = .init(.line)) -> String? {
    let characters = text.map { RecognizedCharacter(character: $0, ink: []) }
    let candidate = Candidate(text: text, score: 1, characters: characters)
    let closed = QuoteGaps.closed([candidate], in: context).first
    #expect(closed.map { $0.text == String($0.characters.map(\.character)) } == true)
    return closed?.text
  }

  @Test(arguments: [
    "say \"no\"", "\"no\"", "(\"ok\")", "\"a\" and \"b\"", "he said \"the end\".",
    "\"no\", \"yes\"",
  ])
  func `spaces within quotes are dropped, and those around them stay`(text: String) {
    let quotes = text.indices.filter { text[$0] == "\"" }
    // Each quote with a space on its inner side, alone and all of them.
    for chosen in quotes.indices.map({ [$0] }) + [Array(quotes.indices)] {
      var spaced = ""
      for i in text.indices {
        let number = quotes.firstIndex(of: i)
        let isSpaced = number.map { chosen.contains($0) } == true
        if isSpaced, number?.isMultiple(of: 2) == false { spaced += " " }
        spaced.append(text[i])
        if isSpaced, number?.isMultiple(of: 2) == true { spaced += " " }
      }
      #expect(closed(spaced) == text, "\(spaced)")
    }
    #expect(closed(text) == text)
  }

  @Test func `what is written behind an open quote closes it`() {
    #expect(closed("no \" he said", in: .init(.line, textBefore: "\"oh ")) == "no\" he said")
    #expect(closed("no \" he said", in: .init(.line, textBefore: "oh ")) == "no \"he said")
    // A quote is closed in its own line.
    #expect(closed("no \" he said", in: .init(.line, textBefore: "\"oh\n")) == "no \"he said")
  }

  @Test func `a bracket or a mark beside a quote says which it is, though the other is not read`() {
    #expect(closed("(ok \")") == "(ok\")")
    #expect(closed("(\" ok)", in: .init(.line, textBefore: "\"a ")) == "(\"ok)")
    #expect(closed("no \".") == "no\".")
  }

  @Test func `quotes that mean inches, texts without quotes and addresses stay`() {
    for text in ["6 \" = 15 cm", "a 5\" pipe and a 6\" one", "it's 'no' good", "\"", ""] {
      #expect(closed(text) == text)
    }
    for kind in RecognitionContext.Kind.allCases where !kind.isProse {
      #expect(closed("\" a \"", in: .init(kind)) == "\" a \"")
    }
  }

  @Test func `readings that differ in these spaces alone are one`() {
    let readings = ["\" no\"", "\"no \"", "\"on\""].map { text in
      Candidate(
        text: text, score: 0.3,
        characters: text.map { RecognizedCharacter(character: $0, ink: []) })
    }
    #expect(QuoteGaps.closed(readings, in: .init(.line)).map(\.text) == ["\"no\"", "\"on\""])
  }
}
