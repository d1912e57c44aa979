import Exchange
import InkRendering
import InkStore

/// What the command line asks for.
nonisolated enum Command: Equatable {
  case open(files: [String], newWindow: Bool)
  /// As the session's bus starts it, without a window.
  case serve
  case info(file: String, json: Bool)
  case export(file: String, output: String, ExportChoices, passwordFile: String? = nil)
  case thumbnail(file: String, output: String, size: Int)
  case replay(recording: String, file: String)
  case recover(file: String, output: String)
  case convert(file: String, output: String, asInk: Bool = false, passwordFile: String? = nil)
  case annotate(file: String, output: String, passwordFile: String?)
  case recognize(RecognizeOptions)
  case index(folder: String?)
  case search(words: String, folder: String?, json: Bool)
  case help
  case version
}

/// A command line that is wrong, with a sentence that says why.
nonisolated struct UsageError: Error, Equatable {
  var sentence: String
}

nonisolated extension Command {
  /// Reads the arguments after the program's name.
  ///
  /// The first word is a subcommand where it is one of ours and no file of that name is meant:
  /// `./info` and `-- info` open a file. `--` ends the options.
  init(_ arguments: [String]) throws(UsageError) {
    let subcommand = arguments.first.flatMap { Subcommand(rawValue: $0) }
    let line = try Arguments(
      subcommand == nil ? arguments[...] : arguments.dropFirst(),
      allowed: subcommand?.options ?? ["new-window": false, "gapplication-service": false])
    if let answer = line.answer {
      self = answer
      return
    }
    let (words, options) = (line.words, line.options)
    guard let subcommand else {
      if options["gapplication-service"] != nil, words.isEmpty {
        self = .serve
        return
      }
      self = .open(files: words, newWindow: options["new-window"] != nil)
      return
    }
    // Ink comes from standard input or from a drawing.
    let wanted = options["jsonl"] == nil ? subcommand.operands : 0
    guard subcommand == .search ? !words.isEmpty : words.count == wanted else {
      throw UsageError(
        sentence: tr("“{command}” is used like this: {usage}")
          .filled("command", subcommand.rawValue).filled("usage", subcommand.usage))
    }
    switch subcommand {
    case .info: self = .info(file: words[0], json: options["json"] != nil)
    case .export: self = try line.export()
    case .thumbnail: self = try line.thumbnail()
    case .replay: self = .replay(recording: words[0], file: words[1])
    case .recover: self = .recover(file: words[0], output: words[1])
    case .convert: self = try line.convert()
    case .annotate: self = try line.annotate()
    case .recognize: self = .recognize(try RecognizeOptions(file: words.first, options))
    case .index: self = .index(folder: options["folder"])
    case .search:
      self = .search(
        words: words.joined(separator: " "), folder: options["folder"], json: options["json"] != nil
      )
    }
  }

  enum Subcommand: String, CaseIterable {
    case info
    case export
    case thumbnail
    case replay
    case recover
    case convert
    case annotate
    case recognize
    case index
    case search

    /// Options by name, and whether each takes a value.
    var options: [String: Bool] {
      switch self {
      case .info: ["json": false]
      case .export:
        [
          "scale": true, "dark": false, "margins": true, "no-pattern": false, "page": true,
          "transparent": false, "no-text": false, "password-file": true,
        ]
      case .thumbnail: ["size": true]
      case .replay, .recover: [:]
      case .convert: ["ink": false, "password-file": true]
      case .annotate: ["password-file": true]
      case .recognize: ["jsonl": false, "language": true, "context": true, "top": true]
      case .index: ["folder": true]
      case .search: ["folder": true, "json": false]
      }
    }

    /// Of ``search`` one at least.
    var operands: Int {
      switch self {
      case .info, .recognize, .search: 1
      case .index: 0
      case .export, .thumbnail, .replay, .recover, .convert, .annotate: 2
      }
    }

    var usage: String {
      switch self {
      case .info: "plumbago info [--json] FILE"
      case .export:
        "plumbago export FILE OUT.{png,svg,pdf} [--scale N] [--dark] [--transparent] [--margins grow|clip] [--no-pattern] [--no-text] [--page P] [--password-file F]"
      case .thumbnail: "plumbago thumbnail FILE OUT [--size N]"
      case .replay: "plumbago replay RECORDING FILE"
      case .recover: "plumbago recover FILE NEWFILE"
      case .convert:
        "plumbago convert FILE OUT.{plumbago,xopp,inkml,png,svg,pdf} [--ink] [--password-file F]"
      case .annotate: "plumbago annotate DRAWING OUT.pdf [--password-file F]"
      case .recognize:
        "plumbago recognize {FILE | --jsonl} [--language CODE] [--context KIND] [--top N]"
      case .index: "plumbago index [--folder DIR]"
      case .search: "plumbago search [--folder DIR] [--json] WORDS…"
      }
    }
  }

  static var helpText: String {
    let rows: [(String, String)] = [
      ("plumbago [FILE…]", tr("Open drawings; a file that does not exist is created.")),
      ("  --new-window", tr("Begin an empty drawing.")),
      (Subcommand.info.usage, tr("Say what a drawing holds.")),
      (
        Subcommand.export.usage,
        tr(
          "Write a drawing as a picture; N times its size, or as on dark paper. In PNG and SVG the paper can be left transparent. Ink outside of the pages makes them grow or is cut off; lines and dots of the paper can be left out. Pages P alone, as 2 or 1-3,7, or all of them. In PDF, handwriting can be searched and pages of PDF documents stay as they are; the file F holds the password of a protected one."
        )
      ),
      (
        Subcommand.thumbnail.usage,
        tr("Write a small PNG picture of a drawing, or of its first page, for file managers.")
      ),
      (Subcommand.replay.usage, tr("Draw a recorded pen into a drawing.")),
      (Subcommand.recover.usage, tr("Save what a damaged drawing still holds into a new one.")),
      (
        Subcommand.convert.usage,
        tr(
          "Make a drawing of what another program drew (Xournal++, InkML), or the other way round, or a drawing of a PDF, a picture or a text, or a picture of any of these. The lines of an SVG picture can become ink."
        )
      ),
      (
        Subcommand.annotate.usage,
        tr(
          "Write the ink of a drawing that was made from a PDF into a copy of that PDF, as annotations. The file F holds the password of a protected one."
        )
      ),
      (
        Subcommand.recognize.usage,
        tr("Print what is written in a drawing, or in lines of ink on standard input.")
      ),
      (
        Subcommand.search.usage,
        tr(
          "Say where words are written in the drawings of a folder: by hand, in text boxes, in documents, in names. Without a folder, in the library."
        )
      ),
      (Subcommand.index.usage, tr("Read what is new in a folder, so that searching is quick.")),
      ("plumbago --help", tr("Show this help.")),
      ("plumbago --version", tr("Show the version.")),
    ]
    return tr("Plumbago, for drawing and handwriting.") + "\n\n"
      + rows.map { "  \($0.0)\n        \($0.1)" }.joined(separator: "\n")
  }
}

