import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading

/// Finding words in the drawing, and ink as text.
extension DocumentWindow {
  func connectSearch() {
    search.onLeave = { [weak self] in self?.focusCanvas() }
    search.onRead = { [weak self] texts in
      self?.written = texts
      self?.describePaper()
    }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { _, _, _ in
      LibraryReading.shared.noteActivity()
      return false
    }
    window.add(keys)
    messages.alsoBeside = { [weak self] in
      [self?.search.bar.frame, self?.panels.cover].compactMap(\.self).filter { !$0.isEmpty }
    }
    search.bar.onFrame = { [weak self] in self?.messages.arrange() }
  }

  /// Shows a hit, which is lit up, and goes on searching for it in the library.
  func show(_ hit: ShownHit?) {
    guard let hit else { return }
    if panels.isSheet { panels.close() }
    libraryPanel.search(for: hit.words)
    search.open(at: hit)
  }

  /// Characters that a screen reader is given at once: a full page of a book.
  private static let longestDescription = 4000

  /// Has screen readers say what is written on the page in view.
  func describePaper() {
    let page = hasPages ? document.session.pageInView.map { $0 + 1 } : 0
    let text = String((page.flatMap { written[$0] } ?? "").prefix(Self.longestDescription))
    guard text != paperDescription else { return }
    paperDescription = text
    Accessible.describe(canvas.widget, text)
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
