import Glibc

/// The bytes of a file, or of shared memory, mapped for as long as the process lives.
struct MappedBytes {
  let base: UnsafeMutableRawPointer
  let count: Int
  let descriptor: Int32

  /// `nil` where they cannot be mapped or there are none.
  init?(descriptor: Int32, isWritten: Bool) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_size > 0 else { return nil }
    let protection = isWritten ? PROT_READ | PROT_WRITE : PROT_READ
    let base = mmap(
      nil, facts.st_size, protection, isWritten ? MAP_SHARED : MAP_PRIVATE, descriptor, 0)
    guard let base, base != MAP_FAILED else { return nil }
    self.base = base
    count = facts.st_size
    self.descriptor = descriptor
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
