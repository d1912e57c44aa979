import Canvas
import Gtk

/// The help: a list of pages beside the page that is shown, or above it where the window is narrow.
///
/// Names and keys in it come from the table of commands. Laid out in `data/ui/help.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class HelpWindow {
  private static var shown: HelpWindow?

  private let window: Window
  private let scroller: ScrolledWindow
  private let list: ListBox
  private let listFrame: Widget
  private let menu: DropDown
  /// All of them, of which one is visible: a stack of pages of their own heights asks for the width at which each text is
  /// one line.
  private let pages: Box
  private let parent: Window?
  private var pictures: [(name: String, picture: Picture)] = []
  private var subscriptions: [Subscription] = []
  private var isChoosing = false

  /// Points of a window below which the list is a menu above the page.
  private static let narrow = 600.0

  /// - Parameter page: The one to show, by its id; `nil` leaves the window where it is.
  static func show(parent: (some GObjectPointer)?, page: String? = nil) {
    guard let help = shown ?? HelpWindow(over: parent.map { Window($0) }) else { return }
    shown = help
    if let page { help.choose(page) }
    help.window.present()
  }

  private init?(over parent: Window?) {
    guard let layout = Layout("help") else { return nil }
    self.parent = parent
    window = layout.child("window")
    scroller = layout.child("scroller")
    list = layout.child("list")
    listFrame = layout.child("list_frame")
    menu = layout.child("menu")
    pages = layout.child("pages")
    for page in HelpPage.all {
      let label = Label(page.title)
      label.xAlign = 0
      // Long titles, as some languages have them, do not keep the window from being narrow.
      label.ellipsis = .end
      list.append(label)
      pages.append(box(of: page))
    }
    menu.setTexts(HelpPage.all.map(\.title))
    choose(0)
    list.selectionChanged.connect { [weak self] in
      if let index = self?.list.selected { self?.choose(index) }
    }
    menu.selectionChanged.connect { [weak self] in
      if let index = self?.menu.selected { self?.choose(index) }
    }
    // GTK 4.8 moves from row to row by Tab, and each row shows its page: what is on a page would not be reached.
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      guard let self, key == .tab, modifiers.isEmpty else { return false }
      return self.pages.moveFocus(.tabForward)
    }
    list.add(keys)
    scroller.pageResized.connect { [weak self] in
      MainLoop.after(0) { self?.adapt() }
    }
    Appearance.shared.listeners.subscribe { [weak self] in self?.showPictures() }
      .store(in: &subscriptions)
    showPictures()
    // Over a narrow window it comes narrow: its list would make it wider than the screen before its width is known.
    if let parent { show(isNarrow: Double(parent.width) < Self.narrow) }
    window.setTransient(for: parent)
    window.destroyed.connect { Self.shown = nil }
  }

  /// Points: at half its size on the narrowest screen it is still clear.
  private static let pictureHeight = 220

  // MARK: Choosing a page

  private func choose(_ index: Int) {
    guard !isChoosing, HelpPage.all.indices.contains(index) else { return }
    isChoosing = true
    defer { isChoosing = false }
    list.select(index)
    menu.selected = index
    for (i, page) in pages.children.enumerated() { page.isVisible = i == index }
    scroller.scrollToTop()
  }

  private func choose(_ id: String) {
    if let index = HelpPage.all.firstIndex(where: { $0.id == id }) { choose(index) }
  }

  private func adapt() {
    let width = scroller.pageWidth + (listFrame.isVisible ? Double(listFrame.width) : 0)
    show(isNarrow: width < Self.narrow)
  }

  private func show(isNarrow: Bool) {
    listFrame.isVisible = !isNarrow
    menu.isVisible = isNarrow
  }

  // MARK: Pages

  private func box(of page: HelpPage) -> Box {
    let box = Box(.vertical, spacing: 18).styled("form")
    let title = Label(page.title).styled("title-2")
    title.xAlign = 0
    title.wraps = true
    box.append(title)
    for block in page.blocks { add(block, to: box) }
    return box
  }

  private func add(_ block: HelpPage.Block, to box: Box) {
    switch block {
    case .text(let text):
      let label = Label(text)
      label.xAlign = 0
      label.wraps = true
      label.maximumWidthInCharacters = 24
      label.expandsHorizontally = true
      box.append(label)
    case .picture(let name, let description):
      let picture = Picture()
      picture.setAccessibleName(description)
      picture.setMinimumSize(height: Self.pictureHeight)
      pictures.append((name, picture))
      box.append(picture)
    case .commands(let actions):
      guard let rows = group(in: box) else { return }
      for command in actions.map({ CommandTable[$0] }) {
        HelpRow.add(command.title, keys: Array(command.keys.prefix(1)), to: rows)
      }
    case .gestures:
      for section in Gesture.sections {
        guard let rows = group(section.title, in: box) else { return }
        for gesture in section.gestures {
          HelpRow.add(
            gesture.title, note: gesture.instruction, art: GestureArt(gesture).widget, to: rows)
        }
      }
    case .textGestures:
      guard let rows = group(in: box) else { return }
      TryScribble.addGestures(to: rows, below: box)
    case .fields: TryScribble.addFields(to: box)
    case .page(let id):
      let title = HelpPage.all.first { $0.id == id }?.title ?? ""
      let button = Button(title)
      button.horizontalAlign = .start
      button.clicked.connect { [weak self] in self?.choose(id) }
      box.append(button)
    case .button(let action):
      let button = Button(CommandTable[action].title)
      button.horizontalAlign = .start
      button.clicked.connect { [weak self] in self?.perform(action) }
      box.append(button)
    }
  }

  /// A framed group of rows.
  private func group(_ title: String? = nil, in box: Box) -> Box? {
    guard let layout = Layout("help-section") else { return nil }
    let label: Label = layout.child("title")
    label.text = title ?? ""
    label.isVisible = title != nil
    layout.append("section", to: box)
    return layout.child("rows")
  }

  /// Performs a command of the window that the help lies over.
  private func perform(_ action: String) {
    let target = parent
    window.close()
    target?.activateAction(action)
  }

  // MARK: Pictures

  /// Shows the pictures that go with the desktop's style.
  private func showPictures() {
    let style = Appearance.shared.isDark ? "dark" : "light"
    for (name, picture) in pictures {
      picture.setFile(Installation.helpPictures + "/\(name)-\(style).png")
    }
  }
}
