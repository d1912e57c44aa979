import Glibc
import InkModel
import InkRendering
import InkStore

/// Text boxes that are edited in place.
///
/// 1. ``beginText(_:)`` or another method that begins a text: ``textEditing`` is set, and
///    ``shownDrawing`` lacks the box; an editor stands where it was.
/// 2. ``changeText(to:)`` whenever the text changes: the file gets a draft of it, which survives a crash.
/// 3. ``endText()``: one step, of all that was changed; none where nothing was.
///
/// Invariants:
/// 1. While a text is edited, the drawing has its element as it was before.
/// 2. Undo, redo, and every contact that begins, end it first; a contact that may be withdrawn ends it once it is not
///    (``mayBeWithdrawn(_:)``), before the step of its own; an eraser's once it erases something.
extension CanvasSession {
  /// What the canvas shows: the drawing, with a picture as it is tried out, or without the box of text over which an
  /// editor stands.
  public var shownDrawing: Drawing {
    guard let element = textEditing?.element else { return pictureTrial?.drawing ?? drawing }
    var shown = drawing
    // The element is in the drawing, by invariant 1; without it there is nothing to hide.
    _ = try? shown.apply(DrawingEdit(label: .text, removed: [element]))
    return shown
  }

  /// How far from a text box a tap edits it, in widget points.
  private static func reach(of tool: StylusTool.Kind) -> Double { tool == .finger ? 12 : 4 }

  /// The text box at a position, in widget points.
  public func text(at position: Point, with tool: StylusTool.Kind) -> Element? {
    drawing.topText(
      near: viewport.canvasFromWidget(position), radius: Self.reach(of: tool) / viewport.scale)
  }

  /// A tap with the text tool, in widget points: edits the box there, or places a new one.
  func writeText(at position: Point, with tool: StylusTool.Kind) -> CanvasUpdate {
    guard !isReadOnly else { return CanvasUpdate() }
    if let hit = text(at: position, with: tool) { return beginText(hit) }
    return beginText(at: position)
  }

  // MARK: Beginning

