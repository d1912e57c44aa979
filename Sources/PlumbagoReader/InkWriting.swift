import CQpdf
import ReaderProtocol

/// Writes ink into a document, as annotations or for good, and pages that it lacks.
///
/// Everything else of the document stays: its objects are copied as they are.
struct InkWriting {
  let document: QpdfFile
  let companion: QpdfFile
  /// Those of ``AnnotationPlan/documents``.
  let others: [QpdfFile]
  let plan: AnnotationPlan

  /// The dictionary entry that makes an annotation ours.
  static let key = "/PlumbagoInk"
  /// The version of what is below that entry.
  static let version = 1

  func write() throws(ReaderFailure) -> WrittenDocument {
    let wasSigned = SignatureSearch(document).isSigned
    let geometries = (0..<document.pageCount).map { PageGeometry(document.page($0)) }
    try arrangePages()
    let layers = try LayerSwitches(
      document, plan.layers, comeBack: plan.pages.contains { !$0.annotations.isEmpty })
    let font = plan.pages.contains { $0.content?.words.isEmpty == false } ? WordFont(plan) : nil
    let fonts = font?.objects(in: document)
    for (i, planned) in plan.pages.enumerated() {
      let page = document.page(i)
      let geometry: PageGeometry
      switch planned.base {
      case .own(let index): geometry = geometries[index]
      case .added, .other: geometry = PageGeometry(page)
      }
      if let content = planned.content {
        try ContentWriting(
          document: document, companion: companion, page: page, geometry: geometry, layers: layers,
          font: font, fonts: fonts
        ).paint(content)
      }
      if planned.quarterTurns != 0 {
        page.set(
          "/Rotate", document.parsed("\((geometry.quarterTurns + planned.quarterTurns) % 4 * 90)"))
      }
      if !planned.annotations.isEmpty { try annotate(page, planned, geometry, layers) }
    }
    if !plan.labels.isEmpty { label() }
    let bytes = try document.written()
    return WrittenDocument(
      byteCount: bytes.count, pageCount: plan.pages.count, wasSigned: wasSigned)
  }

  // MARK: Pages

  /// Gives each page its label (ISO 32000-1, 12.4.2).
  private func label() {
    let numbers = document.array()
    for (i, text) in plan.labels.enumerated() {
      let label = document.dictionary()
      label.set("/P", document.text(text))
      numbers.append(document.parsed("\(i)"))
      numbers.append(label)
    }
    let tree = document.dictionary()
    tree.set("/Nums", numbers)
    document.root.set("/PageLabels", tree)
  }

  /// Makes the document's pages those of the plan, in their order.
  private func arrangePages() throws(ReaderFailure) {
    let count = document.pageCount
    for page in plan.pages {
      switch page.base {
      case .own(let index): guard index < count else { throw .noSuchPage }
      case .added(let index): guard index < companion.pageCount else { throw .noSuchPage }
      case .other(let number, let index):
        guard number < others.count, index < others[number].pageCount else { throw .noSuchPage }
      }
    }
    guard !plan.pages.isEmpty else { throw .noPages }
    guard plan.pages.map(\.base) != (0..<count).map({ .own($0) }) else { return }
    _ = qpdf_push_inherited_attributes_to_page(document.data)
    let old = (0..<count).map { document.page($0) }
    for page in old { _ = qpdf_remove_page(document.data, page.handle) }
    var used: Set<Int> = []
    // Numbers of the pages that come from others, and what they are there, by the numbers of those.
    var brought: [Int: [(page: Int, index: Int)]] = [:]
    for (i, page) in plan.pages.enumerated() {
      switch page.base {
      case .own(let index):
        used.insert(index)
        _ = qpdf_add_page(document.data, document.data, old[index].handle, 0)
      case .added(let index):
        _ = qpdf_add_page(document.data, companion.data, companion.page(index).handle, 0)
      case .other(let number, let index):
        let other = others[number]
        _ = qpdf_push_inherited_attributes_to_page(other.data)
        _ = qpdf_add_page(document.data, other.data, other.page(index).handle, 0)
        brought[number, default: []].append((i, index))
      }
    }
    // What outlines and links still name would otherwise stay in the file, unseen.
    for (i, page) in old.enumerated() where !used.contains(i) && page.number > 0 {
      qpdf_replace_object(document.data, page.number, page.generation, document.null.handle)
    }
    try document.check()
    // Before forms meet: what is entered then are the fields that the pages show in the end.
    var same: [PlannedPage.Base: [Int]] = [:]
    for (i, page) in plan.pages.enumerated() { same[page.base, default: []].append(i) }
    for (_, pages) in same.sorted(by: { $0.value[0] < $1.value[0] }) where pages.count > 1 {
      try RepeatedFields(document: document).share(pages.map { document.page($0) })
    }
    for (number, pages) in brought.sorted(by: { $0.key < $1.key }) {
      var merging = FormMerging(
        document, from: others[number], pages: pages.map { document.page($0.page) })
      try merging.enter()
      try OutlineMerging(
        document, from: others[number],
        pages: pages.map { ($0.index, document.page($0.page)) }
      ).add()
    }
  }

  // MARK: Annotations

  private func annotate(
    _ page: QpdfObject, _ planned: PlannedPage, _ geometry: PageGeometry,
    _ layers: LayerSwitches
  ) throws(ReaderFailure) {
    // Another array: the one that is there may be that of other pages, too.
    let all = document.array()
    for item in page["/Annots"].items { all.append(item) }
    for annotation in planned.annotations {
      guard annotation.appearance < companion.pageCount else { throw .noSuchPage }
      let made = try dictionary(of: annotation, geometry.userFromSeen)
      made.set("/P", page)
      if let layer = annotation.layer { made.set("/OC", try layers.group(layer)) }
      all.append(document.indirect(made))
    }
    page.set("/Annots", all)
    try document.check()
  }

