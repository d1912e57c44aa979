import ScreenTesting
import Testing

/// All tests here that have a screen, one after the other: they measure pixels and time.
@Suite(.oneScreenAtATime) struct CompositorTests {}
