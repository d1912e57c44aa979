import CCairo
import CPoppler
import Glibc
import ReaderProtocol

/// A PDF document.
final class DocumentFile: OpenedFile {
  let facts: ForeignFacts
  private let document: OpaquePointer

  init(_ file: MappedBytes, password: String) throws(ReaderFailure) {
    document = try Self.open(file, password: password)
    let count = Int(poppler_document_get_n_pages(document))
    guard count > 0 else { throw .noPages }
    guard count <= ReaderLimits.pages else { throw .tooLarge }
    let title = poppler_document_get_title(document)
    defer { g_free(title) }
    facts = ForeignFacts(
      kind: .document, mediaType: "application/pdf", pageCount: count,
      size: Self.size(of: 0, in: document), title: title.map { String(cString: $0) } ?? "")
  }

  private static func open(
    _ file: MappedBytes, password: String
  ) throws(ReaderFailure) -> OpaquePointer {
    // Not from the mapped bytes: poppler 22 ends the process where a password for those is wrong.
    let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .tooLarge }
    var error: UnsafeMutablePointer<GError>?
    if let opened = poppler_document_new_from_fd(own, password.isEmpty ? nil : password, &error) {
      return opened
    }
    defer { g_clear_error(&error) }
    if let error, error.pointee.domain == poppler_error_quark(),
      error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
    {
      throw .encrypted
    }
    guard !password.isEmpty else { throw .damaged }
    // With a wrong password it says that the document is damaged; without one it says what it is.
    let plain = try open(file, password: "")
    g_object_unref(UnsafeMutableRawPointer(plain))
    throw .damaged
  }

  func size(of page: Int) -> ForeignSize { Self.size(of: page, in: document) }

  /// A page without a size that makes sense is a sheet of A4.
  private static func size(
    of index: Int, in document: OpaquePointer
  ) -> ForeignSize {
    var (width, height) = (0.0, 0.0)
    if let page = poppler_document_get_page(document, Int32(index)) {
      poppler_page_get_size(page, &width, &height)
      g_object_unref(UnsafeMutableRawPointer(page))
    }
    guard width.isFinite, height.isFinite, width > 0, height > 0,
      max(width, height) <= ReaderLimits.pageSide
    else { return ForeignSize(width: 595, height: 842) }
    return ForeignSize(width: width, height: height)
  }

  func paint(_ page: Int, on cr: OpaquePointer, scale: Double) throws(ReaderFailure) {
    guard let page = poppler_document_get_page(document, Int32(page)) else { throw .damaged }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    poppler_page_render(page, cr)
  }

  func text(of index: Int) -> ForeignText {
    let nothing = ForeignText(text: "", boxes: [])
    guard let page = poppler_document_get_page(document, Int32(index)) else { return nothing }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    guard let found = poppler_page_get_text(page) else { return nothing }
    defer { g_free(found) }
    let text = String(cString: found)
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    guard poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles else {
      return ForeignText(text: text, boxes: [])
    }
    defer { g_free(rectangles) }
    guard text.unicodeScalars.count == Int(count) else { return ForeignText(text: text, boxes: []) }
    return ForeignText(
      text: text,
      boxes: (0..<Int(count)).map { i in
        let r = rectangles[i]
        return ForeignBox(x: r.x1, y: r.y1, width: r.x2 - r.x1, height: r.y2 - r.y1)
      })
  }

  func links(on index: Int) -> [ForeignLink] {
    guard let page = poppler_document_get_page(document, Int32(index)) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    let height = size(of: index).height
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    var links: [ForeignLink] = []
    var item = list
    while let node = item, links.count < Self.mostLinks {
      item = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let mapping = data.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      guard let action = mapping.action, let target = target(of: action) else { continue }
      let r = mapping.area
      links.append(
        ForeignLink(
          box: ForeignBox(
            x: min(r.x1, r.x2), y: height - max(r.y1, r.y2), width: abs(r.x2 - r.x1),
            height: abs(r.y2 - r.y1)), target: target))
    }
    return links
  }

  private static let mostLinks = 10_000
  private static let mostEntries = 10_000
  private static let deepest = 32

  private func target(of action: UnsafeMutablePointer<PopplerAction>) -> ForeignLink.Target? {
    switch action.pointee.type {
    case POPPLER_ACTION_URI:
      return action.pointee.uri.uri.map { .address(String(cString: $0)) }
    case POPPLER_ACTION_GOTO_DEST:
      return action.pointee.goto_dest.dest.flatMap { page(of: $0) }.map { .page($0) }
    default: return nil
    }
  }

  private func page(of destination: UnsafeMutablePointer<PopplerDest>) -> Int? {
    var number = Int(destination.pointee.page_num)
    if destination.pointee.type == POPPLER_DEST_NAMED {
      guard let name = destination.pointee.named_dest,
        let found = poppler_document_find_dest(document, name)
      else { return nil }
      number = Int(found.pointee.page_num)
      poppler_dest_free(found)
    }
    return (1...facts.pageCount).contains(number) ? number - 1 : nil
  }

  func outline() -> [OutlineEntry] {
    guard let iterator = poppler_index_iter_new(document) else { return [] }
    defer { poppler_index_iter_free(iterator) }
    var entries: [OutlineEntry] = []
    collect(iterator, level: 0, into: &entries)
    return entries
  }

  private func collect(_ iterator: OpaquePointer, level: Int, into entries: inout [OutlineEntry]) {
    repeat {
      guard entries.count < Self.mostEntries else { return }
      if let action = poppler_index_iter_get_action(iterator) {
        defer { poppler_action_free(action) }
        var page: Int?
        if case .page(let found)? = target(of: action) { page = found }
        entries.append(
          OutlineEntry(
            level: level, title: action.pointee.any.title.map { String(cString: $0) } ?? "",
            page: page))
      }
      if level < Self.deepest, let child = poppler_index_iter_get_child(iterator) {
        collect(child, level: level + 1, into: &entries)
        poppler_index_iter_free(child)
      }
    } while poppler_index_iter_next(iterator) != 0
  }
}
