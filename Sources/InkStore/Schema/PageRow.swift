import InkModel

/// Rows of `page`: a version of a page each.
struct PageRow: VersionedRow {
  var row: Int64
  var value: Page
  var born: Int64
  var died: Int64?

  static let table = "page"
  static let letter = RowSeal.Table.page
  static let valueColumns = [
    "page", "order_key", "width", "height", "turns", "background", "paper", "blob", "part",
  ]
  /// Since version 6.
  static let laterColumns = ["label"]
  static let titleColumn = "label"

  /// The words for what a page has below the ink.
  private enum Background {
    static let paper = "paper"
    static let document = "document"
    static let picture = "picture"
  }

  static func identity(of page: Page) -> Int32 { page.id }

  static func title(of page: Page) -> String { page.label }

  static func columns(of page: Page) -> [RecordValue] {
    var columns: [RecordValue] = [
      .int(Int64(page.id)), .text(Array(page.order.text.utf8)), .real(page.size.width),
      .real(page.size.height), .int(Int64(page.quarterTurns)),
    ]
    switch page.background {
    case .paper(let paper):
      columns += [
        .text(Array(Background.paper.utf8)), paper.map { .text(Array($0.text.utf8)) } ?? .null,
        .null, .null,
      ]
    case .document(let blob, let part):
      columns += [
        .text(Array(Background.document.utf8)), .null, .blob(blob.bytes), .int(Int64(part)),
      ]
    case .picture(let blob):
      columns += [.text(Array(Background.picture.utf8)), .null, .blob(blob.bytes), .null]
    }
    return columns
  }

  static func laterTexts(of page: Page) -> [String] { [page.label] }

  static func value(from v: [RecordValue]) -> Page? {
    guard v.count == valueColumns.count + laterColumns.count, let label = v[9].text,
      let id = v[0].int.flatMap({ Int32(exactly: $0) }), id > 0,
      let order = v[1].text.flatMap({ OrderKey($0) }), let width = v[2].real,
      let height = v[3].real, let turns = v[4].int, (0...3).contains(turns), let word = v[5].text
    else { return nil }
    let size = PageSize(width: width, height: height)
    guard size.width == width, size.height == height else { return nil }
    let background: PageBackground
    switch (word, v[7].blob.flatMap { BlobID($0) }, v[8].int) {
    case (Background.paper, nil, nil):
      background = .paper(v[6].text.map { Paper(text: $0) })
      // Words of another version would be lost, and the seal with them.
      guard columns(of: .init(id: id, order: order, size: size, background: background))[6] == v[6]
      else { return nil }
    case (Background.document, let blob?, let part?) where part >= 0 && part <= Int64(Int32.max):
      background = .document(blob, page: Int(part))
    case (Background.picture, let blob?, nil): background = .picture(blob)
    default: return nil
    }
    return Page(
      id: id, order: order, size: size, quarterTurns: Int(turns), background: background,
      label: label)
  }
}
