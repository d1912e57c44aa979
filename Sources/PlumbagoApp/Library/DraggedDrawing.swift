import Glibc
import Gtk
import InkStore

/// A drawing that is dragged out of the library.
///
/// The app itself gets the drawing's path, to move it to a folder. Another program gets a file without history, which is
/// made when that program asks for it and stays in the cache for a day.
enum DraggedDrawing {
  /// The format in which the app knows its own drag: a path in UTF-8.
  static let mimeType = "application/x-plumbago-drawing"

  static func offer(of path: String) -> ClipboardOffer {
    ClipboardOffer([
      .init(mimeType) { Array(path.utf8) },
      .init("text/uri-list") {
        guard let copy = await copy(of: path), let uri = FileTest.uri(of: copy) else { return nil }
        return Array((uri + "\r\n").utf8)
      },
    ])
  }

  /// The folder of copies that other programs were handed, each in a folder of its own.
  private static var folder: String { Installation.cache + "/shared" }

  /// Writes a copy of what shows, under the drawing's own name.
  private static func copy(of path: String) async -> String? {
    removeOld()
    let own = folder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let target = own + "/" + FilePaths.split(path).name
    do throws(DocumentStoreError) {
      try FilePaths.makeFolder(own)
      if let window = Application.shared?.window(at: path) {
        try await window.document.copy(to: target, includingHistory: false)
      } else {
        try await DocumentStore.duplicate(path, to: target, includingHistory: false)
      }
      return target
    } catch {
      Console.complain(ErrorPresentation.sentence(error, path: path))
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

extension OfferedContent {
  /// The paths of the files, of drawings from the library their own.
  func drawings() async -> [String] {
    if has(DraggedDrawing.mimeType),
      let bytes = await bytes(DraggedDrawing.mimeType, limit: 1 << 16), !bytes.isEmpty
    {
      return [String(decoding: bytes, as: UTF8.self)]
    }
    return await files()
  }
}
