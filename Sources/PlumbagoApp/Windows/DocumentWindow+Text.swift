import Canvas
import Gtk
import GtkScribble
import InkModel
import InkWidgets

/// Text boxes of the drawing.
extension DocumentWindow {
  func connectText() {
    overlay.texts.extraMenu = TextMenu.drawingSteps
    overlay.texts.mayMove = { ScribbleController.mayMove }
    overlay.texts.atPause = { ScribbleController.performAtPause($0) }
    overlay.onText = { [weak self] in
      self?.historyChanged()
      // An edit that changed nothing is no step, and may leave nothing in view.
      self?.backToDrawing.arrange()
    }
  }

  /// Puts what files of text say on the canvas, each in a box a little aside of the one before.
  ///
  /// - Parameter position: Of the first one's middle, in widget points.
  func insert(textsAt paths: [String], at position: Point) async {
    for (i, path) in paths.enumerated() {
      do throws(ExchangeFileError) {
        let text = try await PlainTextFile.text(of: path)
        overlay.paste { $0.paste(text: text, at: position + Vector(16, 16) * Double(i)) }
      } catch {
        MessageDialog.tell(
          parent: window, tr("The text could not be inserted"), ErrorPresentation.sentence(error))
      }
    }
  }

  /// Commands before which the text that is edited becomes a step: they read the drawing, or change what it is.
  static let endsText: Set<String> = [
    "win.save", "win.save-as", "win.save-copy", "win.forget-history", "win.export",
    "win.export-selection",
    "win.paper", "win.keyboard-pen",
    "win.pick-color", "win.record", "win.to-front", "win.to-back", "win.duplicate", "win.delete",
  ]
}

/// Lets the pen write anywhere on the paper while it has the text tool: on blank paper a text box comes into being, on a
/// box the words go into it.
///
/// Invariant: with other tools nothing is written here (``PaperStrokes`` says which strokes the canvas keeps).
final class TextWriting: IndirectScribbleInteractionDelegate {
  nonisolated enum Spot: Hashable, Sendable {
    /// A box of the drawing, or the one that is edited, by the number that it will have.
    case box(ElementID)
    case blank(x: Double, y: Double)
  }

  private let overlay: CanvasOverlay
  private var session: CanvasSession { overlay.canvas.session }

  init(_ overlay: CanvasOverlay) {
    self.overlay = overlay
    IndirectScribbleInteraction(on: overlay.canvas.widget, delegate: self)
  }

  private var takesWriting: Bool {
    session.picker.tool == .text && !session.isReadOnly && !session.isErasing
      && !session.isPanHeld && !session.isPickingColor && !session.isBusy
  }

  /// How far from a text box what is written goes into it, in widget points: on its lines, and behind their ends, where
  /// writing goes on.
  private static let (reach, behind) = (6.0, 40.0)
  /// The same above a text that is edited, where a line that joins or parts words begins; the letters of a line of its own
  /// begin higher.
  private static let reachAbove = 12.0
  /// The same below a text, where a line selects the words above it.
  private static let reachBelow = 8.0

  /// Whether a pen at a position (widget points) writes in a text box, or goes on with one of its lines.
  private func isWritten(
    _ box: TextBox, _ canvasFromElement: AffineTransform, at position: Point, above: Double = reach
  ) -> Bool {
    guard
      let elementFromWidget = (session.viewport.widgetFromCanvas * canvasFromElement).inverse
    else { return false }
    let scale = elementFromWidget.meanScale
    let (reach, behind) = (Self.reach * scale, Self.behind * scale)
    let lines = box.extent
    return Rect(
      minX: lines.minX - reach, minY: lines.minY - above * scale, maxX: lines.maxX + behind,
      maxY: lines.maxY + reach
    ).contains(elementFromWidget(position))
  }

  /// How much of a stroke (widget points) lies over the text of a box and a margin around it, 0 … 1.
  private func share(
    of stroke: [Point], over box: TextBox, _ canvasFromElement: AffineTransform
  ) -> Double {
    box.share(
      of: stroke, widgetFromElement: session.viewport.widgetFromCanvas * canvasFromElement,
      within: .init(above: Self.reachAbove, below: Self.reachBelow, beside: Self.reach))
  }

