/// What the first bytes of a file tell of it.
public enum MediaType {
  /// Bytes of a file that are enough to tell.
  public static let headBytes = 16 << 10

  /// The media type of a format that a reader may read, `nil` for all others.
  public static func of(_ head: some Collection<UInt8>) -> String? {
    let head = Array(head.prefix(headBytes))
    func begins(_ bytes: [UInt8], at start: Int = 0) -> Bool {
      head.count >= start + bytes.count && head[start..<start + bytes.count] == bytes[...]
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
    if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) {
      return "image/tiff"
    }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    // Something may stand before a document's own head.
    if find("%PDF-", in: head.prefix(1024)) { return "application/pdf" }
    let isText = !head.contains(0)
    if isText, find("<svg", in: head[...]) || find(":svg", in: head[...]) { return "image/svg+xml" }
    return nil
  }

  private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...bytes.endIndex - wanted.count).contains {
      bytes[$0..<$0 + wanted.count] == wanted[...]
    }
  }
}
