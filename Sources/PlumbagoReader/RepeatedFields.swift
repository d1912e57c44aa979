import ReaderProtocol

/// Gives each of several copies of a page parts of the fields of its own.
///
/// What a page shows of a field, a widget, is listed by one page alone (ISO 32000-1, 12.5.2), and a copy of a page lists
/// those of the first. Where a field has several widgets they are its kids (12.7.3.1), and all show its value.
struct RepeatedFields {
  let document: QpdfFile

  /// Of a dictionary that is field and widget in one, what belongs to the field (12.7.3.1 and 12.7.4).
  private static let entries: Set<String> = [
    "/FT", "/Parent", "/Kids", "/T", "/TU", "/TM", "/Ff", "/V", "/DV", "/DA", "/Q", "/DS", "/RV",
    "/MaxLen", "/Opt", "/TI", "/I", "/Lock", "/SV",
  ]
  /// Of these, what viewers look for in widgets as well.
  private static let commonEntries: Set<String> = ["/DA", "/Q"]
  /// What happens to the field, not to its widget (12.6.3).
  private static let actions: Set<String> = ["/K", "/F", "/V", "/C"]

  /// How many parts of a field, or of a tree, lie in one another, at most.
  private static let deepest = 32

  /// - Parameter pages: One page and its copies.
  func share(_ pages: [QpdfObject]) throws(ReaderFailure) {
    guard let first = pages.first, first["/Annots"].items.contains(where: { isWidget($0) }) else {
      return
    }
    var known: Set<Int32> = []
    let annotations = first["/Annots"].items.compactMap { annotation -> QpdfObject? in
      let number = annotation.number
      guard number == 0 || known.insert(number).inserted else { return nil }
      return isWidget(annotation) ? ownWidget(of: annotation) : annotation
    }
    first.set("/Annots", document.array(annotations))
    for page in pages.dropFirst() {
      let copies = annotations.compactMap { isWidget($0) ? copy(of: $0, on: page) : $0 }
      page.set("/Annots", document.array(copies))
    }
    try document.check()
  }

  private func isWidget(_ annotation: QpdfObject) -> Bool {
    annotation.number > 0 && annotation["/Subtype"].isName("/Widget")
  }

  /// The field that a widget is a kid of.
  private func field(of widget: QpdfObject) -> QpdfObject? {
    let parent = widget["/Parent"]
    return parent.number > 0 && parent.isDictionary && !parent.isInPageTree ? parent : nil
  }

  private func isSignature(_ widget: QpdfObject) -> Bool {
    var node = widget
    for _ in 0..<Self.deepest {
      let kind = node["/FT"]
      if !kind.isNull { return kind.isName("/Sig") }
      guard let parent = field(of: node) else { return false }
      node = parent
    }
    return false
  }

  // MARK: Widgets

  /// A widget that is nothing else: where it is a field, too, a new kid of that.
  ///
  /// The field stays the object that it was, since forms, other fields and actions name it.
  private func ownWidget(of field: QpdfObject) -> QpdfObject {
    guard !field["/T"].isNull, !isSignature(field) else { return field }
    let part = field.ownCopy
    for key in Self.entries.subtracting(Self.commonEntries) { part.remove(key) }
    for key in field.keys where !Self.entries.contains(key) { field.remove(key) }
    let actions = part["/AA"]
    if actions.isDictionary {
      let (fieldActions, widgetActions) = (document.dictionary(), document.dictionary())
      for key in actions.keys {
        (Self.actions.contains(key) ? fieldActions : widgetActions).set(key, actions[key])
      }
      if !fieldActions.keys.isEmpty { field.set("/AA", fieldActions) }
      part.set("/AA", widgetActions)
    }
    part.set("/Parent", field)
    let widget = document.indirect(part)
    addKid(widget, to: field)
    renameInStructure(field, as: widget)
    return widget
  }

  /// The same for another page; `nil` where nothing is to be seen of it there.
  private func copy(of widget: QpdfObject, on page: QpdfObject) -> QpdfObject? {
    let copy = widget.ownCopy
    copy.set("/P", page)
    copy.remove("/StructParent")
    if isSignature(widget) { return stamp(copy) }
    let made = document.indirect(copy)
    if let field = field(of: widget) { addKid(made, to: field) }
    return made
  }

  private func addKid(_ widget: QpdfObject, to field: QpdfObject) {
    let kids = field["/Kids"]
    if kids.isArray { kids.append(widget) } else { field.set("/Kids", document.array([widget])) }
  }

  /// What a signature's widget shows, without a field: a signature has one widget (ISO 32000-2, 12.7.5.5).
  private func stamp(_ widget: QpdfObject) -> QpdfObject? {
    guard widget["/AP"]["/N"].isStream else { return nil }
    for key in Self.entries.union(["/AA", "/A", "/MK", "/H", "/AS"]) { widget.remove(key) }
    widget.set("/Subtype", document.name("/Stamp"))
    return document.indirect(widget)
  }

  // MARK: Structure

  /// Has a structure that named a field for its widget name the widget (ISO 32000-1, 14.7.4.3).
  private func renameInStructure(_ field: QpdfObject, as widget: QpdfObject) {
    guard let key = widget["/StructParent"].integer else { return }
    let element = entry(key, in: document.root["/StructTreeRoot"]["/ParentTree"], depth: 0)
    let kids = element["/K"]
    for item in kids.isArray ? kids.items : [kids] where item["/Obj"].number == field.number {
      item.set("/Obj", widget)
    }
  }

  /// What a tree has for a number (7.9.7).
  private func entry(_ key: Int, in tree: QpdfObject, depth: Int) -> QpdfObject {
    let items = tree["/Nums"].items
    for i in items.indices.dropLast() where i % 2 == 0 && items[i].integer == key {
      return items[i + 1]
    }
    guard depth < Self.deepest else { return document.null }
    for kid in tree["/Kids"].items {
      guard let limits = kid["/Limits"].numbers(2), limits[0] <= Double(key),
        Double(key) <= limits[1]
      else { continue }
      return entry(key, in: kid, depth: depth + 1)
    }
    return document.null
  }
}
