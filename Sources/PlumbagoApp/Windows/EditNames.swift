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
    case .addLayer: tr("Undo Adding a Layer")
    case .renameLayer: tr("Undo Renaming a Layer")
    case .reorderLayer: tr("Undo Moving a Layer")
    case .hideLayer: tr("Undo Hiding a Layer")
    case .showLayer: tr("Undo Showing a Layer")
    case .lockLayer: tr("Undo Locking a Layer")
    case .unlockLayer: tr("Undo Unlocking a Layer")
    case .layerOpacity: tr("Undo Change of Opacity")
    case .duplicateLayer: tr("Undo Duplicating a Layer")
    case .mergeLayer: tr("Undo Merging Layers")
    case .deleteLayer: tr("Undo Deleting a Layer")
    case .moveToLayer: tr("Undo Moving to a Layer")
    case .addPages: tr("Undo Adding Pages")
    case .duplicatePages: tr("Undo Duplicating Pages")
    case .deletePages: tr("Undo Deleting Pages")
    case .movePages: tr("Undo Moving Pages")
    case .turnPages: tr("Undo Turning Pages")
    case .resizePages: tr("Undo Change of Page Size")
    case .pagePaper: tr("Undo Change of Paper")
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
    case .addLayer: tr("Redo Adding a Layer")
    case .renameLayer: tr("Redo Renaming a Layer")
    case .reorderLayer: tr("Redo Moving a Layer")
    case .hideLayer: tr("Redo Hiding a Layer")
    case .showLayer: tr("Redo Showing a Layer")
    case .lockLayer: tr("Redo Locking a Layer")
    case .unlockLayer: tr("Redo Unlocking a Layer")
    case .layerOpacity: tr("Redo Change of Opacity")
    case .duplicateLayer: tr("Redo Duplicating a Layer")
    case .mergeLayer: tr("Redo Merging Layers")
    case .deleteLayer: tr("Redo Deleting a Layer")
    case .moveToLayer: tr("Redo Moving to a Layer")
    case .addPages: tr("Redo Adding Pages")
    case .duplicatePages: tr("Redo Duplicating Pages")
    case .deletePages: tr("Redo Deleting Pages")
    case .movePages: tr("Redo Moving Pages")
    case .turnPages: tr("Redo Turning Pages")
    case .resizePages: tr("Redo Change of Page Size")
    case .pagePaper: tr("Redo Change of Paper")
    default: CommandTable["win.redo"].title
    }
  }
}
