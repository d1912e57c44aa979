import Dispatch

/// Runs a store's work on its own queue, one job at a time.
///
/// Disk syncs block for milliseconds, sometimes for seconds: on the cooperative pool they would
/// delay all tasks.
final class StoreExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "org.plumbago.store", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
