import Glibc

/// Moves bytes through pipes without holding up the compositor's thread.
enum PipeWriter {
  /// Unchecked: handed over to the one thread that uses and frees it.
  private final class Job: @unchecked Sendable {
    let bytes: [UInt8]
    let descriptor: Int32
    init(_ bytes: [UInt8], _ descriptor: Int32) {
      self.bytes = bytes
      self.descriptor = descriptor
    }
  }

  /// Writes everything and closes `descriptor`, on a thread of its own.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(bytes, descriptor))
    let code = pthread_create(
      &thread, nil,
      { data in
        guard let data else { return nil }
        let job = Unmanaged<Job>.fromOpaque(data).takeRetainedValue()
        // A reader that went away is no reason to end the whole process.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        var done = 0
        while done < job.bytes.count {
          let n = job.bytes[done...].withUnsafeBytes {
            Glibc.write(job.descriptor, $0.baseAddress, $0.count)
          }
          if n <= 0 { break }
          done += n
        }
        close(job.descriptor)
        return nil
      }, job.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      job.release()
      close(descriptor)
    }
  }
}
