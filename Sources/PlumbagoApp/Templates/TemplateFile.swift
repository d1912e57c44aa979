import Canvas
import Glibc
import Gtk
import InkModel
import InkStore

/// Templates as files: ordinary drawings of one page, in a folder of their own.
enum TemplateFile {
  /// The folder of all templates, made when it is needed.
  nonisolated static var folder: DrawingFolder { DrawingFolder(Installation.templates) }

  /// All templates, by their names.
  @concurrent nonisolated static func items() async -> [LibraryItem] {
    folder.items(.name).filter { $0.kind == .drawing }
  }

  /// The path of the template that new drawings begin with; `nil` where they begin with paper alone.
  static var forNewDrawings: String? {
    let name = Settings.shared[.newDrawingTemplate]
    guard !name.isEmpty, let path = path(of: name), access(path, R_OK) == 0 else { return nil }
    return path
  }

  nonisolated static func path(of name: String) -> String? {
    guard DrawingFolder.isName(name) else { return nil }
    return folder.path + "/" + name + ".plumbago"
  }

  // MARK: Saving

  /// Saves a page of a drawing, with all that shows on it, under a name that no template has.
  ///
  /// The drawing's history and other pages are not in it. Of a document that is the page's background all pages are.
  static func save(
    _ page: Int32, of document: OpenDocument, named name: String
  ) async throws(DocumentStoreError) {
    let drawing = document.session.drawing
    let elements = PageTemplate.elements(on: page, of: drawing)
    let template = PageTemplate(
      page, of: drawing,
      contents: await document.keeper.contents(Set(elements.compactMap(\.kind.content))),
      blobs: await document.keeper.blobs(of: elements))
    guard let template, let target = folder.unusedPath(for: name) else { return }
    try FilePaths.makeFolder(folder.path)
    try await make(target) { store throws(DocumentStoreError) in
      try await write(template, of: document, to: store)
    }
  }

  /// Makes a template's file, whole or not at all, under a name that nothing has.
  static func make(
    _ target: String, _ write: (DocumentStore) async throws(DocumentStoreError) -> Void
  ) async throws(DocumentStoreError) {
    let draft = FilePaths.temporary(beside: target)
    defer { FilePaths.removeDrawing(draft) }
    let store = try await DocumentStore.open(draft)
    do throws(DocumentStoreError) {
      try await write(store)
      // With its log brought in, which would stay under the old name, and nothing would read it.
      try await store.move(to: target)
      try await store.close()
    } catch {
      await store.abandon()
      throw error
    }
  }

  private static func write(
    _ template: PageTemplate, of document: OpenDocument, to store: DocumentStore
  ) async throws(DocumentStoreError) {
    let settings = template.settings(like: document.session.drawing.settings.withoutContent)
    try await store.keep(template.clip.blobs)
    if let blob = template.page.background.blob, let source = document.keeper.store,
      let facts = try await source.blob(blob)
    {
      let draft = try await store.beginBlob(type: facts.type)
      try await eachPart(of: blob, facts.length, in: source) { part throws(DocumentStoreError) in
        try await store.append(part, to: draft)
      }
      _ = try await store.finish(draft)
    }
    var contents = DocumentContents.empty
    contents.settings = settings
    try await store.perform([CanvasSession(contents).begin(with: template.clips(on: 1))])
  }

  private static func eachPart(
    of blob: BlobID, _ length: Int64, in store: DocumentStore,
    _ body: ([UInt8]) async throws(DocumentStoreError) -> Void
  ) async throws(DocumentStoreError) {
    var at: Int64 = 0
    while at < length {
      let end = min(at + Int64(StoredBytes.step), length)
      try await body(try await store.bytes(of: blob, in: at..<end))
      at = end
    }
  }

  // MARK: Reading

  /// Reads a template, and puts the bytes that it shows into a drawing's file.
  ///
  /// Keep the step that refers to them at once.
  ///
  /// - Returns: `torn` where the last commit in its file cannot be read, and is missing in the template.
  static func read(
    _ path: String, for keeper: DocumentKeeper
  ) async throws(DocumentStoreError) -> (template: PageTemplate, torn: TornCommit?) {
    let store = try await DocumentStore.open(path, mode: .readOnly)
    do throws(DocumentStoreError) {
      let torn = await store.tornCommit
      let template = try await read(store, for: keeper)
      try await store.close()
      return (template, torn)
    } catch {
      try? await store.close()
      throw error
    }
  }