/// The words and options of a command line.
private nonisolated struct Arguments {
  private(set) var words: [String] = []
  /// By name; those without a value have an empty one.
  private(set) var options: [String: String] = [:]
  /// What is asked for by `--help` or `--version`, whatever stands behind it.
  private(set) var answer: Command?

  /// - Parameter allowed: Options by name, and whether each takes a value.
  init(_ arguments: ArraySlice<String>, allowed: [String: Bool]) throws(UsageError) {
    var rest = arguments
    var onlyFiles = false
    while let word = rest.popFirst() {
      if onlyFiles || word == "-" || !word.hasPrefix("-") {
        words.append(word)
      } else if word == "--" {
        onlyFiles = true
      } else if word == "--help" || word == "-h" {
        answer = .help
        return
      } else if word == "--version" {
        answer = .version
        return
      } else {
        let parts = word.drop { $0 == "-" }.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard word.hasPrefix("--"), let takesValue = allowed[name] else {
          throw UsageError(
            sentence: tr("There is no option “{option}”.").filled("option", word))
        }
        if !takesValue {
          options[name] = ""
        } else if parts.count > 1 {
          options[name] = String(parts[1])
        } else if let value = rest.popFirst() {
          options[name] = value
        } else {
          throw UsageError(
            sentence: tr("The option “{option}” needs a value.").filled("option", word))
        }
      }
    }
  }

  func export() throws(UsageError) -> Command {
    guard let exporter = DrawingExporters.exporter(forPath: words[1]) else {
      throw UsageError(sentence: ErrorPresentation.sentence(.unknownFormat, path: words[1]))
    }
    guard options["transparent"] == nil || exporter.hasTransparency else {
      throw UsageError(sentence: tr("“--transparent” is for PNG and SVG."))
    }
    var scale = 1.0
    if let text = options["scale"] {
      guard let value = Double(text), value.isFinite, value > 0, value <= 64 else {
        throw UsageError(
          sentence: tr("The scale must be a number above 0 and at most 64, not “{value}”.")
            .filled("value", text))
      }
      scale = value
    }
    var margins = MarginExport.grow
    if let text = options["margins"] {
      guard let value = MarginExport(rawValue: text) else {
        throw UsageError(
          sentence: tr("“--margins” is “grow” or “clip”, not “{value}”.").filled("value", text))
      }
      margins = value
    }
    var pages: PageNumbers?
    if let text = options["page"] {
      guard let numbers = PageNumbers(text: text) else {
        throw UsageError(
          sentence: tr("Pages are numbers from 1 on, as “2” or “1-3,7”, not “{value}”.")
            .filled("value", text))
      }
      pages = numbers
    }
    return .export(
      file: words[0], output: words[1],
      ExportChoices(
        scale: scale, paper: options["dark"] == nil ? .light : .dark, margins: margins,
        pattern: options["no-pattern"] == nil, isTransparent: options["transparent"] != nil,
        text: options["no-text"] == nil, pages: pages),
      passwordFile: options["password-file"])
  }

  /// Pixels of the longer side.
  private static let thumbnailSizes = 16...2048

  func thumbnail() throws(UsageError) -> Command {
    let text = options["size"] ?? "256"
    guard let size = Int(text), Self.thumbnailSizes.contains(size) else {
      throw UsageError(
        sentence: tr("The size must be a whole number from 16 to 2048, not “{value}”.")
          .filled("value", text))
    }
    return .thumbnail(file: words[0], output: words[1], size: size)
  }

  func convert() throws(UsageError) -> Command {
    let output = words[1]
    guard
      ExchangeFormat(path: output) != nil || DrawingExporters.exporter(forPath: output) != nil
        || output.hasSuffix("." + DocumentFormat.fileExtension)
    else {
      throw UsageError(
        sentence: tr(
          "“{file}” should end in .plumbago, .xopp, .inkml, .png, .svg or .pdf."
        ).filled("file", OpenDocument.fileName(of: output)))
    }
    return .convert(
      file: words[0], output: output, asInk: options["ink"] != nil,
      passwordFile: options["password-file"])
  }

  func annotate() throws(UsageError) -> Command {
    guard words[1].lowercased().hasSuffix(".pdf") else {
      throw UsageError(
        sentence: tr("“{file}” should end in .pdf.")
          .filled("file", OpenDocument.fileName(of: words[1])))
    }
    return .annotate(file: words[0], output: words[1], passwordFile: options["password-file"])
  }
}
