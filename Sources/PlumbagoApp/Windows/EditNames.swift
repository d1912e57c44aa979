import InkModel

/// Names of the steps of a drawing's history, in menus and tooltips.
enum EditNames {
  static func undo(_ label: EditLabel) -> String {
    switch label {
    case .draw: tr("Undo Stroke")
    case .erase: tr("Undo Erasing")
    case .paper: tr("Undo Change of Paper")
    case .move: tr("Undo Moving")
    case .transform: tr("Undo Scaling or Turning")
    case .recolor: tr("Undo Change of Color")
    case .duplicate: tr("Undo Duplicating")
    case .delete: tr("Undo Deleting")
    case .toFront: tr("Undo Bringing to Front")
    case .toBack: tr("Undo Sending to Back")
    case .cut: tr("Undo Cutting")
    case .paste: tr("Undo Pasting")
    case .insertPages: tr("Undo Inserting Pages")
    case .insertPicture: tr("Undo Inserting a Picture")
    case .crop: tr("Undo Cropping")
    case .flip: tr("Undo Flipping")
    case .opacity: tr("Undo Change of Opacity")
    case .replacePicture: tr("Undo Replacing a Picture")
    case .alternativeText: tr("Undo Change of Alternative Text")
    // A step that a later version of the app made.
    default: CommandTable["win.undo"].title
    }
  }

  static func redo(_ label: EditLabel) -> String {
    switch label {
    case .draw: tr("Redo Stroke")
    case .erase: tr("Redo Erasing")
    case .paper: tr("Redo Change of Paper")
    case .move: tr("Redo Moving")
    case .transform: tr("Redo Scaling or Turning")
    case .recolor: tr("Redo Change of Color")
    case .duplicate: tr("Redo Duplicating")
    case .delete: tr("Redo Deleting")
    case .toFront: tr("Redo Bringing to Front")
    case .toBack: tr("Redo Sending to Back")
    case .cut: tr("Redo Cutting")
    case .paste: tr("Redo Pasting")
    case .insertPages: tr("Redo Inserting Pages")
    case .insertPicture: tr("Redo Inserting a Picture")
    case .crop: tr("Redo Cropping")
    case .flip: tr("Redo Flipping")
    case .opacity: tr("Redo Change of Opacity")
    case .replacePicture: tr("Redo Replacing a Picture")
    case .alternativeText: tr("Redo Change of Alternative Text")
    default: CommandTable["win.redo"].title
    }
  }
}
