import CGtk
import Testing

@testable import Gtk

@MainActor extension Settings.Key where Value == Double {
  fileprivate static var stabilizer: Self { Self("stabilizer", default: 0.25) }
}

@MainActor @Suite struct SettingsTests {
  private enum Hand: String {
    case left
    case right
  }

  private static let width = Settings.Key("width", default: 640)
  private static let hand = Settings.Key<Hand>("hand", default: .right)
  private static let size = Settings.Key<[Int]>(
    "size", default: [1],
    decode: { $0.isEmpty ? nil : $0.split(separator: "x").compactMap { Int($0) } },
    encode: { $0.map(String.init).joined(separator: "x") })

  @Test func `without a schema each key has its default and keeps what it is given`() {
    let settings = Settings(schema: "org.example.NotInstalled")
    #expect(settings[Self.width] == 640)
    #expect(settings[.stabilizer] == 0.25)
    #expect(settings[Self.hand] == .right)
    #expect(settings[Self.size] == [1])
    settings[Self.width] = 800
    settings[.stabilizer] = 1
    settings[Self.hand] = .left
    settings[Self.size] = [3, 4]
    #expect(settings[Self.width] == 800)
    #expect(settings[.stabilizer] == 1)
    #expect(settings[Self.hand] == .left)
    #expect(settings[Self.size] == [3, 4])
    #expect(Settings(schema: nil)[Self.width] == 640, "nobody shares what is in memory")
  }

  @Test func `a text that says nothing is the default`() {
    let settings = Settings(schema: nil)
    settings[Settings.Key("hand", default: "")] = "third"
    #expect(settings[Self.hand] == .right)
    settings[Self.size] = []
    #expect(settings[Self.size] == [1])
  }

  @Test func `changes of one key are told to its listeners until their subscription ends`() {
    let settings = Settings(schema: nil)
    var heard: [Double] = []
    var others = 0
    let subscription = settings.subscribe(to: .stabilizer) { heard.append($0) }
    let other = settings.subscribe(to: Self.width) { _ in others += 1 }
    settings[.stabilizer] = 0.5
    settings[.stabilizer] = 0.75
    subscription.cancel()
    settings[.stabilizer] = 1
    #expect(heard == [0.5, 0.75])
    #expect(others == 0)
    other.cancel()
  }

  @Test func `a schema that lacks a key keeps the others`() throws {
    // Installed with GTK.
    let id = "org.gtk.gtk4.Settings.ColorChooser"
    let schema = g_settings_schema_source_lookup(g_settings_schema_source_get_default(), id, 1)
    try #require(schema != nil)
    g_settings_schema_unref(schema)
    let settings = Settings(schema: id)
    let odd = Settings.Key("plumbago-odd-key", default: 3)
    #expect(settings[odd] == 3)
    settings[odd] = 4
    #expect(settings[odd] == 4)
    #expect(!settings[Settings.Key("custom-colors-that-are-none", default: false)])
  }
}
