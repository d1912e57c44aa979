import CGtk
import Glibc
import Gtk
import GtkInk
import Handwriting
import InkModel
import InkRendering
import InkStore

/// Turns errors into sentences that say what happened and, where it helps, what to do.
nonisolated enum ErrorPresentation {
  static func sentence(_ error: DocumentStoreError, path: String) -> String {
    let path = error.failure.file ?? path
    let name = OpenDocument.fileName(of: path)
    let text: String
    switch error {
    case .notFound:
      if let folder = missingFolder(of: path) {
        return tr("There is no folder “{folder}”.").filled("folder", folder)
      }
      text = tr("There is no file “{file}”.")
    case .alreadyExists: text = tr("There is a file “{file}” already; it was left as it is.")
    case .notADrawing:
      guard path.hasSuffix(".plumbago"), !FileTest.isFolder(path) else { return unknown(path) }
      text = tr("“{file}” is not a Plumbago drawing.")
    case .newerVersion:
      text = tr("“{file}” was made by a newer version of Plumbago. Please update to open it.")
    case .damaged:
      text = tr(
        "“{file}” is damaged. It was left as it is; what it still holds can be recovered into a new drawing."
      )
    case .permissionDenied: text = tr("You are not allowed to read or change “{file}”.")
    case .readOnly: text = tr("“{file}” can be read but not changed here.")
    case .diskFull: text = tr("There is no room left on the disk for “{file}”.")
    case .inUse: text = tr("“{file}” is open elsewhere.")
    case .displaced(.overwritten, _):
      text = tr("Another program overwrote “{file}” while it was open here.")
    case .displaced: text = tr("“{file}” was moved or deleted while it was open.")
    case .sideFile(let file, _):
      return tr(
        "“{other}” lies beside “{file}” and is not part of it. Nothing was changed; move it away to open the drawing."
      ).filled("other", OpenDocument.fileName(of: file)).filled("file", name)
    case .invalidCommand, .closed, .ioError:
      return tr("“{file}” could not be read or written: {reason}").filled("file", name)
        .filled("reason", reason(error.failure))
    }
    return text.filled("file", name)
  }

  /// What became of a drawing whose last commit could not be read.
  static func sentence(_ torn: TornCommit, path: String) -> String {
    let name = OpenDocument.fileName(of: path)
    guard let rescued = torn.rescued else {
      return tr(
        "The last strokes of “{file}” may be incomplete. What it still holds can be recovered into a new drawing."
      ).filled("file", name)
    }
    // That of a working copy lies in another folder.
    let isBeside =
      FilePaths.split(rescued).folder == FilePaths.split(FilePaths.canonical(path)).folder
    return tr(
      "The last strokes of “{file}” may be incomplete. All that could still be read was saved in “{other}”, too."
    ).filled("file", name)
      .filled("other", isBeside ? OpenDocument.fileName(of: rescued) : rescued)
  }

  /// Why nothing opens a file.
  static func unknown(_ path: String) -> String {
    let text =
      FileTest.isFolder(path)
      ? tr("“{file}” is a folder.")
      : tr("“{file}” is damaged, or nothing that Plumbago can open.")
    return text.filled("file", OpenDocument.fileName(of: path))
  }

  /// Why changes could not be written yet.
  static func keeping(_ error: DocumentStoreError, path: String) -> String {
    switch error {
    case .diskFull:
      tr("The disk is full. What you draw stays here and is saved as soon as there is room.")
    case .damaged: sentence(error, path: path)
    default:
      tr("What you draw cannot be saved yet and stays here until it can. {reason}")
        .filled("reason", sentence(error, path: path))
    }
  }

  /// Why the working copy could not be written to the drawing's own file yet.
  static func placing(_ error: DocumentStoreError, path: String) -> String {
    tr("“{file}” cannot be written in its place yet. Your work is kept safe meanwhile. {reason}")
      .filled("file", OpenDocument.fileName(of: path))
      .filled("reason", sentence(error, path: path))
  }

  /// Why a drawing is read-only, and that what shows is older than its file.
  static func sentence(
    _ restriction: OpenDocument.Restriction, path: String, isOutdated: Bool
  ) -> String {
    let why = sentence(restriction, path: path)
    if case .damaged = restriction { return why }
    guard isOutdated else { return why }
    let outdated = tr(
      "Another program has changed it since. To see that, close it and open it again.")
    return [why, outdated].joined(separator: " ")
  }

  private static func sentence(
    _ restriction: OpenDocument.Restriction, path: String
  ) -> String {
    switch restriction {
    case .openElsewhere:
      tr("This drawing is open in another program. Here it can only be looked at.")
    case .unwritable:
      tr("This drawing cannot be changed where it is. Here it can only be looked at.")
    case .damaged:
      tr(
        "“{file}” is damaged. It was left as it is; what it still holds can be recovered into a new drawing."
      ).filled("file", OpenDocument.fileName(of: path))
    }
  }

  /// The folder that a file should be in, where that is what is missing.
  private static func missingFolder(of path: String) -> String? {
    let folder = FilePaths.split(path).folder
    return !FileTest.isFolder(folder) ? folder : nil
  }

  /// The system's error text in the user's language, else SQLite's.
  private static func reason(_ failure: StoreFailure) -> String {
    failure.systemError == 0
      ? failure.message : String(cString: strerror(failure.systemError))
  }

  static func sentence(_ error: PictureExportError, path: String) -> String {
    let name = OpenDocument.fileName(of: path)
    switch error {
    case .unknownFormat:
      return tr("“{file}” names no kind of picture; it should end in .png, .svg or .pdf.")
        .filled("file", name)
    case .replacesDrawing:
      return tr("“{file}” is a drawing; a picture of one does not replace it.").filled("file", name)
    case .document(let error, _): return sentence(error, name: name)
    case .nothingDrawn: return tr("There is no picture of a drawing in which nothing is drawn.")
    case .failed(.badScale(let scale)):
      return tr("The scale must be a number above 0 and at most 64, not “{value}”.")
        .filled("value", String(scale))
    case .failed(.noSuchPage(_, count: 0)): return tr("The drawing has no pages.")
    case .failed(.noSuchPage(let page, let count)):
      return trn(
        "The drawing has {count} page and no page {page}.",
        "The drawing has {count} pages and no page {page}.", count
      ).filled("page", String(page))
    case .failed(.tooLarge(let width, let height, let largest)):
      return tr(
        "A picture of {width} × {height} pixels is too large. It fits at a scale of {scale}, or as SVG or PDF."
      )
      .filled("width", String(Int(min(width, 1e15))))
      .filled("height", String(Int(min(height, 1e15)))).filled("scale", String(largest))
    case .failed(.system(_, _, let number)):
      return tr("“{file}” cannot be written: {reason}").filled("file", name)
        .filled("reason", String(cString: strerror(number)))
    case .failed(.cancelled): return tr("The export was cancelled.")
    case .failed(.rendering(let failure)):
      return tr("“{file}” cannot be written: {reason}").filled("file", name)
        .filled("reason", failure.message)
    }
  }

  /// What is not as one might think, a sentence each.
  static func sentences(_ result: PictureExportResult) -> [String] {
    var sentences: [String] = []
    if result.wasSigned {
      sentences.append(tr("The signature of the PDF document does not hold for this copy."))
    }
    if result.hasPicturesOfPages {
      sentences.append(
        tr("The pages of the PDF document could not be kept as they are; here they are pictures."))
    }
    return sentences
  }

  static func sentence(_ error: RecordingFileError, path: String) -> String {
    let name = path == "-" ? tr("standard input") : OpenDocument.fileName(of: path)
    switch error {
    case .unreadable(let number):
      return tr("“{file}” cannot be read: {reason}").filled("file", name)
        .filled("reason", String(cString: strerror(number)))
    case .tooLong:
      return tr("“{file}” is too long for a stylus recording.").filled("file", name)
    case .invalid(let e):
      switch e.reason {
      case .notARecording:
        return tr("“{file}” is not a stylus recording.").filled("file", name)
      case .newerVersion:
        return tr("“{file}” was recorded by a newer version of Plumbago.").filled("file", name)
      case .malformed:
        return tr("“{file}” makes no sense in line {line}.").filled("file", name)
          .filled("line", String(e.line))
      }
    }
  }

  static func sentence(_ error: HandwritingError) -> String {
    switch error {
    case .packMissing(let path, let number):
      tr("The handwriting data “{file}” cannot be read: {reason}").filled("file", path)
        .filled("reason", String(cString: strerror(number)))
    case .packDamaged(let path, _):
      tr("The handwriting data “{file}” is damaged. Installing Plumbago again mends it.")
        .filled("file", path)
    case .packTooNew(let path, _):
      tr("The handwriting data “{file}” was made for a newer version of Plumbago.")
        .filled("file", path)
    case .cancelled: tr("Reading the handwriting was cancelled.")
    }
  }

  static func sentence(_ report: RecoveryReport) -> String {
    let strokes = trn(
      "{count} stroke was recovered.", "{count} strokes were recovered.", report.strokes)
    guard report.lostBlobs > 0 else { return strokes }
    return strokes + " "
      + trn(
        "{count} picture is damaged and is left empty.",
        "{count} pictures are damaged and are left empty.", report.lostBlobs)
  }

  // MARK: Elements that are refused

  /// Tells that elements of a drawing's file are not shown, because their numbers make no sense.
  ///
  /// - Parameter ids: At least one.
  static func sentence(notShown ids: [ElementID], of path: String) -> String {
    trn(
      "{count} element of “{file}” makes no sense and is not shown (number {numbers}). It was left in the file as it is.",
      "{count} elements of “{file}” make no sense and are not shown (numbers {numbers}). They were left in the file as they are.",
      ids.count
    ).filled("numbers", numbers(ids)).filled("file", OpenDocument.fileName(of: path))
  }

  /// The same where something was made of the drawing without them.
  static func sentence(refused ids: [ElementID]) -> String {
    trn(
      "{count} element makes no sense and was left out (number {numbers}).",
      "{count} elements make no sense and were left out (numbers {numbers}).", ids.count
    ).filled("numbers", numbers(ids))
  }

  /// Elements that a sentence names; the rest it counts.
  ///
  /// `plumbago info` tells all.
  private static let mostNumbers = 8

  private static func numbers(_ ids: [ElementID]) -> String {
    let first = list(ids.prefix(mostNumbers).map { String($0.number) })
    let rest = ids.count - mostNumbers
    guard rest > 0 else { return first }
    // Translators: the end of a list of numbers.
    return trn("{list} and {count} more", "{list} and {count} more", rest).filled("list", first)
  }

  /// Parts of a sentence, one after the other.
  static func list(_ parts: [String]) -> String {
    parts.dropFirst().reduce(parts.first ?? "") {
      // Translators: joins two parts of a list.
      tr("{list}, {next}").filled("list", $0).filled("next", $1)
    }
  }

  /// Whether salvaging the file may help.
  static func offersRecovery(_ error: DocumentStoreError) -> Bool {
    if case .damaged = error { return true }
    return false
  }
}
