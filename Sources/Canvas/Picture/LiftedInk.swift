import InkModel
import InkRendering

/// The selection lifted off the paper while it is moved: the drawing without it, and it alone.
///
/// Both are painted beforehand, as soon as something is selected, so that a drag shows its first
/// frame at once. A motion of the selection is the opposite motion of the view of it: the same
/// tiles serve every frame, moved, turned and scaled, and nothing is painted anew for one.
///
/// 1. Made when the picture is complete; the tiles that the selection does not touch are reused.
/// 2. ``want(_:motion:isMoving:)`` for each frame.
/// 3. ``isReady``: shown instead of the drawing's own tiles, from the first frame of a motion until
///    those are up to date again.
@MainActor final class LiftedInk {
  /// The drawing without what is lifted.
  let ground: PictureTiles
  /// What is lifted.
  let ink: PictureTiles
  private let groundDrawing: Drawing
  private let inkDrawing: Drawing
  private var wanted: (ground: PictureTiles.Wish, ink: PictureTiles.Wish)?
  private var needsTiles = true

  /// - Parameter onTiles: Called when there is more to show.
  init(
    _ elements: [Element], of drawing: Drawing, tiles: PictureTiles, onTiles: @escaping () -> Void
  ) {
    var rest = drawing
    // The selection's elements are in the drawing, so this cannot throw.
    _ = try? rest.apply(DrawingEdit(label: .move, removed: elements))
    groundDrawing = rest
    inkDrawing = Drawing(elements, settings: drawing.settings)
    ground = PictureTiles(
      like: tiles, except: elements.reduce(.empty) { $0.union($1.bounds) })
    ink = PictureTiles()
    ink.pages = tiles.pages
    for part in [ground, ink] {
      part.onTiles = onTiles
      part.onComplete = onTiles
      part.onWanting = { [weak self] in
        self?.needsTiles = true
        onTiles()
      }
    }
  }

  /// Has the tiles painted that a frame wants.
  ///
  /// - Parameter motion: Of the selection, from its position in the drawing.
  func want(_ wish: PictureTiles.Wish, motion: AffineTransform, isMoving: Bool) {
    let inkWish = self.inkWish(wish, motion, isMoving: isMoving)
    guard needsTiles || wanted?.ground != wish || wanted?.ink != inkWish else { return }
    needsTiles = false
    wanted = (wish, inkWish)
    ground.want(wish, of: groundDrawing, isBusy: true)
    ink.want(inkWish, of: inkDrawing, isBusy: true)
  }

  /// The view of what is lifted.
  func inkWish(
    _ wish: PictureTiles.Wish, _ motion: AffineTransform, isMoving: Bool
  ) -> PictureTiles.Wish {
    var inkWish = wish
    inkWish.view = wish.view.seeing(through: motion)
    inkWish.isMoving = isMoving
    return inkWish
  }

  /// Whether all that the view shows of both is painted.
  var isReady: Bool { ground.isComplete && ink.isComplete }
}
