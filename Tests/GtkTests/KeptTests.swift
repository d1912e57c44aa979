import CGtk
import Testing

@testable import Gtk

@MainActor @Suite struct KeptTests {
  /// Whether an object has gone, without keeping it.
  private final class Watch {
    var isGone = false

    init(_ object: UnsafeMutableRawPointer) {
      g_object_weak_ref(
        object.object,
        { data, _ in Unmanaged<Watch>.fromOpaque(data!).takeUnretainedValue().isGone = true },
        Unmanaged.passUnretained(self).toOpaque())
    }
  }

  @Test func `a handle keeps nothing and what is kept lives on`() {
    let raw = UnsafeMutableRawPointer(g_simple_action_new("test", nil)!)
    let watch = Watch(raw)
    var kept: Kept<Object>? = Kept(Object(raw))
    g_object_unref(raw)
    #expect(!watch.isGone)
    _ = kept
    kept = nil
    #expect(watch.isGone)
  }

  @Test func `a menu keeps the menus that lie in it`() {
    let menu = Menu {
      $0.section("one") { $0.item("Undo", "win.undo") }
      $0.submenu("two") { $0.item("Fit", "win.zoom", target: "fit") }
    }
    #expect(g_menu_model_get_n_items(menu.model) == 2)
    #expect(g_menu_model_get_n_items(g_menu_model_get_item_link(menu.model, 0, "section")) == 1)
  }

  @Test func `an action shows the state that it is given and tells what is asked for`() {
    var asked: [Bool] = []
    let action = Action("grid", isOn: false) { asked.append($0) }
    action.activate()
    action.setState(true)
    action.activate()
    #expect(asked == [true, false])
    action.isEnabled = false
    action.activate()
    #expect(asked.count == 2)
  }
}
