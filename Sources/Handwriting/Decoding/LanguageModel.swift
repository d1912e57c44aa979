import Glibc

/// What a language pack knows about text: its characters, its words as a tree of prefixes, which of them go together,
/// how letters follow each other in a word, and how letters, digits and marks follow each other.
///
/// The tables stay in the mapped file. Layout of `language.bin`, after magic, version and sum (little endian):
/// characters (count, then code point, class of the small letter, kind, symbol, capital: five integers each); kinds (count,
/// then -log P of each kind after each); symbols (count, then count⁴ bytes, 1/16 nat each: a letter after three others);
/// fives of letters (count, then their indices, rising, then signed bytes of 1/16 nat: what the last gains by the first);
/// fours of letters (the same: what any letter gains after them that makes none of the fives); prefixes (count,
/// then bytes of symbols, of costs of 1/16 nat, of ends of 1/8 nat with the high bit for names, then count + 1
/// indices of first children); words that have pairs (count, then the prefix of each, rising, then signed bytes of 1/16 nat:
/// what any word not listed gains after it); pairs (count, then the first's prefixes, then the second's, rising, then
/// signed bytes of 1/16 nat: what the second gains after the first). Written by training/language.py.
final class LanguageModel: Sendable {
  static let version: UInt32 = 3

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
  /// The classes of spaces.
  var spaces: [Int] { symbols.indices.filter { symbols[$0].kind == 0 }.map { $0 + 1 } }
  let kindCount: Int
  /// -log P(kind | kind before).
  let kindCosts: [Float]
  private let gramSymbols: Int
  private let file: MappedFile
  private let fives: SortedTable
  private let fours: SortedTable
  private let grams: Int  // offsets into the file
  private let treeSymbols: Int
  private let treeCosts: Int
  private let treeEnds: Int
  private let treeFirsts: Int
  let prefixCount: Int
  private let leaders: SortedTable
  private let pairs: SortedTable

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
    let inFour = gramSymbols * gramSymbols * gramSymbols * gramSymbols
    _ = try r.take(inFour)
    try r.align()
    fives = try SortedTable(&r, keys: 1, below: inFour * gramSymbols, of: "fives of letters")
    fours = try SortedTable(&r, keys: 1, below: inFour, of: "fours of letters")
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
    leaders = try SortedTable(&r, keys: 1, below: prefixCount, of: "words before others")
    pairs = try SortedTable(&r, keys: 2, below: prefixCount, of: "pairs of words")
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

  /// The prefix that a word of the lexicon, in small letters, is; nil for any other text.
  func prefix(of word: some StringProtocol) -> Int? {
    var node = 0
    for c in word {
      guard let s = symbols.first(where: { $0.character == c }), s.symbol > 0,
        let next = child(of: node, by: s.symbol)
      else { return nil }
      node = next
    }
    return endCost(of: node) < .infinity ? node : nil
  }

  /// log P(`second` | `first`) - log P(`second`), of two words by their prefixes: Katz 1987, backing off to words by themselves.
  /// - Parameter second: nil for any word that is not in the lexicon.
  func pairGain(_ first: Int, _ second: Int?) -> Float {
    guard let other = leaders[UInt64(first), in: file] else { return 0 }
    let known = second.flatMap { pairs[UInt64(first) << 32 | UInt64($0), in: file] }
    return Float(known ?? other) / 16
  }

  // MARK: - Letters

  /// -log P(`symbol` | the four before), 0 being the edge of a word.
  ///
  /// Modified Kneser-Ney smoothing (Chen and Goodman 1998): from four letters it backs off to three, which the table
  /// has for all there are.
  /// - Parameter context: the four symbols before as digits of the base that ``gramContext(_:after:)`` uses, the latest
  ///   the lowest.
  func gramCost(_ symbol: Int, after context: Int) -> Float {
    let three = context % (gramSymbols * gramSymbols * gramSymbols)
    let cost = Float(file.bytes[grams + three * gramSymbols + symbol])
    let gain =
      fives[UInt64(context * gramSymbols + symbol), in: file]
      ?? fours[UInt64(context), in: file] ?? 0
    return (cost - Float(gain)) / 16
  }

  /// The context after one more symbol.
  func gramContext(_ symbol: Int, after context: Int) -> Int {
    (context * gramSymbols + symbol) % (gramSymbols * gramSymbols * gramSymbols * gramSymbols)
  }

  func kindCost(_ kind: Int, after last: Int) -> Float { kindCosts[last * kindCount + kind] }
}

/// Numbers by key in a mapped file, found by halving.
private struct SortedTable {
  /// Offsets into the file of the columns that make up the key, the highest first, and of the values.
  private let columns: [Int]
  private let values: Int
  private let count: Int

  /// Takes a count, `keys` columns of that many integers below `limit`, and as many signed bytes.
  init(_ r: inout FileReader, keys: Int, below limit: Int, of what: String)
    throws(HandwritingError)
  {
    count = try r.count(0...1 << 22, of: what)
    var columns: [Int] = []
    for _ in 0..<keys {
      columns.append(r.position)
      _ = try r.take(count * 4)
    }
    self.columns = columns
    values = r.position
    _ = try r.take(count)
    try r.align()
    var last: UInt64?
    for i in 0..<count {
      let key = key(i, in: r.file)
      guard key & 0xFFFF_FFFF < limit, key >> 32 < limit, last.map({ $0 < key }) ?? true else {
        throw r.damaged("its \(what) are in disorder")
      }
      last = key
    }
  }

  private func key(_ i: Int, in file: MappedFile) -> UInt64 {
    columns.reduce(0) { key, column in
      let part = file.bytes.loadUnaligned(fromByteOffset: column + i * 4, as: UInt32.self)
      return key << 32 | UInt64(UInt32(littleEndian: part))
    }
  }

  subscript(_ wanted: UInt64, in file: MappedFile) -> Int8? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let found = key(middle, in: file)
      if found == wanted { return Int8(bitPattern: file.bytes[values + middle]) }
      if found < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
