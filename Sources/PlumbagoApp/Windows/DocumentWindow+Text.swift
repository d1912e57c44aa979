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
    "win.save-as", "win.export", "win.export-selection", "win.paper", "win.keyboard-pen",
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

  private func box(_ id: ElementID) -> Element? {
    session.drawing.elements.first { $0.id == id }
  }

  func interaction(_ interaction: IndirectScribbleInteraction, elementsIn area: Rect) -> [Spot] {
    guard takesWriting else { return [] }
    let hit = session.text(at: area.center, with: .pen)
    if let hit, hit.id != session.textEditing?.element?.id { return [.box(hit.id)] }
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
    case .blank: overlay.canvas.perform { $0.beginText(at: point) }
    }
    return overlay.texts.view
  }
}
