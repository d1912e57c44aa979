import Glibc
import InkModel

extension BlobID {
  /// The identity that bytes have.
  public init(of bytes: [UInt8]) {
    var sum = SHA256()
    bytes.withUnsafeBytes { sum.add($0) }
    // As many bytes as an identity has.
    self.init(sum.value)!
  }

  /// The identity that the bytes of a file have; `nil` where it cannot be read.
  ///
  /// O(bytes), without holding them.
  public init?(ofFileAt path: String) {
    let descriptor = FilePaths.openPlain(path)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    var sum = SHA256()
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      part.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    self.init(sum.value)
  }
}
