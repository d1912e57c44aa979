import CQpdf
import ReaderProtocol

/// Paints into a page for good, below and above what it has.
///
/// What the page has stays as it is, word for word: it is put between other parts of the page's content.
struct ContentWriting {
  let document: QpdfFile
  let companion: QpdfFile
  let page: QpdfObject
  let geometry: PageGeometry
  let layers: LayerSwitches
  /// What words are written in.
  let font: WordFont?
  /// Its objects.
  let fonts: [QpdfObject]?

  func paint(_ content: PlannedContent) throws(ReaderFailure) {
    let userFromSheet = geometry.userFromSeen * content.seenFromSheet
    var forms = FormNames(PageGeometry.inherited(page, "/Resources"))
    var size: ForeignSize?
    func form(_ appearance: Int, layer: Int?) throws(ReaderFailure) -> String {
      let made = try document.form(ofPage: appearance, in: companion)
      size = made.size
      let userFromForm = userFromSheet * ForeignTransform(1, 0, 0, -1, 0, made.size.height)
      made.form.set("/Matrix", document.parsed(PDFNumbers.list(userFromForm.numbers, places: 6)))
      if let group = try layer.map({ n throws(ReaderFailure) in try layers.group(n) }) {
        made.form.set("/OC", group)
      }
      return "\(forms.add(made.form, to: "/XObject")) Do\n"
    }
    let below = try content.below.map { n throws(ReaderFailure) in try form(n, layer: nil) } ?? ""
    var above = ""
    for layer in content.layers { above += try form(layer.appearance, layer: layer.layer) }
    if let font, let fonts, !content.words.isEmpty {
      let names = fonts.map { forms.add($0, to: "/Font") }
      above += font.content(of: content.words, userFromSheet, names: names)
    }
    let isCut = content.isCutToSheet ? size : nil
    // A page that nothing was drawn on stays as it is.
    if !below.isEmpty || !above.isEmpty {
      let box = geometry.box
      try surround(
        before: below, after: above,
        clip: isCut == nil ? nil : [box.x0, box.y0, box.x1, box.y1])
      page.set("/Resources", forms.resources)
    }
    if let isCut {
      cut(
        to: UserRect(
          ForeignBox(x: 0, y: 0, width: isCut.width, height: isCut.height), userFromSheet))
    }
    if abs(content.unit - 1) > 1e-4 {
      document.require("1.6")
      let own = page["/UserUnit"].number64 ?? 1
      page.set("/UserUnit", document.parsed(PDFNumbers.number(own * content.unit, places: 6)))
    }
    try document.check()
  }

  /// Puts content before and after the page's own, which cannot change the state of what comes after it.
  private func surround(
    before: String, after: String, clip: [Double]?
  ) throws(ReaderFailure) {
    let own = page["/Contents"]
    let balance = own.isNull ? ContentBalance() : try page.withPageContent { ContentBalance($0) }
    var start = before + String(repeating: "q\n", count: balance.missingSaves + 1)
    if let clip {
      let row = PDFNumbers.row([clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]])
      start += row + " re W n\n"
    }
    let end = "\n" + String(repeating: "Q\n", count: balance.missingRestores + 1) + after
    let parts = document.array()
    parts.append(stream(start))
    for part in own.isArray ? own.items : own.isNull ? [] : [own] { parts.append(part) }
    parts.append(stream(end))
    page.set("/Contents", parts)
  }

  private func stream(_ text: String) -> QpdfObject {
    Array(text.utf8).withUnsafeBufferPointer { document.stream($0) }
  }

  /// Makes the page show a part of its space.
  private func cut(to rect: UserRect) {
    let list = PDFNumbers.list(rect.numbers)
    page.set("/CropBox", document.parsed(list))
    let media = PageGeometry.box(PageGeometry.inherited(page, "/MediaBox")) ?? geometry.box
    page.set(
      "/MediaBox",
      document.parsed(
        PDFNumbers.list([
          min(media.x0, rect.x0), min(media.y0, rect.y0), max(media.x1, rect.x1),
          max(media.y1, rect.y1),
        ])))
  }
}

/// The resources of a page, with more of them under names that it does not have.
private struct FormNames {
  /// The page's alone.
  let resources: QpdfObject
  private var kinds: [String: QpdfObject] = [:]
  private var next = 0

  init(_ old: QpdfObject) { resources = old.ownCopy }

  /// Returns the name.
  mutating func add(_ object: QpdfObject, to kind: String) -> String {
    let all: QpdfObject
    if let known = kinds[kind] {
      all = known
    } else {
      all = resources[kind].ownCopy
      kinds[kind] = all
      resources.set(kind, all)
    }
    while !all["/Plumbago\(next)"].isNull { next += 1 }
    defer { next += 1 }
    all.set("/Plumbago\(next)", object)
    return "/Plumbago\(next)"
  }
}

/// How many graphics states a page's content saves and restores more than it should.
///
/// Documents that do not restore what they save are common, and viewers take them.
struct ContentBalance {
  /// Saves that have to come before it.
  private(set) var missingSaves = 0
  /// Restores that have to come after it, those for ``missingSaves`` not among them.
  private(set) var missingRestores = 0

