import Foundation
import InkModel
import InkTestSupport
import RecordedHands
import Testing

@testable import Handwriting

/// Addresses in a text that is no field for them, of words that people wrote.
struct AddressesInTextTests {
  /// Twelve addresses, each of three of the recorded words.
  private static let addresses = [
    ["still", "stake", "booze"], ["world", "stockholm", "last"], ["david", "stake", "deodorant"],
    ["last", "lives", "david"], ["call", "david", "booze"], ["booze", "david", "blew"],
    ["world", "still", "world"], ["stab", "blew", "lives"], ["deodorant", "chance", "stake"],
    ["blew", "the", "blew"], ["stake", "ch", "world"], ["chance", "still", "the"],
  ]

  /// An “@” of 100 points: a ring, its tail, and a turn around both.
  private static let sign: [Point] = {
    let ring = (0...12).map { i in
      Point(32 + 20 * cos(-Double(i) * .pi / 6), 55 + 20 * sin(-Double(i) * .pi / 6))
    }
    let turn = (0..<22).map { i in
      let angle = (20 - Double(i) * 15.5) * .pi / 180
      return Point(30 + 50 * cos(angle), 55 + 50 * sin(angle))
    }
    return ring + [Point(53, 62), Point(58, 72)] + turn
  }()

  /// Words, an “@” and a dot side by side, each 100 high but for the dot.
  private func ink(of parts: [String], gap: Double) throws -> [WrittenStroke] {
    var strokes: [[Point]] = []
    var x = 0.0
    func add(_ part: [[Point]], height: Double, top: Double) {
      let box = Rect(around: part.joined())
      let k = height / box.height
      strokes += part.map {
        $0.map { Point(x + ($0.x - box.minX) * k, top + ($0.y - box.minY) * k) }
      }
      x += box.width * k + gap
    }
    for part in parts {
      switch part {
      case "@": add([Self.sign], height: 95, top: 10)
      case ".": add([[Point(0, 0), Point(2, 2)]], height: 2, top: 96)
      default: add(try RecordedWriting.word(part).strokes, height: 100, top: 0)
      }
    }
    return strokes.map { WrittenStroke($0) }
  }

  private func read(_ parts: [String], gap: Double) async throws -> String {
    try await HandwritingRecognizer(pack: try Packs.english.get())
      .recognize(try ink(of: parts, gap: gap), context: .init(.line)).text
  }

  @Test func `an address that is written without gaps is read without spaces`() async throws {
    var whole = 0
    for words in Self.addresses {
      let text = try await read([words[0], "@", words[1], ".", words[2]], gap: 12)
      if text == words[0] + "@" + words[1] + "." + words[2] { whole += 1 }
    }
    // As many words of the same hands are read: three of them in each.
    #expect(whole >= 9, "\(whole) of \(Self.addresses.count)")
  }

  @Test func `an address keeps to its own ink in a line with other words`() async throws {
    var strokes = try ink(of: ["world", "@", "still", ".", "world"], gap: 12)
    let end = Rect(around: strokes.flatMap(\.points)).maxX
    strokes += try ink(of: ["will"], gap: 0).map { stroke in
      WrittenStroke(stroke.points.map { Point($0.x + end + 90, $0.y) })
    }
    let reading = try await HandwritingRecognizer(pack: try Packs.english.get())
      .recognize(strokes, context: .init(.line))
    let best = try #require(reading.candidates.first)
    #expect(best.text == "world@still.world will")
    #expect(String(best.characters.map(\.character)) == best.text)
    let address = Set(best.characters[..<17].flatMap { $0.ink.map(\.stroke) })
    let word = Set(best.characters[18...].flatMap { $0.ink.map(\.stroke) })
    #expect(address.isDisjoint(with: word))
  }

  @Test func `an address that the text before the ink begins goes on without spaces`() async throws
  {
    for (before, parts, text) in [
      ("mail world@still", [".", "last"], ".last"),
      ("mail world@", ["still", ".", "last"], "still.last"),
      ("on www.", ["still", ".", "last"], "still.last"),
    ] {
      let reading = try await HandwritingRecognizer(pack: try Packs.english.get()).recognize(
        try ink(of: parts, gap: 12), context: .init(.line, textBefore: before))
      #expect(reading.text == text, "behind “\(before)”")
    }
  }

  @Test func `words beside a sign that stands apart stay apart, and so does what is no address`()
    async throws
  {
    for words in Self.addresses.prefix(6) {
      #expect(try await read([words[0], "@", words[1]], gap: 90).contains(" "))
      #expect(try await read([words[0], words[1]], gap: 90).contains(" "))
      // No dot: a rate, as in “12 @ 5”.
      let rate = try await read([words[0], "@", words[1]], gap: 12)
      #expect(!rate.contains("."), "\(rate)")
    }
  }
}
