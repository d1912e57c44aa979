/// One axis of many points as bytes: lossless, and in the shortest of a few simple encodings.
///
/// A column starts with a byte that names the encoding: the low four bits a ``Mapping`` from floats to
/// whole numbers, bit 4 whether the second differences are kept rather than the first. The encoder
/// tries each lossless encoding and keeps the shortest, so the decoder decides nothing:
///
/// - a value that never changes is stored once;
/// - values on a binary grid (screen coordinates, quantised sensors) as multiples of it;
/// - values on a grid of 1/1,000,000 (clocks) as multiples of it;
/// - any others as their bit patterns, which lie close together where the floats do;
/// - or the floats themselves, four bytes each, where nothing is shorter.
///
/// Whole numbers are stored as zigzag varints of differences. Positions of a smooth line have
/// small second differences, slowly changing axes small first ones.
enum ColumnCodec {
  enum Mapping: UInt8 {
    /// Four bytes each, or eight in a column of doubles.
    case bare = 0
    /// Four bytes for all.
    case constant = 1
    /// Whole numbers times 2^-exponent; the exponent is the next byte.
    case grid = 2
    /// Whole numbers of millionths.
    case millionths = 3
    /// Bit patterns, negative ones turned over so that they ascend with the value.
    case bits = 4
  }

  private static let second: UInt8 = 0x10

  /// Whole numbers up to here times a power of two are exact in a double.
  static let limit = 9_007_199_254_740_992.0

  // MARK: Floats

  /// Writes a column.
  ///
  /// `mayBeConstant` is false for the column that proves the number of points to a decoder: it then
  /// takes at least a byte a point.
  static func encode(_ values: [Float], mayBeConstant: Bool = true, into out: inout ByteWriter) {
    guard let first = values.first else { return }
    if mayBeConstant, values.allSatisfy({ $0.bitPattern == first.bitPattern }) {
      out.write(byte: Mapping.constant.rawValue)
      out.write(word: first.bitPattern)
      return
    }
    var best = Candidate(mapping: .bare, size: 4 * values.count)
    best.improve(.bits, values.map { Int64($0.ascendingBits) })
    if let grid = Self.grid(values) { best.improve(.grid, grid.numbers, exponent: grid.exponent) }
    if let numbers = millionths(values) { best.improve(.millionths, numbers) }
    if best.mapping == .bare {
      out.write(byte: Mapping.bare.rawValue)
      for v in values { out.write(word: v.bitPattern) }
    } else {
      best.write(into: &out)
    }
  }

  /// Reads a column of `count` floats, passing each with its index to `assign`.
  @inline(__always)
  static func decode(
    _ count: Int, from reader: inout ByteReader, _ assign: (Int, Float) -> Void
  ) throws(CodecError) {
    guard count > 0 else { return }
    let (mapping, isSecond) = try head(from: &reader)
    switch mapping {
    case .bare:
      for i in 0..<count { assign(i, Float(bitPattern: try reader.word())) }
    case .constant:
      let value = Float(bitPattern: try reader.word())
      for i in 0..<count { assign(i, value) }
    case .grid:
      let unit = try gridUnit(from: &reader)
      try numbers(count, isSecond, from: &reader) { assign($0, Float(Double($1) * unit)) }
    case .millionths:
      try numbers(count, isSecond, from: &reader) { assign($0, Float(Double($1) / 1_000_000)) }
    case .bits:
      try numbers(count, isSecond, from: &reader) {
        assign($0, Float(ascendingBits: Int32(truncatingIfNeeded: $1)))
      }
    }
  }

  // MARK: Doubles on a known grid

  /// Writes doubles that are multiples of 2^-`exponent`; those that are not, or that are too large
  /// for it, cost eight bytes each and the column with them.
  static func encode(_ values: [Double], exponent: Int, into out: inout ByteWriter) {
    guard !values.isEmpty else { return }
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    let scaled = values.map { $0 * scale }
    guard scaled.allSatisfy({ $0.magnitude < limit && $0 == $0.rounded() }) else {
      return encodeBare(values, into: &out)
    }
    var numbers = scaled.map { Int64($0) }
    // Whole screen pixels at zoom 1 need no fraction at all.
    let zeros = min(numbers.reduce(64) { min($0, $1.trailingZeroBitCount) }, exponent)
    for i in numbers.indices { numbers[i] >>= Int64(zeros) }
    var best = Candidate(mapping: .bare, size: 8 * values.count)
    best.improve(.grid, numbers, exponent: exponent - zeros)
    if best.mapping == .bare { encodeBare(values, into: &out) } else { best.write(into: &out) }
  }

  /// Writes doubles that are whole millionths, others as eight bytes each.
  static func encode(millionths values: [Double], into out: inout ByteWriter) {
    guard !values.isEmpty else { return }
    let scaled = values.map { ($0 * 1_000_000).rounded() }
    guard zip(values, scaled).allSatisfy({ $1.magnitude < limit && $1 / 1_000_000 == $0 }) else {
      return encodeBare(values, into: &out)
    }
    var best = Candidate(mapping: .bare, size: 8 * values.count)
    best.improve(.millionths, scaled.map { Int64($0) })
    if best.mapping == .bare { encodeBare(values, into: &out) } else { best.write(into: &out) }
  }

