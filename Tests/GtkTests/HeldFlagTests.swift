import CGtk
import Testing

@testable import Gtk

/// No display is needed: an action has a flag.
@MainActor @Suite struct HeldFlagTests {
  private let action = Object(UnsafeMutableRawPointer(g_simple_action_new("test", nil)!))

  private func hold() throws -> HeldFlag {
    try #require(HeldFlag("enabled", of: action))
  }

  @Test func `a flag that two hold is on again once both have let go, in either order`() throws {
    for isFirstFirst in [true, false] {
      #expect(action.bool("enabled"))
      let first = try hold()
      let second = try hold()
      #expect(!action.bool("enabled"))
      let (early, late) = isFirstFirst ? (first, second) : (second, first)
      // Twice is once.
      early.release()
      early.release()
      #expect(!action.bool("enabled"))
      late.release()
      #expect(action.bool("enabled"))
    }
    g_object_unref(action.raw)
  }

  @Test func `a flag that is off without a holder is nobody's to switch on`() throws {
    action.set("enabled", false)
    let holder = HeldFlag("enabled", of: action)
    #expect(holder == nil)
    #expect(!action.bool("enabled"))
    g_object_unref(action.raw)
  }

  @Test func `a holder that goes lets go`() throws {
    var holder: HeldFlag? = try hold()
    #expect(!action.bool("enabled"))
    _ = holder
    holder = nil
    #expect(action.bool("enabled"))
    g_object_unref(action.raw)
  }
}
