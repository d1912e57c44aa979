import Gtk

/// Rejects touches on a widget while a pen is in proximity, and for a moment after (``Canvas/PalmRule``).
final class PalmGuard {
  private let pens: PenWatch
  private var refused: Set<OpaquePointer> = []

  init(on widget: some WidgetProtocol, _ pens: PenWatch) {
    self.pens = pens
    let guarding = LegacyController(phase: .capture)
    // It is for touches.
    guarding.leavesTip = true
    guarding.onEvent { [weak self] in self?.isPalm($0) ?? false }
    widget.add(guarding)
  }

  /// Whether a touch that begins now is a palm's.
  var takesTouchesForPalms: Bool { pens.takesTouchesForPalms }

  private func isPalm(_ event: Event) -> Bool {
    let type = event.type
    guard let sequence = event.touchSequence,
      [.touchBegin, .touchUpdate, .touchEnd, .touchCancel].contains(type)
    else { return false }
    if type == .touchBegin, takesTouchesForPalms { refused.insert(sequence) }
    let isRefused = refused.contains(sequence)
    if type == .touchEnd || type == .touchCancel { refused.remove(sequence) }
    return isRefused
  }
}
