import Glibc
import InkModel

/// Finding the drawing that was made of a document or a picture before.
extension DrawingFolder {
  /// How long before a file was written the drawing made of it may seem to be written, in milliseconds.
  ///
  /// Some disks keep local time, and clocks of computers differ. Larger: more drawings are opened for a new document.
  private static let clockError: Int64 = 86_400_000

  /// The newest drawing in it, or in a folder below it, that was made of a file of another format as that is now.
  ///
  /// Each drawing says that itself, whatever its name is. It has the file's bytes in it, or those that its ink was saved
  /// into, and was written after them: much smaller and older ones are not opened.
  ///
  /// - Parameters:
  ///   - name: What it is called where nobody has renamed it, or with a number; such ones are always looked into.
  ///   - patience: For how long drawings that have other names than the file are opened, the newest first. A thousand take
  ///     half a second on a fast disk. Larger: on a slow one, a document that is opened for the first time waits longer;
  ///     smaller: there a drawing that has another name now is found only if it is among the newest.
  ///   - saved: The paths of the files that a drawing's ink was saved into and the bytes that each may have since, by what
  ///     the drawing says of itself.
  /// - Returns: Its path; `nil` where there is none.
  public func drawing(
    madeOf path: String, called name: String, within patience: Duration = .seconds(3),
    savedInto saved: @Sendable (DocumentMetadata) -> [(path: String, bytes: [BlobID])] = { _ in [] }
  ) async -> String? {
    var s = stat()
    guard stat(path, &s) == 0 else { return nil }
    let (source, size) = (FilePaths.canonical(path), Int64(s.st_size))
    let written = Self.time(s) - Self.clockError
    let end = ContinuousClock.now + patience
    var bytes: BlobID?
    for item in Self.sorted(allDrawings, .date) {
      if item.name != name, !item.name.hasPrefix(name + " (") {
        // A PDF with the drawing's ink in it is larger than its own bytes in the drawing.
        guard item.byteCount >= size / 2, item.modified >= written, ContinuousClock.now < end
        else { continue }
      }
      guard let facts = try? await DocumentStore.metadata(of: item.path) else { continue }
      let targets = saved(facts).filter { $0.path == source }
      guard facts[.source] == source || !targets.isEmpty else { continue }
      bytes = bytes ?? BlobID(ofFileAt: path)
      guard let bytes else { return nil }
      if targets.contains(where: { $0.bytes.contains(bytes) }) { return item.path }
      let pages = try? await DocumentStore.inspect(item.path).settings.layout.pages
      if pages?.contains(where: { $0.background.blob == bytes }) ?? false { return item.path }
    }
    return nil
  }
}
