import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Stroke codec` {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `decoding gives back the path that was encoded, bit for bit`(seed: UInt64) throws {
    var ink = RandomInk(seed: seed)
    let count = [0, 1, 2, 3, 60, 1000][Int(seed % 6)]
    let path = ink.content(1, count: count, near: ink.point()).path
    let bytes = PathCodec.encode(path, at: .contentPath, row: 7)
    #expect(try decodePath(bytes) == path)
  }

  /// Any floats that a column can be made of: on grids, off them, huge, tiny, signed zeros.
  static let columns: [[Float]] = {
    var g = SeededGenerator(seed: 3)
    var columns: [[Float]] = [
      [], [0], [-0.0], [0, -0.0, 0], [1, 1, 1], [.infinity, -.infinity, 1],
      [.leastNonzeroMagnitude, .greatestFiniteMagnitude], [0.5, 0.25, 0.125, 1e-30],
      (0..<100).map { Float($0) }, (0..<100).map { Float($0) * 0.004 },
      (0..<100).map { Float($0) / 256 - 12 }, [-1e9, 1e9, -1e9, 1e9],
    ]
    for _ in 0..<200 {
      let n = Int.random(in: 1...50, using: &g)
      let scale = Float(sign: .plus, exponent: Int.random(in: -40...40, using: &g), significand: 1)
      columns.append((0..<n).map { _ in Float.random(in: -1...1, using: &g) * scale })
      columns.append(
        (0..<n).map { _ in Float(bitPattern: UInt32.random(in: 0 ... .max, using: &g)) })
    }
    return columns
  }()

  @Test(arguments: [true, false])
  func `a column of any floats comes back bit for bit`(mayBeConstant: Bool) throws {
    for column in Self.columns {
      var out = ByteWriter()
      ColumnCodec.encode(column, mayBeConstant: mayBeConstant, into: &out)
      // Never longer than the bare floats and the byte that says so.
      #expect(out.bytes.count <= 4 * column.count + 1)
      if !mayBeConstant { #expect(out.bytes.count >= column.count) }
      var back = [Float](repeating: .nan, count: column.count)
      try out.bytes.withUnsafeBytes {
        var reader = ByteReader($0)
        try ColumnCodec.decode(column.count, from: &reader) { back[$0] = $1 }
        #expect(reader.remaining == 0)
      }
      #expect(back.map(\.bitPattern) == column.map(\.bitPattern))
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `decoding gives back samples at the precision of the file`(seed: UInt64) throws {
    var ink = RandomInk(seed: seed)
    let count = [0, 1, 2, 3, 60, 1000][Int(seed % 6)]
    let content = ink.content(1, count: count, near: ink.point())
    let bytes = SampleCodec.encode(content.samples, row: 7)
    let back = try bytes.withUnsafeBytes { try SampleCodec.decode($0, row: 7) }
    #expect(back == content.samples.map(\.roundedForFile))
    for (a, b) in zip(back, content.samples) {
      #expect(abs(a.position.x - b.position.x) <= 1 / 8192)
      #expect(abs(a.position.y - b.position.y) <= 1 / 8192)
      #expect(abs(a.time - b.time) <= 0.000_000_5)
      #expect(a.force == b.force && a.azimuth == b.azimuth && a.slider == b.slider)
    }
    // Encoding what was read changes nothing more.
    #expect(SampleCodec.encode(back, row: 7) == bytes)
  }

  @Test func `samples far away, at no number and at whole pixels come back too`() throws {
    let samples = [
      StylusSample(position: Point(1e300, -1e300), time: 1e300),
      StylusSample(position: Point(.infinity, 5), time: 0),
      StylusSample(position: Point(123_456_789.25, -0.0001), time: 0.000_000_4),
    ]
    let back = try SampleCodec.encode(samples, row: 1).withUnsafeBytes {
      try SampleCodec.decode($0, row: 1)
    }
    #expect(back == samples.map(\.roundedForFile))
    #expect(back[2].position == Point(123_456_789.25, 0))
  }

  @Test func `axes that no sample has cost nothing`() {
    let bare = (0..<50).map {
      StylusSample(position: Point(Double($0), Double($0)), time: Double($0) * 0.004)
    }
    // Version, count, three columns of at most two bytes a value, presence, checksum.
    #expect(SampleCodec.encode(bare, row: 1).count < 50 * 6)
    let sizes = [
      bare, bare.map { s in StylusSample(position: s.position, time: s.time, force: 0.5) },
    ]
    .map { SampleCodec.encode($0, row: 1).count }
    #expect(sizes[1] - sizes[0] == 5)
  }

  @Test func `handwriting takes a third of its size in memory`() {
    var ink = RandomInk(seed: 1)
    var (stored, inMemory) = (0, 0)
    for i in 1...200 {
      let content = ink.content(Int64(i), count: 60, near: ink.point())
      stored += SampleCodec.encode(content.samples, row: 1).count
      stored += PathCodec.encode(content.path, at: .contentPath, row: 1).count
      inMemory += content.samples.count * MemoryLayout<StylusSample>.stride
      inMemory += content.path.points.count * MemoryLayout<StrokePoint>.stride
    }
    #expect(stored * 3 <= inMemory)
  }

  @Test func `no flipped bit and no cut gets past a blob's checksum`() {
    var ink = RandomInk(seed: 9)
    let content = ink.content(1, count: 20, near: .zero)
    let path = PathCodec.encode(content.path, at: .contentPath, row: 7)
    for bit in 0..<path.count * 8 {
      var flipped = path
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: CodecError.self) { try decodePath(flipped) }
    }
    for length in 0..<path.count {
      #expect(throws: CodecError.self) { try decodePath(Array(path.prefix(length))) }
    }
  }

  @Test func `a blob passes in its own row and column only`() {
    let path = StrokePath([StrokePoint(x: 1, y: 2)])
    let bytes = PathCodec.encode(path, at: .contentPath, row: 7)
    for (column, row) in [(BlobEnvelope.Column.contentPath, 8), (.elementPath, 7 as Int64)] {
      #expect(throws: CodecError.self) {
        try bytes.withUnsafeBytes { try PathCodec.decode($0, at: column, row: row) }
      }
    }
  }

  @Test func `payloads of any bytes are refused or read, never believed`() {
    var g = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      let count = Int.random(in: 0...40, using: &g)
      // Small numbers make plausible heads of columns.
      let most: UInt8 = round % 2 == 0 ? 0x1F : 0xFF
      let payload = (0..<count).map { _ in UInt8.random(in: 0...most, using: &g) }
      let bytes = BlobEnvelope.seal(.contentPath, row: 7) { out in
        for byte in payload { out.write(byte: byte) }
      }
      if let path = try? decodePath(bytes) { #expect(path.points.count <= payload.count) }
      let samples = BlobEnvelope.seal(.contentSamples, row: 7) { out in
        for byte in payload { out.write(byte: byte) }
      }
      if let read = try? samples.withUnsafeBytes({ try SampleCodec.decode($0, row: 7) }) {
        #expect(read.count <= payload.count)
      }
    }
  }

  private func decodePath(_ bytes: [UInt8]) throws -> StrokePath {
    try bytes.withUnsafeBytes { try PathCodec.decode($0, at: .contentPath, row: 7) }
  }

  @Test func `transforms come back exactly, and the identity takes no room`() throws {
    #expect(TransformCodec.encode(.identity) == nil)
    var g = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let t = AffineTransform(
        a: .random(in: -2...2, using: &g), b: .random(in: -2...2, using: &g),
        c: .random(in: -2...2, using: &g), d: .random(in: -2...2, using: &g),
        tx: .random(in: -1e6...1e6, using: &g), ty: .random(in: -1e6...1e6, using: &g))
      let bytes = try #require(TransformCodec.encode(t))
      #expect(try bytes.withUnsafeBytes { try TransformCodec.decode($0) } == t)
    }
  }
}

@Suite struct `Byte coding` {
  @Test func `varints come back and are as long as announced`() throws {
    var numbers: [UInt64] = [0, 1, 127, 128, 16383, 16384, .max]
    for shift in 0..<64 { numbers += [1 << UInt64(shift), (1 << UInt64(shift)) &- 1] }
    for n in numbers {
      var out = ByteWriter()
      out.write(varint: n)
      #expect(out.bytes.count == n.varintLength)
      #expect(
        try out.bytes.withUnsafeBytes { b in
          var r = ByteReader(b); return try r.varint()
        } == n)
      let signed = Int64(bitPattern: n)
      #expect(Int64(zigzag: signed.zigzag) == signed)
    }
  }

  @Test func `the checksum is the Castagnoli CRC that others compute`() {
    // RFC 3720, appendix B.4.
    let vectors: [([UInt8], UInt32)] = [
      (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
    ]
    for (bytes, expected) in vectors {
      for cut in 0...bytes.count {
        var sum = Checksum()
        sum.add(Array(bytes[..<cut]))
        sum.add(Array(bytes[cut...]))
        #expect(sum.value == expected)
      }
    }
  }
}
