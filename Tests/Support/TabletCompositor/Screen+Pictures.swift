import Glibc
import InkModel

extension Screen {
  // MARK: Pictures

  /// What the screen shows now, in physical pixels.
  ///
  /// The mouse's cursor is not in it.
  public func screenshot() -> Picture {
    thread.run { $0.scene.picture(of: $0.output.bounds) }
  }

  /// What a part of the screen shows now; `box` in logical pixels.
  public func screenshot(of box: PixelBox) -> Picture {
    thread.run { $0.scene.picture(of: box) }
  }

  /// The pixel at a point of the screen (logical pixels).
  public func pixel(at p: Point) -> Pixel {
    let x = Int(p.x.rounded(.down))
    let y = Int(p.y.rounded(.down))
    return screenshot(of: PixelBox(x: x, y: y, width: 1, height: 1))[0, 0]
  }

  // MARK: Windows

  /// Open windows, bottom to top.
  public var windows: [Window] {
    thread.run { server in
      server.shell.toplevels.map { Window(screen: self, number: $0.number) }
    }
  }

  /// How many menus, popovers and tooltips are open.
  public var popupCount: Int { thread.run { $0.shell.popups.count { $0.isVisible } } }

  /// Where they are on the screen, without their shadows, bottom to top; logical pixels.
  public var popups: [PixelBox] {
    thread.run { $0.shell.popups.filter(\.isVisible).map(\.xdgSurface.frame) }
  }

  /// The first window that satisfies `condition`, once there is one and it has been drawn.
  public func waitForWindow(
    timeout: Double = 30, where condition: (Window) -> Bool = { _ in true }
  ) throws(ScreenError) -> Window {
    try wait("a window", timeout: timeout) { _ in self.windows.first(where: condition) }
  }

  /// Waits until `count` windows are open.
  public func waitForWindows(_ count: Int, timeout: Double = 30) throws(ScreenError) {
    try wait("\(count) open windows", timeout: timeout) { server in
      server.shell.toplevels.count == count ? () : nil
    }
  }

  /// Waits until `count` popups are open.
  public func waitForPopups(_ count: Int, timeout: Double = 20) throws(ScreenError) {
    try wait("\(count) open popups", timeout: timeout) { server in
      server.shell.popups.count { $0.isVisible } == count ? () : nil
    }
  }

  // MARK: Waiting

  /// Waits until `probe` returns a value.
  ///
  /// A program that ends meanwhile with an error, or crashes, ends the waiting; on a timeout the
  /// screen's picture is saved and named in the error.
  @discardableResult
  func wait<Answer>(
    _ what: String, timeout: Double, _ probe: (Server) -> Answer?
  ) throws(ScreenError) -> Answer {
    var failed: Program?
    let answer: Answer?? = thread.wait(until: now() + timeout) { server in
      if let answer = probe(server) { return .some(answer) }
      failed = failedProgram()
      return failed == nil ? nil : .some(nil)
    }
    if let answer, let answer { return answer }
    if let failed {
      _ = try? failed.waitForExit(timeout: 2)
      throw .ended(
        failed.name, how: "\(failed.status) while the test waited for \(what)",
        output: failed.lastWords)
    }
    throw .timeout(waitingFor: what, seconds: timeout, picture: savePictureOfFailure())
  }

  /// Waits until the screen satisfies `condition`, which sees a part of it (all unless `box`,
  /// in logical pixels, is given).
  @discardableResult
  public func wait(
    for what: String, in box: PixelBox? = nil, timeout: Double = 20,
    until condition: (Picture) -> Bool
  ) throws(ScreenError) -> Picture {
    var seen = -1.0
    return try wait(what, timeout: timeout) { server in
      // Nothing new to see.
      guard server.log.lastChange != seen else { return nil }
      seen = server.log.lastChange
      let picture = server.scene.picture(of: box ?? server.output.bounds)
      return condition(picture) ? picture : nil
    }
  }

