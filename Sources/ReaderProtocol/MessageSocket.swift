import Glibc

/// Whole messages over a socket.
public struct MessageSocket: Sendable {
  public let descriptor: Int32

  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  public enum Failure: Error, Hashable, Sendable {
    /// The other end is closed.
    case closed
    /// The time is over.
    case late
    /// What came is no message.
    case garbage
  }

  public func send(_ message: [UInt8]) throws(Failure) {
    let length = UInt32(message.count).littleEndian
    var all = withUnsafeBytes(of: length) { Array($0) }
    all += message
    var sent = 0
    while sent < all.count {
      let n = all.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sent, all.count - sent, Int32(MSG_NOSIGNAL))
      }
      if n < 0, errno == EINTR { continue }
      guard n > 0 else { throw .closed }
      sent += n
    }
  }

  /// - Parameter milliseconds: For all of it; `nil` waits for ever.
  public func receive(within milliseconds: Int? = nil) throws(Failure) -> [UInt8] {
    let end = milliseconds.map { Self.now + $0 }
    let head = try receive(4, until: end)
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length > 0, length <= ReaderLimits.messageBytes else { throw .garbage }
    return try receive(length, until: end)
  }

  private func receive(_ count: Int, until end: Int?) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while bytes.count < count {
      if let end {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let left = end - Self.now
        guard left > 0 else { throw .late }
        let n = poll(&waiting, 1, Int32(clamping: left))
        if n < 0, errno == EINTR { continue }
        guard n >= 0 else { throw .closed }
        guard n > 0 else { throw .late }
      }
      let wanted = min(count - bytes.count, buffer.count)
      let n = recv(descriptor, &buffer, wanted, 0)
      if n < 0, errno == EINTR { continue }
      guard n > 0 else { throw .closed }
      bytes += buffer[..<n]
    }
    return bytes
  }

  /// Milliseconds of a clock that only goes forward.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
