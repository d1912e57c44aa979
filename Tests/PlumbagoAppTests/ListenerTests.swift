import Gtk
import Testing

@testable import PlumbagoApp

/// What a window listens to outlives it: the listening ends with the window.
@MainActor
@Suite("Listeners") struct ListenerTests {
  /// As a window has them: together, for as long as it lives.
  private final class Listener {
    var subscriptions: [Subscription] = []
  }

  @Test func `whoever has gone is told of no setting any more`() {
    let settings = Settings(schema: nil)
    var told: [Double] = []
    var listener: Listener? = Listener()
    settings.subscribe(to: .stabilizer) { told.append($0) }.store(in: &listener!.subscriptions)
    settings[.stabilizer] = 0.25
    listener = nil
    settings[.stabilizer] = 0.5
    #expect(told == [0.25])
  }

  @Test func `fifty that have come and gone leave nothing behind`() {
    for listeners in [Appearance.shared.listeners, SharedToolPicker.shared.listeners] {
      let before = listeners.count
      for _ in 0..<50 {
        let listener = Listener()
        listeners.subscribe {}.store(in: &listener.subscriptions)
        #expect(listeners.count == before + 1)
      }
      #expect(listeners.count == before)
    }
  }

  @Test
  func `every setting is read as it was written, and a text that says nothing as the default`() {
    let settings = Settings(schema: nil)
    #expect(settings[.hand] == nil && settings[.finger] == .automatic && settings[.showsTools])
    settings[.hand] = .left
    settings[.finger] = .draw
    settings[.showsTools] = false
    settings[.penButtons][.lower].single = .undo
    settings[.pad].ring = .size
    #expect(settings[.hand] == .left && settings[.finger] == .draw && !settings[.showsTools])
    #expect(settings[.penButtons][.lower].single == .undo && settings[.pad].ring == .size)
    settings[.hand] = nil
    #expect(settings[.hand] == nil)
  }
}
