import Canvas
import Gtk
import InkModel

/// An item of the menu of the selection's bar that does an action of the embedding app.
public struct SelectionItem {
  /// With an underscore before its mnemonic.
  public var label: String
  /// The full name of an action that the window has; the item can be pressed while that is enabled.
  public var action: String

  public init(_ label: String, action: String) {
    self.label = label
    self.action = action
  }
}

/// A small bar beside the selection with its most frequent commands.
///
/// It is shown while the selection is at rest, and hidden while any contact is down on the paper.
final class SelectionBar {
  enum Action {
    case cut
    case copy
    case duplicate
    case delete
    case toFront
    case toBack
  }

  let widget = Box(.horizontal)
  let colors: ColorOptions
  var onAction: (Action) -> Void = { _ in }
  /// Asks for all colours to be shown.
  var onColors: () -> Void = {}
  /// Asked for what is selected when its handle is dragged, and for a picture of it.
  var onDrag: () -> (offer: ClipboardOffer, picture: [UInt8]?)? = { nil }
  /// A menu has closed: the canvas takes the keyboard focus again.
  var onClosed: () -> Void = {}

  let pictures: PictureControls
  private let swatch = SwatchArt()
  private let colorButton = Button()
  private let more = Button(icon: "view-more-symbolic")
  private let menu = Popover()
  /// The menu's own items, and in their place those of an app that has ``items``.
  private let (ownItems, appItems) = (Box(.vertical), Box(.vertical))
  /// Asked for the menu's items each time before it opens, in sections; `nil` for its own.
  var items: (() -> [[SelectionItem]])? {
    didSet { ownItems.isVisible = items == nil }
  }
  private let grip = Image(icon: "list-drag-handle-symbolic").styled("selection-grip")
  /// The buttons that change the drawing.
  private var changing: [Button] = []
  private let hiding: PressSafeHiding
  /// What it is to be shown for, and what its buttons are for now.
  private(set) var purpose = Purpose.selection
  private var arranged: Purpose?
  /// Told when its buttons are others than those that it was shown with, and so its size.
  var onArranged: () -> Void = {}

  init(_ labels: PickerLabels) {
    let words = labels.selection
    colors = ColorOptions(labels, isOfPicker: false)
    pictures = PictureControls(labels)
    hiding = PressSafeHiding(widget)
    widget.setAccessibleRole(.toolbar)
    widget.setAccessibleName(words.bar)
    widget.addClass("selection-bar")
    widget.isVisible = false

    grip.name(words.drag)
    widget.append(grip)
    connectDragging()
    add("edit-copy-symbolic", words.copy, .copy)
    changing.append(add("plumbago-duplicate-symbolic", words.duplicate, .duplicate))
    swatch.widget.setMinimumSize(width: 24, height: 24)
    colorButton.setChild(swatch.widget)
    widget.append(pictures.cropButton)
    finish(colorButton, words.color)
    changing.append(colorButton)
    changing.append(add("user-trash-symbolic", words.delete, .delete))
    finish(more, words.more)
    widget.append(pictures.cropBox)
    pictures.opacityPopover.setParent(more)
    colors.popover.setParent(colorButton)
    menu.setParent(more)
    fillMenu(words)
    arrange()
    widget.stateFlagsChanged.connect { [weak self] _ in self?.releaseMayHaveCome() }

    colorButton.clicked.connect { [weak self] in
      guard let self, self.isVisible else { return }
      self.onColors()
    }
    more.clicked.connect { [weak self] in
      guard let self, self.isVisible else { return }
      if self.menu.isVisible {
        self.menu.popDown()
      } else {
        self.fillAppItems()
        self.menu.popUp()
      }
    }
    for popover in [menu, colors.popover, pictures.opacityPopover] {
      popover.closed.connect { [weak self] in self?.onClosed() }
    }
    // The buttons are destroyed before the bar is.
    for (button, popover) in [
      (colorButton, colors.popover), (more, menu), (more, pictures.opacityPopover),
    ] {
      button.destroyed.connect { popover.unparent() }
    }
  }

  /// The handle drags to other programs, since a drag of the selection itself moves it.
  private func connectDragging() {
    var picture: [UInt8]?
    let drag = DragSource(showing: { picture })
    let press = ClickGesture(phase: .capture)
    press.pressed.connect { [weak self] _, _, _ in
      let dragged = self?.onDrag()
      picture = dragged?.picture
      drag.setContent(dragged?.offer)
    }
    grip.add(press)
    grip.add(drag)
  }

