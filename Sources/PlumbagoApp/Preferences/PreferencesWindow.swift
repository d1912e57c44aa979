import Canvas
import Gtk
import GtkScribble
import InkModel
import InkStore
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
  private var subscriptions: [Subscription] = []
  private lazy var dialogs = FileDialogs(parent: window) { nil }

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
    editor = ForceCurveEditor(Settings.shared[.forceCurve])
    fillPressure(layout)
    fillChoices(layout)
    fillLibrary(layout)
    pen.append("page", to: layout.child("pen"))
    let sliders: [Scale] = [softness, layout.child("stabilizer"), pen.child("writing_pause")]
    for slider in sliders { slider.leaveScrolling() }
    fillPen(pen)
    FormRows.fit(in: layout.child("form"))
    window.destroyed.connect { Self.shown = nil }
  }

  // MARK: Pen pressure

  private func fillPressure(_ layout: Layout) {
    let curve: Box = layout.child("force_curve")
    curve.append(editor.widget)
    pad.put(in: layout.child("test_pad"), width: 120, height: 148)
    pad.canvas.session.stabilizer = Stabilizer(Settings.shared[.stabilizer])
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
    Settings.shared[.forceCurve] = curve
  }

  // MARK: Appearance, lines, touch, hand

  private func fillChoices(_ layout: Layout) {
    bind(layout.child("style"), to: .colorScheme, [.system, .light, .dark])
    bind(layout.child("fast_ink"), to: .fastInk, [.automatic, .on, .off])
    bind(layout.child("finger"), to: .finger, [.automatic, .draw, .pan])
    bind(layout.child("pans_beside_pen"), to: .pansBesidePen)
    bind(layout.child("highlighter_snaps"), to: .highlighterSnaps)
    bind(layout.child("hand"), to: .hand, [nil, .right, .left])
    bind(layout.child("opens_tabs"), to: .opensTabs)
    bind(layout.child("drag_keeps_history"), to: .dragKeepsHistory)
    bind(layout.child("reads_on_battery"), to: .readsOnBattery)
    bind(layout.child("answers_desktop"), to: .answersDesktop)
    let stabilizer: Scale = layout.child("stabilizer")
    stabilizer.value = Settings.shared[.stabilizer]
    stabilizer.valueChanged.connect { [weak self] in
      Settings.shared[.stabilizer] = stabilizer.value
      self?.pad.canvas.session.stabilizer = Stabilizer(stabilizer.value)
    }
  }

  // MARK: The library

  /// What is in either folder stays there.
  private func fillLibrary(_ layout: Layout) {
    let label: Label = layout.child("library_folder")
    let reset: Button = layout.child("reset_library_folder")
    let choose: Button = layout.child("choose_library_folder")
    func show(_ path: String) {
      label.text = FilePaths.shown(path.isEmpty ? Library.standard : path)
      reset.isVisible = !path.isEmpty
    }
    // The layout names the folder among the documents.
    if Library.standard == Installation.drawings { reset.name(tr("Plumbago’s Own Folder")) }
    show(Settings.shared[.libraryFolder])
    subscribe(to: .libraryFolder) { show($0) }
    reset.clicked.connect { Settings.shared[.libraryFolder] = "" }
    choose.clicked.connect { [weak self] in
      self?.dialogs.chooseLibraryFolder(from: Library.folder)
    }
  }

  // MARK: Settings

  /// Does something with each new value of a setting, while the window is there.
  func subscribe<Value>(to key: Settings.Key<Value>, _ body: @escaping (Value) -> Void) {
    Settings.shared.subscribe(to: key, body).store(in: &subscriptions)
  }

  /// Has a list show a setting and change it.
  ///
  /// - Parameter values: What the rows of the list stand for, in their order.
  func bind<Value: Equatable>(
    _ list: DropDown, to key: Settings.Key<Value>, _ values: [Value]
  ) {
    bind(list, to: key, \.self, values)
  }

  /// Has a list show a part of a setting and change it.
  ///
  /// - Parameters:
  ///   - values: What the rows of the list stand for, in their order.
  ///   - titles: The texts of the rows; `nil` where the layout has them.
  func bind<Stored, Value: Equatable>(
    _ list: DropDown, to key: Settings.Key<Stored>, _ part: WritableKeyPath<Stored, Value>,
    _ values: [Value], titles: [String]? = nil
  ) {
    if let titles { list.setTexts(titles) }
    precondition(list.count == values.count, "a row for each value")
    func show(_ stored: Stored) {
      list.selected = values.firstIndex(of: stored[keyPath: part]) ?? 0
    }
    show(Settings.shared[key])
    list.selectionChanged.connect {
      guard let i = list.selected, values.indices.contains(i),
        Settings.shared[key][keyPath: part] != values[i]
      else { return }
      Settings.shared[key][keyPath: part] = values[i]
    }
    subscribe(to: key, show)
  }

  /// Has a switch show a setting and change it.
  func bind(_ toggle: Switch, to key: Settings.Key<Bool>) {
    toggle.isActive = Settings.shared[key]
    toggle.toggled.connect {
      if Settings.shared[key] != toggle.isActive { Settings.shared[key] = toggle.isActive }
    }
    subscribe(to: key) { toggle.isActive = $0 }
  }
}
