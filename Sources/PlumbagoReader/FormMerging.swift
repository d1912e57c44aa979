import ReaderProtocol

/// Enters fields on pages that came from another document into the form of the document that they came to.
///
/// A page brings its fields along, since its annotations name them. But viewers fill in only what the form lists, under names
/// that tell fields apart and in fonts that the form knows (ISO 32000-1, 12.7.2 and 12.7.3). libqpdf's own helper for this is
/// not part of its C API.
struct FormMerging {
  private let document: QpdfFile
  /// The other document.
  private let other: QpdfFile
  /// Numbers of the annotations on the pages that fields can have.
  private var widgets: Set<Int32> = []
  /// What those belong to at the top, in the order of the pages.
  private var tops: [QpdfObject] = []
  /// Fields, and parts of fields, that the pages show something of.
  private var kept: [QpdfObject] = []
  /// Numbers of what was met on the way up, and on the way down.
  private var climbed: Set<Int32> = []
  private var visited: Set<Int32> = []

  /// How many parts of a field lie in one another, at most.
  private static let deepest = 32

  /// - Parameter pages: Those of the document that came from the other.
  init(_ document: QpdfFile, from other: QpdfFile, pages: [QpdfObject]) {
    self.document = document
    self.other = other
    for page in pages { collect(from: page) }
  }

  mutating func enter() throws(ReaderFailure) {
    let theirs = other.root["/AcroForm"]
    guard theirs.isDictionary else { return }
    var fields: [QpdfObject] = []
    for top in tops {
      if keep(top, kind: document.null, depth: 0) { fields.append(top) }
    }
    guard !fields.isEmpty else { return }
    if !document.root["/AcroForm"].isDictionary {
      document.root.set("/AcroForm", document.indirect(document.dictionary()))
    }
    let form = document.root["/AcroForm"]
    rename(fields, in: form)
    inherit(from: theirs, to: fields, in: form)
    let fonts = addResources(of: theirs, to: form)
    for field in kept where !fonts.isEmpty {
      guard let text = field["/DA"].string else { continue }
      field.set("/DA", document.text(Self.appearance(text, fonts)))
    }
    form.set("/Fields", document.array(form["/Fields"].items + fields))
    addCalculations(of: theirs, to: form)
    if theirs["/NeedAppearances"].isTrue {
      form.set("/NeedAppearances", document.parsed("true"))
    }
    try document.check()
  }

  // MARK: Fields

  private mutating func collect(from page: QpdfObject) {
    for annotation in page["/Annots"].items
    where annotation.number > 0 && annotation["/Subtype"].isName("/Widget") {
      guard widgets.insert(annotation.number).inserted else { continue }
      // It came along with a page before this one, when this one was not there yet.
      if annotation["/P"].isNull { annotation.set("/P", page) }
      climb(from: annotation)
    }
  }

  private mutating func climb(from annotation: QpdfObject) {
    var node = annotation
    for _ in 0..<Self.deepest {
      guard climbed.insert(node.number).inserted else { return }
      let parent = node["/Parent"]
      guard parent.isDictionary else { return tops.append(node) }
      guard parent.number > 0, !parent.isInPageTree else { return }
      node = parent
    }
  }

  /// Leaves of a field what the pages show; says whether that is anything.
  ///
  /// The rest came along by its name alone: what somebody filled in on pages that did not come stays in the other document.
  private mutating func keep(_ field: QpdfObject, kind inherited: QpdfObject, depth: Int) -> Bool {
    guard depth < Self.deepest, field.isDictionary, visited.insert(field.number).inserted else {
      return false
    }
    let kind = field["/FT"].isNull ? inherited : field["/FT"]
    let kids = field["/Kids"].items
    var keptKids: [QpdfObject] = []
    for kid in kids where kid.number > 0 {
      if keep(kid, kind: kind, depth: depth + 1) { keptKids.append(kid) }
    }
    let isShown = !kind.isNull && widgets.contains(field.number)
    guard isShown || !keptKids.isEmpty else { return false }
    if keptKids.isEmpty {
      field.remove("/Kids")
    } else if keptKids.count < kids.count {
      field.set("/Kids", document.array(keptKids))
    }
    // A signature is one of the other document's bytes: here it would be void.
    if kind.isName("/Sig") { field.remove("/V") }
    kept.append(field)
    return true
  }

