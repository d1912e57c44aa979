import CCrash
import Glibc
import Gtk
import InkModel
import InkStore

/// What a crash left behind, as a text that people may send.
///
/// It tells the versions, the signal and the calls that led to it, by the names of libraries and their offsets. There is
/// no ink, text, path or name of a file in it. Nothing sends it.
nonisolated struct CrashReport: Equatable {
  /// The whole report, in English: it is for who reads it.
  let text: String

  /// Where the handler writes.
  private static var path: String { Installation.state + "/crash" }
  /// Where the report is once a start has judged it, until ``forget()``.
  private static var judged: String { path + "-judged" }
  /// Where an earlier version kept one that it had told of.
  private static var offered: String { path + "-offered" }

  /// Has a crash from now on leave a report for the next start.
  ///
  /// - Parameter toolkit: Which GTK runs, and on what.
  static func watch(toolkit: String) {
    guard (try? FilePaths.makeFolder(Installation.state)) != nil else { return }
    plumbago_crash_watch(path, header(toolkit: toolkit))
  }

  /// Whether the app has crashed since ``setAside()`` was called last.
  static var isNew: Bool { access(path, F_OK) == 0 }

  /// Notes that the crash has been judged; the report stays as ``last``.
  static func setAside() { rename(path, judged) }

  /// The report of a crash that is still to be told of; `nil` where there is none.
  static var last: CrashReport? { read(judged).flatMap { CrashReport($0) } }

  /// A message that tells of the crash was on the screen: no start tells of it any more.
  static func forget() {
    unlink(judged)
    unlink(offered)
  }

  private static let signal = "Signal: "  // untranslated: for who reads the report
  private static let address = "Address: "  // untranslated: for who reads the report
  private static let calls = "Calls, the last one first:"  // untranslated: for who reads the report

  // MARK: Reading

  /// - Parameter raw: What the handler wrote: the header, and lines of `signal`, `address`, `code` and `frame`.
  init?(_ raw: String) {
    var lines: [String] = []
    var frames: [UInt] = []
    var code: [Code] = []
    for line in raw.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count > 1 else { continue }
      switch words[0] {
      case "signal":
        guard let number = CInt(words[1]) else { return nil }
        let name = String(cString: strsignal(number))
        lines.append("\(Self.signal)\(number) (\(name))")
      case "address": lines.append("\(Self.address)0x\(words[1])")
      case "code": if let mapping = Code(words.dropFirst()) { code.append(mapping) }
      case "frame": if let address = UInt(words[1], radix: 16) { frames.append(address) }
      default: lines.append(String(line))
      }
    }
    guard lines.contains(where: { $0.hasPrefix(Self.signal) }) else { return nil }
    lines += ["", Self.calls]
    for (i, address) in frames.enumerated() {
      let name = code.first { $0.range.contains(address) }?.name(of: address)
      lines.append("\(i)  \(name ?? "unknown")")
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// A file of code, and where it was in memory.
  private struct Code {
    var range: Range<UInt>
    /// Of the range, in the file.
    var offset: UInt
    var name: String

    func name(of address: UInt) -> String {
      "\(name) + 0x\(String(address - range.lowerBound &+ offset, radix: 16))"
    }

    init?(_ words: ArraySlice<Substring>) {
      let words = Array(words)
      guard words.count == 3 else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1], let offset = UInt(words[1], radix: 16) else {
        return nil
      }
      range = ends[0]..<ends[1]
      self.offset = offset
      name = String(words[2])
    }
  }

  /// A report has some kilobytes; what is longer is none.
  private static let mostBytes = 1 << 18

  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    var count = 0
    while count < bytes.count {
      let n = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress! + count, $0.count - count)
      }
      guard n > 0 else { break }
      count += n
    }
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  // MARK: Versions

  private static func header(toolkit: String) -> String {
    var system = utsname()
    uname(&system)
    let kernel = withUnsafeBytes(of: system.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let machine = withUnsafeBytes(of: system.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let desktop = environment("XDG_CURRENT_DESKTOP") ?? "unknown"
    let sandbox = Sandbox.isFlatpak ? "flatpak" : "none"
    let lines = [
      "Plumbago \(Installation.version)", toolkit,
      "System: \(systemName), Linux \(kernel), \(machine)",  // untranslated: for its reader
      "Desktop: \(desktop)",  // untranslated: for who reads the report
      "Sandbox: \(sandbox)",  // untranslated: for who reads the report
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the distribution calls itself (os-release(5)).
  private static var systemName: String {
    let release = read("/etc/os-release") ?? ""
    let line = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    guard let line else { return "unknown" }
    return line.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }
  }
}
