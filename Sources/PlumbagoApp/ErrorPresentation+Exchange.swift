import Exchange
import InkRendering

nonisolated extension ErrorPresentation {
  /// Why a file of another program was not read or written.
  static func sentence(_ error: ExchangeFileError) -> String {
    let name = OpenDocument.fileName(of: error.path)
    switch error.reason {
    case .replacesDrawing: return sentence(.replacesDrawing, path: error.path)
    case .export(let failure): return sentence(.failed(failure), path: error.path)
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
      case .system(let call, let path, let code):
        return sentence(.failed(.system(call: call, path: path, code: code)), path: path)
      }
    }
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
      case .formulas: tr("Formulas are pictures.")
      case .sound: tr("Recorded sound was left out.")
      }
    }
  }
}
