import Canvas
import Gtk
import InkModel
import InkWidgets
import PageReading
import SearchIndex

/// Reads what is written in an open drawing while nobody draws, and finds words in it.
///
/// Invariants:
/// 1. Nothing is read while a contact is down or the view moves, nor on the main actor; nor while a
///    pen is near, unless somebody searches the drawing, who may write the words.
/// 2. One reading goes on at most; what is drawn meanwhile is read after it.
/// 3. Nothing counts as missing while a reading of the drawing is to come or goes on.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class DocumentSearch {
  let bar: SearchBar
  /// Gives the keyboard back to the paper.
  var onLeave: () -> Void = {}
  /// Told that ``canStep`` has changed.
  var onStepping: () -> Void = {}
  /// Told what is written in the drawing, by page, once it was read.
  var onRead: (_ texts: [Int: String]) -> Void = { _ in }

  private let document: OpenDocument
  private let canvas: CanvasWidget
  private var session: CanvasSession { document.session }

  private var text = ""
  /// What is known to be written.
  private var lines: [(page: Int, line: TextLine)] = []
  /// Whether that is all there is.
  private var isWhole = false
  /// How often ``lines`` was asked for.
  private var requests = 0
  private var hits: [SearchQuery.Hit] = [] {
    didSet { if hits.isEmpty != oldValue.isEmpty { onStepping() } }
  }
  private var current: Int?
  /// What is to be revealed once it is found.
  private var wanted: ShownHit?
  /// Whether the drawing is on the screen, and its view can move to a hit.
  var canReveal = false {
    didSet { if let wanted, canReveal, !oldValue { open(at: wanted) } }
  }

  private var rest: Timer?
  private var following: Timer?
  private var reading: Task<Void, Never>?
  /// The widgets are gone, or about to go.
  private var isOver = false
  private var hasChanged = true

  /// Seconds without a change after which the drawing is read: who thinks for a moment goes on writing.
  private static let restTime = 2.0
  /// Seconds after which what was read meanwhile is searched, too.
  private static let followTime = 0.5

  init(_ document: OpenDocument, on overlay: CanvasOverlay) {
    self.document = document
    path = document.path
    canvas = overlay.canvas
    bar = SearchBar(over: overlay)
    overlay.add(bar.card) { [weak bar] in bar?.frameForLayout() }
    bar.onText = { [weak self] in self?.find($0) }
    bar.onStep = { [weak self] in self?.step(forward: $0) }
    bar.onClose = { [weak self] in self?.close() }
    readSoon()
  }

  // MARK: Reading

  /// The path under which the drawing was read last.
  private var path: String

  /// The drawing is another now.
  func changed() {
    path = document.path
    hasChanged = true
    isWhole = false
    if bar.isShown, hits.isEmpty { tell() }
    readSoon()
  }

  /// The file may have another path, under which nothing is known of the drawing.
  func moved() { if document.path != path { changed() } }

  /// Removes everything about the drawing from the index, also what was erased; what shows is read again.
  func erase() async {
    reading?.cancel()
    await reading?.value
    await Self.erase(document.path)
    changed()
  }

  /// The window goes.
  func end() {
    isOver = true
    rest = nil
    following = nil
    reading?.cancel()
  }

  /// Somebody who searches waits for it.
  private func readSoon() {
    let time = isAsked ? ReadingPause.shortTime : Self.restTime
    rest = Timer(after: time) { [weak self] in self?.read() }
  }

  /// Seconds without a change after which a view no longer moves.
  private static let viewRestTime = 0.5

  /// Whether no pen is near, nobody draws, and nobody scrolls.
  var isQuiet: Bool {
    !session.isBusy && !canvas.isPenNear
      && canvas.view.restTime > Self.viewRestTime
  }

  /// Whether the drawing may be read now.
  private var mayRead: Bool {
    guard bar.isShown else { return isQuiet }
    return !session.isBusy && canvas.view.restTime > Self.viewRestTime
  }

  /// Whether some of the drawing is being read, or waits for that.
  private var isUnread: Bool { hasChanged || reading != nil }

  /// Whether somebody waits for what is read.
  private var isAsked: Bool { bar.isShown || LibraryReading.shared.isAsked }

  /// Somebody waits for what is read now, here or in the library.
  func hurry() {
    if let reading {
      // It goes on at once, no longer in the background, with what it has not read yet.
      hasChanged = true
      reading.cancel()
    }
    read()
  }

  private func read() {
    rest = nil
    guard hasChanged, reading == nil else { return }
    guard mayRead else { return readSoon() }
    hasChanged = false
    let (pages, path) = (WrittenPages(session.presentDrawing), document.path)
    let documents = ReadDocumentTexts(document.foreign.shelf)
    let pause: @Sendable () async -> Bool = { [weak self] in
      await ReadingPause.wait {
        self?.isAsked ?? false
      } for: {
        guard let self, !self.mayRead else { return 0 }
        return self.isAsked ? ReadingPause.shortTime : ReadingPause.longTime
      }
    }
    // Somebody who searches waits for it.
    reading = Task(priority: isAsked ? .userInitiated : .background) { [weak self] in
      await Self.read(pages, path, documents, pause)
      self?.hasRead()
    }
    if bar.isShown { follow() }
  }

  @concurrent nonisolated private static func read(
    _ pages: WrittenPages, _ path: String, _ documents: ReadDocumentTexts,
    _ pause: @Sendable () async -> Bool
  ) async {
    // Without the index, which is a cache, nothing is found and nothing else is lost.
    guard await pause(), let index = SearchReading.index else { return }
    _ = try? await index.update(
      pages, of: path, with: SearchReading.reader, documents: documents, pause: pause)
  }

  @concurrent nonisolated private static func erase(_ path: String) async {
    try? await SearchReading.index?.erase(path)
  }

  private func hasRead() {
    reading = nil
    guard !isOver else { return }
    if hasChanged, isAsked { read() } else if hasChanged { readSoon() }
    if bar.isShown { follow() }
    // Who searches the library waits for this drawing, too.
    LibraryReading.shared.listeners.tell()
    let path = document.path
    Task { [weak self] in
      let texts = await Self.texts(of: path)
      guard let self, !self.isOver else { return }
      self.onRead(texts)
    }
  }

  /// Searches in what was read up to now, from time to time until all is.
  private func follow() {
    let path = document.path
    let isWhole = !isUnread
    requests += 1
    let request = requests
    Task { [weak self] in
      let lines = await Self.lines(of: path)
      // A later one knows more, and may have come before.
      guard let self, request == self.requests, self.bar.isShown, !self.isOver else { return }
      self.lines = lines
      self.isWhole = isWhole && !self.isUnread
      self.search()
    }
    following =
      reading == nil ? nil : Timer(after: Self.followTime) { [weak self] in self?.follow() }
  }

  @concurrent nonisolated private static func texts(of path: String) async -> [Int: String] {
    await SearchReading.index?.texts(of: path) ?? [:]
  }

  @concurrent nonisolated private static func lines(
    of path: String
  ) async -> [(page: Int, line: TextLine)] {
    await SearchReading.index?.lines(of: path) ?? []
  }

  // MARK: Finding

  /// Opens the bar, or gives it the keyboard.
  func open() {
    bar.show()
    hurry()
    follow()
  }

  /// Opens the bar with what was searched for elsewhere, and reveals one hit.
  func open(at hit: ShownHit) {
    wanted = hit
    guard canReveal else { return }
    text = hit.words
    bar.fill(hit.words)
    current = nil
    forgetLines()
    open()
  }

  func close() {
    wanted = nil
    bar.hide()
    following = nil
    forgetLines()
    show(nil)
    onLeave()
  }

  private func forgetLines() {
    lines = []
    isWhole = false
    hits = []
  }

  /// Whether there are hits to step through.
  var canStep: Bool { !hits.isEmpty }

  func step(forward: Bool) {
    guard !hits.isEmpty else { return }
    wanted = nil
    let next = current.map { $0 + (forward ? 1 : -1) } ?? 0
    show((next + hits.count) % hits.count)
  }

  /// The pages have other positions: the hits are highlighted where they are now.
  func pagesMoved() {
    if !hits.isEmpty { show(current, reveals: false) }
  }

  private func find(_ text: String) {
    guard text != self.text else { return }
    self.text = text
    current = nil
    wanted = nil
    search()
  }

  private func search() {
    let query = SearchReading.query(text)
    let before = current.flatMap { hits.indices.contains($0) ? hits[$0] : nil }
    hits = query.hits(in: lines)
    let same = before.flatMap { hits.firstIndex(of: $0) }
    if let wanted, let index = index(of: wanted) {
      self.wanted = nil
      show(index)
    } else if let same {
      show(same, reveals: false)
    } else {
      show(hits.isEmpty ? nil : 0)
    }
  }

  /// The hit that is meant, or else another on its page.
  private func index(of wanted: ShownHit) -> Int? {
    hits.firstIndex { $0.page == wanted.page && $0.box.intersects(wanted.box) }
      ?? hits.firstIndex { $0.page == wanted.page }
  }

  /// Lights the hits up and reveals one of them.
  private func show(_ index: Int?, reveals: Bool = true) {
    current = index
    let areas = hits.map { area(of: $0) }
    canvas.highlights = CanvasHighlights(areas, current: index)
    if let index, reveals { canvas.view.reveal(areas[index], below: bar.frame) }
    tell()
  }

  /// Says which hit is looked at, or why there is none.
  private func tell() {
    if let current {
      bar.tell(
        tr("{number} of {count}").filled("number", String(current + 1))
          .filled("count", String(hits.count)), isMissing: false)
    } else if SearchQuery(text).isEmpty {
      bar.tell("", isMissing: false)
    } else if !isWhole {
      // What is not read yet may have the words, and even a letter as a word.
      bar.tell(tr("The drawing is being read…"), isMissing: false)
    } else {
      bar.tell(SearchReading.nothing(for: text), isMissing: !SearchReading.isOneLetter(text))
    }
  }

  /// Where a hit is on the canvas now.
  private func area(of hit: SearchQuery.Hit) -> Rect {
    let settings = session.settings
    let pages = settings.layout.pages
    guard pages.indices.contains(hit.page - 1) else { return hit.box }
    let id = pages[hit.page - 1].id
    return settings.placement(page: id, layer: 0).canvasFromPage(hit.box)
  }
}
