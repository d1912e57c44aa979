import Testing

/// All tests that have a screen, one after the other: they measure pixels and time.
@Suite(.serialized) struct CompositorTests {}
