import Glibc
import InkModel
import InkRendering
import ReaderProtocol

/// The documents and pictures of a drawing, read by processes of their own: a few at a time, what is asked last first.
///
/// 1. Painting threads ask (``pixels(of:in:scale:)``), and wait a moment for the answer. What takes longer is announced
///    by an ``Event`` when it is there.
/// 2. What is asked beside pixels (``outline(of:)``, ``content(of:)``) is answered once, whatever happens.
/// 3. A file whose reader crashes, hangs or talks nonsense has its reader started again for the next request, but not for
///    the page that did it; after ``mostCrashes`` the file is given up. ``retry(_:)`` forgets all that.
///
/// Invariants, whenever the state is unlocked:
/// 1. A file has one reader at most, and all have ``mostReaders``.
/// 2. What is wanted of a file that has neither failed nor a worker has a worker soon: one is started or wakes.
/// 3. The pixels that are kept take at most ``budget`` bytes, but for the last that were made.
public final class ForeignShelf: ForeignPages {
  public enum Event: Sendable {
    /// There are pixels that were not there when they were asked for; by page, in its own units, or all of it.
    case arrived([ForeignPage: Rect?])
    /// There is a coarse picture of a page now.
    case standIn(ForeignPage)
    /// A file, or a page of it, cannot be shown.
    case failed(BlobID, ForeignError)
  }

  /// Bytes of pixels that are kept for the next time.
  ///
  /// Larger: less room for tiles, which are in the same budget. Smaller: ink that changes above pages has them read again.
  static let budget = 9 << 20
  /// Processes at a time.
  static let mostReaders = 3
  /// After so many ends of its reader a file is not tried again.
  static let mostCrashes = 3
  /// Milliseconds that painting waits for pixels.
  ///
  /// Larger: slow pages hold up ink. Smaller: pages of usual difficulty are painted twice.
  static let patience = 50
  /// Seconds after which a reader that nobody asks ends.
  static let idleSeconds = 20
  /// Pixels along the longer side of a coarse picture.
  static let coarseSide = 200.0
  /// Coarse pictures that are kept.
  static let mostCoarse = 64
  /// Requests that wait, of one file; the oldest go first.
  static let mostWanted = 512
  /// Bytes of an original that is handed on.
  static let mostOriginal = 64 << 20

  private let program: String
  private let bytes: @Sendable (BlobID) -> Int32?
  private let onEvent: @Sendable (Event) -> Void
  private let state = Monitor(State())

  /// - Parameters:
  ///   - program: The path of `plumbago-reader`.
  ///   - bytes: A descriptor of a file that has the bytes, for the shelf to close; `nil` where they cannot be had. Called
  ///     on the shelf's threads, may take long.
  ///   - onEvent: Called on the shelf's threads.
  public init(
    program: String, bytes: @escaping @Sendable (BlobID) -> Int32?,
    onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.program = program
    self.bytes = bytes
    self.onEvent = onEvent
  }

  private struct Key: Hashable {
    var page: ForeignPage
    var area: Rect
    var scale: Double
  }

  /// A file.
  private struct Book {
    var facts: ForeignFacts?
    var sizes: [Vector] = []
    var password = ""
    var failure: ForeignError?
    var failedPages: Set<Int> = []
    var crashes = 0
    var isRead = false
    /// Newest last.
    var wanted: [Key] = []
    /// Asked for by somebody who did not get it in time, and which part of it is shown.
    var late: [Key: Rect] = [:]
    /// Somebody waits to know what it is.
    var isAskedFor = false
    /// Pages whose size somebody did not get in time.
    var lateSizes: Set<Int> = []
    /// Oldest first.
    var questions: [Question] = []
    /// Pages for which a coarse picture is to be made when nothing else is wanted, the most urgent last.
    var coarseWanted: [Int] = []

    var hasWork: Bool {
      failure == nil
        && (!wanted.isEmpty || (isAskedFor && facts == nil) || !questions.isEmpty
          || !coarseWanted.isEmpty)
    }
  }

