import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Out of a stroke's way: the picker fades and lets everything through while a tool draws near it.
extension CanvasDesk {
  /// How near a stroke may come before the picker steps aside, in widget points.
  private static let distance = 28.0

  func follow(_ input: StylusInput) {
    if case .move = input {} else { selectionMayHaveChanged() }
    let tip: Point?
    switch input {
    case .down(_, let sample):
      ring.drawingBegins()
      card.finishAnimations()
      closeOptions()
      isRevealed = false
      tip = sample.position
    case .move(_, let settled, let sample): tip = (sample ?? settled.last)?.position
    case .up, .lost, .cancelled:
      if isAside, !canvas.session.isBusy { comeBackSoon() }
      return
    }
    guard let tip, isPickerVisible else { return }
    let frame = frame(of: card.layout, at: place, in: window)
    if !isAside, frame.outset(by: Self.distance).contains(tip) { stepAside() }
  }

  private func stepAside() {
    isAside = true
    if asideTimer != 0 {
      g_source_remove(asideTimer)
      asideTimer = 0
    }
    gtk_widget_set_opacity(card.widget, 0.08)
    gtk_widget_set_can_target(card.widget, 0)
    canvas.coveringWidgets.removeAll { $0 == card.widget }
    coverChanged()
  }

  private func comeBackSoon() {
    if asideTimer != 0 { g_source_remove(asideTimer) }
    asideTimer = MainLoop.after(0.45) { [weak self] in
      guard let self else { return }
      self.asideTimer = 0
      guard !self.canvas.session.isBusy else { return }
      self.isAside = false
      gtk_widget_set_opacity(self.card.widget, 1)
      gtk_widget_set_can_target(self.card.widget, 1)
      self.canvas.coveringWidgets.append(self.card.widget)
      self.coverChanged()
    }
  }
}
