import InkModel

/// What the steps of a drawing's history are called in menus and tooltips.
enum EditNames {
  static func undo(_ label: EditLabel) -> String {
    switch label {
    case .draw: tr("Undo Stroke")
    case .erase: tr("Undo Erasing")
    case .paper: tr("Undo Change of Paper")
    // A step that a later version of the app made.
    default: tr("Undo")
    }
  }

  static func redo(_ label: EditLabel) -> String {
    switch label {
    case .draw: tr("Redo Stroke")
    case .erase: tr("Redo Erasing")
    case .paper: tr("Redo Change of Paper")
    default: tr("Redo")
    }
  }
}
