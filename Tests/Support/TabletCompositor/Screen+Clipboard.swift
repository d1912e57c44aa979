import Glibc
import InkModel

extension Screen {
  /// The types that what is on the clipboard can be had in; empty where nothing is.
  public var clipboardTypes: [String] { thread.run { $0.dataExchange.selection?.types ?? [] } }

  /// Puts data on the clipboard, as another program would.
  public func setClipboard(_ contents: [(type: String, bytes: [UInt8])]) {
    thread.run { $0.dataExchange.setSelection(TestData(contents)) }
  }

  public func setClipboard(text: String) {
    let bytes = Array(text.utf8)
    setClipboard([
      ("text/plain;charset=utf-8", bytes), ("UTF8_STRING", bytes), ("text/plain", bytes),
    ])
  }

  /// Reads what is on the clipboard; `nil` where nothing of that type is.
  public func clipboard(_ type: String, timeout: Double = 20) throws(ScreenError) -> [UInt8]? {
    try bytes(type, timeout) { $0.selection }
  }

  private func bytes(
    _ type: String, _ timeout: Double, from source: @Sendable (DataExchange) -> (any DataProvider)?
  ) throws(ScreenError) -> [UInt8]? {
    let ends = try Spawn.pipe()
    defer { Glibc.close(ends.read) }
    let isThere = thread.run { server in
      guard let provider = source(server.dataExchange), provider.types.contains(type) else {
        Glibc.close(ends.write)
        return false
      }
      provider.send(type, to: ends.write)
      return true
    }
    guard isThere else { return nil }
    let deadline = now() + timeout
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      var wait = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, (deadline - now()) * 1000))
      guard poll(&wait, 1, left) > 0 else {
        throw .timeout(
          waitingFor: "a program to hand over \(type)", seconds: timeout,
          picture: nil)
      }
      let n = read(ends.read, &buffer, buffer.count)
      if n <= 0 { return bytes }
      bytes += buffer[..<n]
    }
  }

  /// The text on the clipboard; `nil` where there is none.
  public func clipboardText(timeout: Double = 20) throws(ScreenError) -> String? {
    for type in ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"] {
      if let bytes = try clipboard(type, timeout: timeout) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return nil
  }

  /// Waits until something of a type is on the clipboard.
  public func waitForClipboard(_ type: String, timeout: Double = 20) throws(ScreenError) {
    try wait("\(type) on the clipboard", timeout: timeout) { server in
      server.dataExchange.selection?.types.contains(type) == true ? () : nil
    }
  }

  // MARK: Dragging out

  /// Reads what a program drags, once it does, as the program below the pointer would; `nil` where it has no such type.
  public func dragged(_ type: String, timeout: Double = 20) throws(ScreenError) -> [UInt8]? {
    try wait("a program to drag something", timeout: timeout) { server in
      server.dataExchange.draggedData.map { _ in () }
    }
    return try bytes(type, timeout) { $0.draggedData }
  }

  // MARK: Dropping

  /// Drags data over a point, as another program would, and drops it there once the program below says that it takes
  /// it; returns when that has taken it.
  public func drop(
    _ contents: [(type: String, bytes: [UInt8])], at p: Point, timeout: Double = 20
  ) throws(ScreenError) {
    let data = TestData(contents)
    thread.run { $0.dataExchange.drag(data, over: p) }
    try wait("what is dragged to be accepted", timeout: timeout) { server in
      server.dataExchange.isDragAccepted ? () : nil
    }
    thread.run { $0.dataExchange.drop() }
    try wait("what was dropped to be taken", timeout: timeout) { _ in data.isFinished ? () : nil }
  }

  /// Drags data over a point and away again; whether the program below would have taken it.
  public func wouldTake(
    _ contents: [(type: String, bytes: [UInt8])], at p: Point
  ) throws(ScreenError) -> Bool {
    let data = TestData(contents)
    thread.run { $0.dataExchange.drag(data, over: p) }
    try settle()
    return thread.run { server in
      defer { server.dataExchange.endDrag() }
      return server.dataExchange.isDragAccepted
    }
  }
}
