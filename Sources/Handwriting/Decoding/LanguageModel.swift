import Glibc

/// What a language pack knows about text: its characters, its words as a tree of prefixes, its letters in
/// fours, and how letters, digits and marks follow each other.
///
/// The tables stay in the mapped file. Layout of `language.bin`, after magic, version and sum (little endian):
/// characters (count, then code point, class of the small letter, kind, symbol, capital: five integers each); kinds (count,
/// then -log P of each kind after each); symbols (count, then count⁴ bytes, 1/16 nat each); prefixes (count,
/// then bytes of symbols, of costs of 1/16 nat, of ends of 1/8 nat with the high bit for names, then count + 1
/// indices of first children). Written by training/language.py.
final class LanguageModel: Sendable {
  static let version: UInt32 = 1

  /// One class of the network (0, the blank, has none).
  struct Symbol: Sendable {
    var character: Character
    /// Class of the small letter; of itself where there is no case.
    var folded: Int
    /// 0 space, 1 letter, 2 digit, 3… marks.
    var kind: Int
    /// In the tree and the table; 0 where it has none.
    var symbol: Int
    var isCapital: Bool
  }

  /// By class - 1.
  let symbols: [Symbol]
  let kindCount: Int
  /// -log P(kind | kind before).
  let kindCosts: [Float]
  private let gramSymbols: Int
  private let file: MappedFile
  private let grams: Int  // offsets into the file
  private let treeSymbols: Int
  private let treeCosts: Int
  private let treeEnds: Int
  private let treeFirsts: Int
  let prefixCount: Int

  /// A symbol that stands inside words but is no letter.
  static let apostrophe = 27

  init(_ file: MappedFile) throws(HandwritingError) {
    self.file = file
    var r = try FileReader(file, magic: "PLUMLANG", version: Self.version)
    var symbols: [Symbol] = []
    for _ in 0..<(try r.count(1...8191, of: "characters")) {
      let code = try r.integer()
      guard let scalar = Unicode.Scalar(code) else { throw r.damaged("\(code) is no character") }
      symbols.append(
        Symbol(
          character: Character(scalar), folded: Int(try r.integer()), kind: Int(try r.integer()),
          symbol: Int(try r.integer()), isCapital: try r.integer() != 0))
    }
    kindCount = try r.count(3...4096, of: "kinds")
    kindCosts = try r.floats(kindCount * kindCount)
    gramSymbols = try r.count(2...64, of: "symbols")
    grams = r.position
    _ = try r.take(gramSymbols * gramSymbols * gramSymbols * gramSymbols)
    try r.align()
    prefixCount = try r.count(1...1 << 24, of: "prefixes")
    treeSymbols = r.position
    _ = try r.take(prefixCount)
    try r.align()
    treeCosts = r.position
    _ = try r.take(prefixCount)
    try r.align()
    treeEnds = r.position
    _ = try r.take(prefixCount)
    try r.align()
    treeFirsts = r.position
    let firsts = try r.take((prefixCount + 1) * 4)
    var last: UInt32 = 1
    for i in 0...prefixCount {
      let first = UInt32(littleEndian: firsts.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self))
      guard first >= last, first > i || i == prefixCount, first <= prefixCount else {
        throw r.damaged("its words are in disorder")
      }
      last = first
    }
    for s in symbols {
      guard (1...symbols.count).contains(s.folded), s.kind < kindCount,
        s.symbol < gramSymbols || s.symbol == Self.apostrophe
      else { throw r.damaged("the character \(s.character) is in disorder") }
    }
    guard kindCosts.allSatisfy({ $0.isFinite }) else { throw r.damaged("a cost is not a number") }
    self.symbols = symbols
  }

  // MARK: - Words

  /// The prefix that `symbol` makes of prefix `node`, or nil where no word goes on so.
  func child(of node: Int, by symbol: Int) -> Int? {
    for k in first(node)..<first(node + 1) where Int(file.bytes[treeSymbols + k]) == symbol {
      return k
    }
    return nil
  }

  /// -log P(the prefix's last symbol | the rest of it).
  func cost(of node: Int) -> Float { Float(file.bytes[treeCosts + node]) / 16 }

  /// -log P(a word ends here | prefix), infinite where none does.
  func endCost(of node: Int) -> Float {
    let e = file.bytes[treeEnds + node] & 127
    return e == 127 ? .infinity : Float(e) / 8
  }

  /// Whether the word that ends here is always written with a capital.
  func isName(_ node: Int) -> Bool { file.bytes[treeEnds + node] & 128 != 0 }

  private func first(_ node: Int) -> Int {
    Int(
      UInt32(
        littleEndian: file.bytes.loadUnaligned(
          fromByteOffset: treeFirsts + node * 4, as: UInt32.self)))
  }

  /// Whether a word, in small letters, is in the lexicon.
  func contains(_ word: String) -> Bool {
    var node = 0
    for c in word {
      guard let s = symbols.first(where: { $0.character == c }), s.symbol > 0,
        let next = child(of: node, by: s.symbol)
      else { return false }
      node = next
    }
    return endCost(of: node) < .infinity
  }

  // MARK: - Letters

  /// -log P(`symbol` | the three before), 0 being the edge of a word.
  /// - Parameter context: the three symbols before as digits of base ``gramBase``, the latest the lowest.
  func gramCost(_ symbol: Int, after context: Int) -> Float {
    Float(file.bytes[grams + context * gramSymbols + symbol]) / 16
  }

  /// The context after one more symbol.
  func gramContext(_ symbol: Int, after context: Int) -> Int {
    (context * gramSymbols + symbol) % (gramSymbols * gramSymbols * gramSymbols)
  }

  func kindCost(_ kind: Int, after last: Int) -> Float { kindCosts[last * kindCount + kind] }
}
