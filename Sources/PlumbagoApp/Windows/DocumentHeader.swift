import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

/// A window's header bar: undo and redo where the picker has no room for them, the drawing's name, the menu.
final class DocumentHeader {
  let bar = HeaderBar()
  /// Gives the drawing the name that was entered, or says why it keeps its own.
  var onRename: (String) async -> String? = { _ in nil }
  /// Told why the drawing keeps its name where the form has closed meanwhile.
  var onRefused: (String) -> Void = { _ in }
  /// Told when a finger or a pen has swiped from the bar's start edge towards its end.
  var onSwipe: () -> Void = {}
  /// Told when a menu or the name's form has closed: the canvas takes the keyboard focus again.
  var onClosed: () -> Void = {}

  private let undo = DocumentHeader.button("win.undo")
  private let redo = DocumentHeader.button("win.redo")
  private let history: Box
  /// Opens and closes the library.
  private let library = ToggleButton().styled("bar-button")
  private let menuButton = MenuButton(icon: "open-menu-symbolic").styled("bar-button")
  /// Leaves the full screen.
  private let leave = Button(icon: "view-restore-symbolic").styled("bar-button")
  private let titleButton = MenuButton().styled("drawing-title", "bar-button")
  private let titleLabel = Label().styled("title")
  private let subtitleLabel = Label().styled("subtitle")
  private let entry = Entry()
  /// Below the field: why its name cannot be the drawing's.
  private let refusal = Label()
  private let popover = Popover()
  /// Opens and closes the pages, and says which one is in view.
  private let pages = ToggleButton().styled("bar-button", "pages-button")
  private let pageLabel = Label()
  private var pageQuestion: PageQuestion?
  /// The zoom in the menu.
  let zoom = ZoomRow()
  /// A finger was the last that pointed at the bar: nothing hovers over its buttons.
  private var isTouched = false {
    didSet { if isTouched != oldValue { bar.setClass("touched", isTouched) } }
  }

  init() {
    history = Box(.horizontal, undo, redo)
    for button in [undo, redo] { HistoryIcon.keepDirection(of: button.widget) }
    library.setAction("win.library")
    library.iconName = "folder-documents-symbolic"
    library.name(CommandTable["win.library"].title)
    library.verticalAlign = .center
    library.focusesOnClick = false
    bar.packStart(history)
    bar.packStart(library)
    // As GTK calls a window's title bar, which is the widget around it (``CachedBin``).
    bar.addClass("titlebar")

    leave.setAction("win.fullscreen")
    leave.name(tr("Leave Full Screen"))
    leave.verticalAlign = .center
    leave.focusesOnClick = false
    leave.isVisible = false
    bar.packEnd(leave)
    menuButton.name(CommandTable["app.menu"].title)
    menuButton.verticalAlign = .center
    bar.packEnd(menuButton)
    let face = Box(.horizontal, spacing: 6, Image(icon: "view-paged-symbolic"), pageLabel)
    face.horizontalAlign = .center
    pages.setChild(face)
    pages.setAction("win.pages-panel")
    pages.name(CommandTable["win.pages-panel"].title)
    pages.verticalAlign = .center
    pages.focusesOnClick = false
    bar.packEnd(pages)
    buildTitle()
    connectSwipe()
    watchFingers()
  }

  /// Widget points from the bar's start edge in which a swipe begins: the half of a finger that comes in over it; more, and
  /// a drag of the button there would be one.
  private static let swipeEdge = 24.0
  /// Widget points from the bar's start edge in which there is no button: its padding.
  private static let padding = 6.0
  /// Widget points of travel along the bar from which on a press is a swipe: beside the buttons GTK's own for drags
  /// (`gtk-dnd-drag-threshold`), and over one more, since a press on it may slip.
  private static let swipeThreshold = (beside: 8.0, over: 24.0)
  /// Of a travel's length to its height, at the least; less, and a window that is dragged down would swipe.
  private static let swipeFlatness = 2.0
  /// Widget points of travel after which a swipe opens the library; less, and a press that slips opens it.
  private static let swipeTravel = 48.0

