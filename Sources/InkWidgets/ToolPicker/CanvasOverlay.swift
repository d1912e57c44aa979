import CGtk
import Canvas
import Glibc
import Gtk
import InkModel

/// The canvas with the tool picker over it: what another app puts into its window.
///
/// 1. Made with a canvas and the picker's texts; ``widget`` goes into a window.
/// 2. ``picker`` is the picker's state; set it where something else changes it (a shortcut, a pen's
///    button), and save what ``onPicker`` tells.
/// 3. ``placements`` are the picker's placements, one for each layout of the window; save what ``onPlacements`` tells.
///
/// Invariants:
/// 1. The picker lies within the window, whatever its size, unless the window is smaller than it.
/// 2. The canvas gets all events of a stroke that began on it: the picker takes none of them, repaints
///    nothing, and becomes transparent to input and nearly invisible when the tip comes near.
/// 3. In a compact window the picker is at the bottom over the whole width, and the canvas keeps
///    what it shows to the part above (``CanvasWidget/bottomInset``).
public final class CanvasOverlay {
  public let canvas: CanvasWidget
  /// The widget itself; whoever puts it into a window owns it from there.
  public let widget = Overlay()

  /// Tool, inks and palette.
  public var picker: ToolPicker {
    didSet {
      guard picker != oldValue else { return }
      canvas.session.picker = picker
      // Only the selection tool has a selection.
      if picker.tool != .selection { canvas.perform { $0.clearSelection() } }
      pickerChanged(from: oldValue)
      canvas.hover.refresh()
      if picker.palette.count != oldValue.palette.count { arrange() }
      refresh()
    }
  }
  /// Told when the user changed ``picker``.
  public var onPicker: (ToolPicker) -> Void = { _ in }
  /// Told when the user changed the colours of the row, after ``onPicker``: `ToolPicker.takeBack` takes that back.
  public var onPaletteChange: (PaletteChange) -> Void = { _ in }

  /// The picker's position in each layout of the window.
  public var placements: PickerPlacements { didSet { if placements != oldValue { arrange() } } }
  /// Told when the user moved or folded the picker.
  public var onPlacements: (PickerPlacements) -> Void = { _ in }
  /// The hand that writes, whose side is left free; `nil` where it is not known.
  public var hand: Hand? { didSet { if hand != oldValue { arrange() } } }

  /// Told when the selection changed, or what can be done with it.
  public var onSelection: () -> Void = {}
  public var onCopy: () -> Void = {}
  public var onCut: () -> Void = {}
  /// Asked for what is selected, and for a PNG picture of it, when it is dragged to another program.
  public var onDrag: () -> (offer: ClipboardOffer, picture: [UInt8]?)? = { nil }
  /// Asks for what needs more than the drawing, as a dialog for a file.
  public var onPicture: (PictureAction) -> Void = { _ in }
  /// Asks whether a picture has lines that can become ink.
  public var hasLines: (Element) -> Bool = { _ in false }
  /// Told when a text began or ended to be edited, or what is selected in it changed.
  public var onText: () -> Void = {}
  /// Called when undo or redo is pressed; by default those of the text that is edited, or the session's.
  public var onUndo: () -> Void = {}
  public var onRedo: () -> Void = {}
  /// Whether undo and redo make steps of the drawing, as they do by default: not while an app shows it as it was.
  public var takesSteps = true
  /// Told when a button of a pen that was held to erase is released.
  public var onErased: () -> Void = {}
  /// The name of the layer that tools work on, shown beside the colours, or the button of a folded picker; `nil` where it
  /// is not to be shown.
  public var layerName: String? {
    didSet {
      guard layerName != oldValue else { return }
      if let layerName { card.setLayer(layerName, help: labels.layer(layerName)) }
      arrange()
    }
  }
  /// Told when the name of the layer is pressed.
  public var onLayer: () -> Void = {}
  /// Told when ``showsHistory`` has changed.
  public var onHistoryShown: () -> Void = {}

  /// Whether undo and redo are in the picker now; where they are not, the header shows them (S61).
  public var showsHistory: Bool { isPickerVisible && card.layout[.undo] != nil }