  private static func encodeBare(_ values: [Double], into out: inout ByteWriter) {
    out.write(byte: Mapping.bare.rawValue)
    for v in values { out.write(double: v) }
  }

  /// Reads a column of `count` doubles.
  static func decodeDoubles(
    _ count: Int, from reader: inout ByteReader, _ assign: (Int, Double) -> Void
  ) throws(CodecError) {
    guard count > 0 else { return }
    let (mapping, isSecond) = try head(from: &reader)
    switch mapping {
    case .bare:
      for i in 0..<count { assign(i, try reader.double()) }
    case .grid:
      let unit = try gridUnit(from: &reader)
      try numbers(count, isSecond, from: &reader) { assign($0, Double($1) * unit) }
    case .millionths:
      try numbers(count, isSecond, from: &reader) { assign($0, Double($1) / 1_000_000) }
    case .constant, .bits:
      throw CodecError(reason: "a column of doubles is stored as one of floats")
    }
  }

  // MARK: Parts

  private static func head(
    from reader: inout ByteReader
  ) throws(CodecError) -> (Mapping, isSecond: Bool) {
    let byte = try reader.byte()
    guard let mapping = Mapping(rawValue: byte & ~second) else {
      throw CodecError(reason: "a column has an unknown encoding (\(byte))")
    }
    return (mapping, byte & second != 0)
  }

  private static func gridUnit(from reader: inout ByteReader) throws(CodecError) -> Double {
    Double(sign: .plus, exponent: -Int(try reader.byte()), significand: 1)
  }

  @inline(__always)
  private static func numbers(
    _ count: Int, _ isSecond: Bool, from reader: inout ByteReader, _ assign: (Int, Int64) -> Void
  ) throws(CodecError) {
    var value: Int64 = 0
    var step: Int64 = 0
    if isSecond {
      for i in 0..<count {
        step &+= try reader.zigzag()
        value &+= step
        assign(i, value)
      }
    } else {
      for i in 0..<count {
        value &+= try reader.zigzag()
        assign(i, value)
      }
    }
  }

  /// The coarsest binary grid that holds all the values, `nil` where there is none.
  private static func grid(_ values: [Float]) -> (numbers: [Int64], exponent: Int)? {
    var exponent = 0
    var largest: Float = 0
    for v in values {
      guard v.isFinite else { return nil }
      if v == 0 {
        // A grid has one zero only.
        guard v.sign == .plus else { return nil }
        continue
      }
      exponent = max(exponent, v.significandWidth - Int(v.exponent))
      largest = max(largest, v.magnitude)
    }
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    guard exponent <= 60, Double(largest) * scale < limit else { return nil }
    return (values.map { Int64(Double($0) * scale) }, exponent)
  }

  private static func millionths(_ values: [Float]) -> [Int64]? {
    var numbers: [Int64] = []
    numbers.reserveCapacity(values.count)
    for v in values {
      let scaled = (Double(v) * 1_000_000).rounded()
      guard scaled.magnitude < limit, Float(scaled / 1_000_000).bitPattern == v.bitPattern
      else { return nil }
      numbers.append(Int64(scaled))
    }
    return numbers
  }

  /// The shortest encoding found so far.
  private struct Candidate {
    var mapping: Mapping
    var size: Int
    var exponent = 0
    var isSecond = false
    var numbers: [Int64] = []

    init(mapping: Mapping, size: Int) {
      self.mapping = mapping
      self.size = size
    }

    mutating func improve(_ mapping: Mapping, _ numbers: [Int64], exponent: Int = 0) {
      var (first, second) = (0, 0)
      var (value, step): (Int64, Int64) = (0, 0)
      for n in numbers {
        let d = n &- value
        first += d.zigzag.varintLength
        second += (d &- step).zigzag.varintLength
        value = n
        step = d
      }
      guard min(first, second) < size else { return }
      self.mapping = mapping
      self.numbers = numbers
      self.exponent = exponent
      isSecond = second < first
      size = min(first, second)
    }

    func write(into out: inout ByteWriter) {
      out.write(byte: mapping.rawValue | (isSecond ? ColumnCodec.second : 0))
      if mapping == .grid { out.write(byte: UInt8(exponent)) }
      var (value, step): (Int64, Int64) = (0, 0)
      for n in numbers {
        let d = n &- value
        out.write(zigzag: isSecond ? d &- step : d)
        value = n
        step = d
      }
    }
  }
}

extension Float {
  /// The bit pattern as a number that ascends with the value.
  fileprivate var ascendingBits: Int32 {
    let b = Int32(bitPattern: bitPattern)
    return b ^ ((b >> 31) & 0x7FFF_FFFF)
  }

  fileprivate init(ascendingBits b: Int32) {
    self.init(bitPattern: UInt32(bitPattern: b ^ ((b >> 31) & 0x7FFF_FFFF)))
  }
}
