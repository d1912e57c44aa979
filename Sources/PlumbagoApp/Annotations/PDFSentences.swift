import Glibc
import Gtk
import InkStore

/// Sentences about ink that is written into a PDF.
nonisolated extension ErrorPresentation {
  static func sentence(
    _ error: PDFAnnotatingError, path: String, drawing: String
  ) -> String {
    let name = OpenDocument.fileName(of: drawing)
    switch error {
    case .noDocument:
      return tr(
        "No page of “{file}” comes from a PDF document. Exporting makes a PDF of any drawing."
      )
      .filled("file", name)
    case .foreign(.refused(.unwritable)), .foreign(.garbage), .foreign(.crashed),
      .foreign(.tooSlow):
      return tr(
        "The PDF document in “{file}” cannot be written with ink in it. Nothing was changed."
      )
      .filled("file", name)
    case .foreign(let error): return sentence(error, name: name)
    case .failed(let error): return sentence(.failed(error), path: path)
    case .replacesDrawing: return sentence(.replacesDrawing, path: path)
    case .changed: return sentence(.changed, onClosing: path)
    case .signed:
      return tr(
        "The PDF document is signed, and ink in it breaks the signature. Choose a name that no file has: only a copy is written."
      )
    }
  }

  /// What is not as one might think, a sentence each.
  static func sentences(_ result: PDFAnnotatingResult) -> [String] {
    var sentences: [String] = []
    if result.wasSigned {
      sentences.append(tr("The signature of the PDF document does not hold for this copy."))
    }
    if result.addedPages > 0 {
      sentences.append(
        trn(
          "{count} page that the PDF document does not have was added.",
          "{count} pages that the PDF document does not have were added.", result.addedPages))
    }
    if result.picturedPages > 0 {
      sentences.append(
        trn(
          "{count} page of another document could not be kept as it is; here it is a picture.",
          "{count} pages of other documents could not be kept as they are; here they are pictures.",
          result.picturedPages))
    }
    if result.removedPages > 0 {
      sentences.append(
        trn(
          "{count} page of the PDF document is not in the drawing and was left out.",
          "{count} pages of the PDF document are not in the drawing and were left out.",
          result.removedPages))
    }
    if result.hidden > 0 {
      sentences.append(
        trn(
          "{count} element on hidden layers was left out.",
          "{count} elements on hidden layers were left out.", result.hidden))
    }
    if result.besidePages > 0 {
      sentences.append(
        trn(
          "{count} element lies beside its page: it is in the file and comes back here, but other programs show only the page. “Export…” as PDF can let the page grow.",
          "{count} elements lie beside their pages: they are in the file and come back here, but other programs show only the pages. “Export…” as PDF can let the pages grow.",
          result.besidePages))
    }
    return sentences
  }

  /// Says whether ink that was saved is saved there again.
  static func sentence(_ choice: ClosingPDF.Choice) -> String {
    switch choice {
    case .kept: tr("It is saved there again whenever the drawing is closed.")
    case .signed:
      tr("When the drawing is closed, nothing is saved there: the PDF document is signed.")
    case .failed:
      tr("When the drawing is closed, nothing is saved there: the choice could not be kept.")
    }
  }

  /// Says when the PDF of a drawing gets its ink, or that it has it; `nil` where it gets none before something is changed.
  static func sentence(whileOpen pdf: ClosingPDF, isToBeWritten: Bool) -> String? {
    let text: String
    if isToBeWritten {
      text = tr("“{file}” gets the ink when the drawing is closed.")
    } else if pdf.refusal == nil, !pdf.isBehind {
      text = tr("“{file}” has the ink, too.")
    } else {
      return nil
    }
    return text.filled("file", OpenDocument.fileName(of: pdf.path))
  }

  /// Says why the ink of a drawing that was closed is not in its PDF.
  static func sentence(_ refusal: ClosingPDF.Refusal, onClosing path: String) -> String {
    let text =
      switch refusal {
      case .signed:
        tr(
          "When the drawing was closed, its ink was not saved into “{file}”: the PDF document is signed, and ink in it breaks the signature."
        )
      case .gone:
        tr(
          "When the drawing was closed, its ink was not saved into “{file}”, which is not there any more."
        )
      case .changed:
        tr(
          "When the drawing was closed, its ink was not saved into “{file}”, which another program has changed since."
        )
      case .failed:
        tr("When the drawing was closed, its ink could not be saved into “{file}”.")
      }
    return text.filled("file", OpenDocument.fileName(of: path))
  }

  static func sentence(_ error: PasswordFile.Unreadable) -> String {
    tr("“{file}” cannot be read: {reason}")
      .filled("file", OpenDocument.fileName(of: error.path))
      .filled("reason", String(cString: strerror(error.number)))
  }
}
