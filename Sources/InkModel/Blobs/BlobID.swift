/// The identity of bytes that a drawing holds beside its elements, a picture or a document: their SHA-256.
///
/// Equal bytes have one identity in every drawing, so copies, the clipboard and undo name the same ones.
public struct BlobID: Hashable, Sendable {
  /// How many bytes the identity has.
  public static let size = 32

  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// From ``size`` bytes, the first first; `nil` for any other number.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    var words: [UInt64] = []
    var rest = bytes[...]
    for _ in 0..<4 {
      words.append(rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
      rest = rest.dropFirst(8)
    }
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// The bytes, the first first.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
  }

  public static func == (a: BlobID, b: BlobID) -> Bool { a.words == b.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension BlobID: CustomStringConvertible {
  /// 64 digits of base 16, as `sha256sum` prints them.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
