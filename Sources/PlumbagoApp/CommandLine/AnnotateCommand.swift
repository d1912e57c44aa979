import Glibc
import InkModel
import InkStore

/// `plumbago annotate DRAWING OUT.pdf`: ink into a copy of the PDF that a drawing was made from.
nonisolated enum AnnotateCommand {
  static func run(_ file: String, _ output: String, passwordFile: String?) async -> ExitCode {
    do {
      let password = try passwordFile.map { try PasswordFile.read($0) } ?? ""
      return try await FileCommands.withContents(of: file) { contents, store, pages in
        let drawing = contents.drawing
        do throws(PDFAnnotatingError) {
          let result = try await PDFAnnotating.write(
            drawing, to: output, password: password, breaksSignature: true,
            contents: await self.contents(drawing, store),
            blobs: await blobs(drawing, store), pages: pages,
            documents: FileCommands.access(store, password))
          FileCommands.tell(refusedIn: contents)
          for sentence in ErrorPresentation.sentences(result) { Console.complain(sentence) }
          return .success
        } catch {
          Console.complain(ErrorPresentation.sentence(error, path: output, drawing: file))
          return .failure
        }
      }
    } catch let error as PasswordFile.Unreadable {
      Console.complain(ErrorPresentation.sentence(error))
    } catch let error as DocumentStoreError {
      Console.complain(ErrorPresentation.sentence(error, path: file))
    } catch {
      Console.complain("\(error)")
    }
    return .failure
  }

  private static func contents(
    _ drawing: Drawing, _ store: DocumentStore
  ) async -> [ContentID: StrokeContent] {
    var found: [ContentID: StrokeContent] = [:]
    for id in Set(drawing.shownElements.compactMap(\.kind.content)) {
      found[id] = try? await store.content(id)
    }
    return found
  }

  private static func blobs(
    _ drawing: Drawing, _ store: DocumentStore
  ) async -> [BlobID: InkClip.Blob] {
    var found: [BlobID: InkClip.Blob] = [:]
    var room = InkClip.mostBlobBytes
    for id in Set(drawing.shownElements.flatMap(\.kind.blobs)) {
      guard let blob = try? await store.clipBlob(id, limit: room) else { continue }
      room -= Int64(blob.bytes.count)
      found[id] = blob
    }
    return found
  }
}

/// A file whose first line is a password, so that none is seen among the arguments of a program.
nonisolated enum PasswordFile {
  struct Unreadable: Error {
    var path: String
    var number: Int32
  }

  /// Bytes of a password, at most; PDF takes 127.
  private static let mostBytes = 4096

  static func read(_ path: String) throws(Unreadable) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Unreadable(path: path, number: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: mostBytes)
    while bytes.count < mostBytes {
      let n = Glibc.read(file, &buffer, buffer.count)
      if n < 0, errno == EINTR { continue }
      guard n >= 0 else { throw Unreadable(path: path, number: errno) }
      guard n > 0 else { break }
      bytes += buffer[..<n]
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}
