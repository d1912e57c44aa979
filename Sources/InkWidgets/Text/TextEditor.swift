import Canvas
import Gtk
import InkModel
import InkRendering

/// Edits a text box in its place on the canvas: a text view over the paper that is scaled and turned as the view is.
///
/// 1. The session begins to edit a text (``CanvasSession/textEditing``): a text view with it is there in the next frame.
/// 2. What is typed, written by hand or dictated into it goes to the session.
/// 3. Escape, a press elsewhere and whatever else ends the session's editing takes the view away, once the paper shows the
///    text. Fingers that zoom, or that turn out to be a palm, leave it, unless they have erased something.
///
/// Invariants:
/// 1. At any time either the paper or the text view shows the text, at the same position: both are set by the rules
///    of ``TextBoxLayout``.
/// 2. From the pen's first contact to the pause after its text (``mayMove``), neither the frame of the text, nor the
///    words that are there, nor the paper move; what comes meanwhile goes on from the words. Then 1 holds again.
public final class TextEditor {
  /// Lies over the whole canvas; it takes no input beside the text view.
  let widget: PaintedWidget
  /// Told when editing begins or ends, when the selection changes, and when there is something to undo.
  var onChange: () -> Void = {}
  /// Told the styles before and after a key has changed that of what is typed next, with nothing selected.
  var onChoice: (TextStyle, TextStyle) -> Void = { _, _ in }
  /// Whether the text, and the paper below it, may move: nobody writes in it by hand.
  public var mayMove: () -> Bool = { true }
  /// Calls back once ``mayMove`` is true: at once, or at the pause after what is written.
  public var atPause: (@escaping () -> Void) -> Void = { $0() }

  private let canvas: CanvasWidget
  private let labels: TextLabels
  private var field: TextBoxView?
  private let frame = TextFrameNode()
  /// The view of a text that is edited no more, until the paper shows it.
  private var leaving: TextBoxView?
  /// Waits for the paper to be without the text, and to show it.
  private var entering: FrameTicks?
  private var showing: FrameTicks?
  /// Waits for the caret to be laid out.
  private var following: FrameTicks?
  /// Waits for the pen to leave, and for the pause after what it has written.
  private var restingPen: Timer?
  /// The text has its position at the pause.
  private var awaitsPause = false

