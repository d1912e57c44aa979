import CGtk
import Gtk
import InkModel
import Scribble

// A gap between words, which a pen opens that rests there: S52.
extension ScribbleController {
  /// Opens a gap at a space, at once or where someone has just written at the pause after the text.
  ///
  /// In a field that shows its caret only with the focus it opens at the pause that brings it.
  func openGap(at position: Int, _ writing: Writing) {
    guard !writing.field.needsFocusForText else {
      // Behind what gives the focus at the same pause (``awaitPause(_:)``).
      after(writing.session.settings.pause, writing) {
        guard !$1.field.needsFocusForText else { return }
        $0.openGap(at: position, $1)
      }
      return
    }
    let turn = writing.turn
    Self.performAtPause { [weak self, weak writing] in
      guard let self, let writing, self.writing === writing, writing.turn == turn,
        writing.field.isOpen
      else { return }
      let text = writing.field.text(in: self.native, .none)
      guard text.selection == position..<position, position < text.scalars.count,
        let blank = writing.field.blank(at: position)
      else { return }
      let settings = writing.session.settings
      let width = min(settings.gapWidth, writing.field.frame(in: self.native).width / 2)
      writing.gap = TextGap(
        blank, in: writing.field, width: width,
        isSameText: { [field = writing.field, native = self.native] in
          field.text(in: native, .none).hasText(of: text)
        }, onChange: { [weak writing] in writing?.closeGap() })
      self.after(settings.gapTime, writing) { $1.closeGap() }
    }
  }

  /// A key, and a press anywhere but in the field, closes a gap in which nothing was written, and does what it always does.
  func closeGap(at event: Event) {
    guard let latest = Self.latest, let writing = latest.writing, writing.gap != nil,
      writing.session.ink.isEmpty
    else { return }
    switch event.type {
    case .keyPress: writing.closeGap()
    case .buttonPress:
      if event.deviceTool != nil, self === latest, let position = event.position,
        TextFields.field(at: position - offset, in: native)?.widget == writing.field.widget
      {
        return
      }
      // Nothing moves under a press.
      MainLoop.after(0) { [weak writing] in
        if writing?.session.ink.isEmpty == true { writing?.closeGap() }
      }
    default: break
    }
  }
}
