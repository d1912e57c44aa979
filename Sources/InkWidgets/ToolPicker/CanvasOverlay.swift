import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// The paper with the tool picker on it: what another app puts into its window.
///
/// 1. Made with a canvas and the picker's texts; ``widget`` goes into a window.
/// 2. ``picker`` is what the hand holds; set it where it is changed from elsewhere (a shortcut, a
///    pen's button), and keep what ``onPicker`` tells.
/// 3. ``places`` is where the picker stands, in each layout; keep what ``onPlaces`` tells.
///
/// Invariants:
/// 1. The picker lies within the window, whatever its size, unless the window is smaller than it.
/// 2. A stroke that has begun on the paper is the paper's until it ends: the picker takes none of
///    it, repaints nothing, and steps aside when the tip comes near.
/// 3. In a compact window the picker is at the bottom over the whole width, and the canvas keeps
///    what it shows to the part above (``CanvasWidget/bottomInset``).
public final class CanvasOverlay {
  public let canvas: CanvasWidget
  /// The widget itself; whoever puts it into a window owns it from there.
  public let widget = Overlay()

  /// What the hand holds.
  public var picker: ToolPicker {
    didSet {
      guard picker != oldValue else { return }
      canvas.session.picker = picker
      // Another tool has nothing to do with what is selected.
      if picker.tool != .selection { canvas.perform { $0.clearSelection() } }
      canvas.hover.refresh()
      refresh()
    }
  }
  /// Told what the user chose.
  public var onPicker: (ToolPicker) -> Void = { _ in }

  /// Where the picker stands.
  public var places: PickerPlacements { didSet { if places != oldValue { arrange() } } }
  /// Told where the user put it.
  public var onPlaces: (PickerPlacements) -> Void = { _ in }
  /// The hand whose side is left free, `nil` where it is not known.
  public var hand: Hand? { didSet { if hand != oldValue { arrange() } } }

  /// Told when something else is selected, or may be done with it.
  public var onSelection: () -> Void = {}
  public var onCopy: () -> Void = {}
  public var onCut: () -> Void = {}
  /// Undo and redo were asked for; by themselves they are done.
  public var onUndo: () -> Void = {}
  public var onRedo: () -> Void = {}
  /// Told when ``showsHistory`` has changed.
  public var onHistoryShown: () -> Void = {}

  /// Whether undo and redo are in the picker now; where not, they belong into the header (S61).
  public var showsHistory: Bool { isPickerVisible && card.layout[.undo] != nil }

  /// Takes the picker away altogether.
  public var showsPicker = true { didSet { if showsPicker != oldValue { showOrHide() } } }
  /// Nothing but paper until the picker's edge is touched or hovered at, as in a full screen.
  public var hidesPicker = false {
    didSet {
      guard hidesPicker != oldValue else { return }
      isRevealed = false
      showOrHide()
    }
  }
  /// The picker has been called from its edge.
  var isRevealed = false {
    didSet {
      guard isRevealed != oldValue else { return }
      isRevealedForOptions = false
      showOrHide()
    }
  }
  /// It has been called by the options that are open over it, and goes with them.
  var isRevealedForOptions = false

  var isPickerVisible: Bool { showsPicker && (!hidesPicker || isRevealed) }

  private func showOrHide() {
    closeOptions()
    card.widget.isVisible = isPickerVisible
    arrange()
  }

  let card: PickerCard
  let labels: PickerLabels
  let landing = Box(.horizontal)
  let toolOptions: ToolOptions
  let colorOptions: ColorOptions
  let selectionBar: SelectionBar
  /// Where the selection's bar is, in the overlay's points.
  var selectionBarFrame = Rect.empty

  /// Where the card is while it is dragged, in the overlay's points.
  var dragged: (frame: Rect, target: PickerPlacement.Position)?
  var drag: Drag?
  /// The picker has stepped aside for a stroke.
  var isAside = false
  var asideTimer: Timer?
  private var showedHistory = false
  /// To the desktop, which outlives this.
  private var subscriptions: [Subscription] = []
  let palms: PalmGuard
  private var otherPalms: [PalmGuard] = []
  /// The sizes and colours at the hovering tip.
  public private(set) var ring: SizeRingController!
  /// The buttons of pens.
  public let penButtons: PenButtonsController

  /// What is being dragged, from where.
  struct Drag {
    var grip: Vector
    var hasMoved = false
    var start: Point
  }

