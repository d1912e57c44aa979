import Canvas
import Gtk
import InkWidgets

/// The history, the tools and the selection.
extension CommandTable {
  static let history = Group(
    title: tr("Drawing"),
    commands: [
      .win(
        "undo", tr("_Undo"), keys: ["<Control>z"], icon: "edit-undo-symbolic",
        isEnabled: { $0.undoTitle != nil }
      ) { $0.overlay.perform(.undo) },
      .win(
        "redo", tr("_Redo"), keys: ["<Control><Shift>z", "<Control>y"], icon: "edit-redo-symbolic",
        isEnabled: { $0.redoTitle != nil }
      ) { $0.overlay.perform(.redo) },
      .win(
        "history", tr("Look _Back"), title: tr("Look Back Through the History"),
        keys: ["<Control>h"], isOn: { $0.isLookingBack }
      ) { $0.lookBack($1) },
      .win(
        "play-history", tr("_Play or Pause"), title: tr("Play or Pause the History"),
        isEnabled: { $0.isLookingBack }
      ) {
        $0.lookingBack.togglePlaying()
      },
      .win(
        "save-moment", tr("Save a Copy of This _Moment…"), isEnabled: { $0.isLookingBack }
      ) { $0.saveMoment() },
      .win(
        "restore-moment", tr("Re_store This Moment"),
        isEnabled: { $0.isLookingBack && $0.document.restriction == nil }
      ) { $0.lookingBack.restore() },
    ])

  static let tools = Group(
    title: tr("Tools"),
    commands: toolRows + [
      .win("previous-tool", tr("Previous Tool"), keys: ["x"]) { $0.overlay.perform(.previousTool) },
      .win("toggle-eraser", tr("Eraser and Back")) { $0.overlay.perform(.toggleEraser) },
      .win("finer", tr("Finer"), keys: ["bracketleft"]) { _ in
        SharedToolPicker.shared.picker.stepSize(-1)
      },
      .win("broader", tr("Broader"), keys: ["bracketright"]) { _ in
        SharedToolPicker.shared.picker.stepSize(1)
      },
      .win("tool-options", tr("Options of the Tool"), keys: ["o"]) { $0.overlay.showOptions() },
      .win("sizes", tr("Sizes at the Tip"), keys: ["r"]) { $0.overlay.showSizes() },
      .win("colors", tr("Colors"), keys: ["k"]) { $0.overlay.showColors() },
      .win("pick-color", tr("Pick a Color From the Drawing"), keys: ["i"]) {
        $0.overlay.pickColor()
      },
      .win("focus-tools", tr("Keyboard to the Tools"), keys: ["F6"]) { $0.overlay.focusPicker() },
      .win(
        "show-tools", tr("Show _Tools"), title: tr("Show or Hide the Tools"), keys: ["F9"],
        isOn: { _ in Settings.shared[.showsTools] }
      ) { Settings.shared[.showsTools] = $1 },
    ])

  /// A tool and its letter.
  ///
  /// Pressed again, the letter opens the tool's options, unless a pen is near: what it begins to draw then must not be
  /// under a popover.
  private static var toolRows: [AppCommand] {
    ToolCatalog.all.map { definition in
      .win(
        "tool", value: definition.tool.description, SharedToolPicker.labels.tool(definition.tool),
        keys: definition.key.map { [$0] } ?? [],
        chosen: { _ in SharedToolPicker.shared.picker.tool.description }
      ) { window, name in
        guard let tool = Tool(name) else { return }
        if SharedToolPicker.shared.picker.select(tool) == .again, !window.canvas.isPenNear {
          window.overlay.showOptions()
        }
      }
    }
  }

  static let selection = Group(
    title: tr("Selection"),
    commands: [
      .win("select-all", tr("Select _All"), keys: ["<Control>a"]) { $0.selectAll() },
      .listed([KeyNames.tab], tr("Select the Next Line, With Shift the One Before")),
      .listed([KeyNames.escape], tr("Select Nothing")),
      .win("cut", tr("Cu_t"), keys: ["<Control>x"], isEnabled: { $0.canCut }) {
        $0.cut()
      },
      .win("copy", tr("_Copy"), keys: ["<Control>c"], isEnabled: { $0.canCopy }) { $0.copy() },
      .win("paste", tr("_Paste"), keys: ["<Control>v"], isEnabled: { $0.canWrite }) { $0.paste() },
      .win(
        "duplicate", tr("D_uplicate"), title: tr("Duplicate the Selection"), keys: ["<Control>d"],
        isEnabled: { $0.canChangeSelection }
      ) { $0.canvas.perform { $0.duplicateSelection() } },
      .win(
        "copy-as-text", tr("Copy as Te_xt"), keys: ["<Control><Shift>c"],
        isEnabled: { $0.canRead }
      ) { $0.copyAsText() },
      .win(
        "convert-to-text", tr("Con_vert to Text"), keys: ["<Control><Shift>t"],
        isEnabled: { $0.canRead && $0.canWrite }
      ) { $0.convertToText() },
      // The canvas handles its key, so that it types a letter in a text field.
      .listed([KeyNames.delete], tr("Delete the Selection")),
      .win("delete", tr("_Delete"), isEnabled: { $0.canChangeSelection }) {
        $0.canvas.perform { $0.deleteSelection() }
      },
      .win(
        "selection-color", tr("C_olor…"), title: tr("Color of the Selection"),
        isEnabled: { $0.canChangeSelection }
      ) { $0.overlay.showColorsOfSelection() },
      .win(
        "export-selection", tr("_Export the Selection…"), isEnabled: { $0.hasSelection }
      ) { $0.exportSelection() },
      .win(
        "to-front", tr("Bring to _Front"),
        keys: ["<Control><Shift>" + KeyNames.up, "<Control><Shift>" + KeyNames.pageUp],
        isEnabled: { $0.canChangeSelection }
      ) { $0.canvas.perform { $0.bringSelectionToFront() } },
      .win(
        "to-back", tr("Send to _Back"),
        keys: ["<Control><Shift>" + KeyNames.down, "<Control><Shift>" + KeyNames.pageDown],
        isEnabled: { $0.canChangeSelection }
      ) { $0.canvas.perform { $0.sendSelectionToBack() } },
      .listed([KeyNames.enter], tr("Edit the Text That Is Selected")),
      .listed(["<Control>b"], tr("Bold")),
      .listed(["<Control>i"], tr("Italic")),
      .listed(KeyNames.arrows, tr("Move the Selection, With Shift in Long Steps")),
      .listed(["plus", "minus"], tr("Scale the Selection")),
      .listed(["comma", "period"], tr("Turn the Selection, With Shift in Fine Steps")),
    ])
}
