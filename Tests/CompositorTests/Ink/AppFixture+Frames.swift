import InkModel
import TabletCompositor
import Testing

/// Counting the frames of the screen.
extension AppFixture {
  /// Which frame of the screen after an event has the answer to it; 1 for the next one.
  ///
  /// The screen takes a frame just before the event and the next one a tenth of a second later, so that a busy machine is
  /// no reason to be late: what is in the next frame did not wait for another one.
  ///
  /// - Parameters:
  ///   - box: What is looked at, in logical pixels of the screen.
  ///   - event: Sends it.
  ///   - isAnswer: Whether a picture of the box has the answer.
  func frame(
    with answer: String, in box: PixelBox, after event: () -> Void,
    where isAnswer: (Picture) -> Bool
  ) throws -> Int {
    let usual = screen.refresh
    screen.setRefresh(10)
    defer { screen.setRefresh(usual) }
    // Ends just after a frame.
    try screen.settle()
    screen.clearLog()
    screen.watch(box)
    defer { screen.watch(nil) }
    event()
    try screen.wait(for: answer, in: box, until: isAnswer)
    let sent = try #require(screen.sentEvents.first).time
    let captures = screen.captures.filter { $0.time > sent }
    let answered = try #require(captures.first { isAnswer($0.picture) }).time
    return screen.refreshTimes.filter { $0 > sent && $0 <= answered }.count + 1
  }
}
