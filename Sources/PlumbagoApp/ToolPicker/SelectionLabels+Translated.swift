import Canvas
import InkWidgets

extension SelectionLabels {
  /// What is said about selections, in the user's language.
  static var translated: SelectionLabels {
    SelectionLabels(
      bar: tr("What to do with the selection"), cut: tr("Cut"), copy: tr("Copy"),
      duplicate: tr("Duplicate"), color: tr("Color of the Selection"), delete: tr("Delete"),
      more: tr("More"), toFront: tr("To Front"), toBack: tr("To Back"),
      kind: { name($0) }, adds: tr("Add to what is selected"))
  }

  private static func name(_ kind: SelectionKind) -> String {
    switch kind {
    case .lasso: trc("selection", "What a line goes round")
    case .box: trc("selection", "What is in a box")
    }
  }
}