  public init(
    canvas: CanvasWidget, labels: PickerLabels, picker: ToolPicker, places: PickerPlacements
  ) {
    PickerStyle.install()
    self.canvas = canvas
    self.labels = labels
    self.picker = picker
    self.places = places
    card = PickerCard(labels, colors: picker.palette.count)
    toolOptions = ToolOptions(labels)
    colorOptions = ColorOptions(labels)
    selectionBar = SelectionBar(labels)
    palms = PalmGuard(on: card.widget, canvas.touch.pens)
    penButtons = PenButtonsController(canvas)
    canvas.session.picker = picker
    onUndo = { [weak canvas] in canvas?.perform { $0.undo() } }
    onRedo = { [weak canvas] in canvas?.perform { $0.redo() } }

    widget.setChild(canvas.widget)
    landing.addClass("tool-picker-landing")
    landing.canTarget = false
    landing.isVisible = false
    widget.addOverlay(landing)
    widget.addOverlay(card.widget)
    widget.addOverlay(selectionBar.widget)
    canvas.coveringWidgets += [card.widget.widget, selectionBar.widget.widget]
    ring = SizeRingController(self, labels)
    keepPalms(off: selectionBar.widget)
    keepPalms(off: ring.card.widget)
    widget.addOverlay(ring.card.widget)
    card.adopt(toolOptions.popover)
    card.adopt(colorOptions.popover)
    widget.onChildPosition { [weak self] child in self?.position(child) }
    connect()
    connectSelection()
    connectPenButtons()
    addDragging()
    addRevealing()
    refresh()
  }

  /// Keeps fingers and palms off something else that lies over the paper, while a pen is near.
  public func keepPalms(off widget: some WidgetProtocol) {
    otherPalms.append(PalmGuard(on: widget, canvas.touch.pens))
  }

