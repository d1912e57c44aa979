import Canvas
import Gtk
import GtkScribble
import InkModel
import InkWidgets

/// Text boxes of the drawing.
extension DocumentWindow {
  func connectText() {
    overlay.texts.extraMenu = TextMenu.steps
    overlay.onText = { [weak self] in self?.historyChanged() }
  }

  /// Commands before which the text that is edited becomes a step: they read the drawing, or change what it is.
  static let endsText: Set<String> = [
    "win.save-as", "win.save-copy", "win.forget-history", "win.export", "win.export-selection",
    "win.paper", "win.keyboard-pen",
    "win.pick-color", "win.record", "win.to-front", "win.to-back", "win.duplicate", "win.delete",
  ]
}

/// Lets the pen write anywhere on the paper while it has the text tool: on blank paper a text box comes into being, on a
/// box the words go into it.
///
/// Invariant: with other tools nothing is written, and every stroke is the canvas's.
final class TextWriting: IndirectScribbleInteractionDelegate {
  nonisolated enum Spot: Hashable, Sendable {
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

  /// The topmost text box that a pen writes in at a position, but for the one that is edited already.
  private func box(writtenAt position: Point) -> Element? {
    let view = session.viewport
    let around = Rect(center: position, radius: Self.behind)
    return session.drawing.elements(in: view.canvasFromWidget(around)).last { element in
      guard let box = element.textBox, element.id != session.textEditing?.element?.id,
        let elementFromWidget = (view.widgetFromCanvas * element.canvasFromElement).inverse
      else { return false }
      let scale = elementFromWidget.meanScale
      let (reach, behind) = (Self.reach * scale, Self.behind * scale)
      let lines = box.extent
      return Rect(
        minX: lines.minX - reach, minY: lines.minY - reach, maxX: lines.maxX + behind,
        maxY: lines.maxY + reach
      ).contains(elementFromWidget(position))
    }
  }

  private func box(_ id: ElementID) -> Element? {
    session.drawing.elements.first { $0.id == id }
  }

  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [Spot] {
    // The ruler lies over the paper.
    guard takesWriting, session.rulerPart(at: area.center, of: .pen) == nil else { return [] }
    if let hit = box(writtenAt: area.center) { return [.box(hit.id)] }
    return [.blank(x: area.center.x, y: area.center.y)]
  }

  func interaction(_ interaction: IndirectScribbleInteraction, frameOf element: Spot) -> Rect {
    switch element {
    case .box(let id):
      box(id).map { session.viewport.widgetFromCanvas($0.bounds) } ?? .empty
    case .blank(let x, let y): Rect(center: Point(x, y), radius: 1)
    }
  }

  /// Nothing comes below a pen that writes, and what could not be read leaves nothing.
  func interaction(
    _ interaction: IndirectScribbleInteraction, shouldDelayFocusOf element: Spot
  ) -> Bool { true }

  func interaction(
    _ interaction: IndirectScribbleInteraction, focus element: Spot, near point: Point
  ) async -> Widget? {
    guard session.picker.tool == .text else { return nil }
    switch element {
    case .box(let id):
      guard let box = box(id) else { return nil }
      overlay.canvas.perform { $0.beginText(box) }
    case .blank:
      // Its first line goes where the ink lies.
      let ink = interaction.ink
      let place = ink.isEmpty ? point : Point(ink.minX, ink.center.y)
      overlay.canvas.perform { $0.beginText(at: place) }
    }
    return overlay.texts.view
  }
}
