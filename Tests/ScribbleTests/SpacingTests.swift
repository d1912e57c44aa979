import Testing

@testable import Scribble

/// Which signs want a space beside them.
@Suite struct SpacingTests {
  private let words = ["one", "Straße", "да", "7", "x2"]

  private func isSpaced(_ former: String, _ latter: String) -> Bool {
    Spacing.isSpaced(Array(former.unicodeScalars), Array(latter.unicodeScalars))
  }

  @Test(arguments: ".,;:!?…)]}%”»".map { String($0) })
  func `a sign that joins gets no space before it and one behind it`(sign: String) {
    for word in words {
      #expect(!isSpaced(word, sign))
      #expect(!isSpaced(word, sign + "."))
      #expect(isSpaced(word + sign, "next"))
    }
  }

  @Test(arguments: "([{$€£#+“„«".map { String($0) })
  func `a sign that opens gets a space before it and none behind it`(sign: String) {
    for word in words {
      #expect(isSpaced(word, sign + "5"))
      #expect(isSpaced(word, sign))
      #expect(!isSpaced("text " + sign, word))
    }
    for mark in [".", ",", ")", "%"] { #expect(isSpaced("one" + mark, sign + "5")) }
  }

  @Test(arguments: "'’-/".map { String($0) })
  func `an apostrophe, a hyphen and a slash within a word join both sides`(sign: String) {
    for word in words {
      #expect(!isSpaced(word, sign + "s"))
      #expect(!isSpaced(word, sign))
      #expect(!isSpaced(word + sign, "s"))
    }
  }

  @Test func `the signs of a sum stand apart from both of its numbers`() {
    #expect(isSpaced("2", "+"))
    #expect(isSpaced("2 +", "3"))
    #expect(isSpaced("2 + 3", "="))
    #expect(isSpaced("2 + 3 =", "5"))
    #expect(!isSpaced("from +", "5"))
  }

  @Test func `beside a sign of sums a gap of the ink is a space, and beside other marks none`() {
    func isParted(_ former: String, _ latter: String) -> Bool {
      Spacing.isSpaced(Array(former.unicodeScalars), Array(latter.unicodeScalars), isParted: true)
    }
    for (former, latter) in [
      ("12:45", "-17"), ("2", "-"), ("2 -", "5"), ("2", "×"), ("2 ×", "3"), ("5", "%"), ("2", "+"),
    ] {
      #expect(isParted(former, latter), "\(former) \(latter)")
    }
    for (former, latter) in [("one", "."), ("7", ","), ("one-", "s"), ("(", "5"), (" ", "-5")] {
      #expect(!isParted(former, latter), "\(former) \(latter)")
    }
    // Where nothing is known of gaps a hyphen between digits is a range.
    #expect(!isSpaced("12", "-17"))
  }

  @Test func `two words are parted, and nothing is from white space or from nothing`() {
    for word in words {
      for other in words { #expect(isSpaced(word, other)) }
      for space in ["", " ", "\n", "\t", "\u{A0}", "\u{202F}"] {
        for text in [word, "(" + word, word + ".", "\"" + word] {
          #expect(!isSpaced(space, text))
          #expect(!isSpaced(text, space))
        }
      }
    }
  }

  @Test func `straight quotes open and close by turns, in each line`() {
    for word in words {
      #expect(isSpaced(word, "\""))
      #expect(!isSpaced("a \"" + word, "\""))
      #expect(isSpaced("a \"b\" " + word, "\""))
      #expect(isSpaced("a \"b\n" + word, "\""))
      #expect(isSpaced("a \"" + word + "\"", "next"))
      #expect(!isSpaced("a \"", word))
    }
  }
}
