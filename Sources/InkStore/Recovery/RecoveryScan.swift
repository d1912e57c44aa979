import InkModel

/// Everything in a file that is as it was written, found without SQLite.
///
/// 1. The trees of the tables are walked from the schema in page 1, as far as they can be.
/// 2. Pages that no tree reaches and that are not on the list of free pages have lost their tree:
///    they are read as well.
/// 3. Each row is checked against the checksum of each table it could belong to. A row that passes is
///    ours, wherever it was found, because the checksum covers table and row number.
struct RecoveryScan {
  /// A row of `content`, of which only a part may have passed.
  struct Content {
    var head: RowFacts.ContentFacts?
    var path: StrokePath?
  }

  private(set) var history: HistoryRow?
  private(set) var meta: [String: String] = [:]
  private(set) var steps: [Int64: StepRow] = [:]
  /// By the step that chose them.
  private(set) var settings: [Int64: SettingsRow] = [:]
  private(set) var pages: [Int64: PageRow] = [:]
  private(set) var layers: [Int64: LayerRow] = [:]
  private(set) var blobs: [Int64: BlobRow] = [:]
  private(set) var uses: [Int64: BlobUseRow] = [:]
  /// The page in which each chunk of bytes lies, and how many they are; the bytes themselves are read when they are
  /// needed.
  private(set) var chunks: [Int64: (page: Int, count: Int)] = [:]
  private(set) var inks: [Int64: Ink] = [:]
  private(set) var contents: [Int64: Content] = [:]
  private(set) var samples: [Int64: [StylusSample]] = [:]
  private(set) var elements: [Int64: RowFacts.ElementFacts] = [:]
  /// Rows in pages of the tables that pass no checksum.
  private(set) var damagedRows = 0

  private let image: PageImage
  private let parser: RecordParser

  init(_ image: PageImage) {
    self.image = image
    parser = RecordParser(image: image)
    guard image.pageCount > 0 else { return }
    let reached = reachableLeaves()
    for page in reached.sorted() { read(page, isReached: true) }
    let free = freePages()
    for page in 1...image.pageCount where !reached.contains(page) && !free.contains(page) {
      read(page, isReached: false)
    }
    // Page 1 has another layout and no rows of ours.
    for bytes in image.failedPages where RecordParser.kind(bytes, page: 2) == RecordParser.leafTable
    {
      for row in parser.rows(bytes, page: 2) { _ = take(row) }
    }
  }

  /// Whether anything at all was found.
  var isEmpty: Bool {
    history == nil && meta.isEmpty && steps.isEmpty && inks.isEmpty && contents.isEmpty
      && samples.isEmpty && elements.isEmpty && settings.isEmpty && pages.isEmpty
      && layers.isEmpty && blobs.isEmpty
  }

  // MARK: Pages

  private func reachableLeaves() -> Set<Int> {
    let tables: Set<String> = [
      "history", "meta", "step", "ink", "content", "samples", "element", "settings",
      PageRow.table, LayerRow.table, "blob", "blob_chunk", "blob_use",
    ]
    var leaves: Set<Int> = []
    // A page belongs to one tree.
    var seen: Set<Int> = []
    for leaf in self.leaves(under: 1, &seen) {
      // Columns: type, name, tbl_name, rootpage, sql.
      for row in parser.rows(image.page(leaf), page: leaf) where row.values.count >= 5 {
        guard row.values[0].text == "table", let name = row.values[1].text, tables.contains(name),
          let root = row.values[3].int, root > 1, root <= Int64(image.pageCount)
        else { continue }
        leaves.formUnion(self.leaves(under: Int(root), &seen))
      }
    }
    return leaves
  }

  private func leaves(under root: Int, _ seen: inout Set<Int>) -> Set<Int> {
    var leaves: Set<Int> = []
    var open = [root]
    while let page = open.popLast() {
      guard page >= 1, page <= image.pageCount, seen.insert(page).inserted else { continue }
      let bytes = image.page(page)
      switch RecordParser.kind(bytes, page: page) {
      case RecordParser.leafTable: leaves.insert(page)
      case RecordParser.interiorTable: open += parser.children(bytes, page: page)
      default: break
      }
    }
    return leaves
  }

