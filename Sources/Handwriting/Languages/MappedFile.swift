import Glibc

/// A file of a language pack, mapped into memory: pages come from the disk as they are read and can be
/// dropped again, and processes share them.
///
/// `@unchecked Sendable`: the mapping is read-only and lives as long as this object.
final class MappedFile: @unchecked Sendable {
  let path: String
  let bytes: UnsafeRawBufferPointer

  init(path: String) throws(HandwritingError) {
    self.path = path
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .packMissing(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .packMissing(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .packDamaged(path: path, reason: "it is not a file")
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw .packDamaged(path: path, reason: "it is empty") }
    guard size < 1 << 28 else { throw .packDamaged(path: path, reason: "it is too large") }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
      throw .packMissing(path: path, code: errno)
    }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

/// Reads numbers off a mapped file, little endian, and refuses to go past its end.
struct FileReader {
  let file: MappedFile
  private(set) var position = 0

  /// Checks the eight letters of `magic`, the version and the sum over all that follows.
  init(_ file: MappedFile, magic: StaticString, version: UInt32) throws(HandwritingError) {
    self.file = file
    let name = try take(8)
    let want = UnsafeRawBufferPointer(start: magic.utf8Start, count: magic.utf8CodeUnitCount)
    guard name.elementsEqual(want) else { throw damaged("it does not begin as it should") }
    let found = try integer()
    guard found <= version else { throw .packTooNew(path: file.path, version: found) }
    guard found == version else { throw damaged("its version is \(found), not \(version)") }
    let sum = try integer()
    var hash: UInt32 = 2_166_136_261  // FNV-1a, a word at a time
    var i = position
    while i + 4 <= file.bytes.count {
      hash =
        (hash ^ UInt32(littleEndian: file.bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self)))
        &* 16_777_619
      i += 4
    }
    guard i == file.bytes.count, hash == sum else { throw damaged("its check sum is wrong") }
  }

  func damaged(_ reason: String) -> HandwritingError {
    .packDamaged(path: file.path, reason: reason)
  }

  mutating func take(_ count: Int) throws(HandwritingError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= file.bytes.count - position else { throw damaged("it ends early") }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: file.bytes[position..<position + count])
  }

  mutating func integer() throws(HandwritingError) -> UInt32 {
    let b = try take(4)
    return UInt32(littleEndian: b.loadUnaligned(as: UInt32.self))
  }

  /// A count within limits: nothing read from a file is trusted to be small.
  mutating func count(_ range: ClosedRange<Int>, of what: String) throws(HandwritingError) -> Int {
    let n = Int(try integer())
    guard range.contains(n) else { throw damaged("\(n) \(what)") }
    return n
  }

  mutating func floats(_ count: Int) throws(HandwritingError) -> [Float] {
    let b = try take(count * 4)
    return (0..<count).map {
      Float(
        bitPattern: UInt32(littleEndian: b.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)))
    }
  }

  /// Skips to a multiple of four.
  mutating func align() throws(HandwritingError) { _ = try take((4 - position % 4) % 4) }
}
