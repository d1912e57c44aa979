import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// The preview of a hovering tool's mark, shown with every report of the tool.
///
/// In the window's frames it would keep a frame pending whenever a pen touches, and GDK delays motions
/// until the next frame: the first ink of each stroke would be late.
extension LayerPresenter {
  func show(_ new: PreviewPicture?, withFrame: Bool) -> Bool {
    let isHere = new == nil || canShowPreview
    let next = isHere ? new : nil
    guard next != preview?.picture else { return isHere }
    if let old = preview { invalidate(old.area) }
    preview = next.map { ($0, area(of: $0)) }
    if let preview {
      if let geometry = withFrame ? framed : geometry() { updateCovers(geometry) }
      invalidate(preview.area)
    }
    isPending = true
    if preview == nil { hideSoon() }
    return isHere
  }

  private var canShowPreview: Bool {
    guard isWanted, let surface, surface.isMapped, let geometry = geometry(), geometry == framed
    else { return false }
    return surface.shape == geometry.shape
  }

  private func area(of picture: PreviewPicture) -> PixelBox {
    let (b, k) = (picture.box, picture.deviceScale)
    let canvas = framed?.canvas ?? .empty
    return PixelBox(
      Rect(minX: b.minX * k, minY: b.minY * k, maxX: b.maxX * k, maxY: b.maxY * k).roundedOut,
      within: PixelBox(x: 0, y: 0, width: canvas.width, height: canvas.height))
  }

  func paintPreview(on cr: OpaquePointer, in box: PixelBox) {
    guard let preview, !preview.area.intersection(box).isEmpty else { return }
    let (area, k) = (preview.area, preview.picture.deviceScale)
    cairo_save(cr)
    cairo_rectangle(
      cr, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
    cairo_clip(cr)
    cairo_scale(cr, k, k)
    previewPainter.paint(preview.picture, on: cr)
    cairo_restore(cr)
  }
}
