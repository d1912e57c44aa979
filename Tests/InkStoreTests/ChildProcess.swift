import Glibc
import Synchronization

/// A process that a test starts, listens to and ends.
final class ChildProcess {
  let id: pid_t
  private let output: CInt
  private let input: CInt
  private var buffer: [UInt8] = []
  private var status: Int32?

  /// The helper of this test target, built beside it.
  static var exerciser: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let n = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path.prefix(max(n, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.prefix(upTo: own.lastIndex(of: "/") ?? own.endIndex) + "/StoreExerciser"
  }

  init(_ arguments: [String]) throws {
    // One at a time: a child must not inherit the ends of another one's pipes.
    (id, input, output) = try Self.spawning.withLock { _ in try Self.spawn(arguments) }
  }

  private static let spawning = Mutex(())

  private static func spawn(
    _ arguments: [String]
  ) throws -> (id: pid_t, input: CInt, output: CInt) {
    var outputs: [CInt] = [0, 0]
    var inputs: [CInt] = [0, 0]
    guard pipe(&outputs) == 0, pipe(&inputs) == 0 else {
      throw TemporaryFolder.Failed(what: "pipe", number: errno)
    }
    for end in outputs + inputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, arguments[0], &actions, nil, &argv, environ)
    close(outputs[1])
    close(inputs[0])
    guard code == 0 else {
      throw TemporaryFolder.Failed(what: "posix_spawnp \(arguments[0])", number: code)
    }
    return (id, inputs[1], outputs[0])
  }

  deinit {
    if status == nil { kill() }
    close(output)
    if !isInputClosed { close(input) }
  }

  private var isInputClosed = false

  /// The next line that the process writes, `nil` at the end.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let n = read(output, &chunk, chunk.count)
      if n < 0 && errno == EINTR { continue }
      guard n > 0 else {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self)
      }
      buffer += chunk.prefix(n)
    }
  }

  func closeInput() {
    if !isInputClosed { close(input) }
    isInputClosed = true
  }

  /// Ends it as a power switch would, and waits until it is gone.
  func kill() {
    Glibc.kill(id, SIGKILL)
    wait()
  }

  /// Waits for the end; the exit code, or 128 and the signal's number.
  @discardableResult
  func wait() -> Int32 {
    if let status { return status }
    closeInput()
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0 && errno == EINTR {}
    let code = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
    status = code
    return code
  }

  /// Runs a process to its end; the last line it wrote.
  static func output(_ arguments: [String]) throws -> String {
    let child = try ChildProcess(arguments)
    var last = ""
    while let line = child.line() { last = line }
    child.wait()
    return last
  }
}