  private struct State {
    var books: [BlobID: Book] = [:]
    var images: [Key: (image: ForeignImage, use: Int)] = [:]
    var coarse: [ForeignPage: (image: ForeignImage, use: Int)] = [:]
    var imageBytes = 0
    var uses = 0
    var workers = 0
    var isClosed = false

    mutating func use() -> Int {
      uses += 1
      return uses
    }

    mutating func keep(_ image: ForeignImage, for key: Key) {
      if let old = images.updateValue((image, use()), forKey: key) {
        imageBytes -= old.image.byteCount
      }
      imageBytes += image.byteCount
      guard imageBytes > ForeignShelf.budget else { return }
      for (key, entry) in images.sorted(by: { $0.value.use < $1.value.use })
      where imageBytes > ForeignShelf.budget * 3 / 4 && entry.image !== image {
        images[key] = nil
        imageBytes -= entry.image.byteCount
      }
    }

    mutating func keepCoarse(_ image: ForeignImage, for page: ForeignPage) {
      coarse[page] = (image, use())
      guard coarse.count > ForeignShelf.mostCoarse,
        let oldest = coarse.min(by: { $0.value.use < $1.value.use })
      else { return }
      coarse[oldest.key] = nil
    }
  }

  /// Ends all readers; nothing more is read.
  public func close() {
    let questions = state.change { state in
      defer {
        state.isClosed = true
        state.books = [:]
        state.images = [:]
        state.imageBytes = 0
      }
      return state.books.values.flatMap(\.questions)
    }
    for question in questions { question.refuse(.noBytes) }
  }

  /// Memory of the pixels that are kept, in bytes.
  public var byteCount: Int {
    state.withLock { $0.imageBytes + $0.coarse.values.reduce(0) { $0 + $1.image.byteCount } }
  }

  /// The process that reads a file has this password to open it with.
  public func unlock(_ blob: BlobID, password: String) {
    state.change { $0.books[blob, default: Book()].password = password }
    retry(blob)
  }

  /// The password of a file, empty where none is known.
  public func password(of blob: BlobID) -> String {
    state.withLock { $0.books[blob]?.password ?? "" }
  }

  /// Whether a file as a whole cannot be read, until it is tried again.
  public func hasFailed(_ blob: BlobID) -> Bool {
    state.withLock { $0.books[blob]?.failure != nil }
  }

  /// Tries a file again that could not be read.
  public func retry(_ blob: BlobID) {
    let pages = state.change { state -> Int in
      guard var book = state.books[blob] else { return 0 }
      book.failure = nil
      book.failedPages = []
      book.crashes = 0
      state.books[blob] = book
      return max(book.sizes.count, 1)
    }
    guard pages > 0 else { return }
    onEvent(
      .arrived(
        Dictionary(
          uniqueKeysWithValues: (0..<pages).map { (ForeignPage(blob: blob, index: $0), nil) })))
  }

  // MARK: Asking

  public func size(of page: ForeignPage) -> Vector? { size(of: page, within: Self.patience) }

  public func finalSize(of page: ForeignPage) -> Vector? { size(of: page, within: nil) }

  private func size(of page: ForeignPage, within milliseconds: Int?) -> Vector? {
    want(page.blob) { $0.isAskedFor = true }
    let found = state.wait(within: milliseconds) { state -> Vector?? in
      guard !state.isClosed, let book = state.books[page.blob], book.failure == nil else {
        return .some(nil)
      }
      guard book.facts != nil else { return nil }
      return book.sizes.indices.contains(page.index) ? book.sizes[page.index] : .some(nil)
    }
    if let found { return found }
    state.change { _ = $0.books[page.blob]?.lateSizes.insert(page.index) }
    return nil
  }

  public func standIn(for page: ForeignPage) -> ForeignImage? {
    want(page.blob) { book in
      if !book.coarseWanted.contains(page.index), !book.failedPages.contains(page.index),
        book.coarseWanted.count < Self.mostCoarse
      {
        book.coarseWanted.insert(page.index, at: 0)
      }
    } unless: { state in
      if state.coarse[page] != nil {
        let use = state.use()
        state.coarse[page]?.use = use
        return true
      }
      // Only what was looked at: a document is not read through for its overview.
      return state.books[page.blob]?.facts == nil || state.coarse.count >= Self.mostCoarse
    }
    return state.withLock { $0.coarse[page]?.image }
  }