  private func connect() {
    card.onPress = { [weak self] in self?.press($0) }
    card.onArrow = { [weak self] in self?.move($0) }
    card.onEscape = { [weak self] in self?.giveKeyboardBack() }
    listenForEscape()
    canvas.onResized = { [weak self] in self?.arrange() }
    canvas.onInput = { [weak self] in self?.follow($0) }
    toolOptions.onChange = { [weak self] in self?.change($0) }
    colorOptions.onChange = { [weak self] in self?.setColor($0) }
    colorOptions.onEyedropper = { [weak self] in self?.pickColor() }
    for popover in [toolOptions.popover, colorOptions.popover] {
      popover.closed.connect { [weak self] in
        guard let self, self.drag == nil else { return }
        self.canvas.widget.grabFocus()
      }
    }
    if let style = DesktopSettings.object {
      for property in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
        style.notify(property).subscribe { [weak self] in self?.refresh() }
          .store(in: &subscriptions)
      }
    }
    widget.notify("scale-factor").connect { [weak self] in self?.refresh() }
  }

  // MARK: What is shown

  var look: PickerLook {
    let forced = getenv("GTK_THEME").map { String(cString: $0) } ?? ""
    let theme = forced.isEmpty ? DesktopSettings.theme : forced
    let isInverse = theme == "HighContrastInverse"
    return PickerLook(
      isDark: DesktopSettings.prefersDark
        || theme.hasSuffix("dark") || isInverse,
      // As GTK knows it: by the theme's name, or by its variant.
      isHighContrast: theme.hasPrefix("HighContrast") || theme.contains("-hc")
        || theme.contains(":hc"),
      paper: canvas.paper)
  }

  /// Shows what is so now; repaints only what has changed.
  public func refresh() {
    let look = look
    card.look = look
    canvas.look = look
    for (i, tool) in ToolCatalog.tools.enumerated() {
      let isHeld = tool == picker.tool
      card.setChosen(.tool(i), isHeld)
      guard let art = card.art(.tool(i), ToolArt.self) else { continue }
      describe(art, tool, look)
      art.setLifted(isHeld, animated: !canvas.session.isBusy)
    }
    if let art = card.art(.unfold, ToolArt.self) {
      describe(art, picker.tool, look)
      art.shown.isAlone = true
    }
    let chosen = picker.ink.color.opaque
    for (i, color) in picker.palette.enumerated() {
      card.setChosen(.color(i), color == chosen)
      card.setName(.color(i), labels.color(color))
      card.art(.color(i), SwatchArt.self)?.shown = .init(
        color: color, isChosen: color == chosen, look: look)
    }
    card.art(.colors, ColorWheelArt.self)?.shown = .init(color: chosen, look: look)
    card.art(.handle, GripArt.self)?.shown.look = look
    if toolOptions.isOpen { toolOptions.show(picker, look) }
    if colorOptions.isOpen { colorOptions.show(picker, look) }
  }

  private func describe(_ art: ToolArt, _ tool: Tool, _ look: PickerLook) {
    var shown = art.shown
    shown.tool = tool
    if let name = tool.brush { shown.ink = picker.ink(of: name) }
    shown.eraser = picker.eraser
    shown.selectionKind = picker.selectionKind
    shown.look = look
    art.shown = shown
  }

  /// What undo and redo would do; `nil` where there is nothing.
  public func setHistory(undo: String?, redo: String?) {
    card.setSensitive(.undo, undo != nil)
    card.setSensitive(.redo, redo != nil)
    card.setName(.undo, undo ?? labels.undo)
    card.setName(.redo, redo ?? labels.redo)
  }

  // MARK: Where things are

  /// How much of the paper something else covers at its upper edge, in widget points: the picker
  /// stands below.
  public var topInset: () -> Double = { 0 }

  /// What lies over the upper edge has come, gone, or another height.
  public func topInsetChanged() { arrange() }

  private var paper: Rect {
    canvas.widget.bounds
  }

  /// The paper as far as the picker has it for itself, in the overlay's points.
  var window: Rect {
    var window = paper
    window.minY = min(max(topInset(), 0), window.maxY / 2)
    return window
  }

  var windowLayout: PickerPlacements.Layout {
    PickerPlacements.layout(width: paper.width, height: paper.height)
  }

  /// Where the picker belongs.
  private var home: PickerPlacement { places.placement(windowLayout, hand: hand) }

  /// Where it stands, as far as the window has room.
  var place: PickerPlacement { fitted(home) }

  func fitted(_ place: PickerPlacement) -> PickerPlacement {
    PickerLayout.fitted(place, tools: ToolCatalog.tools.count, in: window)
  }

  func layout(_ form: PickerLayout.Form, in window: Rect) -> PickerLayout {
    PickerLayout(
      form, tools: ToolCatalog.tools.count, colors: picker.palette.count, in: window,
      isMirrored: widget.direction == .rightToLeft)
  }

  /// The card's place for a window.
  func frame(of layout: PickerLayout, at place: PickerPlacement, in window: Rect) -> Rect {
    if layout.form == .compact {
      return Rect(
        x: 0, y: window.maxY - layout.height, width: layout.width, height: layout.height)
    }
    return place.frame(width: layout.width, height: layout.height, in: window)
  }

  /// What the picker covers now, in the canvas' points; empty where it covers nothing.
  public var coveredArea: Rect {
    guard isPickerVisible, !isAside else { return .empty }
    return dragged?.frame ?? frame(of: card.layout, at: place, in: window)
  }

  private func position(_ child: Widget) -> Rect? {
    if child.isSame(as: selectionBar.widget) { return selectionBarFrame }
    if child.isSame(as: card.widget) {
      return dragged?.frame ?? frame(of: card.layout, at: place, in: window)
    }
    if let ring, child.isSame(as: ring.card.widget) { return ring.frame }
    if child.isSame(as: landing), let dragged {
      let place = fitted(PickerPlacement(dragged.target, isFolded: self.place.isFolded))
      return frame(
        of: layout(PickerLayout.form(place, windowLayout), in: window), at: place, in: window)
    }
    return nil
  }

  /// Lays everything out anew: the window has another size, or the picker another place.
  func arrange() {
    let window = window
    guard window.width > 1, window.height > 1 else { return }
    if dragged == nil {
      card.layout = layout(PickerLayout.form(place, windowLayout), in: window)
    }
    widget.queueAllocate()
    let isPinned = isPickerVisible && card.layout.form == .compact
    canvas.bottomInset = isPinned ? card.layout.height : 0
    if showsHistory != showedHistory {
      showedHistory = showsHistory
      // Perhaps in the midst of an allocation, when nothing else may be shown or hidden.
      MainLoop.after(0) { [weak self] in self?.onHistoryShown() }
    }
    coverChanged()
  }

  func coverChanged() { onCover(coveredArea) }

  /// Told whenever ``coveredArea`` is another.
  public var onCover: (Rect) -> Void = { _ in }

  func put(_ position: PickerPlacement.Position) {
    var place = place
    place.position = position
    remember(place)
  }

  private func remember(_ place: PickerPlacement) {
    var new = places
    new.setPlacement(place, windowLayout, hand: hand)
    guard new != places else { return arrange() }
    places = new
    onPlaces(new)
  }

  public func fold(_ isFolded: Bool) {
    closeOptions()
    var place = home
    guard place.isFolded != isFolded else { return }
    let hadKeyboard = card.button(isFolded ? .handle : .unfold).map {
      $0.hasFocus
    }
    place.isFolded = isFolded
    remember(place)
    if hadKeyboard == true, let button = card.button(isFolded ? .unfold : .handle) {
      button.isChildVisible = true
      button.grabFocus()
    }
  }

  private func move(_ way: PickerPlacement.Edge) {
    guard card.layout.form != .compact else { return }
    var place = place
    let before = place
    place.move(way, frame: frame(of: card.layout, at: place, in: window), in: window)
    // At the end of its way it stays where it belongs.
    if place != before { remember(place) }
  }
}
