import Canvas
import Glibc
import Gtk
import InkModel
import InkStore

/// Drawings, and folders of them within the library, that are dragged to other programs: out of the library, or what is selected on the paper.
///
/// Another program gets a file without what was before, which is made when that program asks for it and stays in the
/// cache for a day; of a drawing of the library the whole history is in it where the preferences then say so. The app
/// itself gets the path of a drawing of the library, to move it to a folder.
enum DraggedDrawing {
  /// The format in which the app knows its own drag: paths in UTF-8, with a zero byte between them.
  static let mimeType = "application/x-plumbago-drawing"

  static func offer(of paths: [String]) -> ClipboardOffer {
    let own = ClipboardOffer.Format(mimeType) { Array(paths.joined(separator: "\0").utf8) }
    return ClipboardOffer([own] + ClipboardOffer.Format.files { await copies(of: paths) })
  }

  /// Copies of drawings for another program, which gets no folders; `nil` where one cannot be made.
  private static func copies(of paths: [String]) async -> [String]? {
    let keepsHistory = Settings.shared[.dragKeepsHistory]
    var copies: [String] = []
    for path in paths where !FileTest.isFolder(path) {
      let name = FilePaths.split(path).name
      let copy = await write(name) { target throws(DocumentStoreError) in
        try await makeCopy(of: path, at: target, includingHistory: keepsHistory)
      }
      guard let copy else { return nil }
      copies.append(copy)
    }
    return copies
  }

  private static func makeCopy(
    of path: String, at target: String, includingHistory: Bool
  ) async throws(DocumentStoreError) {
    if let window = Application.shared?.window(at: path) {
      try await window.document.copy(to: target, includingHistory: includingHistory)
    } else {
      try await DocumentStore.duplicate(path, to: target, includingHistory: includingHistory)
    }
  }

  /// The formats in which other programs get what is selected in a drawing of a title: as a drawing of its own.
  static func file(of clip: Task<InkClip, Never>, from title: String) -> [ClipboardOffer.Format] {
    let name = tr("{drawing} (selection)").filled("drawing", title)
    let file = DrawingFolder.fileName(for: name) + "." + DocumentFormat.fileExtension
    return ClipboardOffer.Format.files {
      let made = await write(file) { target throws(DocumentStoreError) in
        try await clip.value.makeDrawing(at: target)
      }
      return made.map { [$0] }
    }
  }

  /// The folder of copies that other programs were handed, each in a folder of its own.
  private static var folder: String { Installation.cache + "/shared" }

  /// Has a file of a name made; its path, `nil` where that failed.
  private static func write(
    _ name: String, _ make: (String) async throws(DocumentStoreError) -> Void
  ) async -> String? {
    removeOld()
    let own = folder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let target = own + "/" + name
    do throws(DocumentStoreError) {
      try FilePaths.makeFolder(own)
      try await make(target)
      return target
    } catch {
      Console.complain(ErrorPresentation.sentence(error, path: target))
      return nil
    }
  }

  private static func removeOld() {
    for name in FilePaths.names(in: folder) {
      let own = folder + "/" + name
      var s = stat()
      guard lstat(own, &s) == 0, s.st_mtim.tv_sec < time(nil) - keptFor else { continue }
      for file in FilePaths.names(in: own) { unlink(own + "/" + file) }
      rmdir(own)
    }
  }

  /// Seconds that another program has for reading a copy; larger, and more of the disk is taken.
  private static let keptFor = 86_400
}

nonisolated extension InkClip {
  /// Makes a drawing of it alone, at a path where there is no file.
  fileprivate func makeDrawing(at path: String) async throws(DocumentStoreError) {
    let store = try await DocumentStore.open(path)
    do throws(DocumentStoreError) {
      try await store.keep(blobs)
      let clip = PlacedClip(self, page: 0, pageFromClip: .identity)
      try await store.perform([CanvasSession(.empty).begin(with: [clip])])
      try await store.close()
    } catch {
      await store.abandon()
      throw error
    }
  }
}

extension DropTarget {
  /// A target for folders of the library.
  static func ofLibrary() -> DropTarget {
    DropTarget([DraggedDrawing.mimeType] + PictureFormats.mediaTypes + InkClipboard.textTypes)
  }

  /// Drawings or files were dropped, or a text or a picture without a file.
  ///
  /// - Parameters:
  ///   - folder: Asked at the drop, before anything of it is here, what folder it is for; `nil` refuses it.
  ///   - body: Given the paths, and whether they are drawings of the library itself; returns whether they are taken.
  ///   - onOther: Given what came without a file.
  func onDrawings(
    for folder: @escaping () -> String?,
    _ body: @escaping (_ paths: [String], _ isOwn: Bool, _ folder: String) -> Bool,
    onOther: @escaping (BroughtFile.Source, _ folder: String) -> Void
  ) {
    onDrop { drop, _, _ in
      guard let folder = folder() else { return drop.finish(false) }
      Task {
        let isOwn = drop.has(DraggedDrawing.mimeType)
        var paths: [String] = []
        if isOwn || drop.hasFiles { paths = await drop.drawings() }
        guard paths.isEmpty, !isOwn else {
          return drop.finish(!paths.isEmpty && body(paths, isOwn, folder))
        }
        // Browsers give a picture an address, which is no file.
        guard let source = await Self.source(in: drop) else { return drop.finish(false) }
        onOther(source, folder)
        drop.finish(true)
      }
    }
  }

  /// The best of what is offered that is no file: a picture, else a text; `nil` where there is none.
  private static func source(in content: some OfferedContent) async -> BroughtFile.Source? {
    if let type = PictureFormats.mediaTypes.first(where: { content.has($0) }) {
      return await content.bytes(type, limit: PictureFormats.mostBytes).map { .picture($0) }
    }
    return await InkClipboard.text(in: content).map { .text($0) }
  }
}

extension OfferedContent {
  /// Whether it is files by themselves: elements of a drawing come as a file only for other programs.
  var offersFiles: Bool { hasFiles && !has(InkClip.mimeType) }

  /// The paths of the files, of drawings from the library their own.
  func drawings() async -> [String] {
    if has(DraggedDrawing.mimeType),
      let bytes = await bytes(DraggedDrawing.mimeType, limit: 1 << 20), !bytes.isEmpty
    {
      return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
    return await files()
  }
}
