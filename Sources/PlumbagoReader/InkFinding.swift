import CQpdf
import ReaderProtocol

/// Finds ink that ``InkWriting`` has written, as other programs have left it, and takes it out again.
struct InkFinding {
  let document: QpdfFile

  struct Found {
    var annotation: FoundAnnotation
    var data: [UInt8]
  }

  /// All annotations that are still ours, from page to page, bottom first.
  func find() throws(ReaderFailure) -> [Found] {
    var all: [Found] = []
    var bytes = 0
    let layers = LayerSwitches(in: document)
    for index in 0..<document.pageCount {
      let page = document.page(index)
      let items = page["/Annots"].items
      guard !items.isEmpty else { continue }
      let geometry = PageGeometry(page)
      for item in items {
        guard var found = Self.found(item, on: index, geometry) else { continue }
        found.annotation.layer = layers.number(item["/OC"])
        bytes += found.data.count
        guard all.count < ReaderLimits.annotations, bytes <= ReaderLimits.documentBytes else {
          throw .tooLarge
        }
        all.append(found)
      }
    }
    return all
  }

  /// The document without those of these numbers; annotations that only explain them go, too.
  func remove(_ numbers: Set<Int>) throws(ReaderFailure) -> UnsafeRawBufferPointer {
    var next = 0
    for index in 0..<document.pageCount {
      let page = document.page(index)
      let items = page["/Annots"].items
      guard !items.isEmpty else { continue }
      let geometry = PageGeometry(page)
      var gone: Set<Int> = []
      var popups: Set<Int32> = []
      for (i, item) in items.enumerated() where Self.found(item, on: index, geometry) != nil {
        if numbers.contains(next) {
          gone.insert(i)
          let popup = item["/Popup"]
          if popup.number > 0 { popups.insert(popup.number) }
        }
        next += 1
      }
      guard !gone.isEmpty else { continue }
      let kept = document.array()
      var count = 0
      for (i, item) in items.enumerated()
      where !gone.contains(i) && !(item.number > 0 && popups.contains(item.number)) {
        kept.append(item)
        count += 1
      }
      if count > 0 { page.set("/Annots", kept) } else { page.remove("/Annots") }
    }
    // What another program put on our layers, or what was not taken, would show nothing any more.
    if next == numbers.count { LayerSwitches.remove(from: document) }
    return try document.written()
  }

  /// An annotation that shows what its data say; `nil` for those of others, and for those that a program has drawn anew.
  private static func found(
    _ item: QpdfObject, on page: Int, _ geometry: PageGeometry
  ) -> Found? {
    guard item.isDictionary else { return nil }
    let own = item[InkWriting.key]
    guard own.isDictionary, own["/Version"].integer == InkWriting.version,
      // ISO 32000-1, table 165: invisible, hidden, not shown on a screen.
      (item["/F"].integer ?? 0) & 0b10_0011 == 0,
      item["/Subtype"].isName("/Ink") || item["/Subtype"].isName("/Stamp"),
      let old = UserRect(own["/Rect"].numbers(4)), let new = UserRect(item["/Rect"].numbers(4)),
      let matrix = own["/Matrix"].numbers(6), let points = own["/Points"].integer,
      isAsWritten(item["/InkList"], points: points), let data = own["/Data"].streamBytes(),
      let seenFromUser = geometry.userFromSeen.inverse
    else { return nil }
    let userFromOldSeen = ForeignTransform(
      matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5])
    let transform = seenFromUser * old.motion(to: new) * userFromOldSeen
    guard transform.inverse != nil, transform.numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 })
    else { return nil }
    return Found(
      annotation: FoundAnnotation(page: page, transform: transform, byteCount: data.count),
      data: data)
  }

  /// Whether the lines have as many points as were written.
  private static func isAsWritten(_ lines: QpdfObject, points: Int) -> Bool {
    guard lines.isArray else { return true }
    let count = lines.items.reduce(0) { sum, line in
      sum + (line.isArray ? Int(qpdf_oh_get_array_n_items(line.file.data, line.handle)) / 2 : 0)
    }
    return count == points
  }
}