  /// The pages on the free list, which starts at offset 32 of the file.
  private func freePages() -> Set<Int> {
    var free: Set<Int> = []
    var trunk = RecordParser.big32(image.page(1), 32)
    while trunk > 1, trunk <= image.pageCount, free.insert(trunk).inserted {
      let bytes = image.page(trunk)
      let count = min(RecordParser.big32(bytes, 4), (image.pageSize - 8) / 4)
      for i in 0..<count { free.insert(RecordParser.big32(bytes, 8 + 4 * i)) }
      trunk = RecordParser.big32(bytes, 0)
    }
    return free
  }

  private mutating func read(_ page: Int, isReached: Bool) {
    read(image.page(page), page, isReached: isReached)
  }

  private mutating func read(_ bytes: [UInt8], _ page: Int, isReached: Bool) {
    guard RecordParser.kind(bytes, page: page) == RecordParser.leafTable else { return }
    for row in parser.rows(bytes, page: page) {
      if let count = RowFacts.chunk(row) {
        chunks[row.number] = chunks[row.number] ?? (page, count)
      } else if !take(row), isReached {
        damagedRows += 1
      }
    }
  }

  /// Passes the chunks of bytes that are in the file, in order of the pages in which they lie.
  func forEachChunk(
    _ isWanted: (Int64) -> Bool, _ body: (Int64, [UInt8]) throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    for page in Set(chunks.filter { isWanted($0.key) }.map(\.value.page)).sorted() {
      for row in parser.rows(image.page(page), page: page)
      where chunks[row.number]?.page == page && isWanted(row.number) {
        guard RowFacts.chunk(row) != nil, let data = row.values[1].blob else { continue }
        try body(row.number, Array(data.dropFirst().dropLast(4)))
      }
    }
  }

  // MARK: Rows

  /// Keeps a row that passes a checksum.
  ///
  /// Of two that do, the first stays, which is the one that a tree reaches; but an element that
  /// shows is preferred to its erased version.
  private mutating func take(_ row: RawRow) -> Bool {
    if let found = RowFacts.element(row) {
      if elements[row.number]?.died != nil || elements[row.number] == nil {
        elements[row.number] = found
      }
    } else if let head = RowFacts.content(row) {
      let path = contents[row.number]?.path ?? RowFacts.contentPath(row)
      contents[row.number] = Content(head: head, path: path)
    } else if let path = RowFacts.contentPath(row) {
      if contents[row.number] == nil { contents[row.number] = Content(head: nil, path: path) }
    } else if let found = RowFacts.samples(row) {
      samples[row.number] = samples[row.number] ?? found
    } else if let ink = RowFacts.ink(row) {
      inks[row.number] = inks[row.number] ?? ink
    } else if let step = RowFacts.step(row) {
      steps[row.number] = steps[row.number] ?? step
    } else if let found = RowFacts.settings(row) {
      settings[row.number] = settings[row.number] ?? found
    } else if let blob = RowFacts.blob(row) {
      blobs[row.number] = blobs[row.number] ?? blob
    } else if let use = RowFacts.blobUse(row) {
      uses[row.number] = uses[row.number] ?? use
    } else if let page: PageRow = RowFacts.versioned(row) {
      pages[row.number] = pages[row.number] ?? page
    } else if let layer: LayerRow = RowFacts.versioned(row) {
      layers[row.number] = layers[row.number] ?? layer
    } else if let fact = RowFacts.meta(row) {
      meta[fact.key] = meta[fact.key] ?? fact.value
    } else if let found = RowFacts.history(row) {
      if found.revision > history?.revision ?? -1 { history = found }
    } else {
      return false
    }
    return true
  }
}
