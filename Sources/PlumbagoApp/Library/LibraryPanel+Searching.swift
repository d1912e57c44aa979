import Gtk

/// Searching in names, and in what is written.
extension LibraryPanel {
  /// Searches, where the panel is shown.
  func search(for words: String) {
    guard isOpen, search.text != words else { return }
    search.text = words
    filter()
  }

  /// Says whether more may be found.
  func tell() {
    let isReading = LibraryReading.shared.isReading
    let sentence =
      search.text.trimmed.isEmpty
      ? "" : isReading ? tr("Drawings are being read…") : shown.isEmpty ? tr("Nothing found") : ""
    if note.text != sentence { note.text = sentence }
    note.isVisible = !sentence.isEmpty
  }

  func stopSearching() {
    if search.text.isEmpty {
      onLeave()
    } else {
      search.text = ""
      list.widget.grabFocus()
    }
  }
}
