import Glibc
import InkModel
import InkRendering
import InkStore

/// Turns what went wrong into a sentence that says it and, where it helps, what to do.
nonisolated enum ErrorPresentation {
  static func sentence(_ error: DocumentStoreError, path: String) -> String {
    let name = OpenDocument.fileName(of: path)
    let text: String
    switch error {
    case .notFound: text = tr("There is no file “{file}”.")
    case .alreadyExists: text = tr("There is a file “{file}” already; it was left as it is.")
    case .notADrawing: text = tr("“{file}” is not a Plumbago drawing.")
    case .newerVersion:
      text = tr("“{file}” was made by a newer version of Plumbago. Please update to open it.")
    case .damaged:
      text = tr(
        "“{file}” is damaged. It was left as it is; what it still holds can be recovered into a new drawing."
      )
    case .permissionDenied: text = tr("You are not allowed to read or change “{file}”.")
    case .readOnly: text = tr("“{file}” can be read but not changed here.")
    case .diskFull:
      text = tr(
        "The disk is full. What you draw stays here and is saved as soon as there is room.")
    case .inUse: text = tr("“{file}” is open elsewhere.")
    case .displaced: text = tr("“{file}” was moved or deleted while it was open.")
    case .invalidCommand, .closed, .ioError:
      return tr("“{file}” could not be read or written: {reason}").filled("file", name)
        .filled("reason", error.failure.message)
    }
    return text.filled("file", name)
  }

  static func sentence(_ error: ExportError, path: String) -> String { "" }

  static func sentence(_ error: RecordingFileError, path: String) -> String {
    let name = OpenDocument.fileName(of: path)
    switch error {
    case .unreadable(let number):
      return tr("“{file}” cannot be read: {reason}").filled("file", name)
        .filled("reason", String(cString: strerror(number)))
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

  static func sentence(_ report: RecoveryReport) -> String {
    trn("{count} stroke was recovered.", "{count} strokes were recovered.", report.strokes)
  }

  /// Whether what is left of a file may be saved from it.
  static func offersRecovery(_ error: DocumentStoreError) -> Bool {
    if case .damaged = error { return true }
    return false
  }
}
