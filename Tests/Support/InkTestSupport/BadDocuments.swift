/// Files that a drawing app meets and must refuse politely, made from the bytes of a good drawing.
public struct BadDocument: Sendable {
  /// What is wrong with it, as a person would call it; fit for a file name.
  public var name: String
  public var bytes: [UInt8]

  /// The whole collection.
  ///
  /// - Parameter good: a drawing's file, some pages long, without side files.
  public static func all(from good: [UInt8]) -> [BadDocument] {
    var newer = good
    // The format's version is at offset 60, highest byte first.
    newer.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    var foreign = good
    foreign.replaceSubrange(68..<72, with: Array("TEXT".utf8))
    var cleared = good
    for i in good.count / 2 / 4096 * 4096..<good.count { cleared[i] = 0 }
    return [
      BadDocument(name: "empty", bytes: []),
      BadDocument(name: "text", bytes: Array("Not a drawing, but a letter.\n".utf8)),
      BadDocument(name: "picture", bytes: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
      BadDocument(name: "another application's", bytes: foreign),
      BadDocument(name: "newer", bytes: newer),
      BadDocument(name: "cut in its header", bytes: Array(good.prefix(60))),
      BadDocument(name: "cut", bytes: Array(good.prefix(good.count / 2 / 4096 * 4096))),
      BadDocument(name: "half zeros", bytes: cleared),
    ]
  }
}
