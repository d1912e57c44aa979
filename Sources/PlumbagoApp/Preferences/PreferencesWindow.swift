import Canvas
import Gtk
import InkModel
import InkWidgets

/// The preferences: settings that all drawings share.
///
/// Every change takes effect at once. Laid out in `data/ui/preferences.ui`.
final class PreferencesWindow {
  private static var shown: PreferencesWindow?

  let window: Window
  private let pad = TestPad()
  private let editor: ForceCurveEditor
  private let softness: Scale

  static func show(parent: (some GObjectPointer)?) {
    guard let preferences = shown ?? PreferencesWindow() else { return }
    shown = preferences
    preferences.window.setTransient(for: parent.map { Window($0) })
    preferences.window.present()
  }

  private init?() {
    guard let layout = Layout("preferences"), let pen = Layout("preferences-pen") else {
      return nil
    }
    window = layout.child("window")
    softness = layout.child("softness")
    editor = ForceCurveEditor(Settings.shared.forceCurve)
    fillPressure(layout)
    fillChoices(layout)
    pen.append("page", to: layout.child("pen"))
    fillPen(pen)
    window.destroyed.connect { Self.shown = nil }
  }

  // MARK: Pen pressure

  private func fillPressure(_ layout: Layout) {
    let curve: Box = layout.child("force_curve")
    curve.append(editor.widget)
    pad.put(in: layout.child("test_pad"), width: 120, height: 148)
    pad.canvas.session.stabilizer = Stabilizer(Settings.shared.stabilizer)
    editor.onChange = { [weak self] in self?.set($0) }
    softness.valueChanged.connect { [weak self] in
      guard let self else { return }
      set(ForceCurve(softness: softness.value))
    }
    let clear: Button = layout.child("clear_pad")
    clear.clicked.connect { [weak self] in self?.pad.clear() }
    let reset: Button = layout.child("reset_curve")
    reset.clicked.connect { [weak self] in
      self?.set(.identity)
      self?.softness.value = 0
    }
  }

  private func set(_ curve: ForceCurve) {
    editor.curve = curve
    pad.canvas.session.forceCurve = curve
    Settings.shared.forceCurve = curve
  }

  // MARK: Appearance, lines, touch, hand

  private func fillChoices(_ layout: Layout) {
    bind(
      layout.child("style"), to: \.colorScheme, [.system, .light, .dark], following: "color-scheme")
    bind(layout.child("fast_ink"), to: \.fastInk, [.automatic, .on, .off])
    bind(layout.child("finger"), to: \.finger, [.automatic, .draw, .pan], following: "finger")
    bind(layout.child("pans_beside_pen"), to: \.pansBesidePen)
    bind(layout.child("hand"), to: \.hand, [nil, .right, .left], following: "hand")
    let stabilizer: Scale = layout.child("stabilizer")
    stabilizer.value = Settings.shared.stabilizer
    stabilizer.valueChanged.connect { [weak self] in
      Settings.shared.stabilizer = stabilizer.value
      self?.pad.canvas.session.stabilizer = Stabilizer(stabilizer.value)
    }
  }

  // MARK: Settings

  /// Has a list show a setting and change it.
  ///
  /// - Parameters:
  ///   - values: What the rows of the list stand for, in their order.
  ///   - titles: The texts of the rows; `nil` where the layout has them.
  ///   - key: The setting's key where it is changed elsewhere while this window is open.
  func bind<Value: Equatable>(
    _ list: DropDown, to setting: ReferenceWritableKeyPath<Settings, Value>, _ values: [Value],
    titles: [String]? = nil, following key: String? = nil
  ) {
    if let titles { list.setTexts(titles) }
    precondition(list.count == values.count, "a row for each value")
    func show() {
      list.selected = values.firstIndex(of: Settings.shared[keyPath: setting]) ?? 0
    }
    show()
    list.selectionChanged.connect {
      if let i = list.selected, values.indices.contains(i) {
        Settings.shared[keyPath: setting] = values[i]
      }
    }
    guard let key else { return }
    Settings.shared.onChange(of: key) { [weak self] in if self != nil { show() } }
  }

  /// Has a switch show a setting and change it.
  func bind(_ toggle: Switch, to setting: ReferenceWritableKeyPath<Settings, Bool>) {
    toggle.isActive = Settings.shared[keyPath: setting]
    toggle.toggled.connect { Settings.shared[keyPath: setting] = toggle.isActive }
  }
}
