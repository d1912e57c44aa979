import Glibc

/// The state of a program.
public enum ProgramStatus: Hashable, Sendable, CustomStringConvertible {
  case running
  case exited(Int32)
  /// It crashed or was killed.
  case killed(signal: Int32)

  public var description: String {
    switch self {
    case .running: "is running"
    case .exited(let code): "exited with \(code)"
    case .killed(let signal): "was ended by \(String(cString: strsignal(signal)))"
    }
  }
}

/// What a program used while it ran.
public struct ProgramUsage: Hashable, Sendable {
  /// Seconds of processor time, its own and the kernel's for it.
  public var processorTime: Double
  /// Bytes of memory at its peak.
  public var peakMemory: Int
}

/// A program that runs on a ``Screen``: what it writes, and how it ends.
///
/// Unchecked: everything that changes is guarded by `lock`.
public final class Program: @unchecked Sendable {
  public let name: String
  public let processID: Int32
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var out: [UInt8] = []
  private var err: [UInt8] = []
  private var openPipes = 2
  private var current = ProgramStatus.running
  private var used: ProgramUsage?
  private var wasKilledByUs = false
  private let onChange: @Sendable () -> Void
  private let complaints: @Sendable () -> [String]

  /// Starts `path`.
  ///
  /// `onChange` is called from another thread when it ends.
  init(
    path: String, arguments: [String], environment: [String: String], folder: String?,
    onChange: @escaping @Sendable () -> Void, complaints: @escaping @Sendable () -> [String]
  ) throws(ScreenError) {
    name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    self.onChange = onChange
    self.complaints = complaints
    let outPipe = try Spawn.pipe()
    let errPipe = try Spawn.pipe()
    defer {
      close(outPipe.write)
      close(errPipe.write)
    }
    do throws(ScreenError) {
      processID = try Spawn.start(
        path, arguments, environment, folder: folder, input: nil, output: outPipe.write,
        error: errPipe.write)
    } catch {
      close(outPipe.read)
      close(errPipe.read)
      throw error
    }
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    Spawn.thread { [self] in collect(outPipe.read, isError: false) }
    Spawn.thread { [self] in collect(errPipe.read, isError: true) }
    Spawn.thread { [self] in reap() }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  private func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  // MARK: Threads

  private func collect(_ descriptor: Int32, isError: Bool) {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      if n < 0, errno == EINTR { continue }
      if n <= 0 { break }
      locked {
        if isError { err += buffer[..<n] } else { out += buffer[..<n] }
        pthread_cond_broadcast(changed)
      }
    }
    close(descriptor)
    locked {
      openPipes -= 1
      pthread_cond_broadcast(changed)
    }
  }

  private func reap() {
    var status: Int32 = 0
    var usage = rusage()
    // Awaited first and reaped under the lock: until then the id is its own to be signalled.
    var information = siginfo_t()
    while waitid(P_PID, UInt32(processID), &information, WEXITED | WNOWAIT) < 0 {
      if errno != EINTR { break }
    }
    func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
    locked {
      while wait4(processID, &status, 0, &usage) < 0 { if errno != EINTR { break } }
      let signal = status & 0x7F
      used = ProgramUsage(
        processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        peakMemory: usage.ru_maxrss * 1024)
      current = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
      pthread_cond_broadcast(changed)
    }
    onChange()
  }

  // MARK: Facts

  public var status: ProgramStatus { locked { current } }
  /// Once it has ended.
  public var usage: ProgramUsage? { locked { used } }
  /// What it has written so far.
  public var standardOutput: String { locked { String(decoding: out, as: UTF8.self) } }
  public var standardError: String { locked { String(decoding: err, as: UTF8.self) } }