  /// Gives fields names that the form does not have yet.
  ///
  /// Those that had one name in the other document still have one, as they have one value.
  private func rename(_ fields: [QpdfObject], in form: QpdfObject) {
    let taken = Set(form["/Fields"].items.compactMap { $0["/T"].string })
    var known = taken.union(fields.compactMap { $0["/T"].string })
    var names: [String: String] = [:]
    for field in fields {
      guard let old = field["/T"].string, taken.contains(old) else { continue }
      let new = names[old] ?? Self.numbered(old, isTaken: { known.contains($0) })
      names[old] = new
      known.insert(new)
      field.set("/T", document.text(new))
    }
  }

  /// What a form says for all its fields is said by those that came.
  private func inherit(from theirs: QpdfObject, to fields: [QpdfObject], in form: QpdfObject) {
    let appearance = theirs["/DA"].string
    let alignment = theirs["/Q"].integer ?? 0
    let isAligned = alignment == (form["/Q"].integer ?? 0)
    for field in fields {
      if let appearance, field["/DA"].isNull { field.set("/DA", document.text(appearance)) }
      if !isAligned, field["/Q"].isNull { field.set("/Q", document.parsed("\(alignment)")) }
    }
  }

  /// Fields whose values come from those of others are reckoned after the form's own, in the order of the other form.
  private func addCalculations(of theirs: QpdfObject, to form: QpdfObject) {
    let known = Set(kept.map(\.number))
    // What has come already is not copied once more.
    let fields = theirs["/CO"].items.filter { $0.number > 0 && $0.isDictionary }
      .map { document.copy($0) }.filter { known.contains($0.number) }
    guard !fields.isEmpty else { return }
    form.set("/CO", document.array(form["/CO"].items + fields))
  }

  // MARK: Resources

  /// Adds what the other form's fields are shown with; returns new names of fonts by the old ones.
  private func addResources(of theirs: QpdfObject, to form: QpdfObject) -> [String: String] {
    let source = theirs["/DR"]
    guard source.isDictionary else { return [:] }
    let copied = document.copy(source.number > 0 ? source : other.indirect(source))
    // Pages may have the same ones.
    let resources = form["/DR"].ownCopy
    var renamed: [String: String] = [:]
    for kind in copied.keys {
      guard copied[kind].isDictionary else {
        if resources[kind].isNull { resources.set(kind, copied[kind]) }
        continue
      }
      let all = resources[kind].ownCopy
      for name in copied[kind].keys {
        let new = copied[kind][name]
        if all[name].isNull {
          all.set(name, new)
        } else if kind == "/Font", !Self.isSame(all[name], new) {
          let free = Self.numbered(name) { !all[$0].isNull || !copied[kind][$0].isNull }
          all.set(free, new)
          renamed[name] = free
        }
      }
      resources.set(kind, all)
    }
    form.set("/DR", resources)
    return renamed
  }

  /// Whether two fonts have the same entries.
  private static func isSame(_ a: QpdfObject, _ b: QpdfObject) -> Bool {
    let keys = a.keys
    return Set(keys) == Set(b.keys) && keys.allSatisfy { a[$0].notation == b[$0].notation }
  }

  /// The text of a default appearance with fonts under other names.
  private static func appearance(_ text: String, _ names: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "/") {
      let end =
        rest[start...].dropFirst().firstIndex(where: {
          $0.isWhitespace || "()<>[]{}/%".contains($0)
        }) ?? rest.endIndex
      let name = String(rest[start..<end])
      result += String(rest[..<start]) + (names[name] ?? name)
      rest = rest[end...]
    }
    return result + String(rest)
  }

  // MARK: Making

  /// A name with the first number after it that is free.
  private static func numbered(_ name: String, isTaken: (String) -> Bool) -> String {
    var number = 2
    while isTaken("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }
}