  /// Waits until programs have acted upon everything they were sent.
  ///
  /// A program that answers a ping has read its events, but a toolkit may still have them in a
  /// queue, some of them until its next frame. So its main thread must also have gone to sleep,
  /// and again after the next refresh. What its other threads do is not waited for.
  public func settle(timeout: Double = 20) throws(ScreenError) {
    let deadline = now() + timeout
    try waitUntilRead(timeout: timeout)
    try asleep(until: deadline, timeout)
    let refreshes = thread.run { $0.refreshCount }
    try wait("the next refresh", timeout: timeout) { $0.refreshCount > refreshes ? () : nil }
    try waitUntilRead(timeout: timeout)
    try asleep(until: deadline, timeout)
  }

  /// Waits until programs have read everything they were sent, not that they have acted upon it.
  ///
  /// A program that is sent much more than it reads is dropped once its socket and the buffer before
  /// it are full: after about a second of a pen.
  public func waitUntilRead(timeout: Double = 20) throws(ScreenError) {
    let questions = thread.run { $0.shell.ping() }
    try wait("programs to read their events", timeout: timeout) { server in
      server.shell.awaits(questions) ? nil : ()
    }
  }

  /// Waits until the main thread of every program has been seen asleep three times in a row.
  private func asleep(until deadline: Double, _ timeout: Double) throws(ScreenError) {
    var seen = 0
    while seen < 3 {
      let others = thread.run { $0.shell.processes }
      seen = others.allSatisfy(Spawn.isAsleep) ? seen + 1 : 0
      if now() > deadline {
        throw .timeout(
          waitingFor: "programs to come to rest", seconds: timeout, picture: savePictureOfFailure())
      }
      pause(0.001)
    }
  }

  /// Waits until programs have read everything they were sent and nothing on the screen has
  /// changed for `period` seconds; returns what it shows then.
  @discardableResult
  public func waitUntilStill(
    for period: Double = 0.15, timeout: Double = 20
  ) throws(ScreenError) -> Picture {
    try settle(timeout: timeout)
    let start = now()
    return try wait("the picture to stand still", timeout: timeout) { server in
      now() - max(start, server.log.lastChange) >= period
        ? server.scene.picture(of: server.output.bounds) : nil
    }
  }

  /// Saves the screen where failed tests leave their pictures; `nil` where that fails too.
  func savePictureOfFailure() -> String? {
    let folder =
      Environment.value("PLUMBAGO_TEST_PICTURES") ?? Environment.value("TMPDIR") ?? "/tmp"
    mkdir(folder, 0o755)
    let path = "\(folder)/plumbago-screen-\(getpid())-\(Int(now() * 1000)).png"
    do throws(ScreenError) {
      try screenshot().savePNG(path)
      return path
    } catch {
      return nil
    }
  }

  // MARK: The log

  /// Every commit since the start, or since ``clearLog()``.
  public var commits: [Commit] { thread.run { $0.log.commits } }

  /// The times of the monitor's refreshes since then.
  public var refreshTimes: [Double] { thread.run { $0.log.refreshes } }

  /// The picture of the watched part of the screen after each commit that changed it.
  public var captures: [Capture] { thread.run { $0.log.captures } }

  /// Every event sent by the pen, fingers, mouse and keys since then, with its time.
  public var sentEvents: [SentEvent] { thread.run { $0.log.sent } }

  /// Forgets what is in the log.
  public func clearLog() { thread.run { $0.log.clear() } }

  /// Captures a part of the screen (logical pixels) after each commit that changes it; `nil` ends
  /// that.
  public func watch(_ box: PixelBox?) { thread.run { $0.log.watched = box } }

  /// Follows everything that draws, a pen or a finger in contact or the mouse with a button down,
  /// until ink appears under it; see ``inkResponses``.
  ///
  /// A sample counts as answered by the first commit after which the pixel under it is another
  /// colour, and at once where it already is another one than when following began: a program may
  /// know where the pen goes. So strokes must run over paper that they have not inked yet.
  ///
  /// - Parameter reach: How many pixels beside it count as under it: more than 0 for programs that
  ///   smooth the line, less than half the distance from one sample to the next.
  public func followInk(_ on: Bool = true, within reach: Int = 0) {
    thread.run { $0.log.followInk(on, within: reach, scene: $0.scene) }
  }

  /// One for each sample sent in contact while ``followInk(_:)`` was on, in order.
  public var inkResponses: [InkResponse] { thread.run { $0.log.responses } }

  /// What programs did wrong in the protocol, or asked for in vain, since last asked.
  public func takeComplaints() -> [String] { thread.run { $0.takeComplaints() } }
}