  /// Whether there is a picker at all.
  public var showsPicker = true { didSet { if showsPicker != oldValue { showOrHide() } } }
  /// Hides the picker until its edge is touched or hovered at, as in fullscreen.
  public var hidesPicker = false {
    didSet {
      guard hidesPicker != oldValue else { return }
      isRevealed = false
      showOrHide()
    }
  }
  /// Told when a pen or the mouse hovers at the upper edge, or a finger touches there, while the picker hides
  /// (``hidesPicker``); true where something came for it, so that the touch does not draw.
  public var onTopEdge: () -> Bool = { false }
  /// A hidden picker was revealed from its edge, or for its options.
  var isRevealed = false {
    didSet {
      guard isRevealed != oldValue else { return }
      isRevealedForOptions = false
      showOrHide()
    }
  }
  /// It was revealed for the options that are open over it, and is hidden when they close.
  var isRevealedForOptions = false

  var isPickerVisible: Bool { showsPicker && (!hidesPicker || isRevealed) }

  private func showOrHide() {
    closeOptions()
    cardHiding.isShown = isPickerVisible
    arrange()
  }

  let card: PickerCard
  private let cardHiding: PressSafeHiding
  let labels: PickerLabels
  let landing = Box(.horizontal)
  let toolOptions: ToolOptions
  let colorOptions: ColorOptions
  let swatchMenu: SwatchMenu
  let selectionBar: SelectionBar
  let badge = ToolBadge()
  let readout: ViewReadout
  /// The frame of the selection's bar, in the overlay's points.
  var selectionBarFrame = Rect.empty
  /// Shows the bar of the selection with the next frame.
  var comingBar: FrameTicks?

  /// The card's frame while it is dragged, in the overlay's points, and where it will dock or float.
  var dragged: (frame: Rect, target: PickerPlacement.Position)?
  var drag: Drag?
  /// The picker lets input through and is nearly invisible, for a stroke near it.
  var isAside = false
  /// Whether something was selected when a contact began or ended last.
  var hadSelection = false
  /// The selection tool was lent for what came here, and not in another window with the same picker.
  var hasLentTool = false
  /// Where a tip makes the picker step aside, in the overlay's points.
  var steppingArea = Rect.empty
  var asideTimer: Timer?
  private var showedHistory = false
  private var historyChange: FrameTicks?
  /// To settings of the desktop, which live longer than this object.
  private var subscriptions: [Subscription] = []
  /// Listens for Escape where the keyboard is not over the paper, while the overlay is on the screen.
  var keysBeside: (controller: KeyController, window: Kept<Window>)?
  let palms: PalmGuard
  private var otherPalms: [PalmGuard] = []
  /// What the app put over the paper and the tools.
  private var added: [(child: Widget, frame: () -> Rect?)] = []
  /// Edits text boxes in place.
  public let texts: TextEditor
  /// The tool to return to when the editing of a text ends.
  var toolBeforeText: Tool?
  /// The picker takes its style from the text that is edited, and not the other way round.
  var takesTextStyle = false
  /// The picker shows the style of the text that is edited here.
  var hasShownTextStyle = false
  /// The sizes and colours at the hovering tip.
  public private(set) var ring: SizeRingController!
  /// The buttons of pens.
  public let penButtons: PenButtonsController

  /// A press on something that drags the picker.
  struct Drag {
    var grip: Vector
    var hasMoved = false
    var start: Point
  }

  public init(
    canvas: CanvasWidget, labels: PickerLabels, picker: ToolPicker, placements: PickerPlacements
  ) {
    PickerStyle.install()
    self.canvas = canvas
    self.labels = labels
    self.picker = picker
    self.placements = placements
    card = PickerCard(labels, colors: picker.mostColors)
    cardHiding = PressSafeHiding(card.widget)
    toolOptions = ToolOptions(labels)
    colorOptions = ColorOptions(labels)
    swatchMenu = SwatchMenu(labels)
    selectionBar = SelectionBar(labels)
    readout = ViewReadout(labels)
    canvas.millimetres = labels.millimetres
    texts = TextEditor(canvas, labels.text)
    palms = PalmGuard(on: card.widget, canvas.touch.pens)
    penButtons = PenButtonsController(canvas)
    canvas.session.picker = picker
    onUndo = { [weak self] in self?.undoTextOrStep() }
    onRedo = { [weak self] in self?.redoTextOrStep() }

    widget.setChild(canvas.widget)
    widget.addOverlay(texts.widget)
    landing.addClass("tool-picker-landing")
    landing.canTarget = false
    landing.isVisible = false
    widget.addOverlay(landing)
    widget.addOverlay(card.widget)
    widget.addOverlay(selectionBar.widget)
    widget.addOverlay(badge.widget)
    widget.addOverlay(readout.widget)
    canvas.coveringWidgets += [
      Widget(card.widget), Widget(selectionBar.widget), Widget(badge.widget),
      Widget(readout.widget),
    ]
    canvas.view.onTurning = { [weak self] in self?.tellZoom($0) }
    ring = SizeRingController(self, labels)
    keepPalms(off: selectionBar.widget)
    keepPalms(off: ring.card.widget)
    widget.addOverlay(ring.card.widget)
    for popover in optionPopovers { card.adopt(popover) }
    widget.onChildPosition { [weak self] child in self?.frame(ofChild: child) }
    connect()
    connectSelection()
    connectText()
    connectPenButtons()
    addDragging()
    addRevealing()
    refresh()
  }