  init() {}

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var depth = 0
    var at = 0
    while at < bytes.count {
      let start = at
      Self.skip(bytes, &at)
      let length = at - start
      if length == 1, bytes[start] == UInt8(ascii: "q") { depth += 1 }
      if length == 1, bytes[start] == UInt8(ascii: "Q") {
        depth -= 1
        missingSaves = max(missingSaves, -depth)
      }
      if length == 2, bytes[start] == UInt8(ascii: "I"), bytes[start + 1] == UInt8(ascii: "D") {
        Self.skipImage(bytes, &at)
      }
    }
    missingRestores = depth + missingSaves
  }

  /// Skips one token: a word, a string, a comment, a mark or white space.
  private static func skip(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
    switch bytes[at] {
    case UInt8(ascii: "("):
      var depth = 0
      repeat {
        switch bytes[at] {
        case UInt8(ascii: "\\"): at += 1
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        at += 1
      } while depth > 0 && at < bytes.count
      at = min(at, bytes.count)
    case UInt8(ascii: "%"):
      while at < bytes.count, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    case UInt8(ascii: "/"):
      at += 1
      while at < bytes.count, isRegular(bytes[at]) { at += 1 }
    case let c where isRegular(c):
      while at < bytes.count, isRegular(bytes[at]) { at += 1 }
    default: at += 1
    }
  }

  /// Skips the data of an image that is in the content: to the first `EI` between white space.
  private static func skipImage(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
    while at + 3 <= bytes.count {
      if isSpace(bytes[at]), bytes[at + 1] == UInt8(ascii: "E"),
        bytes[at + 2] == UInt8(ascii: "I"), at + 3 == bytes.count || !isRegular(bytes[at + 3])
      {
        at += 3
        return
      }
      at += 1
    }
    at = bytes.count
  }

  // ISO 32000-1, tables 1 and 2.
  private static func isSpace(_ c: UInt8) -> Bool {
    c == 0 || c == 9 || c == 10 || c == 12 || c == 13 || c == 32
  }

  private static func isRegular(_ c: UInt8) -> Bool {
    !isSpace(c) && !"()<>[]{}/%".utf8.contains(c)
  }
}

/// Layers of ours that viewers can show and hide.
struct LayerSwitches {
  private var groups: [QpdfObject] = []

  /// The dictionary entry that makes a layer ours.
  private static let key = "/PlumbagoLayer"

  /// Adds layers to a document.
  ///
  /// - Parameters:
  ///   - layers: Bottom first.
  ///   - comeBack: They are found again.
  init(_ document: QpdfFile, _ layers: [DocumentLayer], comeBack: Bool) throws(ReaderFailure) {
    guard !layers.isEmpty else { return }
    document.require("1.5")
    for layer in layers {
      let group = document.parsed("<< /Type /OCG >>")
      group.set("/Name", document.text(layer.title))
      if comeBack {
        let own = document.parsed(
          "<< /Version \(InkWriting.version) /Opacity \(PDFNumbers.number(layer.opacity, places: 4))"
            + " /Locked \(layer.isLocked) >>")
        own.set("/Name", document.text(layer.name))
        group.set(Self.key, own)
      }
      groups.append(document.indirect(group))
    }
    // ISO 32000-1, 8.11.4.
    let properties = document.root["/OCProperties"].ownCopy
    let shown = properties["/D"].ownCopy
    // Panels list the top one first.
    Self.add(groups, to: "/OCGs", of: properties)
    Self.add(groups.reversed(), to: "/Order", of: shown)
    Self.add(groups, to: "/ON", of: shown)
    properties.set("/D", shown)
    document.root.set("/OCProperties", properties)
    try document.check()
  }

  /// Those of ours that a document has, bottom first.
  init(in document: QpdfFile) {
    groups = document.root["/OCProperties"]["/OCGs"].items.filter(Self.isOurs)
  }

  private static func isOurs(_ group: QpdfObject) -> Bool {
    group.number > 0 && group[key]["/Version"].integer == InkWriting.version
  }

  /// What they are.
  var layers: [DocumentLayer] {
    groups.map { group in
      let own = group[Self.key]
      return DocumentLayer(
        title: group["/Name"].string ?? "", name: own["/Name"].string ?? "",
        opacity: min(max(own["/Opacity"].number64 ?? 1, 0), 1), isLocked: own["/Locked"].isTrue)
    }
  }

  /// The number of a layer that something names.
  func number(_ group: QpdfObject) -> Int? {
    group.number > 0 ? groups.firstIndex { $0.number == group.number } : nil
  }

  /// Takes ours out of a document.
  static func remove(from document: QpdfFile) {
    let properties = document.root["/OCProperties"]
    let all = properties["/OCGs"].items
    guard all.contains(where: isOurs) else { return }
    guard !all.allSatisfy(isOurs) else { return document.root.remove("/OCProperties") }
    let (kept, shown) = (properties.ownCopy, properties["/D"].ownCopy)
    for (dictionary, key) in [(kept, "/OCGs"), (shown, "/Order"), (shown, "/ON")]
    where dictionary[key].isArray {
      let array = document.array()
      for item in dictionary[key].items where !isOurs(item) { array.append(item) }
      dictionary.set(key, array)
    }
    kept.set("/D", shown)
    document.root.set("/OCProperties", kept)
  }

  private static func add(_ groups: [QpdfObject], to key: String, of dictionary: QpdfObject) {
    let all = dictionary.file.array()
    for item in dictionary[key].items + groups { all.append(item) }
    dictionary.set(key, all)
  }

  func group(_ number: Int) throws(ReaderFailure) -> QpdfObject {
    guard groups.indices.contains(number) else { throw .unsupported }
    return groups[number]
  }
}
