import GtkInk
import InkModel
import Testing

/// When strokes in progress are shown ahead of frames.
@MainActor @Suite struct FastInkTests {
  @Test func `automatic leaves ink to frames for a minute after a layer was in vain`() {
    let now = MonotonicClock.system.now
    #expect(FastInk.automatic.isWanted(since: nil))
    #expect(!FastInk.automatic.isWanted(since: now))
    #expect(!FastInk.automatic.isWanted(since: now - 50))
    #expect(FastInk.automatic.isWanted(since: now - 61))
    #expect(FastInk.on.isWanted(since: now))
    #expect(!FastInk.off.isWanted(since: nil))
  }
}
