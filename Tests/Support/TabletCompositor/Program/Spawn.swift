import CWaylandServer
import Glibc

/// Starting programs and threads.
enum Spawn {
  /// Two ends that are closed in programs which are started.
  static func pipe() throws(ScreenError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, Int32(O_CLOEXEC)) == 0 else { throw .system("making a pipe", code: errno) }
    return (ends[0], ends[1])
  }

  /// Starts a program in a process group of its own; returns its id.
  ///
  /// `input` `nil` is /dev/null.
  static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], folder: String?,
    input: Int32?, output: Int32, error: Int32
  ) throws(ScreenError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for p in argv + envp { free(p) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, argv, envp)
    guard code == 0 else {
      throw .launch(path, reason: String(cString: strerror(code)))
    }
    return id
  }

  /// Runs `body` on a thread of its own.
  static func thread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { data in
        if let data { Unmanaged<Box>.fromOpaque(data).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(code == 0, "no thread could be started")
    pthread_detach(thread)
  }

  /// Where a program is: `name` itself with a slash in it; else beside this program, where the
  /// package's products are; else on PATH.
  ///
  /// `PLUMBAGO_BINARY` says where `plumbago` is.
  static func find(_ name: String) throws(ScreenError) -> String {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    if name == "plumbago", let path = Environment.value("PLUMBAGO_BINARY") { return path }
    var folders: [String] = []
    if let own = realpath("/proc/self/exe", nil) {
      let path = String(cString: own)
      free(own)
      if let slash = path.lastIndex(of: "/") { folders.append(String(path[..<slash])) }
    }
    folders += (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    for folder in folders where access(folder + "/" + name, X_OK) == 0 {
      return folder + "/" + name
    }
    throw .launch(name, reason: "it is neither beside this program nor on PATH")
  }

  /// Whether a process's main thread waits for something to happen, or has ended.
  static func isAsleep(_ process: Int32) -> Bool {
    guard let text = contents(of: "/proc/\(process)/task/\(process)/stat"),
      let end = text.lastIndex(of: ")")
    else { return true }
    // The state follows the name in parentheses; see proc(5). Waiting for a disk is work.
    let state = text[text.index(after: end)...].first { $0 != " " }
    return state != "R" && state != "D"
  }

  /// The text of a small file, `nil` where it cannot be read.
  static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      if n <= 0 { break }
      bytes += buffer[..<n]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
