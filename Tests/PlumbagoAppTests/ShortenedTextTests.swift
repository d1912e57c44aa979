import Testing

@testable import PlumbagoApp

/// Text of the user in messages.
@Suite struct ShortenedTextTests {
  @Test(arguments: [
    ("Milk. Eggs.", "Milk. Eggs."),
    ("Milk.\nEggs.", "Milk…"),
    ("Milk …\nEggs", "Milk…"),
    ("Milk, \nEggs", "Milk…"),
    ("牛乳。\n卵。", "牛乳…"),
    ("Milk (two)\nEggs", "Milk (two)…"),
  ])
  func `a message says the first line, with an ellipsis alone behind it for others`(
    text: String, said: String
  ) {
    #expect(text.shortened == said)
  }

  @Test func `what a long line is cut off at shows no space or punctuation before the ellipsis`() {
    for length in 1...80 {
      let line = String(repeating: "a", count: length) + ". " + String(repeating: "b", count: 80)
      let said = line.shortened
      #expect(said.hasSuffix("a…") || said.hasSuffix("b…"))
      #expect(said.count <= 61 && line.hasPrefix(said.dropLast()))
    }
  }
}
