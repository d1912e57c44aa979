import Glibc

/// What a program keeps in memory, over time.
struct MemoryLog {
  /// Seconds since the program started, and bytes that are its own: proportional set size of
  /// anonymous memory, that is without files and libraries that are mapped.
  private(set) var probes: [(time: Double, bytes: Int)] = []

  mutating func probe(_ process: Int32, at time: Double) {
    if let bytes = Self.anonymous(process) { probes.append((time, bytes)) }
  }

  /// The median of what was seen in a part of the time, 0 … 1 of it.
  func median(_ part: Range<Double>) -> Int? {
    guard let start = probes.first?.time, let end = probes.last?.time, end > start else {
      return nil
    }
    let within = probes.filter { part.contains(($0.time - start) / (end - start + 1e-9)) }
      .map(\.bytes).sorted()
    return within.isEmpty ? nil : within[within.count / 2]
  }

  /// https://docs.kernel.org/filesystems/proc.html, smaps_rollup.
  static func anonymous(_ process: Int32) -> Int? {
    guard let file = fopen("/proc/\(process)/smaps_rollup", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("Pss_Anon:") else { continue }
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
    return nil
  }
}