  private static let lacksPage = DocumentStoreError.damaged(
    StoreFailure(message: "a template has a page"))  // untranslated: a detail, as SQLite's own

  private static func read(
    _ store: DocumentStore, for keeper: DocumentKeeper
  ) async throws(DocumentStoreError) -> PageTemplate {
    let drawing = try await store.load().drawing
    guard let page = drawing.settings.layout.pages.first else {
      throw lacksPage
    }
    let elements = PageTemplate.elements(on: page.id, of: drawing)
    var contents: [ContentID: StrokeContent] = [:]
    for id in Set(elements.compactMap(\.kind.content)) {
      contents[id] = try await store.content(id)
    }
    var blobs: [BlobID: InkClip.Blob] = [:]
    var room = InkClip.mostBlobBytes
    for id in elements.flatMap(\.kind.blobs) where blobs[id] == nil {
      guard let blob = try await store.clipBlob(id, limit: room) else { continue }
      room -= Int64(blob.bytes.count)
      blobs[id] = blob
    }
    guard let template = PageTemplate(page.id, of: drawing, contents: contents, blobs: blobs)
    else { throw lacksPage }
    try await keeper.keepBlobs(of: template.clip)
    if let blob = page.background.blob { try await keep(blob, of: store, in: keeper) }
    return template
  }

  private static func keep(
    _ blob: BlobID, of store: DocumentStore, in keeper: DocumentKeeper
  ) async throws(DocumentStoreError) {
    if let own = keeper.store, try await own.blob(blob) != nil { return }
    guard let facts = try await store.blob(blob) else { return }
    var at: Int64 = 0
    var failure: DocumentStoreError?
    _ = try await keeper.keepBlob(type: facts.type) {
      let end = min(at + Int64(StoredBytes.step), facts.length)
      guard at < end else { return [] }
      do throws(DocumentStoreError) {
        let bytes = try await store.bytes(of: blob, in: at..<end)
        at = end
        return bytes
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
  }
}

extension DrawingSettings {
  /// What a drawing of one of its pages has from it, but for the page.
  fileprivate var withoutContent: DrawingSettings { DrawingSettings(keepsColors: keepsColors) }
}

extension OpenDocument {
  /// A new drawing that begins with a template.
  static func untitled(
    from path: String, in folder: String = Library.folder
  ) async throws(DocumentStoreError) -> OpenDocument {
    let keeper = DocumentKeeper(creatingAt: Library.newPath(in: folder), folders: Library.folders)
    let (template, torn) = try await TemplateFile.read(path, for: keeper)
    var contents = DocumentContents.empty
    contents.settings = template.settings(like: Settings.shared[.newDrawing])
    let name = DrawingFolder.name(of: path)
    contents.metadata[.template] = name
    let session = CanvasSession(contents)
    keeper.keep([session.begin(with: template.clips(on: 1)), .setMetadata(.template, name)])
    let document = OpenDocument(session, keeper)
    if let torn { document.tell(ErrorPresentation.sentence(torn, path: path)) }
    return document
  }

  /// Adds a page from a template, as one step.
  ///
  /// - Parameters:
  ///   - index: Of the page that it comes before.
  ///   - canTake: Called once the template is read: ends what is being done, which would keep the session from taking it,
  ///     and says whether it may.
  ///   - onTorn: Called after that where the last strokes of the template may be missing.
  /// - Returns: `nil` where it may not.
  func addPage(
    from path: String, at index: Int, ifSo canTake: () -> Bool,
    onTorn: (TornCommit) -> Void = { _ in }
  ) async throws(DocumentStoreError) -> CanvasUpdate? {
    let (template, torn) = try await TemplateFile.read(path, for: keeper)
    guard canTake() else { return nil }
    if let torn { onTorn(torn) }
    return session.addPage(from: template, at: index)
  }

  /// Makes pages what a template is, as one step.
  ///
  /// - Parameters:
  ///   - canTake: As of ``addPage(from:at:ifSo:onTorn:)``.
  ///   - onTorn: As there.
  func use(
    _ path: String, for pages: Set<Int32>, ifSo canTake: () -> Bool,
    onTorn: (TornCommit) -> Void = { _ in }
  ) async throws(DocumentStoreError) -> CanvasUpdate? {
    let (template, torn) = try await TemplateFile.read(path, for: keeper)
    guard canTake() else { return nil }
    if let torn { onTorn(torn) }
    return session.use(template, for: pages)
  }
}
