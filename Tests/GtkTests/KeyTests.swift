import CGtk
import Gtk
import Testing

@MainActor @Suite struct KeyTests {
  @Test func `a key tells the character that it types`() {
    #expect(Key(GDK_KEY_a).character == "a")
    #expect(Key(GDK_KEY_adiaeresis).character == "ä")
    #expect(Key.left.character == nil)
  }

  @Test func `modifiers are a set`() {
    let held = Modifiers(GdkModifierType(GDK_SHIFT_MASK.rawValue | GDK_ALT_MASK.rawValue))
    #expect(held == [.shift, .alt])
    #expect(!held.isDisjoint(with: .shortcut))
    #expect(Modifiers.shift.isDisjoint(with: .shortcut))
  }
}