  /// Puts a widget of the app's over the paper and the tools, in a frame in the overlay's points, and rejects touches on
  /// it while a pen is near.
  ///
  /// Not in an overlay around this one: GTK compares a window's frames node by node, and where a level of nodes goes with
  /// the widget it would find all of them changed, and paint paper and tools anew.
  public func add(_ child: some WidgetProtocol, frame: @escaping () -> Rect?) {
    added.append((Widget(child), frame))
    widget.addOverlay(child)
    keepPalms(off: child)
  }

  /// Rejects touches on another widget that lies over the paper, while a pen is near.
  private func keepPalms(off widget: some WidgetProtocol) {
    otherPalms.append(PalmGuard(on: widget, canvas.touch.pens))
  }

  private func connect() {
    card.onPress = { [weak self] in self?.press($0) }
    card.onColorMenu = { [weak self] in self?.showMenu(ofColor: $0) }
    card.onArrow = { [weak self] in self?.move(towards: $0) }
    card.onEscape = { [weak self] in self?.giveKeyboardBack() }
    listenForEscape()
    canvas.view.room = { [weak self] in self?.roomBesideTools }
    canvas.onResized = { [weak self] in self?.arrange() }
    canvas.onPaper = { [weak self] in
      self?.texts.paperChanged()
      self?.refresh()
    }
    canvas.presentColor = { [weak self] in
      guard let self else { return .ink }
      return (self.colorsAreForSelection ? self.colorsOfSelection : self.picker).color
    }
    canvas.onInput = { [weak self] in
      self?.follow($0)
      self?.onContact($0)
    }
    toolOptions.onChange = { [weak self] in self?.change($0) }
    colorOptions.onChange = { [weak self] in self?.setColor($0) }
    colorOptions.onEyedropper = { [weak self] in self?.pickColor() }
    colorOptions.onAction = { [weak self] in self?.perform($0) }
    swatchMenu.onAction = { [weak self] in self?.perform($0) }
    for popover in optionPopovers {
      popover.closed.connect { [weak self] in
        guard let self, self.drag == nil else { return }
        self.focusPaper()
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

  var appearance: PickerAppearance {
    let forced = getenv("GTK_THEME").map { String(cString: $0) } ?? ""
    let theme = forced.isEmpty ? DesktopSettings.theme : forced
    let isInverse = theme == "HighContrastInverse"
    return PickerAppearance(
      isDark: DesktopSettings.prefersDark
        || theme.hasSuffix("dark") || isInverse,
      // As GTK knows it: by the theme's name, or by its variant.
      isHighContrast: theme.hasPrefix("HighContrast") || theme.contains("-hc")
        || theme.contains(":hc"),
      paper: canvas.paper)
  }

  /// The tool that works now: a button of the pen that erases while it is held has the eraser at work.
  private var activeTool: Tool { canvas.session.isErasing ? .eraser : picker.tool }

  /// Updates everything from ``picker`` and the desktop's settings; repaints only what has changed.
  public func refresh() {
    let appearance = appearance
    card.appearance = appearance
    canvas.appearance = appearance
    for (i, tool) in ToolCatalog.tools.enumerated() {
      let isHeld = tool == activeTool
      card.setChosen(.tool(i), isHeld)
      guard let art = card.art(.tool(i), ToolArt.self) else { continue }
      describe(art, tool, appearance)
      art.setLifted(isHeld, animated: !canvas.session.isBusy)
    }
    if let art = card.art(.unfold, ToolArt.self) {
      describe(art, activeTool, appearance)
      art.shown.isAlone = true
    }
    let chosen = picker.color.opaque
    let onPaper = appearance.forColors(of: picker)
    for (i, color) in picker.palette.enumerated() {
      card.setChosen(.color(i), color == chosen)
      card.setName(.color(i), labels.color(color))
      card.art(.color(i), SwatchArt.self)?.shown = .init(
        color: color, isChosen: color == chosen, appearance: onPaper)
    }
    card.art(.colors, ColorWheelArt.self)?.shown = .init(color: chosen, appearance: onPaper)
    card.art(.handle, GripArt.self)?.shown.appearance = appearance
    if toolOptions.isOpen {
      toolOptions.isEditingText = texts.isEditing
      toolOptions.show(picker, appearance)
    }
    if colorOptions.isOpen { colorOptions.show(picker, appearance) }
  }

  private func tellZoom(_ turning: ViewController.Turning) {
    switch turning {
    case .changed(let view, let isHeld):
      readout.show(view)
      if !isHeld { endReadout() }
    case .released: endReadout()
    case .withdrawn: readout.hide()
    }
  }

  /// What is told fades; while a tool draws nothing is animated.
  func endReadout() { canvas.session.isBusy ? readout.hide() : readout.fade() }

  private func describe(_ art: ToolArt, _ tool: Tool, _ appearance: PickerAppearance) {
    var shown = art.shown
    shown.tool = tool
    if let name = tool.brush { shown.ink = picker.ink(of: name) }
    shown.eraser = picker.eraser
    shown.selectionKind = picker.selectionKind
    shown.textColor = picker.textStyle.color
    shown.appearance = appearance
    art.shown = shown
  }

  /// Names what undo and redo would do; `nil` where there is nothing to undo or redo.
  public func setHistory(undo: String?, redo: String?) {
    card.setSensitive(.undo, undo != nil)
    card.setSensitive(.redo, redo != nil)
    card.setName(.undo, undo ?? labels.undo)
    card.setName(.redo, redo ?? labels.redo)
  }

  // MARK: Geometry

  /// The height of what else covers the paper at its upper edge, in widget points: the picker is below.
  public var topInset: () -> Double = { 0 }

  /// To be called when ``topInset`` may return another height.
  public func topInsetChanged() { arrange() }

  private var paper: Rect {
    canvas.widget.bounds
  }

  /// The part of the paper in which the picker may be, in the overlay's points.
  var window: Rect {
    var window = paper
    window.minY = min(max(topInset(), 0), window.maxY / 2)
    return window
  }

  /// The shape of the window, as far as the tools go by it.
  public var windowLayout: PickerPlacements.Layout {
    PickerPlacements.layout(width: paper.width, height: paper.height)
  }

  /// The position that the user gave the picker in this layout, or its standard one.
  private var home: PickerPlacement { placements.placement(windowLayout, hand: hand) }

  /// ``home``, or a row at the top where the window is too low for it.
  var placement: PickerPlacement { fitted(home) }

  func fitted(_ placement: PickerPlacement) -> PickerPlacement {
    PickerLayout.fitted(
      placement, tools: ToolCatalog.tools.count, showsLayer: layerName != nil, in: window)
  }

  func layout(_ form: PickerLayout.Form, in window: Rect) -> PickerLayout {
    PickerLayout(
      form, tools: ToolCatalog.tools.count, colors: picker.palette.count,
      showsLayer: layerName != nil, in: window,
      isMirrored: widget.direction == .rightToLeft)
  }

  /// The card's frame in a window.
  func frame(of layout: PickerLayout, at placement: PickerPlacement, in window: Rect) -> Rect {
    if layout.form == .compact {
      return Rect(
        x: 0, y: window.maxY - layout.height, width: layout.width, height: layout.height)
    }
    return placement.frame(width: layout.width, height: layout.height, in: window)
  }

  /// What the picker covers now, in the canvas's points; empty where it covers nothing.
  public var coveredArea: Rect {
    guard isPickerVisible, !isAside else { return .empty }
    return dragged?.frame ?? frame(of: card.layout, at: placement, in: window)
  }

  /// The part of the paper beside tools that are docked at an edge, in widget points (S60); `nil` where they leave less
  /// than half of its width or height.
  private var roomBesideTools: Rect? {
    guard isPickerVisible else { return nil }
    return PickerLayout.room(
      beside: placement, windowLayout, in: window, of: canvas.session.viewport.clearBounds)
  }

  /// The frames of the picker and of the selection's bar, where these are shown, in the overlay's points: what else lies
  /// over the paper keeps clear of them.
  public var toolFrames: [Rect] { [pickerFrame, shownSelectionBarFrame].filter { !$0.isEmpty } }

  /// The picker's frame, in the overlay's points; empty where it is not shown.
  public var pickerFrame: Rect {
    isPickerVisible ? frame(of: card.layout, at: placement, in: window) : .empty
  }

  /// The frame of the selection's bar, in the overlay's points; empty where it is not shown.
  public var shownSelectionBarFrame: Rect { selectionBar.isVisible ? selectionBarFrame : .empty }

  private func frame(ofChild child: Widget) -> Rect? {
    if child.isSame(as: selectionBar.widget) { return selectionBarFrame }
    if child.isSame(as: badge.widget) {
      return ToolBadge.frame(
        of: badge.widget, in: canvas.view.clearRoom, below: coveredArea)
    }
    // All of it: the text view lies anywhere.
    if child.isSame(as: texts.widget) { return paper }
    if child.isSame(as: readout.widget) {
      return ToolBadge.frame(
        of: readout.widget, in: canvas.view.clearRoom, below: coveredArea)
    }
    if child.isSame(as: card.widget) {
      return dragged?.frame ?? frame(of: card.layout, at: placement, in: window)
    }
    if let ring, child.isSame(as: ring.card.widget) { return ring.frame }
    if child.isSame(as: landing), let dragged {
      let placement = fitted(PickerPlacement(dragged.target, isFolded: self.placement.isFolded))
      return frame(
        of: layout(PickerLayout.form(placement, windowLayout), in: window), at: placement,
        in: window)
    }
    return added.first { child.isSame(as: $0.child) }?.frame()
  }

  /// Lays everything out anew: the window has another size, or the picker another position.
  func arrange() {
    let window = window
    guard window.width > 1, window.height > 1 else { return }
    if dragged == nil {
      card.layout = layout(PickerLayout.form(placement, windowLayout), in: window)
    }
    widget.queueAllocate()
    let isPinned = isPickerVisible && card.layout.form == .compact
    canvas.bottomInset = isPinned ? card.layout.height : 0
    if showsHistory != showedHistory {
      showedHistory = showsHistory
      // This may be within an allocation, in which no widget may be shown or hidden. Nor may one be before the frame is
      // painted: where the frame clock is frozen in between, it goes on without another layout.
      historyChange = FrameTicks(on: widget) { [weak self] _ in
        self?.onHistoryShown()
        return false
      }
    }
    if canvas.session.toolsFrame != pickerFrame {
      canvas.session.toolsFrame = pickerFrame
      canvas.widget.queueDraw()
    }
    selectionBarMakesRoom()
    coverChanged()
  }

  func coverChanged() {
    updateSteppingArea()
    onCover(coveredArea)
  }

  /// Told of each contact of the picker's tool, in the canvas's points.
  public var onContact: (StylusInput) -> Void = { _ in }

  /// Told whenever ``coveredArea`` or ``toolFrames`` may have changed.
  public var onCover: (Rect) -> Void = { _ in }

  func put(_ position: PickerPlacement.Position) {
    var placement = placement
    placement.position = position
    remember(placement)
  }

  private func remember(_ placement: PickerPlacement) {
    var new = placements
    new.setPlacement(placement, windowLayout, hand: hand)
    guard new != placements else { return arrange() }
    placements = new
    onPlacements(new)
  }

  public func fold(_ isFolded: Bool) {
    closeOptions()
    var placement = home
    guard placement.isFolded != isFolded else { return }
    let hadKeyboard = card.button(isFolded ? .handle : .unfold).map {
      $0.hasFocus
    }
    placement.isFolded = isFolded
    remember(placement)
    if hadKeyboard == true, let button = card.button(isFolded ? .unfold : .handle) {
      button.isChildVisible = true
      button.grabFocus()
    }
  }

  private func move(towards edge: PickerPlacement.Edge) {
    guard card.layout.form != .compact else { return }
    var placement = placement
    let before = placement
    placement.move(
      edge, frame: frame(of: card.layout, at: placement, in: window), in: window)
    // At the end of an edge it does not move.
    if placement != before { remember(placement) }
  }
}
