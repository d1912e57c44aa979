import CGtk
import Testing

@testable import Gtk

/// No display is needed: actions are objects with signals.
@MainActor @Suite struct SignalTests {
  private let action: UnsafeMutableRawPointer = UnsafeMutableRawPointer(
    g_simple_action_new("test", nil))

  private var activated: Signal<Void, Variant?> { Signal(action, "activate") }

  @Test func `a handler hears its signal as long as the object lives`() {
    var count = 0
    activated.connect { _ in count += 1 }
    g_action_activate(action.opaque, nil)
    g_action_activate(action.opaque, nil)
    #expect(count == 2)
    g_object_unref(action)
  }

  @Test func `what a handler captures goes with the object`() {
    final class Captured {}
    weak var captured: Captured?
    do {
      let strong = Captured()
      captured = strong
      activated.connect { _ in _ = strong }
    }
    #expect(captured != nil)
    g_object_unref(action)
    #expect(captured == nil)
  }

  @Test func `a subscription ends when it is cancelled, and again does nothing`() {
    var count = 0
    let subscription = activated.subscribe { _ in count += 1 }
    g_action_activate(action.opaque, nil)
    subscription.cancel()
    subscription.cancel()
    g_action_activate(action.opaque, nil)
    #expect(count == 1)
    g_object_unref(action)
  }

  @Test func `a subscription ends with its owner, and lets go of what it captured`() {
    final class Owner { var bag: [Subscription] = [] }
    final class Captured { var count = 0 }
    var owner: Owner? = Owner()
    weak var weakly: Captured?
    do {
      let captured = Captured()
      weakly = captured
      if owner != nil { activated.subscribe { _ in captured.count += 1 }.store(in: &owner!.bag) }
    }
    g_action_activate(action.opaque, nil)
    #expect(weakly?.count == 1)
    owner = nil
    #expect(weakly == nil)
    g_action_activate(action.opaque, nil)
    g_object_unref(action)
  }

  @Test func `a subscription outlives its object unharmed`() {
    let subscription = activated.subscribe { _ in Issue.record("nobody activates it") }
    g_object_unref(action)
    subscription.cancel()
  }

  @Test func `a handler may end its own subscription`() {
    var subscription: Subscription?
    var count = 0
    subscription = activated.subscribe { _ in
      subscription?.cancel()
      subscription = nil
      count += 1
    }
    for _ in 0..<3 { g_action_activate(action.opaque, nil) }
    #expect(count == 1)
    g_object_unref(action)
  }

  @Test func `arguments arrive in their order and by their types`() {
    let menu = g_menu_new()!
    var heard: [[Int]] = []
    Signal<Void, Int, Int, Int>(menu, "items-changed").connect { heard.append([$0, $1, $2]) }
    g_menu_append(menu, "first", nil)
    g_menu_append(menu, "second", nil)
    g_menu_remove(menu, 0)
    #expect(heard == [[0, 0, 1], [1, 0, 1], [0, 1, 0]])
    g_object_unref(menu.raw)
  }

  @Test func `a variant is read as what it is`() {
    var texts: [String] = []
    let named = Action("open", taking: { (text: String) in texts.append(text) })
    g_action_activate(named.pointer, g_variant_new_string("paper"))
    #expect(texts == ["paper"])
    #expect(Variant(g_variant_new_boolean(1)).value(Bool.self) == true)
  }

  @Test func `what a handler answers is the emission's answer`() {
    // GApplication takes an exit status from its handlers; a GCancellable's signal has no result.
    let application = g_application_new("org.example.Test", GApplicationFlags(0))!
    var asked = 0
    Signal<Bool>(application, "name-lost").connect {
      asked += 1
      return true
    }
    var answer = GValue()
    g_value_init(&answer, .boolean)
    var instance = GValue()
    g_value_init(&instance, g_application_get_type())
    g_value_set_object(&instance, application)
    g_signal_emitv(&instance, g_signal_lookup("name-lost", g_application_get_type()), 0, &answer)
    #expect(asked == 1)
    #expect(g_value_get_boolean(&answer) != 0)
    g_value_unset(&instance)
    g_object_unref(application)
  }

  @Test func `a change of a property is told by its name`() {
    var count = 0
    action.notify("enabled").connect { count += 1 }
    g_simple_action_set_enabled(action.opaque, 0)
    g_simple_action_set_enabled(action.opaque, 0)
    #expect(count == 1)
    g_object_unref(action)
  }
}
