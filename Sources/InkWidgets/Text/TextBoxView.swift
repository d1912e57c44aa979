import Canvas
import Gtk
import InkModel
import InkRendering

/// The text view of one text box that is being edited.
///
/// It is laid out in the units of ``TextBoxLayout``, of which there are several in a canvas point, so that it breaks and
/// places lines as the paper does.
final class TextBoxView {
  let view = TextView()
  let id: ElementID
  /// Told the box whenever it has changed.
  var onChange: (TextBox) -> Void = { _ in }
  /// Told when a key moves the caret.
  var onCaret: () -> Void = {}
  /// Told when another stretch is selected.
  var onSelection: () -> Void = {}
  /// Told the styles before and after a key has changed that of what is typed next, with nothing selected.
  var onChoice: (TextStyle, TextStyle) -> Void = { _, _ in }
  /// Where a press began the editing, in the canvas's points: the caret goes there.
  var pressed: Point?
  var paper: PaperStyle { didSet { if paper != oldValue { resolveColors() } } }

  private let text: StyledText
  private var past: TextPast
  private var box: TextBox
  private var canvasFromElement: AffineTransform
  private var layout: TextBoxLayout
  /// Since it was placed last.
  private var canvasFromView: AffineTransform?
  /// Where it was placed last.
  private var placement: Placement?
  /// Where it was placed when it was last free to move, or came with its first text.
  private var keptPlacement: Placement?
  /// Several changes that are one step are being made; whether one was.
  private var step: (isOpen: Bool, hasChanged: Bool) = (false, false)
  /// As it was set last.
  private var shownStyle = ""
  /// Counts the events that have changed the text.
  private var event: UInt64 = 1
  private var isSetting = false
  /// An input method has a text that is not decided yet.
  private var isComposing = false

  /// Room around the text, in units, that presses reach it in, and that letters lean into.
  private static let margin = 4 * Int(TextBoxLayout.unitsPerPoint)
  /// Room behind lines that end where their text ends, in units; even, so that both halves are whole.
  private static let slack = 16 * Int(TextBoxLayout.unitsPerPoint)

  /// Canvas points from the lines to the frame: closer, and it touches letters that lean out of their line.
  private static let frameDistance = 4.0

