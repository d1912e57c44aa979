import Dispatch

/// Runs a store's work on a queue of its own, one job at a time.
///
/// Disk syncs block for milliseconds, on a bad day for seconds: on the cooperative pool they would
/// hold up everyone's tasks.
final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "org.plumbago.store", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
