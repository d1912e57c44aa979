import Gtk
import GtkInk
import InkWidgets

/// A toplevel window with the drawings that it shows, each in a tab.
///
/// 1. Until it closes it has a tab at least.
/// 2. The header and the content of the selected tab are visible; those of the others are hidden.
/// 3. Its actions under `win.`, which keys reach, are those of the selected tab.
/// 4. The strip of tabs is visible where there are several, unless the window is fullscreen.
/// 5. While it is fullscreen each tab has its header over its paper (``FullscreenBar``); GTK shows no title bar then.
final class TabbedWindow {
  let window: ApplicationWindow
  /// Its own among the windows of this process.
  let number: Int
  private static var lastNumber = 0
  private(set) var tabs: [DocumentWindow] = []
  /// `nil` only before the first tab is added and while all close.
  private(set) var selected: DocumentWindow?
  /// The buttons, rings and strips of tablet pads.
  private let pad: TabletPadController
  /// What presses on the window.
  private let presses: Presses
  private let headers = Box(.vertical)
  private let contents = Box(.vertical)
  private let strip = TabStrip()
  /// All tabs close, so that none takes the place of one that has; until one stays, or there is a new one.
  private var closesAll = false
  /// What is shown once nothing presses the content of the selected tab.
  private var wanted: (tab: DocumentWindow, since: ContinuousClock.Instant)?
  /// Runs until the window's size has rested long enough to be saved.
  private var sizeRest: Timer?
  private var subscriptions: [Subscription] = []

  init(_ application: Application) {
    Self.lastNumber += 1
    number = Self.lastNumber
    window = ApplicationWindow(of: application.gtk).styled("drawing")
    pad = TabletPadController(of: window.cast())
    presses = Presses(in: window)
    contents.append(strip.notebook)
    strip.notebook.isVisible = false
    window.setTitlebar(headers)
    window.setChild(contents)
    window.iconName = Installation.applicationID
    let size = WindowSize.ofNext
    window.defaultSize = (size.width, size.height)
    if size.isMaximized { window.maximize() }
    // 360 is the narrowest phone; below it nothing useful fits.
    window.setMinimumSize(width: 300, height: 240)
    Shortcuts.bindPlainKeys(in: window)
    PenTooltips.add(to: window)
    connectStrip()
    connectKeys()
    connectPad()
    connectEscape()
    connectSize()
    window.closeRequested.connect { [weak self] in self?.close() ?? false }
    window.notify("is-active").connect { [weak self] in
      guard let self else { return }
      if self.window.isActive {
        Application.shared?.front = self
      } else {
        self.selected?.deactivated()
      }
    }
    window.notify("fullscreened").connect { [weak self] in
      guard let self else { return }
      self.arrange()
      for tab in self.tabs { tab.fullscreenChanged() }
    }
  }

  private func connectStrip() {
    strip.onSelect = { [weak self] position, byKey in
      guard let self else { return }
      self.select(self.tabs[position], focuses: !byKey)
    }
    strip.onClose = { [weak self] in self?.tabs[$0].requestClose() }
    strip.onMove = { [weak self] from, to in
      guard let self else { return }
      self.tabs.insert(self.tabs.remove(at: from), at: to)
      Application.shared?.tabsMoved(in: self)
    }
  }