  /// A mouse drags the window by the bar, wherever it begins.
  private func connectSwipe() {
    let drag = DragGesture(phase: .capture)
    var (isDone, threshold) = (false, 0.0)
    drag.began.connect { [weak self] x, _ in
      isDone = false
      guard let bar = self?.bar else { return drag.deny() }
      let start = bar.direction == .rightToLeft ? Double(bar.width) - x : x
      guard start <= Self.swipeEdge else { return drag.deny() }
      threshold = start < Self.padding ? Self.swipeThreshold.beside : Self.swipeThreshold.over
    }
    drag.updated.connect { [weak self] dx, dy in
      guard let self, let event = drag.currentEvent else { return }
      let travel = self.bar.direction == .rightToLeft ? -dx : dx
      guard travel >= threshold, travel > Self.swipeFlatness * abs(dy) else { return }
      guard event.touchSequence != nil || event.deviceTool != nil else { return drag.deny() }
      drag.claim()
      guard travel >= Self.swipeTravel, !isDone else { return }
      isDone = true
      self.onSwipe()
    }
    bar.add(drag)
  }

  /// GTK takes a button that a finger has pressed for hovered, also when the finger has long left it.
  private func watchFingers() {
    let events = LegacyController(phase: .capture)
    events.onEvent { [weak self] event in
      guard let self else { return false }
      if event.type == .touchBegin { self.isTouched = true }
      if event.type == .motion { self.isTouched = false }
      return false
    }
    bar.add(events)
  }

  private static func button(_ action: String) -> Button {
    let button = Button(icon: CommandTable[action].icon ?? "").styled("bar-button")
    button.setAction(action)
    button.verticalAlign = .center
    // A click must not take the keyboard focus from the canvas.
    button.focusesOnClick = false
    return button
  }

  /// Whether F10 opens its menu.
  var isPrimary: Bool {
    get { menuButton.isPrimary }
    set { menuButton.isPrimary = newValue }
  }

  /// Whether it offers to leave the full screen.
  var isFullscreen: Bool {
    get { leave.isVisible }
    set { leave.isVisible = newValue }
  }

  var title: String {
    get { titleLabel.text }
    set { titleLabel.text = newValue }
  }

  var subtitle: String? {
    get { subtitleLabel.isVisible ? subtitleLabel.text : nil }
    set {
      subtitleLabel.text = newValue ?? ""
      subtitleLabel.isVisible = newValue != nil
    }
  }

  /// Whether undo and redo are here; where they are not, the picker has them (S61).
  var showsHistory: Bool {
    get { history.isVisible }
    set { history.isVisible = newValue }
  }

  /// The labels of what undo and redo would do.
  func setHistory(undo undoTitle: String, redo redoTitle: String) {
    for (button, title) in [(undo, undoTitle), (redo, redoTitle)] where button.tooltip != title {
      button.name(title)
    }
  }

  // MARK: Pages

  /// Shows the number of the page in view, counted from 1, and how many there are; `nil` where there are none.
  func showPage(_ page: (number: Int, count: Int)?) {
    let text = page.map { "\($0.number) / \($0.count)" } ?? ""
    guard pageLabel.text != text || pageLabel.isVisible != !text.isEmpty else { return }
    pageLabel.text = text
    pageLabel.isVisible = page != nil
    let title = CommandTable["win.pages-panel"].title
    pages.name(
      page.map {
        tr("Show or Hide the Pages: {number} of {count}").filled("number", String($0.number))
          .filled("count", String($0.count))
      } ?? title)
  }

  /// Asks for a page; all are counted from 0 here.
  func askForPage(of layout: PageLayout, now: Int, _ answer: @escaping (Int) -> Void) {
    pageQuestion = PageQuestion(over: pages, layout, now: now)
    pageQuestion?.onAnswer = answer
    pageQuestion?.onClosed = { [weak self] in
      self?.pageQuestion = nil
      self?.onClosed()
    }
  }

  // MARK: The name

  /// Points of the window's width that the form leaves beside the field.
  private static let besideName = 44