  /// The topmost text box that a pen at a position (widget points) writes in; the one that is edited lies over all.
  private func box(writtenAt position: Point) -> ElementID? {
    let editing = session.textEditing
    if let editing,
      isWritten(
        editing.box, editing.canvasFromElement, at: position, above: Self.reachAbove)
    {
      return editing.id
    }
    let around = Rect(center: position, radius: Self.behind)
    return topBox(in: around, besides: editing) { isWritten($0, $1, at: position) }
  }

  /// The topmost text box of the layers that are not closed in an area (widget points) of which something is true.
  private func topBox(
    in area: Rect, besides editing: TextEditing?, where test: (TextBox, AffineTransform) -> Bool
  ) -> ElementID? {
    let closed = session.drawing.settings.closedLayers
    return session.drawing.elements(in: session.viewport.canvasFromWidget(area)).last {
      guard let box = $0.textBox, $0.id != editing?.element?.id, !closed.contains($0.layer) else {
        return false
      }
      return test(box, $0.canvasFromElement)
    }?.id
  }

  /// The text that is edited, if it is this one.
  private func editing(_ id: ElementID) -> TextEditing? {
    session.textEditing.flatMap { $0.id == id ? $0 : nil }
  }

  private func box(_ id: ElementID) -> Element? {
    session.drawing.elements.first { $0.id == id }
  }

  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [Spot] {
    // The instrument lies over the paper.
    guard takesWriting, session.instrumentPart(at: area.center, of: .pen) == nil else { return [] }
    return [
      box(writtenAt: area.center).map { .box($0) } ?? .blank(x: area.center.x, y: area.center.y)
    ]
  }

  func interaction(_ interaction: IndirectScribbleInteraction, frameOf element: Spot) -> Rect {
    switch element {
    case .box(let id):
      (editing(id)?.bounds ?? box(id)?.bounds).map { session.viewport.widgetFromCanvas($0) }
        ?? .empty
    case .blank(let x, let y): Rect(center: Point(x, y), radius: 1)
    }
  }

  func interaction(_ interaction: IndirectScribbleInteraction, isFocused element: Spot) -> Bool {
    guard case .box(let id) = element else { return false }
    return editing(id) != nil && overlay.texts.hasFocus
  }

  /// Nothing comes below a pen that writes, and what could not be read leaves nothing.
  func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: Spot
  ) -> Bool { true }

  /// A comma behind a text is meant; on blank paper a careless stroke makes no text box.
  func interaction(
    _ interaction: IndirectScribbleInteraction, takesMarksAloneIn element: Spot
  ) -> Bool {
    if case .box = element { true } else { false }
  }

  /// A circle may begin above its word, and is that box's where most of it lies there.
  func interaction(
    _ interaction: IndirectScribbleInteraction, elementBelow stroke: [Point], from element: Spot
  ) -> Spot? {
    guard takesWriting else { return nil }
    let edited = session.textEditing
    if case .box(let id) = element {
      // Behind the text it is writing.
      let isOver =
        if let edited, edited.id == id {
          share(of: stroke, over: edited.box, edited.canvasFromElement) > 0
        } else if let own = box(id), let text = own.textBox {
          share(of: stroke, over: text, own.canvasFromElement) > 0
        } else {
          false
        }
      return isOver ? element : nil
    }
    if let edited, share(of: stroke, over: edited.box, edited.canvasFromElement) > 0.5 {
      return .box(edited.id)
    }
    let area = Rect(around: stroke).outset(by: 0.5)
    return topBox(in: area, besides: edited) { share(of: stroke, over: $0, $1) > 0.5 }
      .map { .box($0) }
  }

  /// On blank paper behind what was written, which became narrower as a text.
  func interaction(
    _ interaction: IndirectScribbleInteraction, goesOnWithFocusedTextIn element: Spot
  ) -> Bool {
    if case .blank = element { overlay.texts.hasFocus } else { false }
  }

  func interaction(
    _ interaction: IndirectScribbleInteraction, focus element: Spot, near point: Point
  ) async -> Widget? {
    guard session.picker.tool == .text else { return nil }
    switch element {
    case .box(let id):
      if editing(id) == nil {
        guard let box = box(id) else { return nil }
        overlay.canvas.perform { $0.beginText(box) }
      }
    case .blank:
      // Its first line goes where the ink lies.
      let ink = interaction.ink
      let position = ink.isEmpty ? point : Point(ink.minX, ink.center.y)
      overlay.canvas.perform { $0.beginText(at: position) }
    }
    return overlay.texts.view
  }
}