  /// Keys that are another command's where the keyboard is: GTK asks its accelerators before any widget in the window, but
  /// after what was added to the window later.
  private func connectKeys() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] _, _, _ in
      guard let event = keys.currentEvent else { return false }
      return self?.selected?.takesInLibrary(event) ?? false
    }
    window.add(keys)
  }

  /// Where nothing else takes the key, Escape closes the bar by which words are found, and then
  /// leaves the full screen.
  private func connectEscape() {
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, key == .escape, modifiers.isDisjoint(with: .shortcut) else { return false }
      if self.selected?.stopFinding() ?? false { return true }
      guard self.window.isFullscreen else { return false }
      self.window.isFullscreen = false
      return true
    }
    window.add(keys)
  }

  private func connectPad() {
    pad.map = Settings.shared[.pad]
    Settings.shared.subscribe(to: .pad) { [weak self] in self?.pad.map = $0 }
      .store(in: &subscriptions)
    pad.onPress = { [weak self] in self?.selected?.press($0) }
    pad.onTurn = { [weak self] in self?.selected?.turn($0, by: $1) }
  }

  /// Seconds after a change of the window's size until it is saved: a drag of its edge changes it with each frame.
  private static let sizeRestTime = 0.5

  /// Has the next start open its windows as large as this one is, however this process ends.
  private func connectSize() {
    for property in ["maximized", "default-width", "default-height"] {
      window.notify(property).connect { [weak self] in
        self?.sizeRest = Timer(after: Self.sizeRestTime) { [weak self] in self?.saveSize() }
      }
    }
  }

  private func saveSize() {
    // One that was never shown has no size yet.
    guard !tabs.isEmpty, window.isVisible, let size = WindowSize(of: window) else { return }
    WindowSize.saved = size
  }

  // MARK: Tabs

  /// Adds a tab; ``select(_:)`` shows it.
  ///
  /// - Parameter other: The one that it comes behind; by default the last.
  func add(_ tab: DocumentWindow, behind other: DocumentWindow? = nil) {
    closesAll = false
    let position = tabs.firstIndex { $0 === other }.map { $0 + 1 } ?? tabs.count
    tabs.insert(tab, at: position)
    strip.insert(tab.document.title, at: position)
    tab.isShown = false
    headers.append(tab.titlebar)
    contents.append(tab.content)
    if selected == nil { select(tab) }
    arrange()
  }

  /// Puts the header of a tab into the title bar, or takes it out for the tab to have it elsewhere.
  func setHeader(_ header: CachedBin, isInTitlebar: Bool) {
    let isThere = header.parent?.isSame(as: headers) ?? false
    guard isThere != isInTitlebar else { return }
    isInTitlebar ? headers.append(header) : headers.remove(header)
  }

  /// Takes a tab that has closed out of the window, which closes with its last one.
  func remove(_ tab: DocumentWindow) {
    guard let position = tabs.firstIndex(where: { $0 === tab }) else { return }
    guard tabs.count > 1 else {
      forget()
      sizeRest = nil
      return window.destroy()
    }
    tabs.remove(at: position)
    strip.remove(at: position)
    let wasSelected = selected === tab
    if wasSelected { selected = nil }
    setHeader(tab.titlebar, isInTitlebar: false)
    contents.remove(tab.content)
    if wasSelected, !closesAll {
      // One that waits to be shown, as it does where the one that was shown was unused.
      let next = tabs.first { $0 === wanted?.tab } ?? tabs[min(position, tabs.count - 1)]
      select(next)
      Application.shared?.shownTabsChanged()
    }
    // GTK may have chosen another neighbor.
    if let shown = tabs.firstIndex(where: { $0 === selected }) { strip.select(shown) }
    arrange()
  }

  /// Shows a tab, once nothing presses what is shown: GTK 4.8 leaves a widget pressed for ever that is hidden under a
  /// finger, and one whose press opened a menu before the release came.
  ///
  /// - Parameters:
  ///   - focuses: Whether the paper gets the keyboard.
  ///   - waits: Whether what is pressed is waited for; a stroke is in any case.
  func select(_ tab: DocumentWindow, focuses: Bool = true, waits: Bool = true) {
    let begun = wanted?.tab === tab ? wanted?.since : nil
    closesAll = false
    wanted = nil
    guard selected !== tab, let position = tabs.firstIndex(where: { $0 === tab }) else { return }
    let last = selected
    let since = begun ?? .now
    // A stroke is waited for, however long it is.
    if let last, isPressed(last),
      last.document.session.isBusy || (waits && since.duration(to: .now) < Self.mostPressTime)
    {
      return selectOnRelease(tab, focuses: focuses, since: since)
    }
    last?.deactivated()
    last?.overlay.endText()
    selected = tab
    // In the window's own, which other programs know, too (`org.gtk.Actions`).
    ActionMap(window).add(all: tab.actions)
    tab.isShown = true
    last?.isShown = false
    strip.select(position)
    window.title = tab.windowTitle
    if focuses { tab.focusCanvas() }
    if last != nil { Application.shared?.shownTabsChanged() }
  }

  /// Whether something presses the content of a tab, and does not only hover over its paper.
  private func isPressed(_ tab: DocumentWindow) -> Bool {
    tab.content.isPressed && !(tab.canvas.isPressedInAdvance && presses.isEmpty)
  }

  /// Seconds after which it is looked again whether something is pressed.
  private static let pressTime = 0.05
  /// How long a press is waited for: shorter, and a finger that rests stays pressed for GTK; longer, and a tab is missed.
  private static let mostPressTime = Duration.seconds(1.5)

  private func selectOnRelease(
    _ tab: DocumentWindow, focuses: Bool, since: ContinuousClock.Instant
  ) {
    wanted = (tab, since)
    MainLoop.after(Self.pressTime) { [weak self] in
      guard let self, self.wanted?.tab === tab else { return }
      self.select(tab, focuses: focuses)
    }
  }

  /// Shows the tab so many behind the selected one, or before it; behind the last comes the first.
  func selectNext(by step: Int) {
    guard let position = tabs.firstIndex(where: { $0 === selected }) else { return }
    select(tabs[(position + step + tabs.count) % tabs.count])
  }

  /// A tab's drawing has another name.
  func titleChanged(of tab: DocumentWindow) {
    guard let position = tabs.firstIndex(where: { $0 === tab }) else { return }
    strip.setTitle(tab.document.title, at: position)
    if selected === tab { window.title = tab.windowTitle }
  }

  private func arrange() {
    let isVisible = tabs.count > 1 && !window.isFullscreen
    if strip.notebook.isVisible != isVisible { strip.notebook.isVisible = isVisible }
    for tab in tabs { tab.commands.refresh() }
  }

  // MARK: Closing

  /// True while the window has to stay open.
  private func close() -> Bool {
    if tabs.count > 1 {
      // GTK closes no window while it asks whether to.
      MainLoop.after(0) { [weak self] in
        if let self { Application.shared?.close(self) }
      }
      return true
    }
    guard let tab = tabs.first, tab.close() else {
      forget()
      return false
    }
    return true
  }

  /// Closes all tabs.
  func closeAll() {
    closesAll = true
    for tab in tabs { tab.requestClose() }
  }

  /// A tab cannot close, and the others that have not closed yet stay, too.
  func stay() {
    closesAll = false
    guard selected == nil, let tab = tabs.last else { return }
    select(tab)
    Application.shared?.shownTabsChanged()
  }

  /// Ends the cycle with the tabs, which keep their window.
  private func forget() {
    (tabs, selected) = ([], nil)
  }
}
