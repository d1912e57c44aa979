import Canvas
import Glibc
import Handwriting
import InkModel
import InkStore

/// The arguments of `plumbago recognize`.
nonisolated struct RecognizeOptions: Equatable {
  /// The drawing; nil for lines of ink on standard input.
  var file: String?
  /// BCP 47.
  var language = "en"
  /// `nil` for the default: one line of ink each from standard input, any number of lines in a drawing.
  var context: RecognitionContext.Kind?
  /// Candidates for each line of ink at most.
  var top = 5

  static let mostTop = 100

  /// From the options' names and values.
  init(file: String?, _ options: [String: String]) throws(UsageError) {
    self.file = file
    if let language = options["language"] { self.language = language }
    if let name = options["context"] {
      guard let kind = RecognitionContext.Kind(rawValue: name) else {
        throw UsageError(
          sentence: tr("The context must be one of {names}, not “{value}”.")
            .filled(
              "names", RecognitionContext.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            )
            .filled("value", name))
      }
      context = kind
    }
    if let text = options["top"] {
      guard let n = Int(text), (1...Self.mostTop).contains(n) else {
        throw UsageError(
          sentence: tr("The number of readings must be 1 to {most}, not “{value}”.")
            .filled("most", String(Self.mostTop)).filled("value", text))
      }
      top = n
    }
  }
}

/// Handwriting into text, without a display.
nonisolated enum RecognizeCommand {
  static func run(_ options: RecognizeOptions) async -> ExitCode {
    guard let system = WritingSystem.all.first(where: { $0.language == options.language }) else {
      Console.complain(
        tr("There is no handwriting data for the language “{language}”.")
          .filled("language", options.language))
      return .failure
    }
    do throws(HandwritingError) {
      let recognizer = try HandwritingRecognizer(
        system, at: Installation.recognition + "/" + system.language)
      if let file = options.file {
        return try await read(drawing: file, with: recognizer, options)
      }
      return try await readLines(with: recognizer, options)
    } catch {
      Console.complain(ErrorPresentation.sentence(error))
      return .failure
    }
  }

  /// Prints the text of the ink in a drawing, by lines.
  private static func read(
    drawing file: String, with recognizer: HandwritingRecognizer, _ options: RecognizeOptions
  ) async throws(HandwritingError) -> ExitCode {
    let drawing: Drawing
    do {
      let store = try await DocumentStore.open(file, mode: .readOnly)
      await FileCommands.tell(tornCommitIn: store, file)
      let contents = try await store.load()
      FileCommands.tell(refusedIn: contents)
      drawing = contents.drawing
      try await store.close()
    } catch {
      Console.complain(ErrorPresentation.sentence(error, path: file))
      return .failure
    }
    let context = RecognitionContext(options.context ?? .text)
    let reading = try await recognizer.recognize(
      drawing.writtenStrokes, context: context, limit: options.top)
    if reading.text.isEmpty { return .success }
    return Console.say(reading.text) ? .success : .failure
  }

  /// Reads JSON lines on standard input and writes one on standard output for each.
  ///
  /// A line that is not valid gets an error for its result, and the rest is read all the same; the exit code tells.
  private static func readLines(
    with recognizer: HandwritingRecognizer, _ options: RecognizeOptions
  ) async throws(HandwritingError) -> ExitCode {
    let context = RecognitionContext(options.context ?? .line)
    var code = ExitCode.success
    var lines = InputLines(limit: InkLine.mostBytes)
    while let next = lines.next() {
      if case .text(let line) = next, line.allSatisfy(\.isWhitespace) { continue }
      var members: [(String, JSON)] = []
      do throws(InkLine.Problem) {
        guard case .text(let line) = next else { throw .tooLong }
        let ink = try InkLine(line)
        if let id = ink.id { members.append(("id", .verbatim(id))) }
        let start = ContinuousClock.now
        let reading = try? await recognizer.recognize(
          ink.strokes, context: context, limit: options.top)
        let spent = ContinuousClock.now - start
        members.append(
          (
            "candidates",
            .array(
              (reading?.candidates ?? []).map {
                .object([("text", .text($0.text)), ("score", .number($0.score))])
              })
          ))
        members.append(("ms", .number((spent / .microseconds(1)).rounded() / 1000)))
      } catch {
        code = .failure
        switch error {
        case .tooLong:
          members.append(
            (
              "error",
              .text(
                tr("This line is longer than {most} bytes.")
                  .filled("most", String(InkLine.mostBytes)))
            ))
        case .tooDeep:
          members.append(
            (
              "error",
              .text(
                tr("This line has more than {most} levels of lists and objects.")
                  .filled("most", String(InkLine.deepestNesting)))
            ))
        case .tooManyStrokes:
          members.append(
            (
              "error",
              .text(
                tr("This line has more than {most} strokes.")
                  .filled("most", String(InkLine.mostStrokes)))
            ))
        case .notJSON: members.append(("error", .text(tr("This line is not a JSON object."))))
        case .noStrokes:
          members.append(("error", .text(tr("This line has no strokes “s”."))))
        }
      }
      guard Console.say(JSON.object(members).text) else { return .failure }
    }
    return code
  }
}

extension Drawing {
  /// What is written in the drawing and not erased, in painting order.
  ///
  /// Without highlighters and other ink that is painted below: they mark writing.
  nonisolated var writtenStrokes: [WrittenStroke] {
    elements.flatMap { element -> [WrittenStroke] in
      guard case .stroke(let stroke) = element.kind,
        StockBrushes.family(of: stroke.ink).band == .above
      else { return [] }
      return stroke.written(through: element.canvasFromElement)
    }
  }
}
