import CCairo
import InkModel

/// Everything on the screen, as a tree of surfaces: their positions, and their composition.
struct Scene {
  unowned let server: Server

  /// Where a surface's top left is on the screen, logical pixels; `nil` where it is on none.
  func origin(of surface: Surface) -> (x: Int, y: Int)? {
    switch surface.role {
    case let sub as Subsurface:
      guard let parent = sub.parent, let p = origin(of: parent) else { return nil }
      return (p.x + sub.position.x, p.y + sub.position.y)
    case let xdg as XDGSurface: return xdg.isMapped ? xdg.surfaceOrigin : nil
    default: return nil
    }
  }

  /// A screen point in a surface's coordinates.
  func local(_ p: Point, in surface: Surface) -> Point? {
    origin(of: surface).map { Point(p.x - Double($0.x), p.y - Double($0.y)) }
  }

  /// The topmost surface that takes input at a screen point.
  func pick(_ p: Point) -> Surface? {
    for root in server.shell.roots.reversed() {
      if let surface = root.surface, let hit = pick(p, in: surface, at: root.surfaceOrigin) {
        return hit
      }
    }
    return nil
  }

  private func pick(_ p: Point, in surface: Surface, at origin: (x: Int, y: Int)) -> Surface? {
    guard surface.contents != nil else { return nil }
    for item in surface.stack.reversed() {
      if let child = item {
        let position = (x: origin.x + child.position.x, y: origin.y + child.position.y)
        if let s = child.surface, let hit = pick(p, in: s, at: position) { return hit }
      } else if surface.takesInput(
        at: Point(p.x - Double(origin.x), p.y - Double(origin.y)))
      {
        return surface
      }
    }
    return nil
  }

  /// What the screen shows in `box` (logical pixels), in the output's physical pixels.
  func picture(of box: PixelBox) -> Picture {
    let scale = server.output.density
    let width = Int((Double(max(0, box.width)) * scale).rounded())
    let height = Int((Double(max(0, box.height)) * scale).rounded())
    var picture = Picture(width: width, height: height)
    guard width > 0, height > 0 else { return picture }
    picture.withMutableBytes { bytes in
      let target = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      let context = cairo_create(target)
      defer {
        cairo_destroy(context)
        cairo_surface_finish(target)
        cairo_surface_destroy(target)
      }
      paintBackground(context)
      cairo_translate(context, Double(-box.x) * scale, Double(-box.y) * scale)
      for root in server.shell.roots {
        if let surface = root.surface { draw(surface, at: root.surfaceOrigin, on: context) }
      }
    }
    return picture
  }

  /// One surface's pixels alone, over the background.
  func picture(of contents: SurfaceContents) -> Picture {
    var picture = Picture(width: contents.width, height: contents.height)
    picture.withMutableBytes { bytes in
      let target = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(contents.width), Int32(contents.height),
        Int32(contents.width * 4))
      let context = cairo_create(target)
      paintBackground(context)
      cairo_set_source_surface(context, contents.cairoSurface, 0, 0)
      cairo_paint(context)
      cairo_destroy(context)
      cairo_surface_finish(target)
      cairo_surface_destroy(target)
    }
    return picture
  }

  private func paintBackground(_ context: OpaquePointer?) {
    let c = server.backgroundColor
    cairo_set_source_rgb(
      context, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255)
    cairo_paint(context)
  }

  private func draw(_ surface: Surface, at origin: (x: Int, y: Int), on context: OpaquePointer?) {
    // A subsurface shows only while its parent has contents.
    guard let contents = surface.contents else { return }
    for item in surface.stack {
      if let child = item {
        if let s = child.surface {
          draw(s, at: (origin.x + child.position.x, origin.y + child.position.y), on: context)
        }
      } else {
        draw(contents, of: surface, at: origin, on: context)
      }
    }
  }

  private func draw(
    _ contents: SurfaceContents, of surface: Surface, at origin: (x: Int, y: Int),
    on context: OpaquePointer?
  ) {
    let scale = server.output.density
    let size = surface.size
    let source = surface.sourceRect
    guard size.width > 0, size.height > 0, !source.isEmpty else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, Double(origin.x) * scale, Double(origin.y) * scale)
    let width = Double(size.width) * scale
    let height = Double(size.height) * scale
    cairo_rectangle(context, 0, 0, width, height)
    cairo_clip(context)
    let stretch = (x: width / source.width, y: height / source.height)
    cairo_scale(context, stretch.x, stretch.y)
    // A surface of its own for the crop, so that stretching blends nothing in from beyond it.
    let crop =
      source == contents.bounds.rect
      ? cairo_surface_reference(contents.cairoSurface)
      : cairo_surface_create_for_rectangle(
        contents.cairoSurface, source.minX, source.minY, source.width, source.height)
    defer { cairo_surface_destroy(crop) }
    cairo_set_source_surface(context, crop, 0, 0)
    let pattern = cairo_get_source(context)
    let isExact = stretch == (1, 1) && source.minX == source.minX.rounded()
    cairo_pattern_set_filter(pattern, isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    if !isExact { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD) }
    cairo_paint(context)
  }
}
