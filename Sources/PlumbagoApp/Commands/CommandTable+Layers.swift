import Canvas
import Gtk
import InkWidgets

/// The layers; commands act on the current one.
extension CommandTable {
  static let layers = Group(
    title: tr("Layers"),
    commands: [
      .win(
        "layers-panel", tr("Show the _Layers"), title: tr("Show or Hide the Layers"),
        keys: ["<Control><Shift>l"], isOn: { $0.showsLayers }
      ) { $0.showLayers($1) },
      .win(
        "layer-add", tr("_Add a Layer"), keys: ["<Control><Alt>n"], icon: "list-add-symbolic",
        isEnabled: { $0.canWrite }
      ) { $0.canvas.perform { $0.addLayer() } },
      .win("layer-hidden", tr("_Hidden"), title: tr("Hide the Layer"), isOn: { $0.layerIsHidden }) {
        $0.hideLayer($1)
      },
      .win("layer-locked", tr("_Locked"), title: tr("Lock the Layer"), isOn: { $0.layerIsLocked }) {
        $0.lockLayer($1)
      },
      .win(
        "layer-rename", tr("Re_name the Layer…"), isEnabled: { $0.canWrite }
      ) { $0.renameLayer() },
      .win(
        "layer-raise", tr("Move _Up"), title: tr("Move the Layer Up"),
        keys: ["<Control><Alt>" + KeyNames.pageUp], isEnabled: { $0.canMoveLayer(by: 1) }
      ) { $0.moveLayer(by: 1) },
      .win(
        "layer-lower", tr("Move _Down"), title: tr("Move the Layer Down"),
        keys: ["<Control><Alt>" + KeyNames.pageDown], isEnabled: { $0.canMoveLayer(by: -1) }
      ) { $0.moveLayer(by: -1) },
      .win(
        "layer-duplicate", tr("D_uplicate"), title: tr("Duplicate the Layer"),
        icon: "plumbago-duplicate-symbolic", isEnabled: { $0.canWrite }
      ) { $0.duplicateLayer() },
      .win(
        "layer-merge", tr("_Merge Down"), title: tr("Merge the Layer Into the One Below"),
        icon: "plumbago-merge-symbolic", isEnabled: { $0.canMergeLayer }
      ) { $0.mergeLayer() },
      .win(
        "layer-delete", tr("_Delete the Layer"), icon: "user-trash-symbolic",
        isEnabled: { $0.canDeleteLayer }
      ) { $0.deleteLayer() },
      .win(
        "move-to-layer", tr("Move to the Current _Layer"),
        title: tr("Move the Selection to the Current Layer"), isEnabled: { $0.canMoveToLayer }
      ) { $0.canvas.perform { $0.moveSelection(toLayer: $0.currentLayer.id) } },
      .listed(
        ["<Alt>" + KeyNames.up, "<Alt>" + KeyNames.down], tr("In the Panel: Move the Layer")),
      .listed([KeyNames.rename], tr("In the Panel: Rename the Layer")),
    ])
}
