import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading

/// Finding words in the drawing, and ink as text.
extension DocumentWindow {
  func connectSearch() {
    search.onLeave = { [weak self] in self?.focusCanvas() }
    search.onStepping = { [weak self] in self?.commands.refresh() }
    search.onRead = { [weak self] texts in
      self?.written = texts
      self?.describePaper()
      self?.writtenLines.read()
    }
    canvas.onLine = { [weak self] in self?.selectLine(of: $0) }
    for widget in [Widget(titlebar), Widget(content)] {
      let keys = KeyController(phase: .capture)
      keys.pressed.connect { _, _, _ in
        LibraryReading.shared.noteActivity()
        return false
      }
      widget.add(keys)
    }
    messages.alsoBeside = { [weak self] in
      [self?.search.bar.frame, self?.panels.cover].compactMap(\.self).filter { !$0.isEmpty }
    }
    search.bar.onFrame = { [weak self] in self?.messages.arrange() }
  }

  /// Shows a hit, which is lit up, and goes on searching for it in the library.
  func show(_ hit: ShownHit?) {
    guard let hit else { return }
    closeSheet()
    libraryPanel.search(for: hit.words)
    search.open(at: hit)
  }

  /// Opens the bar by which words are found in the drawing.
  func find() {
    closeSheet()
    search.open()
  }

  /// Closes that bar, from wherever the keyboard is; whether it was open.
  func stopFinding() -> Bool {
    guard search.bar.isShown else { return false }
    search.close()
    return true
  }

  /// Closes a panel that covers what is found, and perhaps the bar.
  private func closeSheet() {
    if panels.isSheet { panels.close() }
  }

  /// Characters that a screen reader is given at once: a full page of a book.
  private static let longestDescription = 4000

  /// Has screen readers say what is written on the page in view, and what is seen in its pictures.
  func describePaper() {
    let page = hasPages ? document.session.pageInView.map { $0 + 1 } : 0
    let pictures = document.session.pictureTextsInView
    let all = ([page.flatMap { written[$0] } ?? ""] + pictures).filter { !$0.isEmpty }
    let text = String(all.joined(separator: "\n").prefix(Self.longestDescription))
    guard text != paperDescription else { return }
    paperDescription = text
    Accessible.describe(canvas.widget, text)
  }

  /// Strokes or texts are selected, or lie on the page, which have something to say.
  var canRead: Bool { !document.session.drawing.isEmpty && SearchReading.isInstalled }

  /// What is selected, or all on the page in view.
  private var readElements: [Element] {
    document.session.selection?.elements ?? document.session.elementsOfPageInView
  }

  /// Selects the line of writing that an element is in; where it is in none, or in one that is selected, a finger zooms.
  private func selectLine(of wanted: WantedLine) {
    let element = wanted.element
    let byFinger = wanted.tool == .finger
    let elements = document.session.elements(onPageOf: element)
    let view = canvas.view.viewport
    Task { [weak self] in
      // A finger's two taps on a sketch zoom, so its line has to say something.
      let line = await SelectedText.line(of: element.id, among: elements, isLegible: byFinger)
      guard let self else { return }
      let session = self.document.session
      // Something else is done meanwhile.
      guard session.picker.tool == .selection, !session.isBusy,
        !byFinger || self.canvas.view.viewport == view
      else { return }
      guard !line.isSubset(of: session.selection?.ids ?? []) else {
        if byFinger { self.canvas.touch.zoom(at: wanted.position) }
        return
      }
      self.canvas.perform { session in
        // What was drawn or erased meanwhile.
        session.select(session.elements(onPageOf: element).filter { line.contains($0.id) })
      }
    }
  }

  /// Puts what the selection or the page says on the clipboard, as text.
  func copyAsText() {
    let elements = readElements
    Task { [weak self] in
      let reading = await SelectedText.text(of: elements)
      let text = reading.result
      guard let self else { return }
      guard !text.isEmpty else { return self.tellUnread() }
      InkClipboard.copy(text: text, on: self.canvas.widget)
      let copied = tr("Copied as text: “{text}”").filled("text", text.shortened)
      let left = trn(
        "{count} line was not read.", "{count} lines were not read.", reading.unread)
      self.messages.show(.notice, reading.unread == 0 ? copied : copied + "\n" + left)
    }
  }

  /// Puts text boxes in the place of the ink that is selected, or of all on the page.
  func convertToText() {
    let elements = readElements
    let family = document.session.picker.newTextStyle.family
    Task { [weak self] in
      let reading = await SelectedText.converted(elements, family: family)
      guard !reading.result.isEmpty else {
        let isUnsure = await SelectedText.hasWriting(elements)
        self?.tellUnread(isUnsure: isUnsure)
        return
      }
      guard let self else { return }
      let converted = self.convert(reading.result, of: elements)
      let unread = trn(
        "{count} line was not read and stays ink.",
        "{count} lines were not read and stay ink.", reading.unread)
      let told = [converted, reading.unread > 0 ? unread : nil].compactMap(\.self)
      guard !told.isEmpty else { return }
      self.messages.show(.notice, told.joined(separator: "\n"))
    }
  }

  /// - Returns: How many lines became text, where some of them are out of view.
  private func convert(_ texts: [ConvertedText], of elements: [Element]) -> String? {
    let session = document.session
    let ids = texts.reduce(into: Set<ElementID>()) { $0.formUnion($1.elements) }
    let count = session.countBeyondView(of: elements.filter { ids.contains($0.id) })
    let head = session.history.head
    canvas.perform { $0.convert(texts) }
    guard let count, session.history.head != head else { return nil }
    let lines = texts.reduce(0) { $0 + $1.text.count(where: \.isNewline) + 1 }
    return count.sentence(trn("{count} line became text", "{count} lines became text", lines))
  }

  /// - Parameter isUnsure: Writing was found, but what it says may be wrong.
  private func tellUnread(isUnsure: Bool = false) {
    let isPage = document.session.selection == nil
    let missing =
      isPage
      ? tr("No writing was found on the page.") : tr("No writing was found in the selection.")
    messages.show(
      .notice,
      isUnsure ? tr("The writing was not read surely enough to become text.") : missing)
  }
}

extension String {
  /// Its first line, as far as a message has room for it.
  ///
  /// An ellipsis stands for the rest, instead of the spaces and punctuation before that: “.…” says nothing more.
  nonisolated var shortened: String {
    let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? self
    let isWhole = line.count == count && count <= 60
    guard !isWhole else { return self }
    var begin = line.prefix(60)
    while let last = begin.last, last.isWhitespace || Self.beforeEllipsis.contains(last) {
      begin.removeLast()
    }
    return begin + "…"
  }

  /// What ends a sentence or a part of one.
  nonisolated private static let beforeEllipsis: Set<Character> = Set(".,;:!?…。、，．；：！？")
}
