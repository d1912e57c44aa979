import Glibc
import InkModel
import InkStore
import InkTestSupport

/// Gives inputs of one kind to the code that reads them, each made from a number.
///
/// 1. The input of a number is the same each time, and is written to `KEEP/KIND-current` before it is used, with the number
///    in the file `seed`.
/// 2. Whoever reads it has to end without a trap and within ``patience``; what else is asked is the kind's own.
/// 3. The folder stays where that fails, and is gone where it does not.
struct Fuzzer {
  /// One kind of input.
  struct Kind: Sendable {
    var name: String
    /// Makes an input from a number and uses it; throws ``Failure`` where something is wrong.
    var body: @Sendable (_ generator: inout SeededGenerator, _ folder: Folder) async throws -> Void
  }

  static let kinds =
    fileKinds + [
      Kind(name: "recordings", body: recordings), Kind(name: "gestures", body: gestures),
      Kind(name: "lines", body: lines), Kind(name: "exchange", body: exchange),
      Kind(name: "clips", body: clips), Kind(name: "documents", body: documents),
      Kind(name: "pictures", body: pictures), Kind(name: "commands", body: commands),
    ]

  /// Seconds of processor time that one input may take.
  ///
  /// Larger: what takes long is found less often. Smaller: what is only large is taken for a fault.
  static let patience = 60

  /// Seconds that one input may take by the clock: for what waits for ever.
  ///
  /// Smaller: a busy machine, on which this runs with little priority, is taken for a fault.
  static let longestRest: UInt32 = 900

  /// Ends this process by a signal where the input that is now in use takes longer than that.
  private static func watch(_ isOn: Bool) {
    var time = itimerval()
    time.it_value.tv_sec = isOn ? patience : 0
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &time, nil)
    alarm(isOn ? longestRest : 0)
  }

  var kind: Kind?
  var seed: UInt64 = 1
  var seconds = 10.0
  var most = Int.max
  var folder = "."

  func run() async -> Int32 {
    guard let kind else {
      print("ink-fuzz: no kind of input; see scripts/fuzz")
      return 2
    }
    let began = Self.now
    var number = seed
    while Self.now - began < seconds, number - seed < UInt64(most) {
      let current: Folder
      do {
        current = try Folder("\(folder)/\(kind.name)-current")
        try current.write(Array(String(number).utf8), "seed")
      } catch {
        print("ink-fuzz: \(error)")
        return 2
      }
      Self.watch(true)
      do {
        var generator = SeededGenerator(seed: number &* 0x2545_F491_4F6C_DD1D)
        try await kind.body(&generator, current)
      } catch {
        print("\(kind.name) \(number): \(error)")
        return 1
      }
      Self.watch(false)
      current.remove()
      number += 1
    }
    print("\(kind.name): \(number - seed) inputs from \(seed) on, nothing found")
    return 0
  }

  private static var now: Double {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
  }
}

/// Something that must not happen.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// The folder of one input.
struct Folder: Sendable {
  let path: String

  /// Empty, whatever it held.
  init(_ path: String) throws {
    self.path = path
    remove()
    guard mkdir(path, 0o755) == 0 else { throw Failure("\(path) cannot be made") }
  }

  subscript(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], _ name: String) throws {
    let descriptor = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("\(self[name]) cannot be written") }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let n = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard n > 0 else { throw Failure("\(self[name]) cannot be written") }
      done += n
    }
  }

  /// Empty where there is no such file.
  func bytes(_ name: String) -> [UInt8] {
    let descriptor = open(self[name], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      guard n > 0 else { return bytes }
      bytes += buffer[..<n]
    }
  }

  var names: [String] { FilePaths.names(in: path).sorted() }

  /// All files by name.
  var contents: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, bytes($0)) })
  }

  func remove() {
    for name in names { unlink(self[name]) }
    rmdir(path)
  }
}