  init(_ editing: TextEditing, _ labels: TextLabels, _ paper: PaperStyle) {
    id = editing.id
    box = editing.box
    canvasFromElement = editing.canvasFromElement
    self.paper = paper
    layout = TextBoxLayout(editing.box)
    let first = editing.box.runs.first ?? TextStyle().run("")
    text = StyledText(view.buffer, scale: TextBoxLayout.unitsPerPoint, fallback: first)
    past = TextPast(.init(editing.box.runs, editing.box.alignment))
    view.addClass("canvas-text")
    view.usePlainOutlines()
    view.setTextMargins(Self.margin)
    view.breaksLines = box.width != nil
    view.setAlignment(box.alignment)
    view.setAccessibleName(labels.box)
    isSetting = true
    resolveColors()
    text.change(to: box.runs)
    isSetting = false
    setFallbackStyle()
    connectSteps()
    for change in [view.buffer.selectionChanged, view.buffer.notify("cursor-position")] {
      change.connect { [weak self] in self?.selected() }
    }
    view.caretMoved.connect { [weak self] in self?.onCaret() }
    Signal<Void, String>(view, "preedit-changed").connect { [weak self] in
      self?.isComposing = !$0.isEmpty
    }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressed(key, modifiers) ?? false
    }
    view.add(keys)
  }

  // MARK: Looks

  private func resolveColors() {
    let paper = paper
    text.resolve = { $0.resolved(on: paper) }
    setFallbackStyle()
  }

  /// The font of lines without letters, the caret's colour, and that of selected letters, of which GTK shows one for all:
  /// that of the first.
  private func setFallbackStyle() {
    let look = text.fallback
    let size = max(look.size * TextBoxLayout.unitsPerPoint, 1).rounded()
    let family = look.family.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .filter { !$0.isNewline }
    let css = Self.css(look.color.resolved(on: paper))
    let style = """
      textview {
        font-family: "\(family)"; font-size: \(size)px; font-weight: \(look.weight);
        font-style: \(look.slant == .upright ? "normal" : "\(look.slant)");
        color: \(css); caret-color: \(css);
      }
      textview > text > selection {
        color: \(Self.css(text.lookAtSelection.color.resolved(on: paper)));
        background-color: alpha(@theme_selected_bg_color, 0.35);
      }
      """
    guard style != shownStyle else { return }
    shownStyle = style
    view.setOwnStyle(style)
  }

  private static func css(_ color: Color) -> String {
    "rgba(\(color.red), \(color.green), \(color.blue), \(Double(color.alpha) / 255))"
  }

  var style: TextStyle { TextStyle(text.lookAtSelection, alignment: box.alignment) }

  /// Gives what is selected, or all of it, what differs between two styles; at a caret bold and italic are for what is
  /// typed next.
  func change(from old: TextStyle, to new: TextStyle) {
    let selection = view.buffer.selection
    if selection.isEmpty, view.buffer.count > 0, new.differsInEmphasisAlone(from: old) {
      text.changeNext { new.apply(changesFrom: old, to: &$0) }
      return setFallbackStyle()
    }
    isSetting = true
    text.change(selection.isEmpty ? 0..<view.buffer.count : selection) {
      new.apply(changesFrom: old, to: &$0)
    }
    if new.alignment != old.alignment { align(new.alignment) }
    isSetting = false
    var swept = old
    (swept.size, swept.color) = (new.size, new.color)
    past.changeLooks(to: state, isSweep: swept == new, at: MonotonicClock.system.now)
    show()
  }

  private func align(_ alignment: TextAlignment) {
    guard alignment != box.alignment else { return }
    box.alignment = alignment
    view.setAlignment(alignment)
  }

  // MARK: Text

  /// What there is now, for undo.
  private var state: TextPast.State {
    TextPast.State(text.runs, box.alignment, selection: view.buffer.selection)
  }

  private func changed() {
    guard !isSetting else { return }
    guard !step.isOpen else { return step.hasChanged = true }
    text.mendLooks()
    past.change(to: state, in: event)
    MainLoop.after(0) { [weak self] in self?.event += 1 }
    show()
  }

  private func show() {
    text.noteSelection()
    setFallbackStyle()
    box.runs = text.runs
    layout = TextBoxLayout(box)
    onChange(box)
  }

  private func selected() {
    guard !isSetting, !step.isOpen else { return }
    text.forgetNext()
    text.noteSelection()
    past.select(view.buffer.selection)
    setFallbackStyle()
    onSelection()
  }

  // MARK: Undo

  var canUndo: Bool { past.canUndo }
  var canRedo: Bool { past.canRedo }

  private func connectSteps() {
    let buffer = view.buffer
    buffer.changed.connect { [weak self] in self?.changed() }
    buffer.actionBegan.connect { [weak self] in self?.step = (true, false) }
    buffer.actionEnded.connect { [weak self] in
      guard let self else { return }
      let hasChanged = self.step.hasChanged
      self.step = (false, false)
      if hasChanged { self.changed() } else { self.selected() }
    }
    buffer.replaceUndo(
      { [weak self] in self?.go { $0.undo() } }, redo: { [weak self] in self?.go { $0.redo() } })
  }

  private func go(_ body: (inout TextPast) -> TextPast.State?) {
    guard let state = body(&past) else { return }
    isSetting = true
    text.forgetNext(always: true)
    text.change(to: state.runs)
    align(state.alignment)
    view.buffer.selection = state.selection
    isSetting = false
    show()
  }

  /// Breaks lines, and has the position, as the session has found for the text.
  func follow(_ editing: TextEditing) {
    // Other lines belong to another origin.
    if canvasFromElement != editing.canvasFromElement { keptPlacement = nil }
    canvasFromElement = editing.canvasFromElement
    let width = editing.box.width
    guard box.width != width else { return }
    box.width = width
    view.breaksLines = width != nil
    layout = TextBoxLayout(box)
  }

  /// It is edited no more, and only shown.
  ///
  /// - Parameter leaveFocus: Gives the keyboard focus to another widget. The caret goes with it; GTK 4.8 ends the process
  ///   where one that blinks is made invisible.
  func rest(_ leaveFocus: () -> Void) {
    onChange = { _ in }
    onCaret = {}
    onSelection = {}
    onChoice = { _, _ in }
    if view.buffer.hasSelection {
      let caret = view.buffer.selection.upperBound
      view.buffer.selection = caret..<caret
    }
    leaveFocus()
    view.canTarget = false
    view.canFocus = false
  }

  /// What it covers, in canvas space.
  var area: Rect { canvasFromElement(layout.extent) }

  /// The corners of the frame that it has while it is edited, all around, in widget points.
  func frame(in viewport: Viewport) -> [Point] {
    let widgetFromElement = viewport.widgetFromCanvas * canvasFromElement
    return (placement ?? freePlacement).frame.corners.map { widgetFromElement($0) }
  }

  /// Where the caret is, in canvas space; `nil` before it was placed.
  var caret: Rect? { canvasFromView?(view.caretFrame) }

  // MARK: Frame

  private struct Placement {
    /// The view's left side from the origin of element space, in units.
    var left: Double
    /// The width that lines have in the view, in units.
    var lines: Int
    /// The frame that is painted around it, in element space.
    var frame: Rect
  }

  /// Where its text, as it is now, belongs.
  private var freePlacement: Placement {
    let slack = box.width == nil && !layout.hasMixedDirections ? Self.slack : 0
    let lines = layout.width + slack
    let area = Rect(
      x: -layout.anchor * layout.pointWidth, y: 0, width: layout.pointWidth,
      height: Double(layout.height) / TextBoxLayout.unitsPerPoint)
    return Placement(
      left: -layout.anchor * Double(lines) - Double(Self.margin), lines: lines,
      frame: area.outset(by: Self.frameDistance))
  }

  /// Where it is while it must not move.
  ///
  /// The side where its lines begin stays, and so does its frame. What has no room in the view widens that at the other
  /// side: in the middle and at the end, too, the longest line then stays where it is as it goes on.
  private func heldPlacement(_ kept: Placement) -> Placement {
    var held = freePlacement
    let areLinesAtTheirStart = box.alignment == .start || box.alignment == .justified
    // Lines that break have a width of their own.
    if box.width == nil, areLinesAtTheirStart, layout.width <= kept.lines {
      held.lines = kept.lines
    }
    held.left = kept.left + (layout.isRightToLeft ? Double(kept.lines - held.lines) : 0)
    held.frame = kept.frame
    return held
  }

  /// Lays it out for a view of the canvas.
  ///
  /// - Parameter isHeld: Somebody writes: nothing that is there already moves.
  func place(in viewport: Viewport, isHeld: Bool) {
    // One that comes into being with what is written is where its first text belongs.
    if !isHeld || keptPlacement == nil && !box.text.isEmpty { keptPlacement = freePlacement }
    let placement = keptPlacement.map { heldPlacement($0) } ?? freePlacement
    self.placement = placement
    let canvasFromView =
      canvasFromElement * .scale(1 / TextBoxLayout.unitsPerPoint)
      * .translation(Vector(placement.left, -Double(Self.margin)))
    self.canvasFromView = canvasFromView
    let t = viewport.widgetFromCanvas * canvasFromView
    let width = placement.lines + 2 * Self.margin + TextView.caretSpace
    // GTK wants to be asked before.
    let least = view.measure(.vertical, for: width).minimum
    view.allocate(width: width, height: max(layout.height + 2 * Self.margin, least), t)
    if let pressed, let position = t.inverse?(pressed) {
      self.pressed = nil
      let bounds = Rect(
        x: 0, y: 0, width: Double(width), height: Double(layout.height + 2 * Self.margin))
      if bounds.contains(position), view.buffer.count > 0 {
        let offset = view.offset(at: position)
        // Not while it is laid out.
        MainLoop.after(0) { [weak self] in self?.view.buffer.selection = offset..<offset }
      }
    }
  }

  // MARK: Lists and keys

  /// Whole paragraphs: those that are selected, or all.
  private var chosenParagraphs: [TextList.Paragraph] {
    let all = TextList.paragraphs(of: view.text)
    let selection = view.buffer.selection
    guard !selection.isEmpty else { return all }
    return all.filter {
      $0.range.lowerBound < selection.upperBound && $0.range.upperBound > selection.lowerBound
    }
  }

  /// Makes the chosen paragraphs a list, or none where all are one.
  func toggle(_ list: TextList) {
    let edits = list.edits(toggling: chosenParagraphs)
    view.buffer.asOneStep {
      for edit in edits.reversed() { view.buffer.replace(edit.range, with: edit.text) }
    }
  }

  private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let control = modifiers.intersection(.shortcut) == .control
    switch key.character {
    case "b" where control, "B" where control: toggle { $0.isBold.toggle() }
    case "i" where control, "I" where control: toggle { $0.isItalic.toggle() }
    default:
      guard [.enter, .keypadEnter].contains(key), modifiers.isDisjoint(with: .shortcut),
        !isComposing
      else { return false }
      return breakListItem()
    }
    return true
  }

  private func toggle(_ body: (inout TextStyle) -> Void) {
    let old = style
    var new = old
    body(&new)
    if !view.buffer.hasSelection { onChoice(old, new) }
    change(from: old, to: new)
    onSelection()
  }

  /// A line break in a list begins its next item, and in an empty item it ends the list.
  private func breakListItem() -> Bool {
    let selection = view.buffer.selection
    guard selection.isEmpty,
      let edit = TextList.edit(breaking: view.text, at: selection.lowerBound)
    else { return false }
    view.buffer.replace(edit.range, with: edit.text)
    return true
  }
}
