import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// The app's settings, with a working default for each where the schema is not installed.
final class Settings {
  static let shared = Settings()

  /// Which paper the app shows.
  enum ColorScheme: String {
    case system
    case light
    case dark
  }

  private let store: UnsafeMutablePointer<GSettings>?
  private var listeners: [String: [() -> Void]] = [:]

  private init() {
    // g_settings_new aborts without a schema, so look first.
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, Installation.applicationID, 1)
    else {
      store = nil
      return
    }
    store = g_settings_new_full(schema, nil, nil)
    g_settings_schema_unref(schema)
  }

  var windowSize: (width: Int, height: Int) {
    get {
      guard let store else { return (1000, 720) }
      return (
        Int(g_settings_get_int(store, "window-width")),
        Int(g_settings_get_int(store, "window-height"))
      )
    }
    set {
      guard let store else { return }
      g_settings_set_int(store, "window-width", CInt(newValue.width))
      g_settings_set_int(store, "window-height", CInt(newValue.height))
    }
  }

  var isMaximized: Bool {
    get { store.map { g_settings_get_boolean($0, "window-maximized") != 0 } ?? false }
    set { if let store { g_settings_set_boolean(store, "window-maximized", newValue ? 1 : 0) } }
  }

  // MARK: Changes

  /// Tells whenever the setting of this name has changed, by whomever.
  func onChange(of key: String, _ body: @escaping () -> Void) {
    if listeners[key] == nil, let store {
      RawSignal.connect1(store, "changed::" + key) { [weak self] _ in self?.changed(key) }
      // GSettings tells of a key only once it has been read.
      g_variant_unref(g_settings_get_value(store, key))
    }
    listeners[key, default: []].append(body)
  }

  private func changed(_ key: String) {
    for listener in listeners[key] ?? [] { listener() }
  }

  // MARK: Ink

  private var unsavedFastInk = FastInk.automatic

  /// `PLUMBAGO_FAST_INK` in the environment wins over what is stored.
  var fastInk: FastInk {
    get {
      if let value = getenv("PLUMBAGO_FAST_INK").flatMap({ FastInk(rawValue: String(cString: $0)) })
      {
        return value
      }
      guard let store, let text = takeString(g_settings_get_string(store, "fast-ink")) else {
        return unsavedFastInk
      }
      return FastInk(rawValue: text) ?? .automatic
    }
    set {
      unsavedFastInk = newValue
      guard let store else { return changed("fast-ink") }
      g_settings_set_string(store, "fast-ink", newValue.rawValue)
    }
  }

  private var unsavedStabilizer = 0.0

  /// How much lines are steadied, 0 … 1.
  var stabilizer: Double {
    get { store.map { g_settings_get_double($0, "stabilizer") } ?? unsavedStabilizer }
    set {
      let value = newValue.isNaN ? 0 : min(max(newValue, 0), 1)
      unsavedStabilizer = value
      guard let store else { return changed("stabilizer") }
      g_settings_set_double(store, "stabilizer", value)
    }
  }

  private var unsavedForceCurve = ForceCurve.identity

  /// What the hand's force comes to be before a brush sees it.
  var forceCurve: ForceCurve {
    get { store == nil ? unsavedForceCurve : ForceCurve(string("force-curve")) ?? .identity }
    set {
      unsavedForceCurve = newValue
      guard store != nil else { return changed("force-curve") }
      set("force-curve", newValue == .identity ? "" : newValue.text)
    }
  }

  // MARK: Light and dark

  /// Kept here where there is no store, so that the menu works all the same.
  private var unsavedScheme = ColorScheme.system

  var colorScheme: ColorScheme {
    get {
      guard let store, let text = g_settings_get_string(store, "color-scheme") else {
        return unsavedScheme
      }
      defer { g_free(text) }
      return ColorScheme(rawValue: String(cString: text)) ?? .system
    }
    set {
      unsavedScheme = newValue
      guard let store else { return changed("color-scheme") }
      g_settings_set_string(store, "color-scheme", newValue.rawValue)
    }
  }

  /// What the hand holds and how it is set, as ``Canvas/ToolPicker/text`` writes it.
  var toolPicker: String {
    get { string("tool-picker") }
    set { set("tool-picker", newValue) }
  }

  private var unsavedNewDrawing = DrawingSettings.standard

  /// What new drawings are on.
  var newDrawing: DrawingSettings {
    get { store == nil ? unsavedNewDrawing : DrawingSettings(text: string("new-drawing")) }
    set {
      unsavedNewDrawing = newValue
      set("new-drawing", newValue.text)
    }
  }

  /// Where the picker stands, as ``Canvas/PickerPlaces/text`` writes it.
  var toolPlaces: String {
    get { string("tool-picker-places") }
    set { set("tool-picker-places", newValue) }
  }

  /// Kept here where there is no store.
  private var unsavedHand: Hand?

  /// The hand that draws, `nil` while nobody has said.
  var hand: Hand? {
    get { store == nil ? unsavedHand : Hand(rawValue: string("hand")) }
    set {
      unsavedHand = newValue
      guard store != nil else { return changed("hand") }
      set("hand", newValue?.rawValue ?? "ask")
    }
  }

  // MARK: Touch

  private var unsavedFinger = FingerMode.automatic
  private var unsavedFlags: [String: Bool] = [:]

  /// What one finger does on the paper.
  var finger: FingerMode {
    get { store == nil ? unsavedFinger : FingerMode(rawValue: string("finger")) ?? .automatic }
    set {
      unsavedFinger = newValue
      guard store != nil else { return changed("finger") }
      set("finger", newValue.rawValue)
    }
  }

  /// A pen has been seen on this machine.
  var penSeen: Bool {
    get { flag("pen-seen") }
    set { setFlag("pen-seen", newValue) }
  }

  /// Whether one finger draws now.
  var fingerDraws: Bool { finger.draws(penSeen: penSeen) }

  /// Two fingers of the other hand move the paper while the pen is near.
  var pansBesidePen: Bool {
    get { flag("pan-beside-pen") }
    set { setFlag("pan-beside-pen", newValue) }
  }

  /// The hint about gestures was shown.
  var gesturesWereTold: Bool {
    get { flag("gestures-told") }
    set { setFlag("gestures-told", newValue) }
  }

  /// A switch, which is off at first unless the schema and `usually` say otherwise.
  func flag(_ key: String, usually: Bool = false) -> Bool {
    store.map { g_settings_get_boolean($0, key) != 0 } ?? unsavedFlags[key] ?? usually
  }

  func setFlag(_ key: String, _ isOn: Bool, usually: Bool = false) {
    guard isOn != flag(key, usually: usually) else { return }
    unsavedFlags[key] = isOn
    guard let store else { return changed(key) }
    g_settings_set_boolean(store, key, isOn ? 1 : 0)
  }

  /// What this process shows in spite of what is stored.
  private var showsToolsHere: Bool? =
    switch environment("PLUMBAGO_TOOLS") {
    case "hidden": false
    case "shown": true
    default: nil
    }

  /// Whether the tools are on the paper.
  ///
  /// `PLUMBAGO_TOOLS` in the environment, `hidden` or `shown`, wins over what is stored until the
  /// user decides.
  var showsTools: Bool {
    get {
      showsToolsHere ?? store.map { g_settings_get_boolean($0, "show-tools") != 0 } ?? true
    }
    set {
      guard newValue != showsTools else { return }
      guard let store else {
        showsToolsHere = newValue
        return changed("show-tools")
      }
      let isStored = (g_settings_get_boolean(store, "show-tools") != 0) == newValue
      showsToolsHere = nil
      g_settings_set_boolean(store, "show-tools", newValue ? 1 : 0)
      // What is stored already changes nothing there.
      if isStored { changed("show-tools") }
    }
  }

  /// Texts kept here where there is no store.
  private var unsavedTexts: [String: String] = [:]

  /// The text of a key, empty where nothing was ever set.
  func text(_ key: String) -> String { store == nil ? unsavedTexts[key] ?? "" : string(key) }

  func setText(_ key: String, _ text: String) {
    guard store == nil else { return set(key, text) }
    unsavedTexts[key] = text
    changed(key)
  }

  private func string(_ key: String) -> String {
    store.flatMap { takeString(g_settings_get_string($0, key)) } ?? ""
  }

  private func set(_ key: String, _ text: String) {
    if let store { g_settings_set_string(store, key, text) }
  }
}
