import CCairo

extension Picture {
  /// Writes a PNG file, replacing what is there.
  public func savePNG(_ path: String) throws(ScreenError) {
    var status = CAIRO_STATUS_SUCCESS
    withBytes { bytes in
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutablePointer(mutating: bytes), CAIRO_FORMAT_RGB24, Int32(width), Int32(height),
        Int32(width * 4))
      status = cairo_surface_write_to_png(surface, path)
      cairo_surface_destroy(surface)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .file(path, String(cString: cairo_status_to_string(status)))
    }
  }

  /// Reads a PNG file; what is transparent in it becomes black.
  public init(png path: String) throws(ScreenError) {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .file(path, String(cString: cairo_status_to_string(status)))
    }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    self.init(width: width, height: height)
    withMutableBytes { bytes in
      let target = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      let context = cairo_create(target)
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_paint(context)
      cairo_destroy(context)
      cairo_surface_finish(target)
      cairo_surface_destroy(target)
    }
  }
}
