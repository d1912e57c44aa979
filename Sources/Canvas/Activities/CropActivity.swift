import InkModel

/// Drags a handle of the picture that is being cropped, or the part that shows; a tap beside it keeps the crop.
final class CropActivity: Activity {
  private var press: Press
  private let part: PictureCrop.Part?
  /// As it was when the contact came down.
  private let before: PictureCrop

  /// `nil` where no picture is being cropped, another contact does it, or the tip's position is not finite.
  init?(_ contact: ContactID, at tip: Point, in session: CanvasSession) {
    guard let crop = session.crop, !session.activities.has(CropActivity.self), tip.isFinite else {
      return nil
    }
    press = Press(contact, at: tip)
    before = crop
    part = session.cropPart(at: tip, of: contact.tool.kind)
  }

  func move(
    _ settled: [StylusSample], tip: StylusSample?, in session: CanvasSession,
    into update: inout CanvasUpdate
  ) {
    guard let position = press.move(settled, tip: tip), press.isDrag, let part else { return }
    session.setCrop(
      before.dragged(part, by: position - press.start, in: session.viewport), into: &update)
  }

  func end(in session: CanvasSession, into update: inout CanvasUpdate) -> ActivityResult? {
    if !press.isDrag, part == nil { update.merge(session.endPictureTrial(keeping: true)) }
    return nil
  }

  func cancel(in session: CanvasSession, into update: inout CanvasUpdate) {
    session.setCrop(before, into: &update)
  }
}