  init(_ canvas: CanvasWidget, _ labels: TextLabels) {
    self.canvas = canvas
    self.labels = labels
    let host = Host()
    widget = PaintedWidget(host, role: .group)
    host.editor = self
    canvas.onText = { [weak self] in self?.follow() }
    canvas.textHasFocus = { [weak self] in self?.hasFocus ?? false }
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, _ in
      guard let self, key == .escape, self.isEditing else { return false }
      self.end()
      return true
    }
    widget.add(keys)
    let paperKeys = KeyController()
    paperKeys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressedOnPaper(key, modifiers) ?? false
    }
    canvas.widget.add(paperKeys)
    // The editor may be gone by then.
    widget.destroyed.connect { [weak self, widget] in
      self?.awaitsPause = false
      for child in widget.children { child.unparent() }
    }
  }

  // MARK: State

  public var isEditing: Bool { field != nil }

  /// The text view, for handwriting.
  public var view: Widget? { field.map { Widget($0.view) } }

  /// Whether the text view has the keyboard.
  public var hasFocus: Bool { field?.view.hasFocus ?? false }

  public var hasSelection: Bool { field?.view.buffer.hasSelection ?? false }

  /// Whether the text that is edited has a step to undo.
  public var canUndo: Bool { field?.canUndo ?? false }
  public var canRedo: Bool { field?.canRedo ?? false }

  public func undo() { field?.view.buffer.undo() }
  public func redo() { field?.view.buffer.redo() }

  /// Items behind GTK's own in the context menus of texts that are edited from now on.
  public var extraMenu: Menu?

  public func grabFocus() { field?.view.grabFocus() }

  /// How what is selected looks, or the text at the caret; `nil` where none is edited.
  var style: TextStyle? { field?.style }

  public func end() { canvas.perform { $0.endText() } }

  // MARK: Looks

  /// Gives what is selected, or all of the box, what differs between two styles; at a caret bold and italic are for what
  /// is typed next.
  func change(from old: TextStyle, to new: TextStyle) { field?.change(from: old, to: new) }

  func toggle(_ list: TextList) { field?.toggle(list) }

  func paperChanged() {
    field?.paper = paper
    widget.queueDraw()
  }

  private var paper: PaperStyle { canvas.session.settings.paperStyle(in: canvas.paper) }

  // MARK: Following the session

  private func follow() {
    let editing = canvas.session.textEditing
    if field?.id != editing?.id {
      leave()
      if let editing { enter(editing) }
    }
    onChange()
  }

  private func enter(_ editing: TextEditing) {
    let new = TextBoxView(editing, labels, paper)
    field = new
    new.view.setParent(widget)
    canvas.coveringWidgets.append(Widget(new.view))
    if let extraMenu { new.view.setExtraMenu(extraMenu) }
    new.onChange = { [weak self, weak new] box in
      guard let self, let new else { return }
      self.canvas.perform {
        $0.changeText(to: box, canUndo: new.canUndo, canRedo: new.canRedo)
      }
      // The session has it, or has a text that is not edited here.
      if let editing = self.canvas.session.textEditing, editing.id == self.field?.id {
        self.field?.follow(editing)
      }
      self.widget.queueAllocate()
      self.followCaret()
      self.onChange()
    }
    new.onCaret = { [weak self] in self?.followCaret() }
    new.onSelection = { [weak self] in self?.onChange() }
    new.onChoice = { [weak self] in self?.onChoice($0, $1) }
    // In a new one the caret is where it is typed, which may have begun before there is a frame.
    if editing.element != nil, let position = canvas.lastPress { new.pressed = position }
    // Until the paper is without it; a new one has no picture there.
    if let area = editing.element?.bounds {
      new.view.opacity = 0
      entering = waitForPaper(area) { [weak new] in new?.view.opacity = 1 }
    }
    widget.queueAllocate()
    widget.queueDraw()
    new.view.grabFocus()
  }

  /// Keeps the caret in view: it was moved, or its text was changed, by other means than a pen, under
  /// which nothing moves.
  private func followCaret() {
    restingPen = nil
    var wasLaidOut = false
    following = FrameTicks(on: widget) { [weak self] _ in
      guard wasLaidOut else {
        wasLaidOut = true
        return true
      }
      self?.showCaret()
      return false
    }
  }

  private func showCaret() {
    guard mayMove(), !canvas.isPenNear else {
      return restingPen = Timer(after: Self.penTime) { [weak self] in self?.followCaret() }
    }
    if let caret = field?.caret { canvas.view.keepInView(caret) }
  }

  private func leave() {
    guard let old = field else { return }
    field = nil
    following = nil
    restingPen = nil
    remove(leaving)
    leaving = old
    // Where the paper will show it, though it may be held elsewhere.
    widget.queueAllocate()
    widget.queueDraw()
    old.view.opacity = 1
    old.rest { if old.view.hasFocus { canvas.widget.grabFocus() } }
    showing = waitForPaper(old.area) { [weak self, weak old] in
      guard let self, let old, self.leaving === old else { return }
      self.remove(old)
      self.leaving = nil
    }
  }

  private func remove(_ view: TextBoxView?) {
    guard let view else { return }
    canvas.coveringWidgets.removeAll { $0.isSame(as: view.view) }
    view.view.unparent()
  }

  /// Seconds between checks whether a pen is still near, or writes.
  private static let penTime = 0.25
  /// The longest that the paper is waited for, in seconds.
  private static let longestWait = 1.0

  /// Calls `body` before the first frame whose paper shows an area (canvas space) as it is.
  private func waitForPaper(_ area: Rect, _ body: @escaping () -> Void) -> FrameTicks {
    var begin: Double?
    canvas.widget.queueDraw()
    return FrameTicks(on: canvas.widget) { [weak self] time in
      guard let self else { return false }
      let start = begin ?? time
      begin = start
      guard time > start, self.canvas.isFresh(in: area) || time - start > Self.longestWait else {
        return true
      }
      body()
      return false
    }
  }

  // MARK: Frames

  /// The view has moved.
  func viewMoved() { if field != nil || leaving != nil { widget.queueAllocate() } }

  fileprivate func place() {
    let viewport = canvas.session.viewport
    leaving?.place(in: viewport, isHeld: false)
    guard let field else { return }
    let isHeld = !mayMove()
    field.place(in: viewport, isHeld: isHeld)
    if isHeld { placeAtPause() }
  }

  private func placeAtPause() {
    guard !awaitsPause else { return }
    awaitsPause = true
    atPause { [weak self] in
      // The widget may be gone by then.
      guard let self, self.awaitsPause else { return }
      self.awaitsPause = false
      self.widget.queueAllocate()
    }
  }

  fileprivate func paint(to snapshot: OpaquePointer) {
    if let field {
      let viewport = canvas.session.viewport
      frame.append(
        field.frame(in: viewport), viewport.widgetBounds, canvas.appearance, to: snapshot)
    } else {
      frame.clear()
    }
    for view in [leaving, field].compactMap(\.self) { widget.paint(view.view, to: snapshot) }
  }

  private final class Host: WidgetPainter {
    weak var editor: TextEditor?
    func snapshot(_ snapshot: OpaquePointer) { editor?.paint(to: snapshot) }
    func resized(width: Int, height: Int) { editor?.place() }
    /// All around the text view is the canvas's.
    func contains(_ position: Point) -> Bool? { false }
  }

  // MARK: Keys on the paper

  /// Enter edits the text that is selected, or with the text tool begins one in the middle of the view.
  private func pressedOnPaper(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard [.enter, .keypadEnter].contains(key), modifiers.isDisjoint(with: .shortcut) else {
      return false
    }
    let session = canvas.session
    guard !session.isBusy, !session.isReadOnly else { return false }
    if let elements = session.selection?.elements {
      guard elements.count == 1, elements[0].textBox != nil else { return false }
      canvas.perform { $0.beginText(elements[0]) }
    } else {
      guard session.picker.tool == .text, !isEditing else { return false }
      canvas.perform { $0.beginText(at: $0.viewport.center) }
    }
    return true
  }
}
