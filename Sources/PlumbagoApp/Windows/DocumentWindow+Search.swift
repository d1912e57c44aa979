import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading

/// Finding words in the drawing, and ink as text.
extension DocumentWindow {
  func connectSearch() {
    search.onLeave = { [weak self] in self?.focusCanvas() }
    messages.alsoBeside = { [weak self] in
      guard let frame = self?.search.bar.frame, !frame.isEmpty else { return [] }
      return [frame]
    }
  }

  /// Strokes or texts are selected, which have something to say.
  var canReadSelection: Bool {
    document.session.selection != nil && SearchReading.isInstalled
  }

  /// Puts what the selection says on the clipboard, as text.
  func copyAsText() {
    guard let elements = document.session.selection?.elements else { return }
    Task { [weak self] in
      let text = await SelectedText.text(of: elements)
      guard let self else { return }
      guard !text.isEmpty else { return self.tellUnread() }
      InkClipboard.copy(text: text, on: self.canvas.widget)
      self.messages.show(.notice, tr("Copied as text: “{text}”").filled("text", text.shortened))
    }
  }

  /// Puts text boxes in the place of the ink that is selected.
  func convertToText() {
    guard let elements = document.session.selection?.elements else { return }
    let family = document.session.picker.textStyle.family
    Task { [weak self] in
      let texts = await SelectedText.converted(elements, family: family)
      guard let self else { return }
      guard !texts.isEmpty else { return self.tellUnread() }
      self.canvas.perform { $0.convert(texts) }
    }
  }

  private func tellUnread() {
    messages.show(.notice, tr("No writing was found in the selection."))
  }
}

extension String {
  /// Its first line, as far as a message has room for it.
  fileprivate var shortened: String {
    let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? self
    let isWhole = line.count == count && count <= 60
    return isWhole ? self : String(line.prefix(60)) + "…"
  }
}