  /// Edits a text box of the drawing; what is edited already ends.
  ///
  /// Nothing more happens where it is not there any more.
  public func beginText(_ element: Element) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = endText()
    guard !isReadOnly, let box = element.textBox, drawing.holds([element]) else { return update }
    update.merge(clearSelection())
    begin(
      TextEditing(
        id: takeElement(), element: element, before: box, box: box,
        canvasFromElement: element.canvasFromElement,
        room: room(of: box, element.canvasFromElement)), into: &update)
    return update
  }

  /// Begins a new box with its first line around a position, in widget points.
  public func beginText(at position: Point) -> CanvasUpdate {
    let line = picker.newTextStyle.size * Self.lineHeight * viewport.scale
    return beginText(corner: position - uprightAxes.down * (line / 2), width: nil)
  }

  /// Begins a new box between two corners, in widget points; lines break at its width.
  func beginText(from start: Point, to end: Point) -> CanvasUpdate {
    let axes = uprightAxes
    let drag = end - start
    let (across, along) = (drag.dot(axes.right), drag.dot(axes.down))
    let corner = start + axes.right * min(across, 0) + axes.down * min(along, 0)
    // Whole points, so that the editor has the same width; never narrower than a word.
    let least = picker.newTextStyle.size * 2
    let width = max((abs(across) / viewport.scale).rounded(), least.rounded())
    return beginText(corner: corner, width: width)
  }

  /// The height of a line in that of its letters, as most fonts have it.
  private static let lineHeight = 1.2

  /// - Parameter corner: The upper left one, in widget points.
  private func beginText(corner: Point, width: Double?) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = endText()
    guard !isReadOnly, corner.isFinite else { return update }
    if let closed = closedCurrentLayer {
      update.refused = closed
      return update
    }
    update.merge(clearSelection())
    let style = picker.newTextStyle
    var box = TextBox(
      [style.run("")], alignment: style.alignment, width: width, extent: .empty)
    // The corner is where a box of another alignment begins.
    let anchor = TextBoxLayout(box).anchor
    let canvas = viewport.canvasFromWidget(corner)
    let turn = AffineTransform.rotation(uprightAngle)
    let offset = turn(Vector(anchor * (width ?? 0), 0))
    box = box.measured
    let canvasFromElement = AffineTransform.translation((canvas + offset) - Point.zero) * turn
    begin(
      TextEditing(
        id: takeElement(), element: nil, before: box, box: box,
        canvasFromElement: canvasFromElement, room: room(of: box, canvasFromElement)), into: &update
    )
    return update
  }

  /// Where the lines of a box without a width of its own are to end (``TextEditing/room``).
  private func room(of box: TextBox, _ canvasFromElement: AffineTransform) -> ClosedRange<Double>? {
    guard box.width == nil, let elementFromCanvas = canvasFromElement.inverse else { return nil }
    let corner = canvasFromElement(Point.zero)
    let layout = settings.layout
    let area: Rect
    if let page = layout.page(nearest: corner).flatMap({ layout.frame($0) }), page.contains(corner)
    {
      area = elementFromCanvas(page.outset(by: -Viewport.margin))
    } else {
      area = (elementFromCanvas * viewport.canvasFromWidget)(
        viewport.clearBounds.outset(by: -Viewport.margin))
    }
    guard area.minX < area.maxX else { return nil }
    let room = area.minX...area.maxX
    let now = TextBoxLayout(box)
    // Lines that are longer stay as they are.
    guard box.text.isEmpty || now.pointWidth <= TextEditing.width(in: room, around: now.anchor)
    else { return nil }
    return room
  }

  /// The turn of new boxes on the canvas, in radians: along the paper's lines, with their heads at the side of the paper
  /// that is the nearest to the top of the screen.
  private var uprightAngle: Double { -(viewport.rotation / (.pi / 2)).rounded() * (.pi / 2) }

  /// The directions of a new box on the screen.
  private var uprightAxes: (right: Vector, down: Vector) {
    let turn = AffineTransform.rotation(viewport.rotation + uprightAngle)
    return (turn(Vector(1, 0)), turn(Vector(0, 1)))
  }

  private func begin(_ editing: TextEditing, into update: inout CanvasUpdate) {
    textEditing = editing
    textSteps = (false, false)
    update.textChanged = true
    if let element = editing.element { update.damage.append(element.bounds) }
  }

  // MARK: Changing

  /// The box is another now: a text was typed, or set otherwise.
  ///
  /// - Parameters:
  ///   - box: One run at least. Its extent is found out, and where it has no width of its own, that at which its lines
  ///     break.
  ///   - canUndo, canRedo: See ``TextPast``.
  public func changeText(
    to box: TextBox, canUndo: Bool = false, canRedo: Bool = false
  ) -> CanvasUpdate {
    var update = CanvasUpdate()
    guard textEditing != nil, !box.runs.isEmpty else { return update }
    textEditing?.change(to: box)
    textSteps = (canUndo, canRedo)
    noteDraft(into: &update)
    return update
  }

  private func noteDraft(into update: inout CanvasUpdate) {
    let text = textEditing.flatMap { editing in
      TextDraft(
        editing, moved: offsetToOneColumn(of: editing),
        page: editing.element == nil ? page(at: editing.canvasFromElement(Point.zero)) : nil)
    }?.text
    guard text != keptTextDraft else { return }
    keptTextDraft = text
    update.commands.append(.setMetadata(.textDraft, text))
  }

  private func offsetToOneColumn(of editing: TextEditing) -> Vector {
    editing.element.map { drawing.offsetToOneColumn(of: $0) }
      ?? drawing.settings.layout.offset(toOneColumnAt: editing.canvasFromElement(Point.zero))
  }

  // MARK: Ending

  /// Whether a disc (canvas space) touches the text that is edited, as it is now, on the current layer.
  func isEditedTextTouched(by disc: SweptDisc) -> Bool {
    guard let textEditing, !textEditing.box.text.isEmpty else { return false }
    let current = currentLayer.id
    // A new one will be on the current layer.
    let layer = textEditing.element.map { drawing.settings.layerOrTop($0.layer).id } ?? current
    return layer == current && textEditing.box.isTouched(by: disc, textEditing.canvasFromElement)
  }

  /// Editing ends: what was changed is one step.
  ///
  /// A box without text is deleted, and a new one is not added. Where the numbers of a box are beyond
  /// ``ElementLimits``, a new one is not added, and another one stays as it was before.
  public func endText() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard let editing = textEditing else { return update }
    textEditing = nil
    update.textChanged = true
    if let element = editing.element { update.damage.append(element.bounds) }
    keep(editing.element, editing.box, editing.id, editing.canvasFromElement, into: &update)
    noteDraft(into: &update)
    return update
  }

  /// What an origin that was read from a file may differ by, in canvas points: by rounding.
  private static let leastOffset = 1e-6

  /// Makes a step of a text that was edited.
  ///
  /// - Parameter page: That a new one belongs to, where that is known; else the one where it begins.
  private func keep(
    _ old: Element?, _ box: TextBox, _ id: ElementID, _ canvasFromElement: AffineTransform,
    onPage page: Int32? = nil, into update: inout CanvasUpdate
  ) {
    var edit = DrawingEdit(label: .text)
    var box = box
    box.runs.removeAll { $0.text.isEmpty }
    if let old, box.isSet(as: old.textBox) { return }
    // An eraser that came down meanwhile may have taken it: what was written stays.
    let old = old.flatMap { drawing.holds([$0]) ? $0 : nil }
    if let old { edit.removed = [old] }
    if !box.runs.isEmpty {
      if let old {
        // With another alignment the lines have another origin.
        let offset = canvasFromElement(Point.zero) - old.canvasFromElement(Point.zero)
        let changed = old.version(id, .other(box))
        edit.inserted = [
          offset.length > Self.leastOffset
            ? changed.version(id, moved: .translation(offset)) : changed
        ]
      } else {
        edit.inserted = [
          newElement(
            .other(box), id: id, order: drawing.order(for: .above, in: currentLayer.id),
            canvasFromElement: canvasFromElement, at: canvasFromElement(.zero), onPage: page)
        ]
      }
    }
    guard !edit.isEmpty, edit.inserted.allSatisfy(\.isWithinLimits) else { return }
    apply(edit)
    follow(edit, &update)
    update.damage += edit.inserted.map(\.bounds)
    record(edit, into: &update)
  }

  /// Makes a step of a text that was being edited when the file was written.
  func recoverText() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard let found = foundTextDraft, !isReadOnly else { return update }
    foundTextDraft = nil
    if let draft = TextDraft(text: found), !drawing.elements.contains(where: { $0.id == draft.id })
    {
      // Numbers are never used twice.
      let replaced = draft.replaced.flatMap { id in drawing.elements.first { $0.id == id } }
      let old = replaced?.textBox == nil ? nil : replaced
      let box = draft.element?.textBox ?? TextBox([], extent: .empty)
      let id = takeElement()
      let kept = draft.element?.canvasFromElement ?? .identity
      // The pages may stand side by side by now.
      let offset =
        old.map { -drawing.offsetToOneColumn(of: $0) }
        ?? draft.page.flatMap { drawing.settings.layout.offset(fromOneColumnOf: $0) }
        ?? drawing.settings.layout.offset(fromOneColumnAt: kept(Point.zero))
      keep(
        old, box, id, .translation(offset) * kept, onPage: draft.page, into: &update)
    }
    update.commands.append(.setMetadata(.textDraft, nil))
    return update
  }

  // MARK: Pasting

  /// Adds a text in a new box, as one step, and selects it.
  ///
  /// - Parameter position: Of the middle of the box, in widget points.
  public func paste(text: String, at position: Point) -> CanvasUpdate {
    shared.takeTurn(self)
    var update = endText()
    guard !isReadOnly, !isBusy, position.isFinite,
      let box = TextBox(pasted: text, in: picker.newTextStyle)
    else { return update }
    if let closed = closedCurrentLayer {
      update.refused = closed
      return update
    }
    let turn = AffineTransform.rotation(uprightAngle)
    let corner = viewport.canvasFromWidget(position) - turn(box.extent.center - Point.zero)
    let element = newElement(
      .other(box), order: drawing.order(for: .above, in: currentLayer.id),
      canvasFromElement: .translation(corner - Point.zero) * turn, at: corner)
    guard element.isWithinLimits else { return update }
    update.merge(perform(DrawingEdit(label: .paste, inserted: [element])))
    selection = Selection([element], rotation: -viewport.rotation)
    return update
  }
}

extension TextBox {
  /// A text that comes from elsewhere, laid out; `nil` where it has nothing but line breaks.
  public init?(pasted text: String, in style: TextStyle) {
    let text = text.trimmingNewlines
    guard !text.isEmpty else { return nil }
    var box = TextBox([style.run(text)], alignment: style.alignment, extent: .empty)
    let widest = Self.pastedWidth * style.size
    if TextBoxLayout(box).pointWidth > widest { box.width = widest.rounded() }
    self = box.measured
  }

  /// The width at which lines of such a text break, in sizes of its letters: about 70 letters.
  private static let pastedWidth = 36.0
}

extension TextBox {
  /// Whether all but the extent is the same: that may differ from machine to machine.
  func isSet(as other: TextBox?) -> Bool {
    guard var other else { return false }
    other.extent = extent
    return self == other
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    return String(text)
  }
}
