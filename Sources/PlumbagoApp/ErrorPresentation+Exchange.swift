import Exchange
import Glibc
import Gtk
import InkRendering
import InkStore

nonisolated extension ErrorPresentation {
  /// Why a file of another program was not read or written.
  static func sentence(_ error: ExchangeFileError) -> String {
    let name = OpenDocument.fileName(of: error.path)
    switch error.reason {
    case .replacesDrawing: return sentence(.replacesDrawing, path: error.path)
    case .replacesSource:
      return tr("“{file}” is needed for what is being converted, and is not replaced.")
        .filled("file", name)
    case .export(let failure): return sentence(.failed(failure), path: error.path)
    case .notText: return tr("“{file}” is no text in UTF-8.").filled("file", name)
    case .emptyText: return tr("“{file}” has no text in it.").filled("file", name)
    case .tooMuchText:
      return tr("“{file}” has more than {size} of text, which is the most that a text box holds.")
        .filled("file", name).filled("size", ByteSize.text(Int64(PlainTextFile.mostBytes)))
    case .exchange(let failure):
      switch failure {
      case .unknownFormat:
        return tr("“{file}” is no drawing of a program that Plumbago knows.").filled("file", name)
      case .damaged(let reason):
        return tr("“{file}” is damaged or incomplete: {reason}").filled("file", name)
          .filled("reason", reason)
      case .tooLarge:
        return tr("“{file}” holds more than Plumbago can take.").filled("file", name)
      case .hasDeclarations:
        return tr("“{file}” was not made by a drawing program and is not opened.")
          .filled("file", name)
      case .system(_, let path, let code): return unreadable(path, code)
      }
    }
  }

  /// Why a file could not be opened or read.
  private static func unreadable(_ path: String, _ code: Int32) -> String {
    switch code {
    case ENOENT:
      sentence(
        DocumentStoreError.notFound(StoreFailure(systemError: code, message: path)), path: path)
    // A folder, a pipe or a device, none of which is read.
    case EINVAL: unknown(path)
    default:
      tr("“{file}” could not be read: {reason}")
        .filled("file", OpenDocument.fileName(of: path))
        .filled("reason", String(cString: strerror(code)))
    }
  }

  /// Why no drawing was made of a file of another format.
  ///
  /// - Parameter path: The drawing's, or of what else was to be written.
  static func sentence(making path: String, from file: String, _ error: any Error) -> String {
    switch error {
    case let error as ExchangeFileError: sentence(error)
    case let error as ForeignContentError: sentence(error, name: OpenDocument.fileName(of: file))
    case let error as DocumentStoreError: sentence(error, path: path)
    case let error as BroughtFile.Unknown: unknown(error.file)
    default: "\(error)"
    }
  }

  static func sentence(leftOut count: Int) -> String {
    trn(
      "{count} element makes no sense and was left out.",
      "{count} elements make no sense and were left out.", count)
  }

  /// What a format cannot hold of a drawing, in one sentence; `nil` where it holds all of it.
  static func warning(_ losses: Set<ExchangeLoss>) -> String? {
    let names = ExchangeLoss.allCases.filter(losses.contains).map { loss in
      switch loss {
      case .endlessCanvas: tr("a canvas without edges")
      case .brushes: tr("brushes, chalk and dashes")
      case .rubbedInk: tr("ink that was rubbed out in part")
      case .fill: tr("filled figures")
      case .pictures: tr("pictures")
      case .text: tr("text")
      case .textStyle: tr("several fonts in a text")
      case .turned: tr("pictures and texts that are turned, cropped or translucent")
      case .layers: tr("hidden and translucent layers")
      case .pages: tr("pages")
      case .background: tr("what lies below the ink")
      case .documents:
        tr(
          "documents below the ink, which become pictures of {number} pixels per inch where no second file can be saved"
        ).filled("number", String(DocumentPictures.density))
      case .formulas: tr("formulas")
      case .sound: tr("recorded sound")
      }
    }
    guard !names.isEmpty else { return nil }
    return tr("This format cannot hold all of the drawing: {list}.").filled("list", list(names))
  }

  /// What was lost between two formats, a sentence each.
  static func sentences(_ losses: Set<ExchangeLoss>) -> [String] {
    ExchangeLoss.allCases.filter(losses.contains).map { loss in
      switch loss {
      case .endlessCanvas: tr("The format has pages only: the canvas became one.")
      case .brushes: tr("The format has plain lines only: brushes, chalk and dashes became such.")
      case .rubbedInk: tr("Where ink was rubbed out, lines have gaps.")
      case .fill: tr("Filled figures are outlines.")
      case .pictures: tr("Pictures were left out.")
      case .text: tr("Text was left out.")
      case .textStyle: tr("Each text has one font, and lines as its words need them.")
      case .turned:
        tr("Pictures and texts that are turned, cropped or translucent are upright and whole.")
      case .layers: tr("Hidden and translucent layers are shown, or all layers are one.")
      case .pages: tr("The pages are one canvas.")
      case .background: tr("The paper below the ink is plain.")
      case .documents:
        tr(
          "Pages of documents are pictures of {number} pixels per inch: no second file can be saved beside this one."
        ).filled("number", String(DocumentPictures.density))
      case .formulas: tr("Formulas are pictures.")
      case .sound: tr("Recorded sound was left out.")
      }
    }
  }
}