  public func pixels(
    of page: ForeignPage, in area: Rect, showing part: Rect, scale: Double
  ) -> ForeignPixels {
    pixels(of: page, in: area, part, scale: scale, within: Self.patience)
  }

  public func finalPixels(of page: ForeignPage, in area: Rect, scale: Double) -> ForeignPixels {
    pixels(of: page, in: area, area, scale: scale, within: nil)
  }

  private func pixels(
    of page: ForeignPage, in area: Rect, _ part: Rect, scale: Double, within milliseconds: Int?
  ) -> ForeignPixels {
    let key = Key(page: page, area: area, scale: scale)
    want(page.blob) { book in
      book.wanted.removeAll { $0 == key }
      book.wanted.append(key)
    } unless: { state in
      let book = state.books[page.blob]
      return state.images[key] != nil || book?.failure != nil
        || book?.failedPages.contains(page.index) == true
    }
    let found = state.wait(within: milliseconds) { state -> ForeignPixels? in
      if let known = state.images[key] {
        let use = state.use()
        state.images[key]?.use = use
        return .ready(known.image)
      }
      guard !state.isClosed, let book = state.books[page.blob], book.failure == nil,
        !book.failedPages.contains(page.index)
      else { return .failed }
      // It went to make room for newer ones.
      if milliseconds == nil, !book.wanted.contains(key), !book.isRead { return .failed }
      return nil
    }
    if let found { return found }
    return state.change { state in
      let known = state.books[page.blob]?.late[key]
      state.books[page.blob]?.late[key] = part.union(known ?? part)
      return .pending(state.coarse[page]?.image)
    }
  }

  /// What a file is, as far as that is known.
  public func kind(of blob: BlobID) -> ForeignFacts.Kind? {
    state.withLock { $0.books[blob]?.facts?.kind }
  }

  public func isCheapInParts(_ blob: BlobID) -> Bool { kind(of: blob) == .pixels }

  public func original(of blob: BlobID) -> ForeignOriginal? {
    guard finalSize(of: ForeignPage(blob: blob)) != nil,
      let facts = state.withLock({ $0.books[blob]?.facts }), facts.kind == .pixels,
      let file = bytes(blob)
    else { return nil }
    defer { Glibc.close(file) }
    var about = stat()
    guard fstat(file, &about) == 0, about.st_size <= Self.mostOriginal else { return nil }
    var all = [UInt8](repeating: 0, count: about.st_size)
    var at = 0
    while at < all.count {
      let n = all.withUnsafeMutableBytes { pread(file, $0.baseAddress! + at, $0.count - at, at) }
      guard n > 0 else { return nil }
      at += n
    }
    return ForeignOriginal(mediaType: facts.mediaType, bytes: all, isUpright: facts.isUpright)
  }

  /// Has a question answered; at once where there will be no answer.
  func add(_ question: Question, of blob: BlobID) {
    let failure = state.change { state -> ForeignError? in
      if state.isClosed { return .noBytes }
      if let failure = state.books[blob]?.failure { return failure }
      state.books[blob, default: Book()].questions.append(question)
      return nil
    }
    if let failure { return question.refuse(failure) }
    want(blob) { _ in }
  }

  /// Notes what is wanted of a file, and has somebody do it.
  private func want(
    _ blob: BlobID, _ note: (inout Book) -> Void,
    unless isKnown: (inout State) -> Bool = { _ in false }
  ) {
    let (needsWorker, dropped) = state.change { state -> (Bool, [(Key, Rect)]) in
      guard !state.isClosed, !isKnown(&state) else { return (false, []) }
      var book = state.books[blob] ?? Book()
      note(&book)
      var dropped: [(Key, Rect)] = []
      if book.wanted.count > Self.mostWanted {
        let old = book.wanted.prefix(book.wanted.count - Self.mostWanted)
        dropped = old.compactMap { key in
          book.late.removeValue(forKey: key).map { (key, $0) }
        }
        book.wanted.removeFirst(old.count)
      }
      state.books[blob] = book
      guard book.hasWork, !book.isRead, state.workers < Self.mostReaders else {
        return (false, dropped)
      }
      state.workers += 1
      return (true, dropped)
    }
    if needsWorker { startThread { [self] in work() } }
    // Whoever still shows them asks again.
    if !dropped.isEmpty { announce(dropped) }
  }

