import Canvas
import Exchange
import InkModel
import InkStore

/// `plumbago convert IN OUT`: between drawings, the formats of other programs and pictures, by the endings of the names.
nonisolated enum ConvertCommand {
  static func run(_ file: String, _ output: String) async -> ExitCode {
    do {
      let loss = try await convert(file, output)
      for sentence in ErrorPresentation.sentences(loss.kinds) { Console.complain(sentence) }
      if loss.leftOut > 0 {
        Console.complain(
          trn(
            "{count} element makes no sense and was left out.",
            "{count} elements make no sense and were left out.", loss.leftOut))
      }
      return .success
    } catch let error as DocumentStoreError {
      Console.complain(ErrorPresentation.sentence(error, path: error.failure.file ?? file))
    } catch let error as ExchangeFileError {
      Console.complain(ErrorPresentation.sentence(error))
    } catch let error as PictureExportError {
      Console.complain(ErrorPresentation.sentence(error, path: output))
    } catch {
      Console.complain("\(error)")
    }
    return .failure
  }

  private struct Loss {
    var kinds: Set<ExchangeLoss> = []
    /// Elements that no drawing can hold.
    var leftOut = 0
  }

  private static func isDrawing(_ path: String) -> Bool {
    path.lowercased().hasSuffix("." + DocumentFormat.fileExtension)
  }

  private static func convert(_ file: String, _ output: String) async throws -> Loss {
    guard isDrawing(file) || DocumentStore.isDrawing(file) else {
      let document = try ExchangeFile.read(file)
      if isDrawing(output) {
        let leftOut = try await ExchangeFile.makeDrawing(of: document, at: output)
        return Loss(kinds: document.losses, leftOut: leftOut)
      }
      if let format = ExchangeFormat(path: output) {
        try ExchangeFile.write(document, as: format, to: output) {
          ExchangeFile.bytes($0, beside: file)
        }
        return Loss(kinds: document.losses)
      }
      let (settings, step, leftOut) = document.drawing()
      try await PictureExport.write(
        Drawing(step?.inserted ?? [], settings: settings), to: output, title: document.title,
        ExportChoices())
      return Loss(kinds: document.losses, leftOut: leftOut)
    }
    let store = try await DocumentStore.open(file, mode: .readOnly)
    let contents = try await store.load()
    try await store.verify()
    let title = contents.metadata.title ?? OpenDocument.name(of: file)
    var loss = Loss(leftOut: contents.refusedElements.count)
    if let format = ExchangeFormat(path: output) {
      loss.kinds = try await ExchangeFile.write(
        contents.drawing, title: title, from: store, as: format, to: output)
    } else {
      try await PictureExport.write(contents.drawing, to: output, title: title, ExportChoices())
    }
    try await store.close()
    return loss
  }
}
