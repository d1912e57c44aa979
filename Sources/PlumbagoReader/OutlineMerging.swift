import ReaderProtocol

/// Adds to a document's outline what another's says of the pages that came from that.
///
/// It comes last, below an entry with the other document's title; where that has none, beside the document's own entries.
/// Entries that lead elsewhere stay behind, but for those with others below them that come (ISO 32000-1, 12.3.3).
struct OutlineMerging {
  private let document: QpdfFile
  private let other: QpdfFile
  /// Pages that came, by the numbers that they have in the other document.
  private let pages: [Int32: QpdfObject]

  private struct Entry {
    var title: String
    /// Where it leads, in PDF's own notation after the page.
    var target: (page: QpdfObject, view: String)?
    var color: [Double]?
    var style: Int?
    var kids: [Entry]
  }

  /// Looked at, at most.
  private static let mostEntries = 10_000
  private static let mostNames = 100_000
  /// Letters of a title that are kept.
  private static let mostLetters = 1_000
  private static let deepest = 32

  /// - Parameter pages: Of the other document, counted from 0, and what each has become.
  init(_ document: QpdfFile, from other: QpdfFile, pages: [(index: Int, page: QpdfObject)]) {
    self.document = document
    self.other = other
    // A page that is there twice is reached where it is first.
    self.pages = Dictionary(
      pages.map { (other.page($0.index).number, $0.page) }, uniquingKeysWith: { first, _ in first })
  }

  func add() throws(ReaderFailure) {
    guard other.root["/Outlines"].isDictionary else { return }
    var reading = Reading()
    var entries = entries(below: other.root["/Outlines"], depth: 0, &reading)
    guard !entries.isEmpty else { return }
    let title = other.trailer["/Info"]["/Title"].string ?? ""
    if title.contains(where: { !$0.isWhitespace }) {
      entries = [Entry(title: title, kids: entries)]
    }
    append(entries)
    try document.check()
  }

  // MARK: Reading

  private struct Reading {
    var visited: Set<Int32> = []
    /// The other document's names of positions; `nil` until one is asked for.
    var names: [String: QpdfObject]?
  }

  private func entries(
    below parent: QpdfObject, depth: Int, _ reading: inout Reading
  ) -> [Entry] {
    var found: [Entry] = []
    var item = parent["/First"]
    while depth < Self.deepest, item.isDictionary, reading.visited.count < Self.mostEntries,
      reading.visited.insert(item.number).inserted
    {
      let target = target(of: item, &reading)
      let kids = entries(below: item, depth: depth + 1, &reading)
      if target != nil || !kids.isEmpty {
        found.append(
          Entry(
            title: String((item["/Title"].string ?? "").prefix(Self.mostLetters)), target: target,
            color: item["/C"].numbers(3),
            style: item["/F"].integer, kids: kids))
      }
      item = item["/Next"]
    }
    return found
  }

  /// Where an entry leads, if that page came.
  private func target(
    of item: QpdfObject, _ reading: inout Reading
  ) -> (page: QpdfObject, view: String)? {
    var position = item["/Dest"]
    if position.isNull, item["/A"]["/S"].isName("/GoTo") { position = item["/A"]["/D"] }
    if let name = position.name {
      position = other.root["/Dests"][name]
    } else if let name = position.string {
      let known = reading.names ?? names()
      reading.names = known
      position = known[name] ?? other.null
    }
    if position.isDictionary { position = position["/D"] }
    let items = position.items
    guard let first = items.first, let page = pages[number(of: first)] else { return nil }
    var view = items.dropFirst().prefix(1).compactMap { item in
      Self.views.first { item.isName($0) }
    }
    if view.isEmpty {
      view = ["/Fit"]
    } else {
      view += items.dropFirst(2).prefix(4).map { item in
        item.number64.map { PDFNumbers.number($0, places: 3) } ?? "null"
      }
    }
    return (page, view.joined(separator: " "))
  }

  /// How a page can be shown.
  private static let views = [
    "/XYZ", "/Fit", "/FitH", "/FitV", "/FitR", "/FitB", "/FitBH", "/FitBV",
  ]

  /// The number of a page, which some programs name by its position.
  private func number(of page: QpdfObject) -> Int32 {
    guard let index = page.integer else { return page.number }
    return (0..<other.pageCount).contains(index) ? other.page(index).number : 0
  }

  private func names() -> [String: QpdfObject] {
    var found: [String: QpdfObject] = [:]
    var count = 0
    var visited: Set<Int32> = []
    func collect(_ tree: QpdfObject, _ depth: Int) {
      guard depth < Self.deepest, tree.isDictionary, count < Self.mostNames,
        tree.number == 0 || visited.insert(tree.number).inserted
      else { return }
      let items = tree["/Names"].items
      for i in items.indices.dropLast() where i % 2 == 0 {
        count += 1
        if let name = items[i].string, found[name] == nil { found[name] = items[i + 1] }
      }
      for kid in tree["/Kids"].items { collect(kid, depth + 1) }
    }
    collect(other.root["/Names"]["/Dests"], 0)
    return found
  }

  // MARK: Writing

  private func append(_ entries: [Entry]) {
    var root = document.root["/Outlines"]
    let isNew = !root.isDictionary
    if isNew || root.number == 0 {
      root = document.indirect(isNew ? document.parsed("<< /Type /Outlines >>") : root)
      document.root.set("/Outlines", root)
    }
    let before = isNew ? nil : last(below: root)
    let made = chain(entries, below: root)
    if let before {
      before.set("/Next", made[0])
      made[0].set("/Prev", before)
    } else {
      root.set("/First", made[0])
    }
    root.set("/Last", made[made.count - 1])
    // Without a count nothing is unfolded.
    let count = root["/Count"].integer
    if before == nil || count != nil {
      root.set("/Count", document.parsed("\(max(count ?? 0, 0) + made.count)"))
    }
  }

  /// The last entry at the top; what a document says of that itself may be wrong.
  private func last(below root: QpdfObject) -> QpdfObject? {
    var visited: Set<Int32> = []
    var last: QpdfObject?
    var item = root["/First"]
    while item.isDictionary, visited.count < Self.mostNames,
      visited.insert(item.number).inserted
    {
      last = item
      item = item["/Next"]
    }
    return last
  }

  /// Objects of entries, folded up, each with the next one.
  private func chain(_ entries: [Entry], below parent: QpdfObject) -> [QpdfObject] {
    var made: [QpdfObject] = []
    for entry in entries {
      let item = document.indirect(document.dictionary())
      item.set("/Title", document.text(entry.title))
      item.set("/Parent", parent)
      if let target = entry.target {
        let position = document.parsed("[null \(target.view)]")
        item.set("/Dest", document.array([target.page] + position.items.dropFirst()))
      }
      if let color = entry.color { item.set("/C", document.parsed(PDFNumbers.list(color))) }
      if let style = entry.style { item.set("/F", document.parsed("\(style)")) }
      if let before = made.last {
        before.set("/Next", item)
        item.set("/Prev", before)
      }
      let kids = chain(entry.kids, below: item)
      if let first = kids.first, let last = kids.last {
        item.set("/First", first)
        item.set("/Last", last)
        item.set("/Count", document.parsed("\(-kids.count)"))
      }
      made.append(item)
    }
    return made
  }
}