  private func announce(_ late: [(Key, Rect)]) {
    var parts: [ForeignPage: Rect?] = [:]
    for (key, part) in late { parts[key.page] = part.union((parts[key.page] ?? nil) ?? .empty) }
    onEvent(.arrived(parts))
  }

  // MARK: Working

  private enum Work {
    case open
    case render(Key)
    case ask(Question)
    case coarse(Int)
  }

  /// Notes that a reader which has opened a file will go on with it, unless there is one already or may be no more.
  ///
  /// - Returns: Whether ``work(with:of:)`` is to follow.
  func expectReader(of blob: BlobID, _ summary: ForeignSummary) -> Bool {
    let isTaken = state.change { state -> Bool in
      guard !state.isClosed, state.books[blob]?.isRead != true, state.workers < Self.mostReaders
      else { return false }
      state.books[blob, default: Book()].isRead = true
      state.workers += 1
      return true
    }
    if isTaken { learn(summary.facts, summary.sizes, of: blob) }
    return isTaken
  }

  /// Goes on with the reader of a file, on the thread that started it.
  func work(with reader: ReaderProcess, of blob: BlobID) { work((blob, reader)) }

  /// A worker's thread: from file to file, as long as there is something to do.
  private func work(_ first: (blob: BlobID, reader: ReaderProcess?)? = nil) {
    var own = first
    while true {
      let next = state.wait(within: Self.idleSeconds * 1000) { state -> (BlobID, Work, String)?? in
        if state.isClosed { return .some(nil) }
        let current = own?.blob
        if let current, let work = Self.take(current, in: &state) {
          return (current, work, state.books[current]?.password ?? "")
        }
        for (blob, book) in state.books where !book.isRead && book.hasWork {
          guard let work = Self.take(blob, in: &state) else { continue }
          if let current { state.books[current]?.isRead = false }
          state.books[blob]?.isRead = true
          own = nil
          return (blob, work, book.password)
        }
        return nil
      }
      guard case .some(.some(let (blob, work, password))) = next else { break }
      if own?.blob != blob { own = (blob, nil) }
      perform(work, of: blob, password, &own!.reader)
    }
    own?.reader?.end()
    // Something may have been wanted since the wait was over.
    let needsAnother = state.change { state -> Bool in
      if let blob = own?.blob { state.books[blob]?.isRead = false }
      let isNeeded = !state.isClosed && state.books.values.contains { !$0.isRead && $0.hasWork }
      if !isNeeded { state.workers -= 1 }
      return isNeeded
    }
    if needsAnother { startThread { [self] in work() } }
  }

  private static func take(_ blob: BlobID, in state: inout State) -> Work? {
    guard var book = state.books[blob], book.failure == nil else { return nil }
    defer { state.books[blob] = book }
    while let key = book.wanted.popLast() {
      if state.images[key] == nil, !book.failedPages.contains(key.page.index) {
        return .render(key)
      }
    }
    if book.isAskedFor, book.facts == nil { return .open }
    if !book.questions.isEmpty { return .ask(book.questions.removeFirst()) }
    while let page = book.coarseWanted.popLast() {
      if state.coarse[ForeignPage(blob: blob, index: page)] == nil,
        !book.failedPages.contains(page)
      {
        return .coarse(page)
      }
    }
    return nil
  }

