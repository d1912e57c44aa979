import Gtk

/// Searching in names, and in what is written.
extension LibraryPanel {
  /// Searches, where the panel is shown.
  func search(for words: String) {
    guard isOpen, search.text != words else { return }
    search.text = words
    filter()
  }

  /// Says whether more may be found, and why nothing is listed.
  func tell() {
    let isReading = LibraryReading.shared.isReading
    let found =
      search.text.trimmed.isEmpty
      ? shown.isEmpty ? emptySentence : ""
      : isReading
        ? tr("Drawings are being read…")
        : shown.isEmpty ? SearchReading.nothing(for: search.text) : namesOnly
    let sentence = refusal?.sentence ?? found
    if note.text != sentence { note.text = sentence }
    note.isVisible = !sentence.isEmpty
  }

  /// Why drawings are listed by their names alone, where that is so.
  private var namesOnly: String {
    SearchReading.isOneLetter(search.text) && finder.found.isEmpty
      ? tr("Two letters or more find what is written, too.") : ""
  }

  /// Says for some seconds why something was not done.
  func refuse(_ sentence: String) {
    let end = Timer(after: Self.refusalTime) { [weak self] in
      self?.refusal = nil
      self?.tell()
    }
    refusal = (sentence, end)
    tell()
  }

  /// Seconds: enough for two sentences.
  private static let refusalTime = 10.0

  /// Why nothing is listed where nothing is searched for: an empty list alone looks as if all were lost.
  private var emptySentence: String {
    guard wasRead else { return "" }
    if favoritesOnly.isActive {
      return tr("No favorites yet. The star beside a drawing makes it one.")
    }
    // Of a folder that is not there another text tells.
    if isGone { return "" }
    return folder.path == Library.chosen
      ? tr("There are no drawings here yet.") : tr("This folder is empty.")
  }

  func stopSearching() {
    if search.text.isEmpty {
      onLeave()
    } else {
      search.text = ""
      focusList()
    }
  }
}
