import Canvas
import Gtk
import InkWidgets

/// Pictures on the canvas.
extension CommandTable {
  static let pictures = Group(
    title: tr("Pictures"),
    commands: [
      .win(
        "insert-picture", tr("Insert P_icture…"), keys: ["<Control><Alt>i"],
        isEnabled: { $0.canWrite }
      ) { $0.insertPicture() },
      .win(
        "crop", tr("C_rop"), title: tr("Crop the Picture"), keys: ["<Control><Shift>x"],
        isEnabled: { $0.canChangePicture }
      ) { $0.overlay.cropPicture() },
      .listed([KeyNames.tab], tr("While Cropping: the Next Handle")),
      .listed([KeyNames.enter], tr("While Cropping: Keep What Is in the Frame")),
      .win(
        "flip-horizontally", tr("Flip _Horizontally"), keys: ["<Shift>h"],
        isEnabled: { $0.canChangePicture }
      ) { $0.canvas.perform { $0.flipPicture(.horizontal) } },
      .win(
        "flip-vertically", tr("Flip _Vertically"), keys: ["<Shift>v"],
        isEnabled: { $0.canChangePicture }
      ) { $0.canvas.perform { $0.flipPicture(.vertical) } },
      .win(
        "picture-opacity", tr("_Opacity…"), title: tr("Opacity of the Picture"),
        isEnabled: { $0.canChangePicture }
      ) { $0.overlay.showOpacityOfPicture() },
      .win(
        "picture-to-ink", tr("Convert to _Ink"), title: tr("Convert the Picture to Ink"),
        isEnabled: { $0.canConvertPicture }
      ) { $0.convertPictureToInk() },
      .win(
        "replace-picture", tr("Re_place…"), title: tr("Replace the Picture"),
        isEnabled: { $0.canChangePicture }
      ) { $0.replacePicture() },
      .win(
        "save-picture", tr("Save Ori_ginal…"), title: tr("Save the Picture as It Came"),
        isEnabled: { $0.hasPicture }
      ) { $0.savePicture() },
      .win(
        "alternative-text", tr("Alternative _Text…"), title: tr("Say What Is Seen in the Picture"),
        isEnabled: { $0.canChangePicture }
      ) { $0.editAlternativeText() },
    ])
}
