import Canvas
import Gtk
import InkModel

/// While a tool draws near the picker, it is nearly invisible and lets input through.
extension CanvasOverlay {
  /// Widget points from the picker within which a stroke makes it step aside.
  private static let distance = 28.0

  /// Where a tip makes the picker step aside; the same from report to report.
  func updateSteppingArea() {
    steppingArea =
      frame(of: card.layout, at: placement, in: window).outset(by: Self.distance)
  }

  func follow(_ input: StylusInput) {
    if case .move = input {} else { contactChanged() }
    let tip: Point?
    switch input {
    case .down(_, let sample):
      ring.drawingBegins()
      badge.hide()
      readout.hide()
      card.finishAnimations()
      closeOptions()
      isRevealed = false
      tip = sample.position
    case .move: tip = input.tip?.position
    case .up, .lost, .cancelled:
      if isAside, !canvas.session.isBusy { comeBackSoon() }
      return
    }
    guard let tip, isPickerVisible else { return }
    if !isAside, steppingArea.contains(tip) { stepAside() }
  }

  private func stepAside() {
    isAside = true
    asideTimer = nil
    card.widget.opacity = 0.08
    card.widget.canTarget = false
    canvas.coveringWidgets.removeAll { $0.isSame(as: card.widget) }
    coverChanged()
  }

  private func comeBackSoon() {
    asideTimer = Timer(after: 0.45) { [weak self] in
      guard let self, !self.canvas.session.isBusy else { return }
      self.isAside = false
      self.card.widget.opacity = 1
      self.card.widget.canTarget = true
      self.canvas.coveringWidgets.append(Widget(self.card.widget))
      self.coverChanged()
    }
  }
}