  private func dictionary(
    of annotation: PlannedAnnotation, _ userFromSeen: ForeignTransform
  ) throws(ReaderFailure) -> QpdfObject {
    let rect = UserRect(annotation.box, userFromSeen)
    let color = annotation.color
    var text =
      "<< /Type /Annot /F 4 /Rect \(PDFNumbers.list(rect.numbers)) /C \(PDFNumbers.list(Array(color[..<3]), places: 4))"
    if color[3] < 1 { text += " /CA \(PDFNumbers.number(color[3], places: 4))" }
    switch annotation.kind {
    case .ink:
      let lines = annotation.lines.map { line in
        PDFNumbers.list(
          stride(from: 0, to: line.count, by: 2).flatMap { i -> [Double] in
            let p = userFromSeen(line[i], line[i + 1])
            return [p.x, p.y]
          }, places: 2)
      }
      text += " /Subtype /Ink /InkList [\(lines.joined(separator: " "))]"
      text += " /BS << /W \(PDFNumbers.number(annotation.width, places: 3)) >>"
    case .stamp: text += " /Subtype /Stamp /Name /Plumbago"
    }
    let made = document.parsed(text + " >>")
    made.set("/NM", document.text(annotation.name))
    made.set("/M", document.text(plan.date))
    made.set("/Contents", document.text(annotation.text))
    let appearances = document.parsed("<< >>")
    appearances.set("/N", try appearance(of: annotation, userFromSeen))
    made.set("/AP", appearances)
    let points = annotation.lines.reduce(0) { $0 + $1.count / 2 }
    let own = document.parsed(
      "<< /Version \(Self.version) /Rect \(PDFNumbers.list(rect.numbers)) /Points \(points)"
        + " /Matrix \(PDFNumbers.list(userFromSeen.numbers)) >>")
    own.set("/Data", annotation.data.withUnsafeBufferPointer { document.stream($0) })
    made.set(Self.key, own)
    return made
  }

  /// A page of the companion as an appearance whose own matrix puts it upright.
  private func appearance(
    of annotation: PlannedAnnotation, _ userFromSeen: ForeignTransform
  ) throws(ReaderFailure) -> QpdfObject {
    let (form, size) = try document.form(ofPage: annotation.appearance, in: companion)
    let box = annotation.box
    let (kx, ky) = (box.width / size.width, box.height / size.height)
    let userFromForm =
      userFromSeen * ForeignTransform(kx, 0, 0, -ky, box.x, box.y + box.height)
    form.set("/Matrix", document.parsed(PDFNumbers.list(userFromForm.numbers, places: 6)))
    return form
  }
}

extension QpdfFile {
  /// A page of the companion as a form, and how large it is.
  func form(
    ofPage index: Int, in companion: QpdfFile
  ) throws(ReaderFailure) -> (form: QpdfObject, size: ForeignSize) {
    guard index < companion.pageCount else { throw .noSuchPage }
    let source = companion.page(index)
    guard let size = source["/MediaBox"].numbers(4), size[2] > 0, size[3] > 0 else {
      throw .unwritable
    }
    let form = try source.withPageContent { stream($0) }
    form.set("/Type", name("/XObject"))
    form.set("/Subtype", name("/Form"))
    form.set("/BBox", parsed(PDFNumbers.list(size)))
    let resources = source["/Resources"]
    if resources.isDictionary {
      form.set(
        "/Resources", copy(resources.number > 0 ? resources : companion.indirect(resources)))
    }
    return (form, ForeignSize(width: size[2], height: size[3]))
  }
}

/// Numbers as PDF writes them.
enum PDFNumbers {
  static func list(_ numbers: [Double], places: Int = 4) -> String {
    "[" + row(numbers, places: places) + "]"
  }

  static func row(_ numbers: [Double], places: Int = 4) -> String {
    numbers.map { number($0, places: places) }.joined(separator: " ")
  }

  /// Without an exponent.
  static func number(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    var power = 1
    for _ in 0..<places { power *= 10 }
    let scaled = Int((value * Double(power)).rounded())
    let (whole, part) = (scaled.magnitude / UInt(power), scaled.magnitude % UInt(power))
    let digits = String(part)
    let fraction = String(repeating: "0", count: places - digits.count) + digits
    return (scaled < 0 ? "-" : "") + "\(whole)" + (part == 0 ? "" : "." + fraction)
  }
}

/// Whether a document bears a signature.
struct SignatureSearch {
  private(set) var isSigned = false
  /// Fields that are looked at, at most.
  private var room = 100_000

  init(_ document: QpdfFile) {
    let form = document.root["/AcroForm"]
    // ISO 32000-1, table 219: the first bit says that there is a signature.
    isSigned =
      document.root["/Perms"].isDictionary || (form["/SigFlags"].integer ?? 0) & 1 != 0
    if !isSigned { look(at: form["/Fields"], depth: 0) }
  }

  private mutating func look(at fields: QpdfObject, depth: Int) {
    guard depth < 32 else { return }
    for field in fields.items where !isSigned && room > 0 {
      room -= 1
      if field["/FT"].isName("/Sig"), !field["/V"].isNull { isSigned = true }
      look(at: field["/Kids"], depth: depth + 1)
    }
  }
}
