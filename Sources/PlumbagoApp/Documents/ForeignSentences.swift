import ForeignReading
import Glibc
import InkStore
import ReaderProtocol

/// Sentences about documents and pictures that cannot be shown.
nonisolated extension ErrorPresentation {
  /// - Parameter name: The file's, as people know it.
  static func sentence(_ error: ForeignContentError, name: String) -> String {
    switch error {
    case .foreign(let error): sentence(error, name: name)
    case .store(let error): sentence(error, path: name)
    case .noLines:
      tr("“{file}” has no lines that could become ink; SVG pictures have.").filled("file", name)
    case .unconverted(let error): unconverted(error)
    case .unreadable(let number):
      tr("“{file}” could not be read: {reason}").filled("file", name)
        .filled("reason", String(cString: strerror(number)))
    }
  }

  /// Says why the lines of a picture did not become ink.
  static func unconverted(_ error: ForeignError) -> String {
    switch error {
    case .refused(.tooLarge): tr("The picture has too many lines to become ink.")
    case .tooSlow: tr("The picture did not become ink: reading its lines takes too long.")
    default: tr("The lines of the picture could not be read.")
    }
  }

  static func sentence(_ error: ForeignError, name: String) -> String {
    let text =
      switch error {
      case .refused(.unknownFormat):
        tr("“{file}” is no document and no picture that Plumbago can read.")
      case .refused(.damaged): tr("“{file}” is damaged and cannot be shown.")
      case .refused(.encrypted): tr("“{file}” is protected by a password.")
      case .refused(.noPages): tr("“{file}” has no pages.")
      case .refused(.tooLarge): tr("“{file}” is too large to be shown.")
      case .refused(.noSuchPage), .refused(.unsupported), .refused(.unwritable), .garbage,
        .cancelled:
        tr("“{file}” cannot be shown.")
      case .noReader:
        tr(
          "“{file}” cannot be shown, because the part of Plumbago that reads documents and pictures is not installed."
        )
      case .crashed:
        tr("“{file}” cannot be shown: reading it failed. Nothing else was harmed.")
      case .tooSlow: tr("“{file}” cannot be shown: reading it takes too long.")
      case .noBytes: tr("The bytes of “{file}” could not be read from the drawing.")
      }
    return text.filled("file", name)
  }
}
