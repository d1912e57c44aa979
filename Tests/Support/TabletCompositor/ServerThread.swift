import CWaylandServer
import Glibc

/// Runs a ``Server`` on a thread of its own and lets other threads ask things of it.
///
/// Unchecked: the server is touched only on its thread; jobs, the generation and the flags are
/// guarded by `lock`.
final class ServerThread: @unchecked Sendable {
  private final class Job {
    /// Taken away before the sender is told, since it lives only as long as the sender waits.
    var body: (() -> Void)?
    let done: UnsafeMutablePointer<sem_t>

    init(_ done: UnsafeMutablePointer<sem_t>, _ body: @escaping () -> Void) {
      self.body = body
      self.done = done
    }
  }

  private let server: Server
  private var thread = pthread_t()
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let wake: Int32
  private var jobs: [Job] = []
  private var generation: UInt64 = 0
  private var isStopping = false
  private var isOver = false
  private var wakeSource: OpaquePointer?

  init(_ make: () throws(ScreenError) -> Server) throws(ScreenError) {
    server = try make()
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    wake = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
    guard wake >= 0 else { throw .system("making a wake-up descriptor", code: errno) }
    server.onEvent = { [unowned self] in advance() }
    let this = Unmanaged.passUnretained(self).toOpaque()
    wakeSource = wl_event_loop_add_fd(
      server.loop, wake, UInt32(WL_EVENT_READABLE),
      { _, _, data in
        if let data { Unmanaged<ServerThread>.fromOpaque(data).takeUnretainedValue().runJobs() }
        return 0
      }, this)
    let code = pthread_create(
      &thread, nil,
      { data in
        if let data {
          Unmanaged<ServerThread>.fromOpaque(data).takeUnretainedValue().turn()
        }
        return nil
      }, this)
    guard code == 0 else { throw .system("starting the compositor's thread", code: code) }
  }

  deinit {
    stop()
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
    close(wake)
  }

  /// The thread's life.
  private func turn() {
    while true {
      wl_event_loop_dispatch(server.loop, -1)
      server.turnEnded()
      pthread_mutex_lock(lock)
      let stop = isStopping
      pthread_mutex_unlock(lock)
      if stop { break }
    }
    if let wakeSource { wl_event_source_remove(wakeSource) }
    server.shutDown()
  }

  private func runJobs() {
    var count: UInt64 = 0
    _ = read(wake, &count, 8)
    while true {
      pthread_mutex_lock(lock)
      let job = jobs.isEmpty ? nil : jobs.removeFirst()
      pthread_mutex_unlock(lock)
      guard let job else { return }
      job.body?()
      job.body = nil
      // Sent at once, each with the time that its sender noted.
      wl_display_flush_clients(server.display)
      sem_post(job.done)
    }
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
  }

  /// Runs `body` on the server's thread and waits for its result.
  func run<Answer, Failure: Error>(
    _ body: (Server) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    if pthread_equal(pthread_self(), thread) != 0 { return try body(server) }
    var answer: Result<Answer, Failure>?
    let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(done, 0, 0)
    defer {
      sem_destroy(done)
      done.deallocate()
    }
    withoutActuallyEscaping(body) { body in
      pthread_mutex_lock(lock)
      precondition(!isOver, "the screen is closed")
      jobs.append(
        Job(done) { [server] in
          do throws(Failure) {
            answer = .success(try body(server))
          } catch {
            answer = .failure(error)
          }
        })
      pthread_mutex_unlock(lock)
      ring()
      while sem_wait(done) != 0 {}
    }
    guard let answer else { preconditionFailure("the job was posted and has run") }
    return try answer.get()
  }

  /// Notes that something happened which a test may be waiting for.
  ///
  /// Any thread.
  func advance() {
    pthread_mutex_lock(lock)
    generation += 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// Calls `probe` on the server's thread after each event, until it returns a value;
  /// `nil` once `deadline` (monotonic seconds) has passed.
  ///
  /// `every` also asks after that many seconds without an event.
  func wait<Answer>(
    until deadline: Double, every: Double = 0.02, _ probe: (Server) -> Answer?
  ) -> Answer? {
    while true {
      pthread_mutex_lock(lock)
      let seen = generation
      pthread_mutex_unlock(lock)
      if let answer = run(probe) { return answer }
      let time = now()
      if time >= deadline { return nil }
      let until = min(deadline, time + every)
      var limit = timespec(
        tv_sec: Int(until), tv_nsec: Int((until - until.rounded(.down)) * 1e9))
      pthread_mutex_lock(lock)
      while generation == seen {
        if pthread_cond_timedwait(changed, lock, &limit) != 0 { break }
      }
      pthread_mutex_unlock(lock)
    }
  }

  /// Ends the thread and the server.
  ///
  /// Idempotent.
  func stop() {
    pthread_mutex_lock(lock)
    let first = !isOver
    isOver = true
    isStopping = true
    pthread_mutex_unlock(lock)
    guard first else { return }
    ring()
    pthread_join(thread, nil)
  }
}