  private func perform(
    _ work: Work, of blob: BlobID, _ password: String, _ reader: inout ReaderProcess?
  ) {
    var page: Int?
    do throws(ForeignError) {
      let running: ReaderProcess
      if let reader {
        running = reader
      } else {
        do throws(ForeignError) {
          running = try open(blob, password)
        } catch {
          // It is refused with all others once the file is known to have failed.
          if case .ask(let question) = work {
            let isNoted = state.change { $0.books[blob]?.questions.insert(question, at: 0) != nil }
            if !isNoted { question.refuse(error) }
          }
          throw error
        }
        reader = running
      }
      switch work {
      case .open: break
      case .ask(let question):
        guard let error = question.ask(running) else { break }
        // The question has its answer; the pages that can be shown still are.
        if case .refused = error { break }
        reader?.end()
        reader = nil
      case .render(let key):
        page = key.page.index
        let image = try running.render(key.page.index, in: key.area, scale: key.scale)
        let late = state.change { state -> Rect? in
          state.keep(image, for: key)
          if state.coarse[key.page] == nil {
            state.books[blob]?.coarseWanted.removeAll { $0 == key.page.index }
            state.books[blob]?.coarseWanted.append(key.page.index)
          }
          return state.books[blob]?.late.removeValue(forKey: key)
        }
        if let late { announce([(key, late)]) }
      case .coarse(let index):
        page = index
        guard
          let size = state.withLock({ state -> Vector? in
            guard let sizes = state.books[blob]?.sizes, sizes.indices.contains(index) else {
              return nil
            }
            return sizes[index]
          })
        else { return }
        let image = try running.render(
          index, in: Rect(x: 0, y: 0, width: size.dx, height: size.dy),
          scale: min(Self.coarseSide / max(size.dx, size.dy), 4))
        let own = ForeignPage(blob: blob, index: index)
        state.change { $0.keepCoarse(image, for: own) }
        onEvent(.standIn(own))
      }
    } catch {
      fail(blob, page, error)
      if case .refused = error, page != nil { return }
      reader?.end()
      reader = nil
    }
  }

  private func open(_ blob: BlobID, _ password: String) throws(ForeignError) -> ReaderProcess {
    guard let file = bytes(blob) else { throw .noBytes }
    defer { Glibc.close(file) }
    let reader = try ReaderProcess(program: program, file: file)
    let facts = try reader.open(password: password)
    guard state.withLock({ $0.books[blob]?.facts == nil }) else { return reader }
    learn(facts, try reader.sizes(of: 0..<facts.pageCount), of: blob)
    return reader
  }

  /// Notes what a file is, and tells those who did not get it in time.
  private func learn(_ facts: ForeignFacts, _ sizes: [ForeignSize], of blob: BlobID) {
    let late = state.change { state -> Set<Int> in
      state.books[blob]?.facts = facts
      state.books[blob]?.sizes = sizes.map { Vector($0.width, $0.height) }
      defer { state.books[blob]?.lateSizes = [] }
      return state.books[blob]?.lateSizes ?? []
    }
    guard !late.isEmpty else { return }
    onEvent(
      .arrived(
        Dictionary(uniqueKeysWithValues: late.map { (ForeignPage(blob: blob, index: $0), nil) })))
  }

  private func fail(_ blob: BlobID, _ page: Int?, _ error: ForeignError) {
    var questions: [Question] = []
    let late = state.change { state -> [ForeignPage: Rect?] in
      guard var book = state.books[blob] else { return [:] }
      defer { state.books[blob] = book }
      if case .refused = error {} else { book.crashes += 1 }
      guard let page, book.crashes < Self.mostCrashes else {
        book.failure = error
        (questions, book.questions) = (book.questions, [])
        let pages = Set(book.late.keys.map(\.page.index)).union(book.lateSizes)
        book.late = [:]
        book.lateSizes = []
        book.wanted = []
        return Dictionary(
          uniqueKeysWithValues: pages.map { (ForeignPage(blob: blob, index: $0), nil) })
      }
      book.failedPages.insert(page)
      book.wanted.removeAll { $0.page.index == page }
      book.late = book.late.filter { $0.key.page.index != page }
      return [ForeignPage(blob: blob, index: page): nil]
    }
    for question in questions { question.refuse(error) }
    onEvent(.failed(blob, error))
    if !late.isEmpty { onEvent(.arrived(late)) }
  }
}