  private func buildTitle() {
    for label in [titleLabel, subtitleLabel] {
      // In the middle there would be too little of either end in a narrow window.
      label.ellipsis = .end
      label.isSingleLine = true
    }
    let lines = Box(.vertical, titleLabel, subtitleLabel)
    lines.verticalAlign = .center
    titleButton.setChild(lines)
    titleButton.hasFrame = false
    titleButton.tooltip = CommandTable["win.rename"].title
    bar.setTitleWidget(titleButton)

    let done = Button(mnemonic: tr("_Rename")).styled("suggested-action")
    entry.placeholder = tr("Name of the drawing")
    entry.setAccessibleName(tr("Name of the drawing"))
    entry.setExtraMenu(TextMenu.steps)
    done.horizontalAlign = .end
    // The button is below: writing goes on to the right.
    refusal.wraps = true
    // As wide as the field: by its own width a long sentence would ask for more than a narrow window has.
    refusal.maximumWidthInCharacters = 20
    refusal.xAlign = 0
    refusal.setAccessibleRole(.status)
    popover.setChild(Box(.vertical, spacing: 8, entry, refusal, done).styled("name-form"))
    titleButton.popover = popover
    titleButton.onOpening { [weak self] in
      guard let self else { return }
      self.entry.setMinimumSize(width: max(self.bar.width - Self.besideName, 0))
    }
    popover.shown.connect { [weak self] in
      guard let self else { return }
      self.refuse(nil)
      self.entry.text = self.title
      self.entry.select()
      self.entry.grabFocus()
    }
    entry.changed.connect { [weak self] in self?.refuse(nil) }
    popover.closed.connect { [weak self] in self?.onClosed() }
    entry.activated.connect { [weak self] in self?.finishRenaming() }
    done.clicked.connect { [weak self] in self?.finishRenaming() }
  }

  func editTitle() { titleButton.popUp() }

  private func finishRenaming() {
    let name = entry.text
    Task { [weak self] in
      guard let self else { return }
      guard let sentence = await self.onRename(name) else { return self.popover.popDown() }
      guard self.popover.isVisible else { return self.onRefused(sentence) }
      self.refuse(sentence)
      self.entry.grabFocus()
    }
  }

  /// Says why a name cannot be the drawing's; `nil` where nothing speaks against it yet.
  private func refuse(_ sentence: String?) {
    refusal.text = sentence ?? ""
    refusal.isVisible = sentence != nil
    entry.setClass("error", sentence != nil)
  }

  // MARK: The menu

  /// The window's menu, as ``CommandMenus`` has it, with the recent drawings and the row of the zoom in it.
  func fill(recent: Menu) {
    // Made when it is first opened: it takes a tenth of the app's start.
    menuButton.onOpening { [weak self] in
      guard let self, self.menuButton.popover == nil else { return }
      self.makeMenu(recent)
    }
  }

  private func makeMenu(_ recent: Menu) {
    menuButton.setMenu(
      Menu { menu in
        menu.section { s in
          s.items(CommandMenus.file[0])
          s.append(submenu: recent, CommandTable["app.open-file"].label)
          s.submenu(tr("Li_brary")) { $0.sections(CommandMenus.library) }
        }
        menu.section { s in
          s.items(CommandMenus.file[1])
          s.submenu(tr("_Save and Export")) { $0.sections(CommandMenus.saving) }
          s.items(CommandMenus.file[2])
        }
        menu.section { s in
          s.submenu(tr("_Edit")) {
            $0.sections(CommandMenus.edit)
            $0.section {
              $0.submenu(tr("_Picture")) { $0.sections(CommandMenus.picture) }
              $0.submenu(tr("Hi_story")) { $0.sections(CommandMenus.history) }
            }
          }
          s.custom(ZoomRow.id)
          s.submenu(tr("_View")) {
            Self.addView(to: $0)
            $0.section {
              $0.submenu(tr("St_yle")) { $0.items(CommandMenus.style) }
              $0.submenu(tr("Wi_ndows and Tabs")) { $0.sections(CommandMenus.windows) }
            }
          }
          s.submenu(tr("_Pages")) { $0.sections(CommandMenus.pages) }
          s.submenu(tr("_Layers")) { $0.sections(CommandMenus.layers) }
        }
        menu.section { s in
          s.submenu(tr("Pen an_d Hand")) { $0.sections(CommandMenus.hand) }
          s.items(CommandMenus.general)
        }
      })
    if let popover = menuButton.popover.map({ PopoverMenu($0) }) {
      popover.addChild(zoom.row, id: ZoomRow.id)
      popover.closed.connect { [weak self] in self?.onClosed() }
    }
  }

  /// The locks are a submenu beside what they keep, since all rows have no room below each other.
  private static func addView(to menu: Menu) {
    for (i, actions) in CommandMenus.view.enumerated() {
      menu.section { section in
        section.items(actions)
        if i == CommandMenus.sectionOfLocks {
          section.submenu(tr("Lock for Fin_gers")) { $0.items(CommandMenus.locks) }
        }
      }
    }
  }
}
