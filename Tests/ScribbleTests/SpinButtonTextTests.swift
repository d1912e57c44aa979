import Handwriting
import Scribble
import Testing

/// What the pen may write into a spin button, by what that shows.
@Suite struct SpinButtonTextTests {
  private let digits = Set<Character>("0123456789")

  /// A text that the program makes of its values and reads itself, as the names of months.
  private func read(_ text: String, hasShownDigits: Bool = false) -> SpinButtonText {
    var shown = SpinButtonText(text)
    shown.isReadByProgram = true
    shown.hasShownDigits = hasShownDigits
    return shown
  }

  @Test func `a spin button takes words where it has letters and no digit, and reads them itself`()
  {
    for words in ["January", "Ноябрь", "十月", "low"] {
      #expect(read(words).takesWords, "\(words)")
      #expect(read(words).kind == .line && read(words).alphabet == nil)
      // GTK makes numbers of its texts, or it takes nothing else.
      #expect(!SpinButtonText(words).takesWords, "\(words)")
      var numeric = read(words)
      numeric.isNumeric = true
      #expect(numeric.kind == .number && numeric.alphabet == digits)
    }
    for numbers in ["", "12", "-0.5", "12 px", "0x1F", "3 июня", "٣", "–"] {
      #expect(!read(numbers).takesWords, "\(numbers)")
    }
  }

  @Test func `S38 a spin button takes the signs that it shows, besides those of its numbers`() {
    for isReadByProgram in [false, true] {
      for (text, signs) in [
        ("00:00", ":"), ("12 px", " px"), ("50 %", " %"), ("3/4", "/"), ("7", ""), ("", ""),
      ] {
        var shown = SpinButtonText(text)
        shown.isReadByProgram = isReadByProgram
        #expect(shown.kind == .number && shown.alphabet == digits.union(signs), "\(text)")
        shown.takesMinus = true
        shown.decimalMark = ","
        #expect(shown.alphabet == digits.union("-," + signs), "\(text)")
        // The field itself refuses them there.
        shown.isNumeric = true
        #expect(shown.alphabet == digits.union("-,"), "\(text)")
      }
    }
  }

  @Test func `S38 a spin button knows the signs of numbers that it does not take`() {
    var shown = SpinButtonText("12")
    #expect(shown.refused == Set("+-.,:/"))
    shown.takesMinus = true
    shown.decimalMark = ","
    #expect(shown.refused == Set("+.:/"))
    shown.text = "10:30"
    #expect(shown.refused == Set("+./"))
    // The field itself takes no colon then.
    shown.isNumeric = true
    #expect(shown.refused == Set("+.:/"))
    // Words have any signs.
    #expect(read("January").refused.isEmpty)
  }

  @Test func `S38 a spin button that shows “0x” takes the letters of such numbers`() {
    let letters = Set<Character>("abcdefABCDEF")
    for text in ["0x00", "0x1F", "-0X7f", "(0x10)"] {
      var shown = read(text, hasShownDigits: true)
      #expect(shown.kind == .number)
      #expect(shown.alphabet == digits.union(letters).union(text), "\(text)")
      shown.isNumeric = true
      #expect(shown.alphabet == digits, "\(text)")
    }
    for text in ["10x20", "x0", "12 px", "00"] {
      #expect(read(text, hasShownDigits: true).alphabet == digits.union(text), "\(text)")
    }
  }

  @Test func `S38 a spin button knows whether it has taken what was written`() {
    var shown = SpinButtonText("110")
    #expect(shown.hasTaken("110", insteadOf: "20"))
    #expect(shown.hasTaken("2000", insteadOf: "20"), "it shows the highest that it takes instead")
    for same in ["110", "0110"] {
      #expect(shown.hasTaken(same, insteadOf: "110"), "\(same)")
    }
    for other in ["11", "10", "1100", "-110", "11O", "coffee", "1-10", ""] {
      #expect(!shown.hasTaken(other, insteadOf: "110"), "\(other)")
    }
    shown.decimalMark = ","
    for (text, written) in [("5,0", "5"), ("12 px", "12"), ("10:10", "10:10"), ("Off", "off")] {
      shown.text = text
      #expect(shown.hasTaken(written, insteadOf: text), "\(text)")
    }
    for (text, written) in [("5,0", "50"), ("12 px", "px"), ("10:10", "10:1"), ("Off", "On")] {
      shown.text = text
      #expect(!shown.hasTaken(written, insteadOf: text), "\(text)")
    }
  }

  @Test func `S38 a word among a spin button's numbers leaves it a field for numbers`() {
    for shown in [SpinButtonText("Off"), read("Off", hasShownDigits: true)] {
      #expect(shown.kind == .number)
      #expect(shown.alphabet == digits.union("Off"))
    }
    // Where nothing but the word is known, digits are taken as well as any word.
    #expect(read("Off").alphabet == nil)
  }
}