  @discardableResult
  private func add(_ icon: String, _ name: String, _ action: Action) -> Button {
    let button = Button(icon: icon)
    finish(button, name)
    button.clicked.connect { [weak self] in
      // A press that lasts longer than the bar does nothing.
      guard let self, self.isVisible else { return }
      self.onAction(action)
    }
    return button
  }

  private func finish(_ button: Button, _ name: String) {
    button.addClass("flat")
    button.focusesOnClick = false
    button.name(name)
    widget.append(button)
  }

  private func fillMenu(_ words: SelectionLabels) {
    menu.addClass("picker-options")
    // The first press on the paper has to draw, and not just close this.
    menu.closesOnPress = false
    menu.setChild(Box(.vertical, ownItems, appItems))
    for (name, action) in [
      (words.cut, Action.cut), (words.toFront, .toFront), (words.toBack, .toBack),
    ] {
      let button = Button(name).styled("flat", "kind")
      button.alignLabel()
      button.clicked.connect { [weak self] in
        guard let self else { return }
        self.menu.popDown()
        self.onAction(action)
      }
      ownItems.append(button)
      changing.append(button)
    }
    ownItems.append(pictures.menuBox)
    menu.closeOnEscape()
  }

  /// Asks for the items of the app anew.
  private func fillAppItems() {
    guard let items else { return }
    for old in appItems.children { appItems.remove(old) }
    for (i, section) in items().enumerated() {
      if i > 0 { appItems.append(Separator(.horizontal)) }
      for item in section { appItems.append(button(for: item)) }
    }
  }

  private func button(for item: SelectionItem) -> Button {
    let button = Button(mnemonic: item.label).styled("flat", "kind")
    button.alignLabel()
    button.setAction(item.action)
    button.clicked.connect { [weak self] in self?.menu.popDown() }
    return button
  }

  // MARK: Showing

  /// Shows the buttons for ``purpose``: not before a button that is pressed is released, see ``PressSafeHiding``.
  private func arrange() {
    guard purpose != arranged, !widget.isPressed else { return }
    arranged = purpose
    for child in widget.children { child.isVisible = purpose != .crop }
    colorButton.isVisible = purpose == .selection
    pictures.cropButton.isVisible = purpose == .picture
    pictures.menuBox.isVisible = purpose == .picture
    pictures.cropBox.isVisible = purpose == .crop
  }

  private func releaseMayHaveCome() {
    guard purpose != arranged, !widget.isPressed else { return }
    // GTK is still counting, and delivers the release afterwards.
    MainLoop.after(0) { [weak self] in
      guard let self, self.purpose != self.arranged else { return }
      self.arrange()
      self.onArranged()
    }
  }

  /// Its natural size, in widget points.
  var size: (width: Double, height: Double) {
    (Double(widget.measure(.horizontal).natural), Double(widget.measure(.vertical).natural))
  }

  /// What it was shown for last.
  private var selection: Selection?

  var isVisible: Bool { hiding.isShown }
  var hasOpenMenu: Bool {
    menu.isVisible || colors.isOpen || pictures.opacityPopover.isVisible
  }

  /// What it is shown for.
  enum Purpose {
    case selection
    /// Nothing of it has a colour, as pictures.
    case uncolored
    /// One picture.
    case picture
    /// A picture that is being cropped.
    case crop
  }

  /// - Parameter color: The colour of the selected elements; `nil` where they have several.
  func show(
    _ purpose: Purpose, of selection: Selection, color: Color?, canChange: Bool,
    _ appearance: PickerAppearance
  ) {
    // A key selects something else while the menu is open, whose items are those for what was
    // selected before.
    if menu.isVisible, selection.ids != self.selection?.ids { menu.popDown() }
    self.selection = selection
    self.purpose = purpose
    arrange()
    pictures.setChangeable(canChange)
    widget.setClass("high-contrast", appearance.isHighContrast)
    swatch.shown = .init(
      color: color ?? Color(rgba: 0x8080_80FF), appearance: appearance, radius: 9)
    for button in changing { button.isSensitive = canChange }
    hiding.isShown = true
  }

  func hide() {
    guard isVisible else { return }
    closeMenus()
    selection = nil
    hiding.isShown = false
  }

  func closeMenus() {
    for popover in [menu, colors.popover, pictures.opacityPopover] where popover.isVisible {
      popover.popDown()
    }
  }
}