  /// Processor time used until now, in seconds, while it runs.
  public var processorTime: Double {
    if let used = usage { return used.processorTime }
    // All threads', to the nanosecond; /proc tells it in hundredths of a second.
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(processID, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return usage?.processorTime ?? 0
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bytes of memory at the peak until now.
  public var peakMemory: Int {
    if let used = usage { return used.peakMemory }
    guard let text = Spawn.contents(of: "/proc/\(processID)/status") else { return 0 }
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
    return 0
  }

  // MARK: Ending

  /// Waits until it has ended and all its output has been read.
  @discardableResult
  public func waitForExit(timeout: Double = 20) throws(ScreenError) -> ProgramStatus {
    let deadline = now() + timeout
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    func wait(until time: Double, _ condition: () -> Bool) {
      var limit = timespec(tv_sec: Int(time), tv_nsec: Int((time - time.rounded(.down)) * 1e9))
      while !condition() {
        if pthread_cond_timedwait(changed, lock, &limit) != 0 { return }
      }
    }
    wait(until: deadline) { current != .running }
    guard current != .running else {
      throw .timeout(waitingFor: "\(name) to exit", seconds: timeout, picture: nil)
    }
    // A child of its own may keep the pipes open for ever.
    wait(until: now() + 1) { openPipes == 0 }
    return current
  }

  /// Whether it ended after the test had sent it a signal.
  var wasEndedByTest: Bool { locked { wasKilledByUs } }

  /// Sends a signal to it alone.
  public func signal(_ signal: Int32) {
    locked {
      guard current == .running else { return }
      wasKilledByUs = true
      Glibc.kill(processID, signal)
    }
  }

  /// Ends it at once, as kill -9 does, and waits for that.
  public func kill() {
    signal(SIGKILL)
    _ = try? waitForExit()
  }

  /// Ends it and all processes that it started.
  func killGroup() {
    locked {
      if current == .running { wasKilledByUs = true }
      Glibc.kill(-processID, SIGKILL)
    }
    _ = try? waitForExit()
  }

  // MARK: Judging

  /// Throws where it wrote a warning or worse, crashed, or misused the protocol.
  ///
  /// Lines that contain one of `allowing` are passed over.
  public func expectQuiet(allowing: [String] = []) throws(ScreenError) {
    if case .killed(let signal) = status, !wasEndedByTest {
      throw .ended(name, how: "\(ProgramStatus.killed(signal: signal))", output: lastWords)
    }
    let lines = (standardError + "\n" + standardOutput).split(separator: "\n").map(String.init)
    let bad = Complaints.find(in: lines, allowing: allowing)
    if !bad.isEmpty { throw .notQuiet(name, lines: bad) }
    let trouble = complaints()
    if !trouble.isEmpty { throw .protocolTrouble(trouble) }
  }

  /// The end of what it wrote to standard error, else to standard output.
  public var lastWords: String {
    let text = standardError.isEmpty ? standardOutput : standardError
    return text.split(separator: "\n").suffix(20).joined(separator: "\n")
  }
}

/// Which lines of a program's output are complaints.
enum Complaints {
  /// What GLib's log, the Swift runtime and the sanitizers write.
  static let signs = [
    "-WARNING **", "-CRITICAL **", "-ERROR **", "-WARNING *", "** WARNING", "** CRITICAL",
    "** (", "Gtk-Message", "Gdk-Message", "GLib-GIO-Message", "GLib-Message", "Fatal error",
    "Swift runtime failure", "Precondition failed", "Assertion failed", "Simultaneous accesses",
    "runtime error:", "AddressSanitizer", "ThreadSanitizer", "LeakSanitizer", "Segmentation fault",
    "Bail out!",
  ]

  static func find(in lines: [String], allowing: [String]) -> [String] {
    lines.filter { line in
      signs.contains { contains(line, $0) } && !allowing.contains { contains(line, $0) }
    }
  }

  /// Whether `text` has `part` in it. (The standard library has it only with Foundation.)
  static func contains(_ text: String, _ part: String) -> Bool {
    text.withCString { t in part.withCString { strstr(t, $0) != nil } }
  }
}
